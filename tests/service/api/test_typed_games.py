"""Tables and events in the document are those of the games: what is played fits the schemas, and nothing else does."""

import copy

import jsonschema_rs
import pytest

from domain.bots.simulation import play_logged, random_player
from domain.contract.audience import REFEREE, SPECTATOR
from domain.games.catalog import GAMES, Catalog

OPTIONS = {"last-spell": {"scenario": "introduction"}}
CATALOG = Catalog()


@pytest.fixture(scope="module")
def closed(document):
    """The document, with no property allowed that it does not name."""
    spec = copy.deepcopy(document)
    for schema in spec["components"]["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return spec


@pytest.fixture(scope="module", params=sorted(GAMES))
def log(request):
    """A game played at random."""
    game = CATALOG[request.param]
    seats = [f"s{number + 1}" for number in range(max(2, game.seat_range[0]))]
    players, levels = dict.fromkeys(seats, random_player), dict.fromkeys(seats, "random")
    return play_logged(CATALOG, "g", game.id, OPTIONS.get(game.id, {}), seats, b"typed", players, levels)


def takes(spec, name):
    return jsonschema_rs.Draft202012Validator({**spec, "$ref": f"#/components/schemas/{name}"})


def prefix(log):
    return "".join(part.capitalize() for part in log.table.game.id.split("-"))


def test_every_table_that_is_shown_fits_its_schema(log, closed):
    table = takes(closed, f"{prefix(log)}Table")
    game = log.table.game
    state = log.table.state
    for audience in (*log.table.header.seats, SPECTATOR, REFEREE):
        table.validate(game.view(state, audience))


def test_every_event_fits_the_schema_of_its_type(log, closed):
    own, shared = takes(closed, f"{prefix(log)}Event"), takes(closed, "AnyGameEvent")
    seen = set()
    for entry in log.entries:
        event = entry.as_json()
        seen.add(event["type"])
        assert own.is_valid(event) or shared.is_valid(event), event
    assert len(seen) > 15


def test_an_event_of_another_shape_fits_none(log, closed):
    any_event = takes(closed, "GameEvent")
    event = log.entries[-1].as_json()
    assert any_event.is_valid({**event, "muted": True})
    assert not any_event.is_valid({**event, "data": {**event["data"], "more": 1}})
    assert not any_event.is_valid({**event, "type": "NoSuchEvent"})


def test_a_command_that_waits_for_its_share_is_called_in_the_document_as_ever(document):
    schemas = document["components"]["schemas"]
    [asked] = [one for one in schemas["AnyGameEvent"]["oneOf"] if one["title"] == "ShareAsked"]
    waiting = asked["properties"]["private"]["additionalProperties"]["properties"]["drawing"]
    assert waiting == {"$ref": "#/components/schemas/AnyGameDrawing"}
    assert set(schemas["AnyGameDrawing"]["properties"]) == {"by", "seat", "action"}
