"""What the clock does: it lets deadlines pass, each after the outages that its game has not counted; and it has answers
stored whose release has come.

It keeps nothing of its own but when it was last there, and since when it cannot read a game. Where to look it is told
by `service.games.timing.due`; what is due, it reads from the tables of games.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import delete, select

from domain.contract.game import Refused
from domain.log.canon import Json
from domain.log.record import Command
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.rules.deadlines import late_together
from domain.table.rules.outages import LONG
from domain.table.table import Table
from projections.statements import matching, once, put
from service.games import posting
from service.games.commands import GameCommands
from service.games.shapes import Posted
from service.games.timing.delayed import DelayedAnswer, DelayedAnswers, dropping, unless_answered
from service.games.timing.due import DueWork
from service.store.event_store import Store, executing
from service.store.heartbeat import Heartbeat
from service.store.relations import installation

logger = logging.getLogger(__name__)

SHARE_SECONDS = 30
"""After which a game is looked at again whose deadline has come while it waits for a share."""

BEATEN = "clock heartbeat"
"""When the clock was last there."""

BEAT = put(installation)

LAST_BEAT = select(installation.c.value).where(installation.c.key == BEATEN)

STANDING_STILL = "standing still "
"""Before the id of a game: since when the clock cannot read it."""

STAND_STILL = once(installation)

STANDING = select(installation).where(installation.c.key.startswith(STANDING_STILL))

GO_ON = delete(installation).where(matching(installation.c.key))

CLOCK = "clock"
"""Whose idempotency keys the clock's commands have."""


class Clockwork:
    """Enforces the clocks of games. Thread-safe; two of them do no harm. Raises `ServiceError`.

    `due` are the games with deadlines to enforce, `heartbeat` is that of whoever takes actions; waiting goes by
    `elapsed()`, seconds that nobody can set.
    """

    def __init__(
        self,
        store: Store,
        commands: GameCommands,
        delayed: DelayedAnswers,
        clock: Callable[[], int],
        heartbeat: Heartbeat,
        elapsed: Callable[[], float],
    ) -> None:
        self._store = store
        self._commands = commands
        self._delayed = delayed
        self.due = DueWork(store, "deadline")
        self._clock = clock
        self.heartbeat = heartbeat
        self.elapsed = elapsed

    def now(self) -> int:
        """The time in whole seconds UTC."""
        return self._clock()

    def reached(self) -> int:
        """Up to when deadlines are enforced, and all else is done that comes at a time."""
        return self.heartbeat.reached()

    def next_due(self, game_id: str) -> int | None:
        """When the table is to be looked at for something that is to be done by itself; None if nothing is to come."""
        with self._commands.latest(game_id) as log:
            following = _first_deadline(log.table)
            if following is None:
                return None
            return following[0] if log.table.awaited is None else max(following[0], self.now() + SHARE_SECONDS)

    def enforce(self, game_id: str) -> int | None:
        """Let every deadline pass that is due by now, one command each: when something is due next.

        An action that was stored before counts: the deadline is looked at again at the newest version. So does an
        answer that waits for its release.
        """
        while True:
            if not self._commands.carry_out(game_id, self._pass_one):
                return self.next_due(game_id)

    def to_release(self) -> list[DelayedAnswer]:
        """The answers whose release has come, of all games."""
        return self._delayed.due(self.reached())

    def release(self, answer: DelayedAnswer) -> None:
        """Have an answer stored whose release has come; nothing if it is kept no more, or another one in its place."""

        def attempt(log: GameLog) -> None:
            if self._delayed.is_kept(answer):
                self._carry_out(log, answer)

        self._commands.carry_out(answer.game, attempt)

    def last_seen(self) -> int | None:
        """When the clock was last there; None on its first day."""
        for row in self._store.rows(LAST_BEAT):
            return int(row["value"])
        return None

    def beat(self) -> None:
        """Say that the clock is here now."""
        self._store.write(executing(BEAT, key=BEATEN, value=self.now()))

    def last_written(self, game_id: str) -> int:
        """When the last event of the game was stored, whether the game can be read or not; now if not even that event
        can be decoded."""
        try:
            return self._store.last(game_id).label.at
        except msgspec.DecodeError:
            return self.now()

    def stand_still(self, game_id: str, since: int) -> None:
        """Remember that the game cannot be read since then; an earlier time stays."""
        self._store.write(executing(STAND_STILL, key=f"{STANDING_STILL}{game_id}", value=since))

    def standing_still(self) -> dict[str, int]:
        """Game -> since when it cannot be read, of those whose deadlines were not moved for that yet."""
        found = self._store.rows(STANDING)
        return {row["key"].removeprefix(STANDING_STILL): int(row["value"]) for row in found}

    def go_on(self, game_id: str) -> None:
        """The game can be read again, or needs it no more."""
        self._store.write(executing(GO_ON, key=f"{STANDING_STILL}{game_id}"))

    def move_deadlines(self, game_id: str, since: int) -> bool:
        """Move the deadlines of a game that could not be read since then: whether any were moved."""

        def attempt(log: GameLog) -> bool:
            log.outages = ()  # They lie in the time that is counted here.
            at = self._commands.now(log.table)
            if at - max(since, log.table.clocks.moved_at) <= LONG:
                return False
            try:
                self._commands.append(log, log.decide(Command("service", None, actions.MoveDeadlines(since), at)))
            except Refused:
                return False
            return True

        return self._commands.carry_out(game_id, attempt)

    def _pass_one(self, log: GameLog) -> bool:
        table = log.table
        following = _following(table)
        at = self._commands.now(table)
        if following is None or following[0] > self.reached():
            return False
        if counting := log.count_outages(at):
            self._commands.append(log, counting)
            return True
        _, seat = following
        late = late_together(table, seat)
        if (waiting := self._waiting(table, late)) is not None:
            self._carry_out(log, waiting)
            return True
        decision = str(table.decision_id(seat))
        command = Command("clock", seat, actions.PassDeadline(decision), at, _mark(decision))
        unanswered = [unless_answered(log.id, str(table.decision_id(one))) for one in late]
        self._commands.append(log, log.decide(command), unanswered)
        return True

    def _waiting(self, table: Table, late: Sequence[str]) -> DelayedAnswer | None:
        """The answer that counts before the deadline of these seats: one of their own, or where nobody seemed to act
        any person's."""
        waiting = self._delayed.at(table)
        own = next((waiting[seat] for seat in late if seat in waiting), None)
        if own is None and table.clocks.last_call is not None:
            return next((answer for one, answer in waiting.items() if table.has_person(one)), None)
        return own

    def _carry_out(self, log: GameLog, answer: DelayedAnswer) -> None:
        """Store an answer that has waited, as its seat's; forget it if its decision is closed, or the rules refuse.

        While the table waits for a share it goes on waiting.
        """
        if log.table.awaited is not None:
            return
        dropped = dropping(answer)
        if not answer.stands(log.table):
            self._store.write(dropped)
            return
        try:
            action = posting.parse_action(log.table.game, answer.action)
            entries = log.decide(Command("seat", answer.seat, action, self._commands.now(log.table), answer.mark))
        except Refused as refused:
            logger.warning("%s answers %s of game %s no more: %s", answer.seat, answer.decision, answer.game, refused)
            self._store.write(dropped)
        else:
            self._commands.append(log, entries, [dropped])


def _following(table: Table) -> tuple[int, str] | None:
    """The deadline to be enforced first, with its seat; none while the table waits for a share."""
    return _first_deadline(table) if table.awaited is None else None


def _first_deadline(table: Table) -> tuple[int, str] | None:
    """The deadline that comes first, with its seat, whatever the table waits for."""
    return table.clocks.next_due() if table.status == "running" else None


def _mark(decision: str) -> dict[str, Json]:
    """The closed part of a deadline's command: its key is the decision."""
    return posting.mark_of(posting.keyed(CLOCK, Posted((), idempotency_key=decision)))
