"""The drawings of docs/rules/last-spell-drawings.md, made by the rules themselves.

`python -m tests.domain.games.last_spell.drawings` writes the file. A movement is drawn by playing it, a zone or a
shadow by asking the function that the rules use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from domain.contract.chance import Seeded
from domain.games.last_spell.data import content
from domain.games.last_spell.events.monsters import MonsterMoved
from domain.games.last_spell.rules.attacks.effects import strike_squares, stun_squares
from domain.games.last_spell.rules.town.geometry import Square, at_offset, footprint, zone
from domain.games.last_spell.rules.town.sight import fronts, is_hidden
from tests.domain.games.last_spell.boss_drawings import cetusia, dive, drawn
from tests.domain.games.last_spell.tables import GAME, positioned

FILE = Path(__file__).parents[4] / "docs/rules/last-spell-drawings.md"

FREE = "........."

HUT = {"category": "building", "health": 1, "size": [1, 1], "blocks_sight": True}

SIGHTS: Mapping[str, Sequence[str]] = {
    "One building next to the hero: the shadow widens by a square a row (LS-LOS-6)": ("....B....", "....@...."),
    "Blockers that continue it sideways make one front (LS-LOS-6)": ("..BBB....", "....@...."),
    "A gap ends the front: the house beyond it hides nothing": ("..B.B....", "....@...."),
    "Two blockers at right angles hide the quarter between them as well (LS-LOS-7)": ("....B....", "...B@...."),
    "A building that is not adjacent hides nothing (LS-LOS-4)": ("....B....", FREE, "....@...."),
}
"""What it shows -> the rows of the board between three free ones: `@` the hero, `B` a building."""

Walk = tuple[str, str, str]
"""What it shows, the Destiny side, and the board, a row between slashes; `m` is a Clawer, which has three points."""

WALKS: Sequence[Walk] = (
    ("A Clawer goes straight ahead, three squares (LS-MOVE-3)", "left", "..m../...../...../...../....."),
    ("It stops when it enters a square next to a hero (LS-MOVE-5)", "left", "..m../...../...@./...../....."),
    (
        "A hero at its corner does not hold it; on the next square it has met it (LS-MOVE-6)",
        "left",
        "..m../...@./...../...../.....",
    ),
    ("At a tree it side-steps to the Destiny side for a point (LS-MOVE-9)", "left", "..m../...../..T../...../....."),
    (
        "The same with the token on the right: it is the monster's own (LS-DESTINY-2)",
        "right",
        "..m../...../..T../...../.....",
    ),
    ("The Destiny side is closed: it takes the other one (LS-MOVE-10)", "left", "..m../...T./..T../...../....."),
    ("Both sides are closed: it stops (LS-MOVE-10)", "left", "..m../.T.T./..T../...../....."),
    ("It passes over a monster if its points carry it beyond (LS-MOVE-7)", "left", "..m../..o../...../...../....."),
    ("They do not: it stops in front of the first (LS-MOVE-8)", "left", "..m../...../..o../..o../....."),
    ("In the fog it slides for nothing until the way is free (LS-MOVE-11)", "right", "FFmFF/FFTTT/...../...../....."),
)


PARTS: Sequence[tuple[str, str, Square | None]] = (
    ("Skull breaker; with nobody beside it a part strikes the way it faces, here east (R31)", "skull-breaker", None),
    ("Hydro-catapult", "hydro-catapult", None),
    ("Offensive tide; the part itself is spared", "offensive-tide", None),
    ("Tidal wave lies round the part, whichever way it faces (R48)", "tidal-wave", None),
    ("A part turns to its target", "skull-breaker", (3, 4)),
)
"""What it shows, the technique, and the square of a hero, if one stands near."""

DIVES = (
    ("A hero slays the third alerion: she comes where it died and strikes her zone, the hero for 2", False),
    ("Pursuit takes the hero there first: she comes on the free square to the north", True),
)
"""What it shows, and whether the hero follows."""


def sight(rows: str) -> str:
    """What the hero cannot see: `*`."""
    squares = _signs(rows)
    [eye] = [at for at, sign in squares.items() if sign == "@"]
    houses = [at for at, sign in squares.items() if sign == "B"]
    state = positioned(
        {
            "board": {"terrain": _ground(rows)},
            "components": {"constructions": {"hut": HUT}},
            "heroes": {"s1": {"at": list(eye)}},
            "constructions": {f"hut/{number}": {"at": list(at)} for number, at in enumerate(houses, 1)},
            "phase": "heroes",
        }
    )
    found = fronts(state, eye)
    marks = {at: "*" for at, sign in squares.items() if sign == "." and is_hidden(eye, found, at)}
    return _drawn(rows, marks)


def walk(side: str, rows: str) -> str:
    """The squares of a Clawer's movement, numbered in order; `m` is where it began."""
    squares = _signs(rows)
    [start] = [at for at, sign in squares.items() if sign == "m"]
    others = [at for at, sign in squares.items() if sign == "o"]
    heroes = [at for at, sign in squares.items() if sign == "@"] or [(4, len(rows.split("/")) - 1)]
    monsters: dict[str, Any] = {"clawer/1": {"at": list(start), "facing": "south"}}
    monsters |= {f"armored/{n}": {"kind": "armored", "at": list(at), "stunned": True} for n, at in enumerate(others, 1)}
    table = {
        "board": {"terrain": _ground(rows)},
        "heroes": {"s1": {"at": list(heroes[0])}},
        "monsters": monsters,
        "phase": "monsters",
        "step": "monster-movement",
        "destiny": side,
    }
    run = GAME.set_position({}, ["s1"], table, Seeded(b"drawings"))
    moved = [event for event in run.events if isinstance(event, MonsterMoved) and event.monster == "clawer/1"]
    path = next((event.path for event in moved if event.origin == start), ())
    return _drawn(rows, {at: str(number % 10) for number, at in enumerate(path, 1)})


def strike(zone_id: str) -> str:
    """A strike zone to the east: the impact point is 1, the others follow in the order in which they are resolved;
    `+` is where the hero lands."""
    struck = content().zones[zone_id]
    at: Square = (2, 3)
    marks = {(1, 3): "@"}
    for number, square in enumerate(strike_squares(struck, at, "east"), 1):
        marks[square] = str(number)
    if struck.move_to is not None:
        marks[at_offset(at, "east", struck.move_to)] = "+"
    return _drawn("/".join(["......."] * 7), marks)


def stunned(zone_id: str) -> str:
    """The squares of a zone on which it stuns: `s`."""
    struck = content().zones[zone_id]
    squares = stun_squares(struck, ("stun",), (2, 3), "east")
    return _drawn("/".join(["......."] * 7), {(1, 3): "@", **dict.fromkeys(squares, "s")})


def around(at: Square, width: int, height: int) -> str:
    """The zone of a piece."""
    own = footprint(at, width, height)
    return _drawn("/".join(["......"] * 6), {**dict.fromkeys(zone(own), "z"), **dict.fromkeys(own, "P")})


def dryad() -> str:
    """The Dryad and her monoliths, seen facing south."""
    data = content().dryad
    marks = {at_offset((6, 4), "south", offset): "D" for offset in data.footprint}
    for number, monolith in enumerate(data.monoliths, 1):
        marks.update({at_offset((6, 4), "south", offset): str(number) for offset in monolith})
    return _drawn("/".join(["............"] * 9), marks)


def sectors() -> str:
    """The sectors of Gildenberg seen from sector `g`: `A` active, `n` adjacent, `f` far."""
    state = positioned({"scenario": "gildenberg", "phase": "heroes", "heroes": {"s1": {"at": [16, 10]}}})
    board, here = state.board, "g"
    signs = {here: "A", **dict.fromkeys(board.adjacent[here], "n"), **dict.fromkeys(board.far[here], "f")}
    rows = []
    for y in range(9, board.height - 3, 2):
        rows.append("".join(signs.get(board.sectors.get((x, y), ""), ".") for x in range(3, 27)))
    return "\n".join(rows)


def document() -> str:
    """The whole file."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The Last Spell in drawings"
    yield ""
    yield "Made from the rules as carried out, by `python -m tests.domain.games.last_spell.drawings`. A test compares"
    yield "them. To be read beside [last-spell.md](last-spell.md). North is up. `@` is a hero."
    pieces = [("A piece of one square", around((2, 2), 1, 1)), ("A building", around((2, 2), 2, 2))]
    yield from _section("Zones (LS-BOARD-6)", pieces)
    seen = "From the north-east of the city: `A` active, `n` adjacent, `f` far, every other row"
    yield from _section("Sectors (LS-BOARD-2 to 5)", [(seen, sectors())])
    shadows = [(what, sight("/".join((FREE,) * 3 + (*rows, FREE)))) for what, rows in SIGHTS.items()]
    yield from _section("Line of sight (LS-LOS): `B` is a building, `*` is hidden", shadows)
    walks = [(what, walk(side, rows)) for what, side, rows in WALKS]
    title = "Movement (LS-MOVE): from `m` over 1, 2, 3, ...; `o` is another monster, `T` a tree, `F` fog"
    yield from _section(title, walks)
    zones = [(f"`{id}`", strike(id)) for id, struck in content().zones.items() if struck.repeat is None]
    title = (
        "Strike zones (LS-FX): towards the east, in the order in which they are resolved; `+` is where the hero lands"
    )
    yield from _section(title, zones)
    stunning = [(f"`{id}`", stunned(id)) for id, struck in content().zones.items() if struck.stun]
    yield from _section("Where zones stun: `s` (LS-FX-stun-1)", stunning)
    yield from _section("The Dryad `D` and her monoliths (LS-BOSS-DRYAD-3)", [("Seen facing south", dryad())])
    yield from _section(
        "Cetusia (LS-BOSS-CETUSIA-10): `H` her head, `T` her tail, `*` what is struck, a number the wounds of a hero",
        [(what, drawn(cetusia(technique, hero))) for what, technique, hero in PARTS],
    )
    yield from _section(
        "The Harpy's dive (LS-BOSS-HARPY-6, LS-BOSS-HARPY-7): `H` the Harpy, `*` what is struck",
        [(what, drawn(dive(follows))) for what, follows in DIVES],
    )


def _section(title: str, drawings: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield from ("", f"## {title}")
    for what, drawing in drawings:
        yield from ("", f"{what}:", "", "```text", drawing, "```")


def _signs(rows: str) -> dict[Square, str]:
    return {(x, y): sign for y, row in enumerate(rows.split("/")) for x, sign in enumerate(row)}


def _ground(rows: str) -> str:
    """The terrain below the pieces."""
    below = {"m": "F" if "Fm" in rows else ".", "@": ".", "B": ".", "o": "."}
    return "\n".join("".join(below.get(sign, sign) for sign in row) for row in rows.split("/"))


def _drawn(rows: str, marks: Mapping[Square, str]) -> str:
    lines = rows.split("/")
    return "\n".join("".join(marks.get((x, y), sign) for x, sign in enumerate(row)) for y, row in enumerate(lines))


if __name__ == "__main__":
    FILE.write_text(document())
