"""Seats whose people are gone: resignations, seats that change hands while the game runs, and claims.

Of two ranked seats the other one wins when a seat resigns; of more, the seat gives its default answers from then on and
is placed below all that stayed (`domain.table.rules.ranking`). Seats that forfeit at the same instant go together:
where none stays, nobody has won. A seat that is not ranked plays together with others: it is free for somebody else,
and the game is abandoned when the last person has gone. So is one whose last person leaves AIs that would wait for a
free seat, or nobody who could win. Before all that, seats that AIs keep go back to their people, so that no AIs play a
game to its end in which somebody is away.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from domain.contract.facets.seating import needs_person, ranked, retire_all
from domain.contract.game import Asked, Refused
from domain.contract.quantities import DAY
from domain.log.record import Command, Happened
from domain.log.shares import Share
from domain.table import actions as a
from domain.table import events as e
from domain.table.happened import happened_and_closed, still_asked
from domain.table.table import Table

ABANDONED_AFTER = 60 * DAY
"""Seconds without an action after which the end of a game can be claimed in which no deadline runs."""


def resign(table: Table, command: Command, action: a.Resign, seed: bytes) -> list[Happened]:
    """A person gives its seat up, while it must decide or not."""
    seat = str(command.seat)
    _check_running(table)
    if seat not in table.seats or not table.has_person(seat):
        raise Refused("not-your-decision", "no person holds {seat}", seat=seat)
    return resigned(table, [seat], seed, command.share)


def resigned(table: Table, seats: Sequence[str], seed: bytes, share: Share | None) -> list[Happened]:
    """What it brings about that these seats resign together."""
    assert table.state is not None
    back = given_back(table, seats)
    gone = [*(Happened(e.SeatResigned(seat)) for seat in seats), *back]
    competing = ranked(table.game, table.state)
    players = [seat for seat in seats if seat in competing]
    free = [Happened(e.SeatReplaced(seat)) for seat in seats if seat not in competing]
    stayed = [other for other in competing if other not in seats and other not in table.resigned]
    last = not back and not _somebody_stays(table, seats)
    if (last and (free or not table.all_sit)) or (players and not stayed):
        return [*gone, *abandoned(table, seed)]
    if players and len(stayed) == 1:
        return [*gone, Happened(Asked((), {}, ())), Happened(e.GameClosed("over", table.published(seed)))]
    if not players:
        return [*gone, *free, *still_asked(table)]
    run = retire_all(table.game, table.state.clone(), players, table.chance(seed, share))
    return [*gone, *free, *happened_and_closed(table, run, seed)]


def take_over(table: Table, command: Command, action: a.TakeOver, seed: bytes) -> list[Happened]:
    """A person takes a seat that is free, or returns to the one that an AI has kept for it."""
    seat = str(command.seat)
    _check_running(table)
    if seat not in table.seats:
        raise Refused("malformed", "unknown seat {seat!r}", seat=seat)
    if table.seats[seat].taken and table.kept_for.get(seat) != action.account:
        raise Refused("illegal", "{seat} is taken", seat=seat)
    if table.seats[seat].taken and not may_return(table, action.account, seat):
        raise Refused("illegal", "the AI answers what {seat} has let pass twice; come back after that", seat=seat)
    return replaced(table, seat, account=action.account)


def may_return(table: Table, account: str | None, seat: str) -> bool:
    """Whether the account may take back, now, the seat that an AI keeps for it."""
    if account is None or table.status != "running" or table.kept_for.get(seat) != account:
        return False
    return not table.clocks.is_given_up(seat, table.decision_id(seat))


def claim(table: Table, command: Command, action: a.Claim, seed: bytes) -> list[Happened]:
    """What a seat may claim when others do not answer: that an AI takes such a seat, or the end of the game."""
    seat = str(command.seat)
    _check_running(table)
    if seat not in table.seats or not table.has_person(seat):
        raise Refused("not-your-decision", "only a seated person claims anything")
    if action.what == "replacement":
        return _claim_replacement(table, seat, action)
    if action.what == "end":
        return _claim_end(table, seat, command, seed)
    raise Refused("malformed", "a claim is for the `end` or a `replacement`")


def replaced(table: Table, seat: str, account: str | None = None, level: str | None = None) -> list[Happened]:
    """A seat changes hands; what is open stays open."""
    return [Happened(e.SeatReplaced(seat, account, level)), *still_asked(table)]


def given_back(table: Table, gone: Collection[str]) -> list[Happened]:
    """The seats that AIs keep go back to their people where nobody else is there once these seats are `gone`."""
    if _somebody_stays(table, gone):
        return []
    kept = [seat for seat in table.seats if seat in table.kept_for and seat not in gone]
    return [Happened(e.SeatReplaced(seat, table.kept_for[seat])) for seat in kept]


def abandoned(table: Table, seed: bytes) -> list[Happened]:
    """The end of a game that nobody plays any more; it has no result."""
    return [Happened(Asked((), {}, ())), Happened(e.GameClosed("abandoned", table.published(seed)))]


def absent(table: Table) -> list[str]:
    """The seats that keep the others waiting: their deadline has passed, or they are free."""
    return [seat for seat in table.pending if table.clocks.has_passed(seat) or not table.seats[seat].taken]


def claimable_from(table: Table) -> int | None:
    """From when on (seconds UTC) the end can be claimed for want of any action; None while a deadline is to come."""
    if table.status != "running" or table.clocks.runs():
        return None
    return table.clocks.acted + ABANDONED_AFTER


def _somebody_stays(table: Table, gone: Collection[str]) -> bool:
    return any(table.has_person(other) for other in table.seats if other not in gone)


def _claim_replacement(table: Table, seat: str, action: a.Claim) -> list[Happened]:
    assert table.state is not None
    if action.seat == seat or action.seat not in absent(table) or action.level is None:
        raise Refused("illegal", "an AI takes a seat whose deadline has passed, or that is free")
    if needs_person(table.game, table.header.options, action.seat):
        raise Refused("illegal", "no AI can hold {seat}", seat=action.seat)
    if table.header.terms.get("ai_seats") is False:
        raise Refused("illegal", "no AI sits at this table")
    return replaced(table, action.seat, level=action.level)


def _claim_end(table: Table, seat: str, command: Command, seed: bytes) -> list[Happened]:
    """Against one absent opponent the game is won by whoever is not absent too; among more it ends without a result, if
    nobody else is there."""
    assert table.state is not None
    away = [name for name in absent(table) if name != seat]
    competing = ranked(table.game, table.state)
    playing = [name for name in competing if name not in table.resigned]
    if away and set(playing) == {seat, away[0]} and not table.clocks.has_passed(seat):
        return resigned(table, away[:1], seed, command.share)
    others = [name for name in table.seats if name != seat and table.has_person(name)]
    stuck = any(needs_person(table.game, table.header.options, name) for name in away)
    waited_for_nothing = (start := claimable_from(table)) is not None and command.at >= start
    if stuck or waited_for_nothing or (away and all(name in away for name in others)):
        return abandoned(table, seed)
    if away:
        raise Refused("illegal", "others are still there: claim a replacement for the seat that is not")
    raise Refused("illegal", "nothing is overdue that would let you claim the end")


def _check_running(table: Table) -> None:
    if table.state is None or table.status != "running":
        raise Refused("illegal", "the game does not run")
