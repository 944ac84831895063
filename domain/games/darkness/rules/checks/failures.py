"""Failures (WD-FAIL)."""

from __future__ import annotations

from domain.games.darkness.events.things import AllyLost, FailureGained, FailureRemoved, FailuresOverflowed
from domain.games.darkness.rules.play import Play, caused
from domain.games.darkness.rules.things.carrying import lay_down, lose
from domain.games.darkness.state import TOKEN

LIMIT = 3


def fail(play: Play, seat: str, why: str) -> None:
    """A Failure; at the third all items, allies and Failures are lost (WD-FAIL-1, WD-FAIL-2).

    VP of items go, those of allies stay; scenario tokens fall on the space.
    """
    play.emit(FailureGained(seat, why, cause=caused(play.state)))
    person = play.state.people[seat]
    if person.failures < LIMIT:
        return
    items = tuple(item for item in person.items if not item.startswith(TOKEN))
    play.emit(FailuresOverflowed(seat, items, person.allies, cause=caused(play.state)))
    for thing in person.items:
        if thing.startswith(TOKEN):
            lay_down(play, seat, thing, "failures")
        else:
            lose(play, seat, thing, "failures", gone=True)
    for ally in person.allies:
        play.emit(AllyLost(seat, ally, "failures", gone=True, cause=caused(play.state)))


def put_back_failure(play: Play, seat: str, why: str) -> None:
    """One Failure less, if there is one (WD-FATE-WOOHOO-10)."""
    if play.state.people[seat].failures:
        play.emit(FailureRemoved(seat, why, cause=caused(play.state)))
