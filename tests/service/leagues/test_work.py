"""What is to be done at the tables of a league, read off it."""

from __future__ import annotations

from domain.league import actions as a
from service.leagues.work import open_tables
from tests.domain.league.running import BECAUSE, TWO, Running, entropy_of


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


def entropy_of_seats(running):
    """Entrant -> what it gives to the chance of its game."""
    return {
        work.entrants[int(seat[1:]) - 1]: held.entropy
        for work in open_tables(running.league)
        for seat, held in work.fixture.seats.items()
    }


def test_whoever_has_taken_a_place_over_gives_to_chance_what_is_its_own():
    """LG-CH-2, LG-RES-8: in the season of the change the one before has given it, and in the next one who has the
    place."""
    running = Running({**TWO, "divisions": [{"name": "A", "size": 2}], "stages": [{"kind": "round-robin"}]})
    running.start(2)
    running.organiser(a.Replace("e1", BECAUSE, account="p9"))
    running.step()
    running.step()
    assert entropy_of_seats(running) == {"e1": None, "e2": entropy_of(2).hex()}
    running.play()

    running.start_again()
    running.step()
    running.step()

    assert entropy_of_seats(running) == {"e1": entropy_of(9).hex(), "e2": entropy_of(2).hex()}
