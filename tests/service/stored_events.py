"""What is stored of each game, type by type: `python -m tests.service.stored_events GAME` prints what is new of it.

`stored/games/GAME.tsv` holds one event of each type and schema as the event file held it: topic, tab, state.
`stored/games/GAME.shapes` tells the fields of each, and of each step that may wait on an agenda. To both files lines
are only ever added: they stand for what lies in installations.
"""

import sys
from itertools import chain, islice
from pathlib import Path

import msgspec

from domain.bots import player
from domain.bots.simulation import play_logged
from domain.cases.files import collect
from domain.cases.names import Names
from domain.cases.play import Play
from domain.contract.describe import inline_schema
from domain.contract.game import Asked
from domain.games.catalog import Catalog
from domain.games.darkness.events.master import CarDriven, WardLit
from domain.games.darkness.events.table import SkillPointsConverted
from domain.log.canon import canonical
from domain.log.record import Command, Entry, Happened, Writer
from domain.log.whole import whole
from domain.table import actions
from service.store.mapping import topic

STORED = Path(__file__).parent / "stored" / "games"
CASES = Path(__file__).parents[1] / "cases"
GAME_ID = "00000000-0000-4000-8000-000000000001"
MOST_GAMES = 20
"""How many games are played to find an event of each type, before the rule cases are looked through for the rest."""

SELDOM = {
    "darkness": [CarDriven("s1", "car", "street-1"), WardLit("ward-1"), SkillPointsConverted("s1", 2)],
}
"""Events of long campaigns."""


def shape(kind):
    """The fields of an event or a step, and who may read them, in one line.

    A field that may be unset was added later: what was stored before has none of it and is read as it was, so it makes
    no other shape.
    """
    fields = inline_schema(kind)
    later = {field.encode_name for field in msgspec.structs.fields(kind) if field.default is msgspec.UNSET}
    fields["properties"] = {name: one for name, one in fields["properties"].items() if name not in later}
    told = {"fields": _bare(fields)}
    if getattr(kind, "private", None):
        told["private"] = dict(kind.private)
    return canonical(told).decode()


def shapes(game):
    """`TYPE SCHEMA` of each event and `step TAG` of each step -> its shape."""
    events = {f"{kind.__name__} {kind.schema}": shape(kind) for kind in game.event_types}
    return events | {f"step {kind.__struct_config__.tag}": shape(kind) for kind in game.step_types}


def recorded_shapes(game_id):
    """What `stored/games/GAME.shapes` says."""
    lines = (STORED / f"{game_id}.shapes").read_text().splitlines()
    return dict(tuple(line.split("\t")) for line in lines)


def recorded_events(game_id):
    """The topics and states of `stored/games/GAME.tsv`."""
    lines = (STORED / f"{game_id}.tsv").read_text().splitlines()
    return [(line.split("\t")[0], line.split("\t")[1].encode()) for line in lines]


def missing_events(game_id, known):
    """An event of each type of the game that is not among the known `(type, schema)` yet, as lines."""
    catalog = Catalog()
    wanted = {(kind.__name__, kind.schema) for kind in (*catalog[game_id].event_types, Asked)} - set(known)
    for entries in chain(_games(catalog, game_id), _cases(catalog, game_id), _seldom(game_id)):
        if not wanted:
            return
        for entry in entries:
            if kind_of(entry) in wanted:
                wanted.discard(kind_of(entry))
                yield f"{topic(game_id, entry.label)}\t{entry.encode().decode()}"
    if wanted:
        print(f"not found: {sorted(wanted)}", file=sys.stderr)


def kind_of(entry):
    """The type and schema of an event, which a sealed entry has in its seat's part."""
    together = whole(entry)
    return together.type, together.schema


def _games(catalog, game_id):
    """The logs of games in forms that lie far apart."""
    forms = list(catalog[game_id].forms())
    for number, (count, options) in enumerate(islice(forms, 0, None, -(-len(forms) // MOST_GAMES))):
        seats = [f"s{seat + 1}" for seat in range(count)]
        level = ("greedy", "random")[number % 2]
        yield play_logged(
            catalog, GAME_ID, game_id, options, seats, f"stored {number}".encode(),
            dict.fromkeys(seats, player(level)), dict.fromkeys(seats, level),
        ).entries  # fmt: skip


def _cases(catalog, game_id):
    """The logs of the rule cases, where events stand that no player brings about."""
    for case in collect([CASES]):
        if case.fault is None and case.document["game"] == game_id:
            play = Play(Names(case.document["seats"]), case.document, catalog[game_id])
            for step in play.document.get("steps", []):
                [(seat, posted)] = step.items()
                if seat not in ("expect", "refused"):
                    play.act(seat, posted)
            yield play.entries


def _seldom(game_id):
    """Events that neither a game nor a case brings about, as the log would hold them."""
    writer = Writer(GAME_ID, ["s1", "s2", "s3"], bytes(32), bytes)
    for event in SELDOM.get(game_id, ()):
        yield writer.write(Command("service", None, actions.Start(), 0), [Happened(event)])


UNSAID = ("title", "description", "pattern", "minimum", "maximum")


def _bare(schema):
    """A JSON schema without its words, without the bounds that are told of what is typed and not asked of what was
    stored, and without what may be unset in a struct inside: neither required, nor with a default, nor a struct."""
    if isinstance(schema, list):
        return [_bare(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "properties" in schema:
        always = {key for key, one in schema["properties"].items() if "default" in one or "properties" in one}
        always.update(schema.get("required", ()))
        schema = {**schema, "properties": {key: schema["properties"][key] for key in sorted(always)}}
    return {key: _bare(value) for key, value in schema.items() if key not in UNSAID}


def main(game_id):
    events, told = STORED / f"{game_id}.tsv", STORED / f"{game_id}.shapes"
    known = [kind_of(Entry.decode(state)) for _, state in recorded_events(game_id)] if events.exists() else []
    with events.open("a") as file:
        file.writelines(f"{line}\n" for line in missing_events(game_id, known))
    old = recorded_shapes(game_id) if told.exists() else {}
    with told.open("a") as file:
        file.writelines(f"{name}\t{text}\n" for name, text in shapes(Catalog()[game_id]).items() if name not in old)


if __name__ == "__main__":
    main(sys.argv[1])
