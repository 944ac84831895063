"""What is to be done at the tables of a league, read off it."""

from __future__ import annotations

from domain.league import actions as a
from service.leagues.work import open_tables
from tests.domain.league.running import BECAUSE, TWO, Running


def handed_over(running):
    """The entrants whose seats are to be given to who holds their places now."""
    return [work.entrants[int(seat[1:]) - 1] for work in open_tables(running.league) for seat in work.replaced]


def test_a_seat_is_handed_over_in_the_round_in_which_the_place_changed_hands():
    """LG-RES-8: games of later rounds are opened with who holds the place, who may give a seat up as anybody may."""
    running = Running({**TWO, "divisions": [{"name": "A", "size": 4}], "stages": [{"kind": "round-robin"}]})
    running.start(4)
    running.step()
    running.step()

    running.organiser(a.Replace("e1", BECAUSE, account="p9"))

    assert handed_over(running) == ["e1"]
    running.report_all(running.at_random)
    running.step()
    running.step()
    assert len(list(open_tables(running.league))) == 2
    assert handed_over(running) == []
