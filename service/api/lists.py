"""Lists are brought up to the log before they are read; where that takes too long they say how far behind they are. Who
sits where is told in all of them alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from projections.membership import ListedSeat
from service.api.context import known, services
from service.api.problems import Problem
from service.games.shapes import answers

PATIENCE = 2.0
"""Seconds that a list waits for the read models to reach the end of the log, or the position that is asked for."""

LOG_BEHIND = "Log-Behind"
"""The header of a list that does not show all that is stored."""

BEHIND = {"Log_Behind": "How many positions of the log the list has not got yet; left out where it shows everything."}
"""What that header means."""


def bring_up(position: int | None = None) -> None:
    """Bring the read models up to a position of the log (None: to its end, as far as that goes within a moment).

    `Problem` `malformed` for a position that there is not, `behind` where it is not reached.
    """
    parts = services()
    follower = parts.read_models.follower
    if position is None:
        if not follower.catch_up(PATIENCE):
            known().behind = max(0, parts.store.position() - follower.position())
    elif position > parts.store.last_position():
        raise Problem("malformed", "position: the log does not reach so far")
    elif not follower.reach(position, PATIENCE):
        raise Problem("behind", f"the lists have not reached position {position}")


def told() -> dict[str, str]:
    """The header fields that say how far the list that is answered is behind; none if it is not."""
    behind = known().get("behind", 0)
    return {LOG_BEHIND: str(behind)} if behind else {}


def seats_shown(listed: Sequence[Mapping[str, ListedSeat]]) -> list[dict[str, answers.Seat]]:
    """Who holds the seats of each game or series of a list; the names of all of them are looked up at once."""
    seats = [seat for one in listed for seat in one.values()]
    accounts = {account for seat in seats for account in (seat.account, seat.invited, seat.kept)}
    names = services().accounts.names(account for account in accounts if account is not None)
    return [
        {name: answers.Seat.held(seat, names, seat.invited, seat.kept) for name, seat in one.items()} for one in listed
    ]
