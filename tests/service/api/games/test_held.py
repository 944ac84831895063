"""An answer that waits for the table's release, over the API."""

import jsonschema_rs
import pytest

ME = {"account": "me"}


@pytest.fixture
def etags(ann, nobody):
    """The ETags of a game, for ann and for nobody in particular."""
    return lambda game: [caller.get(f"/games/{game['id']}").headers["ETag"] for caller in (ann, nobody)]


@pytest.fixture
def waiting(ann, etags):
    """A game of three seats of ann's, as it was answered when she gave an answer that waits; and the ETags before."""
    game = ann.open_game(ME, ME, ME, game="nightfall", options={"draft": "quick"}, release=30)
    while game["held"] is None:
        game, before = ann.look(game), etags(game)
        answer = ann.act(game, game["legal"][0], decision=game["decision"]).json
        game = answer["game"]
    assert answer["events"] == []
    return game, before


def test_it_is_shown_to_its_seat_alone_as_documented(nobody, waiting):
    game, _ = waiting
    assert game["held"]["decision"] == game["decision"]
    assert game["held"]["until"] % 1800 == 0
    assert nobody.get(f"/games/{game['id']}").json["held"] is None
    document = nobody.get("/openapi.json").json
    schema = jsonschema_rs.Draft202012Validator({**document, "$ref": "#/components/schemas/Game"})
    assert [error.message for error in schema.iter_errors(game)] == []


def test_the_turn_of_its_seat_waits_no_more_and_all_lists_else_are_the_same(ann, bob, waiting):
    game, _ = waiting
    assert [one["id"] for one in ann.get("/games", my_turn="true").json["games"]] == []
    for caller in (ann, bob):
        [listed] = caller.get("/games").json["games"]
        assert listed["pending"][game["seat"]]["decision"] == game["decision"], "nobody is told by a list"


def test_it_changes_the_etag_of_its_seat_and_nobody_else_s(etags, waiting):
    game, before = waiting
    after = etags(game)
    assert after[0] != before[0]
    assert after[1] == before[1]
