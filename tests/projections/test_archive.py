"""Closed games by who played them and by when they ended."""

import pytest

from projections.games import archive
from projections.games.archive import PlayedQuery
from tests.pigs.pig import Hold, Roll
from tests.projections.written import WrittenGame, WrittenLog


def over(game_id, at=1000, **more):
    """A game that ann wins against ben."""
    game = WrittenGame(game_id, ("s1", "s2"), people={"s1": "ann", "s2": "ben"}, goal=6, **more)
    game.at = at
    game.start()
    game.act("s1", Roll(), 6)
    game.act("s1", Hold())
    return game


@pytest.fixture
def read(models):
    private = {"visibility": "private"}
    games = [over("first"), over("rated", at=5000, terms={"rated": True}), over("private", at=9000, terms=private)]
    return models(WrittenLog(*games, WrittenGame("running", people={"s1": "ann", "s2": "ben"}))).archive


def ids(games):
    return [game.id for game in games]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, ["rated", "first"]),
        ({"reader": "ben"}, ["private", "rated", "first"]),
        ({"reader": "eve"}, ["rated", "first"]),
        ({"game": "pig"}, ["rated", "first"]),
        ({"game": "nightfall"}, []),
        ({"edition": "de"}, []),
        ({"role": "player"}, ["rated", "first"]),
        ({"role": "gm"}, []),
        ({"rated": True}, ["rated"]),
        ({"rated": False}, ["first"]),
        ({"since": 5000}, ["rated"]),
        ({"until": 5000}, ["first"]),
    ],
)
def test_a_player_s_games_are_those_that_are_asked_for_and_may_be_seen(read, wanted, found):
    assert ids(read.played(PlayedQuery(player="ann", **wanted))) == found


def test_they_are_read_so_many_at_a_time_and_go_on_where_they_ended(read, monkeypatch):
    monkeypatch.setattr(archive, "PAGE", 1)
    whole = list(read.played(PlayedQuery(player="ann", reader="ann")))
    assert ids(whole) == ["private", "rated", "first"]
    further = PlayedQuery(player="ann", reader="ann", cursor=str(whole[0].position))
    assert ids(read.played(further)) == ["rated", "first"]


def test_who_holds_two_seats_has_played_one_game(models):
    game = WrittenGame("alone", people={"s1": "ann", "s2": "ann"})
    game.close("void")
    assert ids(models(WrittenLog(game)).archive.played(PlayedQuery(player="ann"))) == ["alone"]


def test_public_games_are_found_by_when_they_were_closed_the_first_one_first(read, monkeypatch):
    monkeypatch.setattr(archive, "PAGE", 1)
    [first, rated] = read.closed_publicly(0, 10**9)
    assert [first.id, rated.id] == ["first", "rated"]
    assert ids(read.closed_publicly(first.closed, rated.closed)) == ["first"]
    assert ids(read.closed_publicly(first.closed + 1, rated.closed + 1)) == ["rated"]
