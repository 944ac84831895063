"""What a game waits for."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Decision, to_json
from domain.table.rules.clock import SeatClock
from domain.table.rules.takeback import waiting_for
from domain.table.table import Table
from domain.table.terms import ClockTerms, Policy
from service.bootstrap import Services
from service.errors import ServiceError
from service.games import views
from service.games.timing.delayed import DelayedAnswer
from service.operation.why.processes import Processes
from service.operation.why.reasons import Explanation, Reason, when

AT_THE_DEADLINE: dict[Policy, str] = {
    "remind": "does nothing but remind",
    "default": "gives the default answer",
    "ai": "gives the seat to an AI",
    "forfeit": "lets the seat resign",
}
"""What the clock does when the time is up."""


class GameWaits:
    """Explains games. `ServiceError` `not-found` for one that is not there."""

    def __init__(self, services: Services, processes: Processes) -> None:
        self._services = services
        self._processes = processes

    def explain(self, game_id: str) -> Explanation:
        """What the game waits for."""
        try:
            table = self._services.ledger.table(game_id)
        except ServiceError as error:
            if error.code != "unreadable":
                raise
            return self._explained(game_id, "unreadable", [Reason("unreadable", f"{error.reason.capitalize()}.")])
        if table.closed is not None:
            return Explanation("game", game_id, f"closed ({table.closed.cause})", ())
        reasons = self._before_the_start(table) if table.status == "open" else self._running(table)
        reasons = reasons if table.awaited is None else iter([self._share(table)])
        return self._explained(game_id, table.status, list(reasons))

    def _explained(self, game_id: str, status: str, reasons: list[Reason]) -> Explanation:
        clocked = status == "unreadable" and game_id in self._services.clockwork.standing_still()
        needing = [*reasons, *([Reason("clock", "")] if clocked else [])]
        return Explanation("game", game_id, status, (*reasons, *self._processes.needed(needing, game_id)))

    def _share(self, table: Table) -> Reason:
        """The share of what a command draws, for which the partner of the seed was asked."""
        assert table.awaited is not None
        assert table.partner is not None
        known = {partner.key: partner.url for partner in self._services.settings.seed_partners}
        where = known.get(table.partner.key)
        says = f"The share {table.shares} of the seed is awaited since {when(table.awaited.since)} from "
        of = where or "an installation that the settings do not name any more"
        facts = {"number": table.shares, "since": table.awaited.since, "key": table.partner.key, "url": where}
        return Reason("share", f"{says}{of}.", facts)

    def _before_the_start(self, table: Table) -> Iterator[Reason]:
        """Seats that are free, or the entropy of those who sit."""
        invited, names = views.invited(table), self._names(table)
        for name, seat in table.seats.items():
            if not seat.taken and name in invited:
                kept = names.get(invited[name], "an account that is gone")
                yield Reason("seat", f"{name} is kept for {kept}, who has not taken it.", {"seat": name, "for": kept})
            elif not seat.taken:
                yield Reason("seat", f"{name} is free, and to be taken by anybody who may.", {"seat": name})
            elif table.owes_entropy and seat.owes_entropy:
                who = self._who(table, name)
                yield Reason("entropy", f"{name} ({who}) has still to open its sealed entropy.", {"seat": name})

    def _running(self, table: Table) -> Iterator[Reason]:
        if (asked := table.waiting.takeback) is not None:
            waiting = sorted(waiting_for(table))
            others = f"{', '.join(waiting)} may agree" if waiting else "nobody is there any more who has not agreed"
            says = f"{asked.seat} asks to take the game back to version {asked.to}; {others}."
            yield Reason("takeback", says, {"by": asked.seat, "to": asked.to, "waiting": waiting})
        held = self._services.delayed.at(table)
        for seat, decision in table.pending.items():
            yield self._decision(table, seat, decision)
            if seat in held:
                yield _delayed(held[seat])
            elif table.seats[seat].level is not None:
                yield self._ai_turn(table, seat)
            else:
                yield _clock(table, seat)
                yield from self._orders(table, seat)

    def _decision(self, table: Table, seat: str, decision: Decision) -> Reason:
        decision_id, who = str(table.decision_id(seat)), self._who(table, seat)
        [opened, *_] = self._services.store.entries(table.header.id, after=table.waiting.versions[seat] - 1)
        since = opened.label.at
        return Reason(
            "decision",
            f"{seat} ({who}) has to decide `{decision.kind}` since {when(since)}: decision {decision_id}.",
            {
                "decision": decision_id,
                "kind": decision.kind,
                "verbs": list(decision.verbs),
                "seat": seat,
                "holder": who,
                "level": table.seats[seat].level,
                "since": since,
            },
        )

    def _ai_turn(self, table: Table, seat: str) -> Reason:
        """At a table without people an AI answers at once."""
        people = any(table.has_person(other) for other in table.seats)
        level = str(table.seats[seat].level)
        pace = self._services.settings.bot_pace.get(level, 0.0) if people else 0.0
        return self._processes.turn(table.header.id, str(table.decision_id(seat)), level, pace)

    def _orders(self, table: Table, seat: str) -> Iterator[Reason]:
        """Standing orders that have left the decision open."""
        account = table.seats[seat].account
        if account is None or not table.has_person(seat):
            return
        given = self._services.standing_orders.get(account, table.header.id, seat).orders
        if given:
            says = f"{len(given)} standing orders of {seat} leave this decision open."
            yield Reason("standing-orders", says, {"seat": seat, "orders": len(given)})

    def _who(self, table: Table, seat: str) -> str:
        """Who holds a seat, and whether it has resigned, or is kept for somebody."""
        held, names = table.seats[seat], self._names(table)
        if held.level is not None:
            kept = table.kept_for.get(seat)
            return f"the AI {held.level}" if kept is None else f"the AI {held.level} in the place of {names.get(kept)}"
        if held.account is None:
            return "nobody"
        name = names.get(held.account) or "an account that is gone"
        return f"{name}, who has resigned" if seat in table.resigned else name

    def _names(self, table: Table) -> dict[str, str]:
        accounts = views.accounts_of(table)
        return dict(self._services.accounts.names(accounts))


def _delayed(held: DelayedAnswer) -> Reason:
    by = "A standing order" if held.order else "It"
    says = f"{by} has answered already; the answer counts, and is seen, from {when(held.due)} on."
    return Reason("delayed-answer", says, {"seat": held.seat, "due": held.due, "order": held.order})


def _clock(table: Table, seat: str) -> Reason:
    """The clock of a seat that is a person's, or nobody's."""
    terms, clock = table.clocks.terms, table.clocks.seats.get(seat)
    if terms is None or clock is None:
        return Reason("clock", "The game has no clock: there is no deadline.", {"seat": seat, "deadline": None})
    facts = {
        "seat": seat,
        "deadline": clock.deadline,
        "enforced_from": table.clocks.due(seat),
        "policy": terms.policy,
        "passed": clock.passed,
        "paused": {cause: until for cause, until in clock.pauses.items() if until is None or until > table.at},
        "moved_at": table.clocks.moved_at or None,
        "outage": None if table.clocks.outage is None else to_json(table.clocks.outage),
        "last_call": table.clocks.last_call,
    }
    return Reason("clock", " ".join(_of_clock(table, terms, clock, table.clocks.due(seat))), facts)


def _of_clock(table: Table, terms: ClockTerms, clock: SeatClock, due: int | None) -> Iterator[str]:
    for cause, until in clock.pauses.items():
        if until is None:
            yield f"Its clock stands still until further notice ({cause})."
        elif until > clock.since:
            yield f"Its clock stands still until {when(until)} ({cause})."
    if clock.passed:
        yield f"Its time was up: the clock process {AT_THE_DEADLINE[terms.policy]}, and has nothing more to do."
    elif clock.deadline is None:
        yield "No deadline runs."
    else:
        yield f"Its time is up at {when(clock.deadline)}; the process `clock` {AT_THE_DEADLINE[terms.policy]}"
        yield f"from {when(due or clock.deadline)} on."
    if table.clocks.moved_at:
        yield f"Its deadline was moved at {when(table.clocks.moved_at)}, after an outage."
    if (outage := table.clocks.outage) is not None and outage.until > clock.opened:
        yield f"It was moved for the outage from {when(outage.since)} to {when(outage.until)}."
    if table.clocks.last_call is not None:
        yield "If nobody acts until then the game is abandoned."
