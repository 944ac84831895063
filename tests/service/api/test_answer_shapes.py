"""An answer has the shape that its class says, and nothing besides: the document is made from the same class."""

import msgspec
import pytest

from service.api.derived import schema_of
from service.games.shapes import answers as answer_shapes
from service.games.shapes import logs
from service.games.shapes.answers import Answer, Game, GamesPage, Opened
from service.people import answer_shapes as people
from tests.service.playing import ME, ROLL

OPEN = {"open": True}


def has_shape(value, shape):
    """Whether a value has this shape: nothing of it is lost by taking it into the class and giving it again."""
    return msgspec.to_builtins(msgspec.convert(value, shape)) == value


def test_a_game_that_is_opened_looked_at_and_played(ann):
    opened = ann.post("/games", {"game": "pig", "seats": [ME, ME]}).json
    answer = ann.act(opened, ROLL, decision=opened["decision"]).json
    assert has_shape(opened, Opened)
    assert has_shape(ann.get(f"/games/{opened['id']}").json, Game)
    assert has_shape(answer, Answer)
    assert all(has_shape(event, logs.Event) for event in answer["events"])


def test_the_log_of_a_game(ann):
    game = ann.open_game(ME, ME)
    ann.act(game, ROLL, decision=game["decision"])
    path = f"/games/{game['id']}"
    version = ann.look(game)["version"]
    assert has_shape(ann.get(f"{path}/events").json, logs.Events)
    assert has_shape(ann.get(f"{path}/diff", **{"from": 2, "to": version}).json, logs.Diff)
    assert has_shape(ann.get(f"{path}/timeline").json, logs.Timeline)
    assert has_shape(ann.get(f"{path}/record").json, logs.Record)


def test_the_list_of_games(ann):
    ann.open_game(ME, ME)
    ann.open_game(ME, OPEN)
    listed = ann.get("/games").json
    assert len(listed["games"]) == 2
    assert has_shape(listed, GamesPage)


def test_what_people_are_told_of_themselves(ann, bob):
    ann.call("PUT", f"/accounts/me/blocks/{bob.name}")
    created = ann.post("/accounts", {"name": "Carl", "password": "nine lives of a cat"})
    token = ann.post("/tokens", {"name": "Carl", "password": "nine lives of a cat"})
    assert has_shape(created.json, people.Created)
    assert has_shape(token.json, people.Token)
    assert has_shape(ann.get("/accounts/me").json, people.Account)
    assert has_shape(ann.get("/accounts/me/vacation").json, people.ShownVacation)
    for path, shape in (("tokens", people.Tokens), ("accounts/me/blocks", people.People)):
        listed = ann.get(f"/{path}").json
        assert next(iter(listed.values()))
        assert has_shape(listed, shape)


def test_what_a_shape_does_not_have_shows():
    assert not has_shape({"name": None, "kind": "open", "colour": "red"}, answer_shapes.Seat)


@pytest.mark.parametrize(
    ("shape", "name", "required", "nullable"),
    [
        (Game, "decision", True, True),
        (Game, "league", False, True),
        (answer_shapes.Seat, "character", False, False),
        (answer_shapes.Clock, "passed", True, False),
    ],
)
def test_a_schema_follows_its_shape(shape, name, required, nullable):
    field = schema_of(shape)().fields[name]
    assert (field.required, field.allow_none) == (required, nullable)


def test_there_is_one_schema_of_each_shape():
    assert schema_of(Game) is schema_of(Game)
    assert schema_of(Answer)().fields["game"].schema.__class__ is schema_of(Game)
    assert schema_of(Game).__doc__ == Game.__doc__
