"""Private branches: at a position of a running game one plays on alone, in a world of what one's seat knows there.

A branch is a row of its account's: where it begins, the seed of its world, and what was answered and noted in it. Its
positions are played again whenever they are looked at. Nobody else knows of it, and no log does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, func, select, update

from domain.bots import player
from domain.bots.player import Player
from domain.bots.private_branch import PrivateBranch
from domain.contract.chance import Stream, joined
from domain.contract.game import Action, Refused, State, to_json
from domain.contract.reason import Reason
from domain.log.canon import Json, canonical
from domain.log.gameid import new_id
from domain.table.rules.conditions import has_ended
from domain.table.table import Table
from projections.statements import Cursor, adding, matching
from service.errors import ServiceError
from service.games import posting, views
from service.games.game_logs import GameLogs, check_between_commands
from service.games.notes import LONGEST, Notes, mark_of
from service.games.orders import PLANNER, StandingOrders
from service.games.shapes import answers as shapes
from service.games.shapes import branched
from service.games.shapes.beside import KeptOrders
from service.games.viewing import GameViews
from service.people.in_turn import at_most, in_turn
from service.store.event_store import Store, executing
from service.store.relations import private_branches

MOST_BRANCHES = 20
"""How many private branches somebody may have of a game."""

MOST_ANSWERS = 120
"""How many answers may be given in one."""

LONGEST_ANSWER = 4_000
"""Octets of an answer as it is kept."""

_COLUMNS = private_branches.c

_MINE = matching(_COLUMNS.id, _COLUMNS.account)

_OF_GAME = matching(_COLUMNS.account, _COLUMNS.game)

ONE = select(private_branches).where(_MINE)

ALL = select(private_branches).where(_OF_GAME).order_by(_COLUMNS.began, _COLUMNS.id)

COUNT = select(func.count().label("count")).select_from(private_branches).where(_OF_GAME)

ADD = adding(private_branches, *(column.name for column in private_branches.columns))

CHANGE = (
    update(private_branches)
    .values(answers=bindparam("answers"), notes=bindparam("notes"))
    .where(_MINE, _COLUMNS.answers == bindparam("seen_answers"), _COLUMNS.notes == bindparam("seen_notes"))
)

REMOVE = delete(private_branches).where(_MINE)


class _Kept(msgspec.Struct, frozen=True):
    """A branch as it is stored; `answers` and `notes` are JSON."""

    id: str
    game: str
    account: str
    seat: str
    version: int
    seed: str
    answers: str
    notes: str
    began: int

    @property
    def answered(self) -> list[tuple[str, dict[str, Json]]]:
        """The seat and the action of each answer."""
        return [(seat, action) for seat, action in msgspec.json.decode(self.answers)]

    @property
    def noted(self) -> dict[str, str]:
        """How many answers stand before it -> the note."""
        noted: dict[str, str] = msgspec.json.decode(self.notes)
        return noted

    def decision(self, step: int, seat: str) -> str:
        """The id of the seat's decision after so many answers: another one whenever any answer has changed."""
        return f"{step}-{hashlib.sha256(self.answers.encode()).hexdigest()[:16]}.{seat}"

    def step_of(self, decision: str) -> tuple[int, str]:
        """After how many answers a decision is open, and of which seat; `stale` where it is none of the branch."""
        step, seat = decision.partition("-")[0], decision.rpartition(".")[2]
        if not step.isdecimal() or int(step) > len(self.answered) or decision != self.decision(int(step), seat):
            raise ServiceError("stale", "the branch has been changed since, perhaps in another window")
        return int(step), seat


class NoLongerPossible(ServiceError):
    """An answer of a branch that the rules allow no more; `step` are the answers before it, which still hold."""

    def __init__(self, step: int, why: Reason) -> None:
        said = Reason("answer {number} of the branch is no longer possible: {why}", number=step + 1, why=why)
        super().__init__("illegal", said)
        self.step = step


class PrivateBranches:
    """The private branches of an installation. Thread-safe; raises `ServiceError`: `not-found` for a branch that is
    not the account's."""

    def __init__(
        self,
        store: Store,
        logs: GameLogs,
        game_views: GameViews,
        notes: Notes,
        orders: StandingOrders,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._logs = logs
        self._views = game_views
        self._notes = notes
        self._orders = orders
        self._clock = clock
        self._entropy = entropy

    def begin(self, account_id: str, game_id: str, seat: str | None, at: int | None = None) -> branched.PrivateBranch:
        """Begin a branch at a version of a running game (None: now), where a command has ended, with what the account
        has noted there.

        `illegal` unless the game runs, where nobody must decide, and beyond `MOST_BRANCHES`.
        """
        with self._logs.latest(game_id) as log:
            actor = views.seats_to_act(log.table, account_id, seat)[0]
            if log.table.status != "running":
                raise ServiceError("illegal", "a private branch begins in a game that runs")
            version = log.version if at is None else at
            check_between_commands(log, version)
            _begun(self._logs.table_at(log, version))
        noted = self._notes.read(account_id, game_id, version).text
        kept = _Kept(
            id=new_id(self._entropy),
            game=game_id,
            account=account_id,
            seat=actor,
            version=version,
            seed=self._entropy(32).hex(),
            answers="[]",
            notes=canonical({"0": noted} if noted else {}).decode(),
            began=self._clock(),
        )
        too_many = Reason("at most {most} private branches of a game: remove one", most=MOST_BRANCHES)
        self._store.write(
            in_turn(account_id),
            executing(ADD, **msgspec.structs.asdict(kept)),
            at_most(MOST_BRANCHES, COUNT, too_many, account=account_id, game=game_id),
        )
        return self.look(account_id, kept.id)

    def of_game(self, account_id: str, game_id: str) -> branched.PrivateBranches:
        """The account's branches of a game, the oldest first."""
        rows = self._store.rows(ALL, account=account_id, game=game_id)
        listed = [branched.ListedPrivateBranch(**_told(_Kept(**dict(row)))) for row in rows]
        return branched.PrivateBranches(branches=listed)

    def look(
        self, account_id: str, branch_id: str, step: int | None = None, eyes: str | None = None
    ) -> branched.PrivateBranch:
        """A branch after so many of its answers (None: all), through the eyes of a seat of its world (None: the own
        one, unless only others must decide)."""
        kept = self._kept(account_id, branch_id)
        at = len(kept.answered) if step is None else step
        table, branch = self._played(kept, at)
        if eyes is not None and eyes not in table.seats:
            raise ServiceError("not-found", "the game has no seat {seat}", seat=eyes)
        asked = branch.asked
        seen = eyes or (kept.seat if kept.seat in asked else next(iter(asked), kept.seat))
        return branched.PrivateBranch(
            **_told(kept),
            step=at,
            asked=list(asked),
            mark=mark_of(kept.noted.get(str(at), "")),
            view=self._view(kept, at, table, branch, seen),
        )

    def answer(self, account_id: str, branch_id: str, decision: str, action: Json) -> branched.PrivateBranch:
        """Answer a decision of the branch, for whichever seat; what was answered and noted after it is gone.

        Refused as by the rules; `stale` where the branch is no more the one that the decision is of.
        """
        kept = self._kept(account_id, branch_id)
        step, seat = kept.step_of(decision)
        _, branch = self._played(kept, step)
        given = self._given(branch, seat, action)
        return self._answered(kept, step, [given])

    def let_others_answer(self, account_id: str, branch_id: str, decision: str) -> branched.PrivateBranch:
        """Have AIs answer for the others, from a decision of theirs on, until the branch's own seat must decide."""
        kept = self._kept(account_id, branch_id)
        step, _ = kept.step_of(decision)
        _, branch = self._played(kept, step)
        choose, rng = player(PLANNER), Stream(joined(bytes.fromhex(kept.seed), "others", step))
        given: list[tuple[str, dict[str, Json]]] = []
        while branch.asked and kept.seat not in branch.asked and step + len(given) < MOST_ANSWERS:
            seat = branch.asked[0]
            given.append(self._given(branch, seat, to_json(_chosen(choose, branch, seat, rng))))
        if not given and kept.seat in branch.asked:
            raise ServiceError("illegal", "it is your own seat that must decide here")
        return self._answered(kept, step, given)

    def note(
        self, account_id: str, branch_id: str, step: int, text: str, over: str | None = None
    ) -> branched.PrivateBranch:
        """Put this in the place of the note at a position; an empty text removes it.

        `stale` where the note is no more the one of which `over` is the mark (None: whatever it is).
        """
        kept = self._kept(account_id, branch_id)
        _check_step(kept, step)
        noted = kept.noted
        if over is not None and mark_of(noted.get(str(step), "")) != over:
            raise ServiceError("stale", "the note has been changed since, perhaps in another window")
        changed = {**noted, str(step): text} if text else {one: was for one, was in noted.items() if one != str(step)}
        if sum(map(len, changed.values())) > LONGEST:
            raise ServiceError(
                "malformed", "the notes of a branch have {most} characters together at most", most=LONGEST
            )
        self._change(kept, kept.answers, canonical(changed).decode())
        return self.look(account_id, branch_id, step)

    def make_condition(self, account_id: str, branch_id: str, step: int) -> KeptOrders:
        """Make a conditional answer of what the own seat has answered after so many answers, before its other orders.

        `illegal` where that is another seat's, for an answer that the game leaves to the moment, and for another
        situation than there is in the game now; `forbidden` once the account holds the seat no more.
        """
        kept = self._kept(account_id, branch_id)
        _check_step(kept, step)
        seat, action = kept.answered[step] if step < len(kept.answered) else (None, {})
        if seat != kept.seat:
            raise ServiceError("illegal", "a conditional answer is made of an answer of your own seat")
        _, branch = self._played(kept, step)
        made = branch.condition(posting.rehearsed(branch.game, action))
        if made is None:
            raise ServiceError("illegal", "the game foresees no answer to this: it is left to the moment")
        self._check_situation(account_id, kept, made)
        standing = self._orders.get(account_id, kept.game, kept.seat).orders
        return self._orders.put(
            account_id, kept.game, kept.seat, [made, *(order for order in standing if order != made)]
        )

    def remove(self, account_id: str, branch_id: str) -> None:
        """Forget a branch."""
        self._kept(account_id, branch_id)
        self._store.write(executing(REMOVE, id=branch_id, account=account_id))

    def _check_situation(self, account_id: str, kept: _Kept, made: Mapping[str, Json]) -> None:
        """`forbidden` to whoever holds the seat no more, to whom what it sees now must not be told either; `illegal`
        for a condition that would end as soon as its seat is asked anything."""
        with self._logs.latest(kept.game) as log:
            table = log.table
            views.seats_to_act(table, account_id, kept.seat)
            if table.state is not None and has_ended(table.game.view(table.state, kept.seat), made):
                raise ServiceError("illegal", "it is for another situation than there is in the game now")

    def _kept(self, account_id: str, branch_id: str) -> _Kept:
        for row in self._store.rows(ONE, id=branch_id, account=account_id):
            return _Kept(**dict(row))
        raise ServiceError("not-found", "there is no such branch")

    def _played(self, kept: _Kept, step: int) -> tuple[Table, PrivateBranch]:
        """The table at which a branch begins, and the branch after so many of its answers."""
        _check_step(kept, step)
        with self._logs.latest(kept.game) as log:
            table = self._logs.table_at(log, kept.version)
            branch = PrivateBranch(table.game, _begun(table), kept.seat, Stream(bytes.fromhex(kept.seed)))
        for before, (seat, action) in enumerate(kept.answered[:step]):
            try:
                branch.answer(seat, posting.rehearsed(branch.game, action))
            except Refused as refused:
                raise NoLongerPossible(before, refused.why) from None
        return table, branch

    def _given(self, branch: PrivateBranch, seat: str, action: Json) -> tuple[str, dict[str, Json]]:
        """What a seat has answered, which the branch has gone on by."""
        if seat not in branch.asked:
            raise ServiceError("not-your-decision", "{seat} has nothing to decide here", seat=seat)
        try:
            branch.answer(seat, posting.rehearsed(branch.game, action))
        except Refused as refused:
            raise ServiceError.of(refused) from None
        if len(canonical(action)) > LONGEST_ANSWER:
            raise ServiceError("malformed", "an answer in a branch has {most} octets at most", most=LONGEST_ANSWER)
        return seat, action

    def _answered(self, kept: _Kept, step: int, given: list[tuple[str, dict[str, Json]]]) -> branched.PrivateBranch:
        """The branch with these answers after so many of its own, in the place of those that followed."""
        answers = [*kept.answered[:step], *given]
        if not given or len(answers) > MOST_ANSWERS:
            raise ServiceError(
                "illegal", "a branch has {most} answers at most: go back, or begin another", most=MOST_ANSWERS
            )
        noted = {at: text for at, text in kept.noted.items() if int(at) <= step}
        self._change(kept, canonical(answers).decode(), canonical(noted).decode())
        return self.look(kept.account, kept.id)

    def _change(self, kept: _Kept, answers: str, notes: str) -> None:
        """Keep these answers and notes; `stale` where the branch is no more as it was seen."""

        def change(cursor: Cursor) -> None:
            whose = {"id": kept.id, "account": kept.account}
            seen = {"seen_answers": kept.answers, "seen_notes": kept.notes}
            if cursor.execute(CHANGE, **whose, **seen, answers=answers, notes=notes).rowcount != 1:
                raise ServiceError("stale", "the branch has been changed since, perhaps in another window")

        self._store.write(change)

    def _view(self, kept: _Kept, step: int, table: Table, branch: PrivateBranch, seat: str) -> shapes.Game:
        """The game as it would be seen: what stands around the table is that of the position where the branch began."""
        legal = branch.game.legal(branch.world, seat, views.LEGAL_LIMIT)
        asked = shapes.Asked.copied(
            {
                "pending": {} if branch.is_over else branch.world.open,
                "decision": kept.decision(step, seat) if seat in branch.asked else None,
                "legal": legal.actions,
                "legal_complete": legal.complete,
                "slots": legal.slots,
                "standing": {},
            }
        )
        return msgspec.structs.replace(
            self._views.view(table, kept.seat, past=True),
            **msgspec.structs.asdict(asked),
            seat=seat,
            status="over" if branch.is_over else "running",
            table=branch.game.view(branch.world, seat),
            clocks={},
            takeback=None,
        )


def _chosen(choose: Player, branch: PrivateBranch, seat: str, rng: Stream) -> Action:
    """What an AI answers for a seat of a branch; refused where it has no answer to give."""
    try:
        return choose(branch.game, branch.world, seat, rng)
    except Refused as refused:
        raise ServiceError.of(refused) from None


def _told(kept: _Kept) -> dict[str, Any]:
    """What is told of a branch without playing it."""
    return {
        "id": kept.id,
        "game": kept.game,
        "seat": kept.seat,
        "version": kept.version,
        "began": kept.began,
        "answers": [branched.PrivateAnswer(seat=seat, action=action) for seat, action in kept.answered],
        "notes": kept.noted,
    }


def _check_step(kept: _Kept, step: int) -> None:
    if not 0 <= step <= len(kept.answered):
        raise ServiceError("not-found", "the branch has {number} answers", number=len(kept.answered))


def _begun(table: Table) -> State:
    """The state of a table from which a branch begins; `illegal` where nobody must decide anything."""
    if table.state is None or not table.state.open or table.awaited is not None:
        raise ServiceError("illegal", "nobody has anything to decide at version {version}", version=table.version)
    return table.state
