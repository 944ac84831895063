"""What is stored of each game, type by type: `python -m tests.service.stored_events GAME` prints what is new of it.

`stored/games/GAME.tsv` holds one event of each type and schema as the event file held it: topic, tab, state.
`stored/games/GAME.shapes` tells the fields of each, and of each step that may wait on an agenda. To both files lines
are only ever added: they stand for what lies in installations.
"""

import sys
from pathlib import Path

from domain.bots import player
from domain.canon import canonical
from domain.catalog import Catalog
from domain.describe import inline_schema
from domain.game import Asked
from domain.simulation import play_logged
from service.mapping import topic

STORED = Path(__file__).parent / "stored" / "games"
GAME_ID = "00000000-0000-4000-8000-000000000001"
MOST_GAMES = 200
"""How many games are played to find an event of each type."""

OPTIONS = {
    "nightfall": [
        {},
        {"variants": ["secret-archives"]},
        {"edition": "pl", "promos": ["lisaveta-florescu", "zombie-horde"]},
        {"edition": "de", "promos": ["lisaveta-florescu"], "variants": ["open-archives"]},
    ],
}
"""What a game is played with in turn, so that seldom events happen too."""


def shape(kind):
    """The fields of an event or a step, and who may read them, in one line."""
    told = {"fields": _bare(inline_schema(kind))}
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
    """An event of each type of the game whose topic is not known yet, as lines; some types are seldom."""
    catalog = Catalog()
    game = catalog[game_id]
    wanted = {f"{game_id}:{kind.__name__}:{kind.schema}" for kind in (*game.event_types, Asked)} - set(known)
    for number in range(MOST_GAMES):
        if not wanted:
            return
        for entry in _played(catalog, game_id, number):
            if topic(game_id, entry) in wanted:
                wanted.discard(topic(game_id, entry))
                yield f"{topic(game_id, entry)}\t{entry.encode().decode()}"
    print(f"not found: {sorted(wanted)}", file=sys.stderr)


def _played(catalog, game_id, number):
    first, last = catalog[game_id].seat_range
    seats = [f"s{n}" for n in range(1, max(2, first) + number % (last - max(2, first) + 1) + 1)]
    choices = OPTIONS.get(game_id, [{}])
    level = ("greedy", "random")[number // 2 % 2]
    return play_logged(
        catalog, GAME_ID, game_id, choices[number % len(choices)], seats, f"stored {number}".encode(),
        dict.fromkeys(seats, player(level)), dict.fromkeys(seats, level),
    ).entries  # fmt: skip


def _bare(schema):
    """A JSON schema without its words."""
    if isinstance(schema, list):
        return [_bare(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _bare(value) for key, value in schema.items() if key not in ("title", "description")}


def main(game_id):
    events, told = STORED / f"{game_id}.tsv", STORED / f"{game_id}.shapes"
    known = [topic for topic, _ in recorded_events(game_id)] if events.exists() else []
    with events.open("a") as file:
        file.writelines(f"{line}\n" for line in missing_events(game_id, known))
    old = recorded_shapes(game_id) if told.exists() else {}
    with told.open("a") as file:
        file.writelines(f"{name}\t{text}\n" for name, text in shapes(Catalog()[game_id]).items() if name not in old)


if __name__ == "__main__":
    main(sys.argv[1])
