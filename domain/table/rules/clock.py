"""The clocks of a game, worked out from its log: how long each seat has, until when, and what stands still.

Nothing ticks. A clock is a number of seconds that were left at an instant, and runs on from there in the reader's mind;
deadlines are instants. So whoever reads the log knows all of them, and a sweeper that lost everything finds them again.
Times are whole seconds UTC. What is done when a deadline has passed, `domain.table.rules.deadlines` says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec

from domain.table.parts import Outage
from domain.table.terms import ClockTerms

REMINDERS = (50, 80, 95)
"""The percentages of a decision's time after which its seat is reminded."""

VACATION = "vacation"
OUTAGE = "outage"
ORGANISER = "organiser"

UNATTENDED_ROUNDS = 3
"""After so many rounds of turns in which no person acted, nothing is answered by default any more."""


class SeatClock(msgspec.Struct, frozen=True):
    """One seat's clock: `left` seconds at the instant `since`.

    `decision` is the id of the decision for which it runs, None while nothing is asked of the seat: then `left` is
    what the bank holds, or what was left of the last decision's time. `given` is the time that the decision got in
    all, for reminders. `limited` is False for a decision without a limit; `passed` says that its deadline's event is
    in the log. `pauses` maps a cause to the instant until which the clock stands still (None: until further notice).
    `vacation` are the seconds of vacation taken in this game. `again` is how many of its next decisions had their time
    before, as the seat has taken back its answers: they share what was left. `anew` is the decision for which its
    person, who had returned to the seat, was given all the time anew; `opened` is when the decision was asked.
    """

    left: int
    since: int = 0
    decision: str | None = None
    given: int = 0
    limited: bool = True
    passed: bool = False
    pauses: Mapping[str, int | None] = {}
    vacation: int = 0
    again: int = 0
    anew: str | None = None
    opened: int = 0

    @property
    def paused_until(self) -> int | None:
        """Until when it stands still: 0 if it never did, None until further notice."""
        ends = self.pauses.values()
        return None if None in ends else max((end for end in ends if end is not None), default=0)

    @property
    def deadline(self) -> int | None:
        """When the time is up; None while no limit runs."""
        starts = self._runs_from
        if self.decision is None or not self.limited or starts is None:
            return None
        return starts + self.left

    def settled(self, at: int) -> SeatClock:
        """The same clock, counted up to an instant: what ran off is taken away."""
        starts = self._runs_from
        ran = 0 if starts is None or self.decision is None or not self.limited else max(0, at - starts)
        return msgspec.structs.replace(self, left=self.left - ran, since=at)

    def stopped(self, at: int) -> SeatClock:
        """The clock when nothing is asked any more."""
        now = self.settled(at)
        return msgspec.structs.replace(now, left=max(0, now.left), decision=None, passed=False, limited=True)

    def started(self, decision: str, seconds: int, at: int) -> SeatClock:
        """The clock with so many seconds for this decision."""
        return msgspec.structs.replace(
            self, left=seconds, since=at, decision=decision, given=seconds, limited=True, passed=False, opened=at
        )

    def moved(self, until: int | None, at: int) -> SeatClock:
        """The clock with another deadline (None: no limit); it is none that has passed."""
        if until is None:
            return msgspec.structs.replace(self.settled(at), limited=False, passed=False)
        starts = max(at, self.paused_until or 0)
        left = max(0, until - starts)
        given = max(self.given, left)
        return msgspec.structs.replace(self, left=left, since=at, given=given, limited=True, passed=False)

    def paused(self, cause: str, until: int | None, at: int) -> SeatClock:
        """The clock that stands still until then for this cause, whatever it did so before."""
        now = self.settled(at)
        taken = now.vacation
        if cause == VACATION:
            before = self.pauses.get(VACATION) or at
            taken += max(0, (until or at) - at) - max(0, before - at)
        return msgspec.structs.replace(now, pauses={**self.pauses, cause: until}, vacation=taken)

    @property
    def runs(self) -> bool:
        """Whether a deadline is to come."""
        return self.deadline is not None and not self.passed

    @property
    def _runs_from(self) -> int | None:
        until = self.paused_until
        return None if until is None else max(self.since, until)


class Clocks:
    """The clocks of a table. `domain.table.table.Table` tells it what happens; `seats` maps a seat to its clock.

    A clock runs for a decision of a seat that is a person's or vacant. `acted` is when a person acted last (the start
    if nobody has), `turns` how many turns have begun since then. `last_call` is set when no person has acted for too
    long, or the last one is late: a deadline that passes from then on ends the game. `outage` is the last one that was
    counted, by an event that cites it; `moved_at` when deadlines were last moved by one that cites none.
    """

    def __init__(self, terms: ClockTerms | None = None) -> None:
        self.terms = terms
        self.seats: dict[str, SeatClock] = {}
        self.acted = 0
        self.turns = 0
        self.last_call: int | None = None
        self.moved_at = 0
        self.outage: Outage | None = None
        self._taken_back_by: str | None = None

    def clone(self) -> Clocks:
        """An independent copy."""
        other = Clocks()
        vars(other).update(vars(self))
        other.seats = dict(self.seats)
        return other

    def deadline(self, seat: str) -> int | None:
        """Until when the seat must decide; None while no limit runs for it."""
        clock = self.seats.get(seat)
        return None if clock is None else clock.deadline

    def due(self, seat: str) -> int | None:
        """From when on the deadline's own event may be stored: the deadline and the grace time.

        None when no limit runs, or when the event is stored already.
        """
        clock = self.seats.get(seat)
        if self.terms is None or clock is None or clock.passed or clock.deadline is None:
            return None
        return clock.deadline + self.terms.grace

    def next_due(self) -> tuple[int, str] | None:
        """The first deadline to be enforced, with its seat."""
        found = [(due, seat) for seat in self.seats if (due := self.due(seat)) is not None]
        return min(found, default=None)

    def has_passed(self, seat: str) -> bool:
        """Whether the deadline of the seat's open decision has passed, by its event in the log."""
        clock = self.seats.get(seat)
        return clock is not None and clock.passed

    def runs(self) -> bool:
        """Whether some decision has a deadline that is still to come."""
        return any(clock.runs for clock in self.seats.values())

    def is_given_up(self, seat: str, decision: str | None) -> bool:
        """Whether the seat's person had all the time for this decision anew: else no return to the seat would end."""
        clock = self.seats.get(seat)
        return decision is not None and clock is not None and clock.anew == decision

    def is_unattended(self, seats: int) -> bool:
        """Whether no person has acted for too many rounds of turns at a table of so many seats."""
        return self.turns >= UNATTENDED_ROUNDS * seats

    def is_last_call(self, seats: int, *, others: bool) -> bool:
        """Whether a deadline that passes gives one more full time, and after that the end.

        Under `default` when the table is unattended, under `ai` when no person holds one of the `others`: the AIs
        would play on alone, and nobody could come back to a game that they have finished.
        """
        policy = None if self.terms is None else self.terms.policy
        return (policy == "default" and self.is_unattended(seats)) or (policy == "ai" and not others)

    def reminders(self, seat: str) -> tuple[tuple[int, int], ...]:
        """When the seat is to be reminded of its open decision: `(percent of the time, instant)`, in order."""
        clock = self.seats.get(seat)
        if clock is None or clock.passed or clock.deadline is None:
            return ()
        deadline = clock.deadline
        return tuple((share, deadline - clock.given * (100 - share) // 100) for share in REMINDERS)

    def reminders_due(self, seat: str, decision: str, now: int) -> tuple[int, ...]:
        """Which reminders (50, 80, 95) of this decision are due; none if it is not open, or once the time is up."""
        clock = self.seats.get(seat)
        if clock is None or clock.decision != decision or clock.deadline is None or now >= clock.deadline:
            return ()
        return tuple(share for share, at in self.reminders(seat) if at <= now)

    def began(self, seats: Iterable[str], at: int) -> None:
        """The game begins."""
        self.acted = at
        self.seats = {} if self.terms is None else {seat: SeatClock(self.terms.at_first) for seat in seats}

    def person_acted(self, at: int) -> None:
        """A person answered a decision: the table is attended."""
        self.acted, self.turns, self.last_call = at, 0, None

    def turn_began(self) -> None:
        """A turn began, or what stands for one."""
        self.turns += 1

    def asked(self, decisions: Mapping[str, str], answered: Collection[str], at: int) -> None:
        """What is open now: seat -> decision id, of the seats whose clocks run; and whose answers led to it."""
        for seat, clock in self.seats.items():
            if clock.again and set(answered) - {seat}:
                # Others have gone on, so that nothing that the seat took back can come again.
                self.seats[seat] = clock = msgspec.structs.replace(clock, again=0)
            decision = decisions.get(seat)
            if clock.decision == decision:
                continue
            self.seats[seat] = clock.stopped(at) if decision is None else self._started(seat, decision, answered, at)
        self._taken_back_by = None

    def deadline_set(self, seat: str, decision: str, until: int | None, at: int) -> None:
        """A deadline was moved."""
        clock = self.seats.get(seat)
        if clock is not None and clock.decision == decision:
            self.seats[seat] = clock.moved(until, at)

    def deadline_passed(self, seat: str, decision: str, at: int, *, last_call: bool) -> None:
        """The event of a deadline is stored; `last_call` is whether there is one more full time."""
        clock = self.seats.get(seat)
        if clock is not None and clock.decision == decision:
            self.seats[seat] = msgspec.structs.replace(clock, passed=True)
        if self.terms is not None and last_call and self.last_call is None:
            self.last_call = at + self.terms.full

    def clock_paused(self, seats: Iterable[str], cause: str, until: int | None, at: int) -> None:
        """Clocks stand still."""
        for seat in seats:
            if seat in self.seats:
                self.seats[seat] = self.seats[seat].paused(cause, until, at)
        if cause == OUTAGE:
            self.moved_at, self.last_call = at, None

    def outages_counted(self, last: Outage, deadlines: Mapping[str, int], last_call: int | None, at: int) -> None:
        """Outages were counted, up to this one."""
        for seat, until in deadlines.items():
            self.seats[seat] = self.seats[seat].moved(until, at)
        self.outage, self.last_call = last, last_call

    def seat_replaced(self, seat: str, decision: str | None, at: int, *, kept: bool) -> None:
        """Who takes a seat begins with a full clock, on its open `decision` too, which None says of an AI.

        An organiser's pause stays. `kept`: the seat is still that of the same person, who has no vacation anew.
        """
        before = self.seats.get(seat)
        if self.terms is None or before is None:
            return
        pauses = {cause: until for cause, until in before.pauses.items() if cause == ORGANISER}
        clock = SeatClock(self.terms.at_first, at, pauses=pauses)
        if kept:
            taken = before.paused(VACATION, at, at).vacation
            clock = msgspec.structs.replace(clock, vacation=taken, anew=decision or before.anew)
        self.seats[seat] = clock

    def nobody_left(self, at: int) -> None:
        """The last person has gone: what waited for others to act has its time anew, so that an end comes."""
        assert self.terms is not None
        for seat, clock in self.seats.items():
            if clock.passed and clock.decision is not None:
                self.seats[seat] = clock.started(clock.decision, self.terms.full, at)

    def taken_back(self, seat: str, answers: int) -> None:
        """A seat took back, without asking, so many answers of its own: that brings no time back.

        Whatever is asked again goes on with the time that is left, up to the decision at which the seat was.
        """
        self._taken_back_by = seat
        clock = self.seats.get(seat)
        if clock is not None and answers:
            reached = answers if clock.decision is not None else answers - 1
            self.seats[seat] = msgspec.structs.replace(clock, again=clock.again + reached)

    def _started(self, seat: str, decision: str, answered: Collection[str], at: int) -> SeatClock:
        """A decision gets its time: a fixed one, or the bank, to which the increment is added first."""
        assert self.terms is not None
        clock = self.seats[seat]
        before = clock.stopped(at)
        went_on = clock.decision is not None and seat not in answered
        if seat == self._taken_back_by or (went_on and self._taken_back_by is not None):
            seconds = before.left
        elif before.again and seat in answered:
            before, seconds = msgspec.structs.replace(before, again=before.again - 1), before.left
        elif self.terms.per_decision is not None:
            seconds = self.terms.per_decision
        else:
            seconds = before.left + (0 if went_on else self.terms.increment)
        return before.started(decision, seconds, at)
