"""The use cases of challenges: open one, try it alone or in a group, look; and what follows when games have ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy

from domain.audit.aggregates import CHALLENGE, Document, document
from domain.challenge import actions
from domain.challenge.decide import DAYS, decide, due_steps, opening
from domain.challenge.state import Challenge, Try
from domain.contract.game import Action, Refused
from domain.contract.quantities import DAY
from domain.games.catalog import Catalog
from domain.log.canon import Json
from domain.log.gameid import new_id
from domain.log.journal import ReservationListed
from domain.log.log import Log
from domain.log.record import Command, organising, seed_commitment
from service.challenges import answer_shapes as shapes
from service.challenges.games import ChallengeLog, TryGames, check_clock
from service.challenges.links import GroupLinks
from service.challenges.views import challenge_view
from service.errors import ServiceError, passing_over
from service.games.ledger import Ledger
from service.games.opening.first_commands import check_terms, invited_to, seat_ids, seats_of
from service.games.seats.levels import check_level
from service.games.seats.taking import NO_SEAT, held_already
from service.games.shapes import NewGame
from service.people.accounts import Accounts
from service.people.blocks import Blocks
from service.people.budgets import INVITATIONS, Budgets
from service.people.names import checked_name
from service.store.commands import Commands
from service.store.event_store import Change, Store
from service.store.log_repository import LogRepository
from service.store.recorder import Expected
from service.store.rendering import operated
from service.store.rule_files import keeping
from service.store.seeds import Seeds
from service.store.texts import without_words, words_of
from service.store.waiting import Moves


class ChallengeLedger:
    """The challenges of an installation. Thread-safe; raises `ServiceError` when it does not do its work."""

    def __init__(
        self,
        store: Store,
        moves: Moves,
        catalog: Catalog,
        accounts: Accounts,
        blocks: Blocks,
        games: TryGames,
        ledger: Ledger,
        budgets: Budgets,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._accounts = accounts
        self._blocks = blocks
        self._games = games
        self._ledger = ledger
        self._beside: Callable[[str], Iterable[str]] = lambda challenge_id: ()
        self._budgets = budgets
        self._clock = clock
        self._entropy = entropy
        self._links = GroupLinks(store)
        self._logs: LogRepository[ChallengeLog] = LogRepository(store, "challenge", "ChallengeOpened", self._begin_log)
        self._commands = Commands(store, self._logs, moves)

    # ---- what people do

    def open(
        self,
        account_id: str,
        new: NewGame,
        name: str,
        days: int | None = None,
        *,
        ai_seats: bool = False,
    ) -> str:
        """Open a challenge of games like `new`, whose seats only say how many there are: its id.

        After `days` no try begins or goes on (None: the organiser ends it). With `ai_seats` a group may begin with AIs
        on some seats.
        """
        challenge_id, seed = new_id(self._entropy), self._entropy(32)
        name = checked_name(name.strip())
        at = self._clock()
        try:
            if days is not None:
                DAYS.check(days, "days")
            check_terms(new)
            check_clock(new, ai_seats=ai_seats)
            seats = len(seat_ids(self._catalog, new))
            opened = opening(
                self._catalog[new.game],
                challenge_id,
                seed,
                name,
                account_id,
                seats=seats,
                options=new.options,
                due=None if days is None else at + days * DAY,
                terms={"clock": new.clock, "release": new.release, "ai_seats": ai_seats},
            )
        except Refused as refused:
            raise ServiceError.of(refused) from None
        written, kept = without_words(opened, challenge_id, account_id, self._entropy)
        files = keeping(self._catalog[new.game], opened.data["terms"]["data"])
        kept += [self._store.seed_kept(challenge_id, seed, account_id, at), *files]
        listed = [ReservationListed(challenge_id, account_id, seed_commitment(challenge_id, seed))]
        self._commands.open(self._begin_log(challenge_id), Command("service", None, written, at), kept, listed)
        return challenge_id

    def begin(self, account_id: str, challenge_id: str) -> str:
        """Begin the account's one try, at all seats of a game of its own: the game's id."""
        self._post(challenge_id, "seat", actions.Begin(account=account_id))
        return str(self._own(account_id, challenge_id).game_id)

    def begin_ai(self, account_id: str, challenge_id: str, level: str) -> str:
        """Let an AI level try (organiser): the game's id."""
        check_level(level)
        by = self._organising(account_id, challenge_id)
        self._post(challenge_id, by, actions.Begin(level=level))
        with self._logs.latest(challenge_id) as log:
            return next(str(own.game_id) for own in log.aggregate.tries.values() if own.level == level)

    def form(self, account_id: str, challenge_id: str, seats: Sequence[Json]) -> int:
        """Form a group, which the account leads: the number of its try.

        A seat is `{"account": "me" or NAME}`, `{"ai": LEVEL}` or `{"open": true}`; an account other than "me" is
        invited. The try begins when all seats are taken.
        """
        names = [f"s{number}" for number in range(1, len(seats) + 1)]
        try:
            wanted = seats_of(self._accounts, account_id, dict(zip(names, seats)))
        except Refused as refused:
            raise ServiceError.of(refused) from None
        counted = self._budgets.spent_today(account_id, INVITATIONS, list(invited_to(wanted)))
        self._decide(challenge_id, "seat", lambda challenge: actions.Form(account_id, wanted), counted)
        return self._own(account_id, challenge_id).number

    def join(
        self, account_id: str, challenge_id: str, number: int, seat: str | None = None, invitation: str | None = None
    ) -> None:
        """Take a seat of a group (None: the one that the account holds, else one that is kept for it, else the first
        open one).

        A seat that is kept for nobody is open to who leads the group, and to those who have its `invitation`; others
        take a second seat only if it is kept for them.
        """
        holds_link = invitation is not None and self.invited_to(invitation) == (challenge_id, number)

        def joining(challenge: Challenge) -> Action | None:
            own = challenge.tries.get(number)
            if own is None or own.account in self._blocks.apart(account_id):
                raise ServiceError("illegal", NO_SEAT)
            if own.status != "ended" and held_already(own.seats, _allowed(own), account_id, seat) is not None:
                return None
            kept = [name for name in own.open_seats if own.seats[name].invited == account_id]
            open_to_all = [name for name in own.open_seats if own.seats[name].invited is None]
            found = kept + (open_to_all if holds_link or account_id in own.members else [])
            wanted = [name for name in found if seat in (None, name)]
            if not wanted:
                raise ServiceError("illegal", NO_SEAT)
            return actions.Join(account_id, number, wanted[0])

        self._decide(challenge_id, "seat", joining, expected=self._not_apart(account_id, challenge_id, number))

    def leave(self, account_id: str, challenge_id: str, number: int) -> None:
        """Leave a group before its start; when its leader does, it is no more. The account may try otherwise."""
        self._post(challenge_id, "seat", actions.Leave(account_id, number))

    def give_up(self, account_id: str, challenge_id: str) -> None:
        """Leave one's group if one has one that has not begun."""
        with self._logs.latest(challenge_id) as log:
            own = log.aggregate.try_of(account_id)
            number = None if own is None or own.status != "forming" else own.number
        if number is not None:
            self.leave(account_id, challenge_id, number)

    def start(self, account_id: str, challenge_id: str, number: int, level: str) -> str:
        """Begin with AIs on the seats that are open (the group's leader, if the challenge allows it): the game's id."""
        check_level(level)
        self._post(challenge_id, "seat", actions.Start(account_id, number, level))
        return str(self._own(account_id, challenge_id).game_id)

    def invitation(self, account_id: str, challenge_id: str, number: int) -> str:
        """The secret of the link by which others join a group: for its leader, until it begins."""
        with self._logs.latest(challenge_id) as log:
            own = log.aggregate.tries.get(number)
            if own is None or own.account != account_id:
                raise ServiceError("forbidden", "who leads a group invites to it")
        return self._links.make(challenge_id, number)

    def invited_to(self, invitation: str) -> tuple[str, int]:
        """The challenge and the number of the try that an invitation is to; `not-found` for one that nobody made."""
        return self._links.read(invitation)

    def close_entries(self, account_id: str, challenge_id: str) -> None:
        """No further try begins (organiser); the challenge ends when those that were begun have ended."""
        by = self._organising(account_id, challenge_id)
        self._post(challenge_id, by, actions.CloseEntries())
        self.step(challenge_id)

    # ---- what follows by itself

    def step(self, challenge_id: str) -> int:
        """Do what is to be done now: report games that have ended, end what is due, reveal the seed.

        How many things that were; doing it late, or twice, changes nothing.
        """
        steps = 0
        while done := self._once(challenge_id):
            steps += done
        return steps

    # ---- looking

    def view(self, challenge_id: str) -> shapes.Challenge:
        """The challenge as everybody sees it: who tries and how far, and in the end the places and the seed."""
        with self._logs.latest(challenge_id) as log:
            challenge = log.aggregate
            return challenge_view(self._accounts, challenge, self._name(challenge), operated(log.entries))

    def look(self, challenge_id: str) -> Challenge:
        """The challenge now: the caller's own copy."""
        with self._logs.latest(challenge_id) as log:
            return deepcopy(log.aggregate)

    def called(self, challenge_id: str) -> str:
        """The name of a challenge, by its id."""
        with self._logs.latest(challenge_id) as log:
            return self._name(log.aggregate)

    def name_of(self, challenge_id: str, name_id: str) -> str:
        """The name of a challenge, by the id of the reference in its first event."""
        kept = words_of(self._store, challenge_id).get(name_id)
        return "A challenge" if kept is None else kept.text

    def number_of(self, account_id: str, challenge_id: str) -> int | None:
        """The number of the try of an account, or of the group that it belongs to; None if it has not tried."""
        with self._logs.latest(challenge_id) as log:
            own = log.aggregate.try_of(account_id)
            return None if own is None else own.number

    def invited(self, account_id: str, challenge_id: str) -> list[int]:
        """The numbers of the groups that keep a seat for the account, where it may take it."""
        apart = self._blocks.apart(account_id)
        with self._logs.latest(challenge_id) as log:
            tries = log.aggregate.tries.values()
            forming = [own for own in tries if own.status == "forming" and own.account not in apart]
            return [own.number for own in forming if account_id in {seat.invited for seat in own.seats.values()}]

    def toured_by(self, beside: Callable[[str], Iterable[str]]) -> None:
        """Have `beside(challenge)` tell the other challenges of its tours, in which no operator decides either who has
        tried one of them."""
        self._beside = beside

    def organises(self, account_id: str, challenge_id: str) -> bool:
        """Whether the account may decide as the organiser; an operator does where it has tried neither this challenge
        nor another of its tours."""
        with self._logs.latest(challenge_id) as log:
            if log.aggregate.header.organiser == account_id:
                return True
        if not self._accounts.is_operator(account_id):
            return False
        return not any(self.number_of(account_id, one) for one in (challenge_id, *self._beside(challenge_id)))

    def has_part(self, account_id: str, challenge_id: str) -> bool:
        """Whether the account organises the challenge, or has tried it."""
        with self._logs.latest(challenge_id) as log:
            challenge = log.aggregate
            return challenge.header.organiser == account_id or challenge.try_of(account_id) is not None

    def events(self, challenge_id: str, after: int = 0, limit: int = 200) -> list[dict[str, Json]]:
        """The log after version `after`, at most `limit` entries."""
        with self._logs.latest(challenge_id) as log:
            return [entry.as_json(()) for entry in log.entries[max(after, 0) :][:limit]]

    def document(self, challenge_id: str) -> Document:
        """The whole log as a document that `nightledger audit` examines."""
        with self._logs.latest(challenge_id) as log:
            return document(CHALLENGE, log.aggregate, log.entries)

    def record(self, challenge_id: str, number: int) -> dict[str, Json]:
        """The whole record of a try's game, once the seed is revealed; `not-found` before, and for no such try."""
        with self._logs.latest(challenge_id) as log:
            challenge = log.aggregate
            found = challenge.tries.get(number)
            if found is None or found.game_id is None or challenge.status != "closed":
                raise ServiceError("not-found", "records of tries are shown when the challenge has ended")
        return self._ledger.revealed_record(found.game_id)

    # ---- how it works

    def _name(self, challenge: Challenge) -> str:
        return self.name_of(challenge.id, challenge.header.name.id)

    def _begin_log(self, challenge_id: str) -> ChallengeLog:
        return Log(Challenge(), challenge_id, decide, Seeds(self._store), self._entropy)

    def _own(self, account_id: str, challenge_id: str) -> Try:
        with self._logs.latest(challenge_id) as log:
            own = log.aggregate.try_of(account_id)
        if own is None:
            raise ServiceError("not-found", "you have not tried")
        return own

    def _organising(self, account_id: str, challenge_id: str) -> str:
        """By whom a command of the account is that the organiser decides; `forbidden` if it may not."""
        if not self.organises(account_id, challenge_id):
            raise ServiceError("forbidden", "the organiser of the challenge decides this")
        with self._logs.latest(challenge_id) as log:
            return organising(account_id, log.aggregate.header.organiser)

    def _not_apart(self, account_id: str, challenge_id: str, number: int) -> list[Expected]:
        """That neither the account nor who leads a group blocks the other, while something is stored."""
        with self._logs.latest(challenge_id) as log:
            own = log.aggregate.tries.get(number)
        return [] if own is None or own.account is None else [self._blocks.not_apart(account_id, own.account)]

    def _post(self, challenge_id: str, by: str, action: Action) -> int:
        """Post a command: how many events it brought about."""
        return self._decide(challenge_id, by, lambda challenge: action)

    def _decide(
        self,
        challenge_id: str,
        by: str,
        action: Callable[[Challenge], Action | None],
        extra: Sequence[Change] = (),
        expected: Sequence[Expected] = (),
    ) -> int:
        """Post what is to be done with the challenge as it is now (None: nothing), with these changes, where all is as
        `expected`: how many events that made.

        The game of a try that begins is stored in the same transaction. The log has moved when somebody else's
        command was stored first; then this is decided anew, so nobody gets a second try.
        """

        def attempt(log: ChallengeLog) -> int:
            if (wanted := action(log.aggregate)) is None:
                return 0
            entries = log.decide(Command(by, None, wanted, self._clock()))
            opened = self._games.opened_by(log, entries)
            if opened is None:
                self._commands.append(log, entries, extra, expected=expected)
            else:
                changes = [*opened.extra, *extra]
                self._commands.append(log, entries, changes, [opened.batch], opened.listed, expected)
            return len(entries)

        return self._commands.carry_out(challenge_id, attempt)

    def _once(self, challenge_id: str) -> int:
        at = self._clock()
        with self._logs.latest(challenge_id) as log:
            challenge = log.aggregate
            running = [(own.number, str(own.game_id)) for own in challenge.running]
            late, tie_breaks = challenge.is_due(at), challenge.tie_breaks
            steps = due_steps(challenge, at)
        reports = [self._reported(number, game_id, tie_breaks, late=late) for number, game_id in running]
        return sum(self._post(challenge_id, "service", action) for action in (*reports, *steps) if action is not None)

    def _reported(self, number: int, game_id: str, tie_breaks: Sequence[str], *, late: bool) -> Action | None:
        """What is told of a try, whose game is void if it still runs when it is too `late`; None while it goes on, and
        of one that has a result which cannot be read: it does not hold up the others."""
        with passing_over("unreadable"):
            if late:
                self._ledger.close(game_id, "void")
            return self._games.report(number, game_id, tie_breaks)
        return None


def _allowed(group: Try) -> dict[str, Json]:
    """Who may take a second seat of a group: its leader, and whom a seat is kept for."""
    return {"creator": group.account, "invited": invited_to(group.seats)}
