"""Ratings and verdicts (docs/leagues.md, chapter 8)."""

from __future__ import annotations

import pytest
from openskill.models import PlackettLuce

from domain.contract.chance import Stream
from domain.league.ratings import ORIGIN, REASONS, Finished, Player, Ratings, rebuilt, shown


def game(*holders, id="g1", **change):
    """A finished game whose seats came in in this order; `bot:` marks AIs."""
    players = tuple(
        Player(holder.removeprefix("bot:"), holder.startswith("bot:"), place) for place, holder in enumerate(holders, 1)
    )
    return Finished(id, change.pop("cause", "over"), change.pop("players", players), **change)


def test_a_rated_game_gives_what_openskill_gives():
    """LG-RAT-1"""
    ratings = Ratings()
    model = PlackettLuce()
    expected = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2, 3])

    ratings.add(game("ana", "ben", "cleo"))

    assert [(line.holder, line.mu, line.sigma, line.games) for line in ratings.table()] == [
        (holder, own.mu, own.sigma, 1) for holder, [own] in zip(("ana", "ben", "cleo"), expected)
    ]
    assert ratings.rating("ana") == shown(expected[0][0].ordinal()) > ratings.rating("cleo")
    assert ratings.rating("nobody") == ORIGIN


def test_who_shares_a_place_is_level():
    ratings = Ratings()

    ratings.add(Finished("g", "over", (Player("ana", False, 1), Player("ben", False, 1))))

    one, other = ratings.table()
    assert (one.mu, one.sigma) == (other.mu, other.sigma)


@pytest.mark.parametrize(
    ("finished", "reason"),
    [
        (game("ana", "ben"), "rated"),
        (game("ana", "ben", practice=True), "practice"),
        (game("ana", "ben", imported=True), "imported"),
        (game("ana", "ben", cause="void"), "void"),
        (game("ana", "ben", cause="cancelled"), "cancelled"),
        (game("ana", "ben", cause="abandoned"), "abandoned"),
        (game("ana", "ben", rated=False), "unrated"),
        (game("ana", "ben", forced=True), "forced"),
        (game("ana", "ana"), "one-holder"),
        (game("ana"), "no-opponent"),
        (game("ana", "bot:random"), "no-opponent"),
        (game(players=(Player("ana", False, None), Player("ben", False, None))), "not-ranked"),
        (game(players=(Player("ana", False, 1), Player("ben", False, None))), "not-ranked"),
        (game(players=(Player("ana", False, 1), Player("ben", False, 2, forfeited=True))), "forfeited"),
        (game(players=(Player("ana", False, 1), Player("ben", False, 2, replaced=True))), "replaced"),
    ],
)
def test_every_game_has_a_verdict(finished, reason):
    """LG-RAT-2, LG-RAT-4, LG-RAT-5, LG-RAT-6"""
    ratings = Ratings()

    assert ratings.add(finished).people == reason
    assert bool(ratings.table()) is (reason == "rated")
    assert reason in REASONS


def test_who_forfeited_is_left_out_and_the_others_are_rated():
    """LG-RAT-4"""
    ratings = Ratings()
    players = (Player("ana", False, 1), Player("ben", False, 2), Player("cleo", False, 3, forfeited=True))

    assert ratings.add(game(players=players)).people == "rated"
    assert {line.holder for line in ratings.table()} == {"ana", "ben"}


def test_ais_are_rated_apart():
    """LG-RAT-3"""
    ratings = Ratings()

    verdict = ratings.add(game("bot:search", "ana", "bot:random", "ben"))

    assert (verdict.people, verdict.bots) == ("rated", "rated")
    assert [line.holder for line in ratings.table()] == ["ana", "ben"]
    assert [line.holder for line in ratings.table(bots=True)] == ["search", "random"]
    assert ratings.rating("search", bots=True) > ratings.rating("random", bots=True)
    assert ratings.rating("search") == ORIGIN


def test_a_game_of_ais_alone_counts_for_them():
    verdict = Ratings().add(game("bot:search", "bot:random"))

    assert (verdict.people, verdict.bots) == ("no-opponent", "rated")
    assert Ratings().add(game("bot:random", "bot:random")).bots == "one-holder"


def many(count, players=5):
    rng = Stream(b"ratings")
    people = [f"p{number}" for number in range(60)]
    return [game(*rng.shuffled(people)[:players], id=str(number)) for number in range(count)]


def test_ratings_come_out_the_same_from_nothing():
    """LG-RAT-7"""
    games = many(400)
    ratings = Ratings()
    verdicts = [ratings.add(finished) for finished in games]

    again, told = rebuilt(games)

    assert again.table() == ratings.table()
    assert told == verdicts


def test_ratings_go_on_from_what_is_known():
    games = many(60)
    ratings = Ratings()
    for finished in games:
        known = Ratings(ratings.table(), ratings.table(bots=True))
        ratings.add(finished)
        known.add(finished)
        assert known.table() == ratings.table()
