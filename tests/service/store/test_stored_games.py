"""What games have stored once is read for ever: an event of each type and schema, and the shapes of all of them.

When a test here fails because an event has changed: raise the `schema` of its class, add an upcaster from the schema
before to `domain.log.upcast`, and let `python -m tests.service.stored_events GAME` add the new lines.
"""

import msgspec
import pytest

from domain.contract.decoding import event_type
from domain.contract.game import Asked, Event, to_json
from domain.games.catalog import Catalog
from domain.log.record import Entry
from domain.log.upcast import UPCASTERS
from domain.log.whole import whole
from domain.table.reading import read
from service.store.mapping import topic as topic_of
from tests.service.stored_events import STORED, kind_of, recorded_events, recorded_shapes, shape, shapes

GAMES = sorted(path.stem for path in STORED.glob("*.tsv"))
"""The games whose events lie in installations."""

EVENTS = [(game, topic, state) for game in GAMES for topic, state in recorded_events(game)]
IDS = [f"{game} {' '.join(map(str, kind_of(Entry.decode(state))))}" for game, _, state in EVENTS]


@pytest.mark.parametrize(("game_id", "topic", "state"), EVENTS, ids=IDS)
def test_a_stored_event_is_read_as_todays_class(game_id, topic, state):
    game, entry = Catalog()[game_id], Entry.decode(state)
    together = whole(entry)
    assert topic == topic_of(game_id, entry.read())
    assert {name: part.commitment() for name, part in entry.private.items()} == entry.read().commitments
    event = read(entry, game, UPCASTERS).event
    assert type(event) is event_type(together.type, game.event_types)
    if event.schema == together.schema:
        assert to_json(event) == together.data


@pytest.mark.parametrize("game_id", GAMES)
def test_there_is_a_stored_event_of_every_type(game_id):
    stored = {kind_of(Entry.decode(state)) for _, state in recorded_events(game_id)}
    assert {(kind.__name__, kind.schema) for kind in (*Catalog()[game_id].event_types, Asked)} <= stored


@pytest.mark.parametrize("game_id", GAMES)
def test_no_event_and_no_step_has_another_shape_without_another_schema(game_id):
    recorded = recorded_shapes(game_id)
    assert {name: recorded.get(name) for name in shapes(Catalog()[game_id])} == shapes(Catalog()[game_id])


@pytest.mark.parametrize("game_id", GAMES)
def test_from_every_schema_upcasters_lead_to_todays(game_id):
    todays = {kind.__name__: kind.schema for kind in Catalog()[game_id].event_types}
    for name in recorded_shapes(game_id):
        kind, _, schema = name.partition(" ")
        if kind != "step":
            for older in range(int(schema), todays[kind]):
                assert (game_id, kind, older) in UPCASTERS


class Moved(Event, frozen=True):
    seat: str
    to: int


def test_a_shape_tells_fields_their_types_defaults_and_readers():
    def variant(fields, **attributes):
        return shape(msgspec.defstruct("Moved", fields, bases=(Event,), frozen=True, namespace=attributes))

    same = variant([("seat", str), ("to", int)])
    assert same == shape(Moved)
    assert len({
        same,
        variant([("seat", str), ("to", str)]),
        variant([("seat", str)]),
        variant([("seat", str), ("to", int, 0)]),
        variant([("seat", str), ("at", int)]),
        variant([("seat", str), ("to", int)], private={"to": "seat"}),
    }) == 6  # fmt: skip
