"""The pieces on the board of The Last Spell, read from the view: where each stands and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.contract.game import Json
from domain.games.last_spell.drawing import CETUSIA, DRYAD, HARPY, MONOLITH, LastSpellDrawing, Square
from service.language.names import Names
from service.web.tables.drawing import Sign

LAYERS = ("monster", "boss", "tile", "hero", "wall", "building")
"""The kinds of pieces, the most pressing first."""

LAYER_OF = {"rampart": "wall", "monster": "monster"}
"""What sort of thing a kind is -> the layer of its pieces; any other construction is a building."""

ANGLES = {"north": 0, "east": 90, "south": 180, "west": 270}
"""How far a drawing that looks north is turned."""


Note = tuple[str, Mapping[str, Json]]
"""A sentence, and its fields."""


@dataclass(frozen=True)
class Piece:
    """A piece. `icon` names its drawing, `layer` what kind of piece it is (`building`, `wall`, `tile`, `monster`,
    `boss`, `hero`), `left` and `full` its life points; `angle` turns what looks somewhere; `number` is that
    of a hero, which colours it, and `mark` the letter on it."""

    name: str
    icon: str
    layer: str
    at: tuple[Square, ...]
    left: int
    full: int
    angle: int | None = None
    level: int = 0
    stunned: bool = False
    number: int = 0
    mark: str = ""
    notes: Sequence[Note] = ()

    @property
    def is_enemy(self) -> bool:
        return self.layer in ("monster", "boss", "tile")

    @property
    def is_monster(self) -> bool:
        return self.layer == "monster"

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The square at its north-west, width and height."""
        xs, ys = [x for x, _ in self.at], [y for _, y in self.at]
        return min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1

    def alt(self, names: Names) -> str:
        """The piece in words, with its place for whoever does not see the board."""
        return ", ".join((self.said(names), address(self.at[0], names)))

    def said(self, names: Names) -> str:
        """The piece in words."""
        facts = []
        if self.full > 1 or self.left != self.full:
            facts.append(names.filled("{left} of {full} life points", {"left": self.left, "full": self.full}))
        if self.stunned:
            facts.append(names.catalogue.told("stunned"))
        facts += [names.filled(message, values) for message, values in self.notes]
        said = names.say(self.name)
        return f"{said}: {', '.join(facts)}" if facts else said


def address(square: Square, names: Names) -> str:
    """Where a square is, for whoever does not see the board: as the numbers at its edges count."""
    return names.filled("column {x}, row {y}", {"x": square[0], "y": square[1]})


def pieces_on(table: Mapping[str, Json], drawing: LastSpellDrawing) -> dict[str, Piece]:
    """Name -> piece, in the order in which they are drawn: what lies below first."""
    found = (
        *_constructions(table, drawing),
        *_boss(table["boss"], drawing),
        *_monsters(table, drawing),
        *_heroes(table),
    )
    return {piece.name: piece for piece in found}


def signs(names: Names, table: Mapping[str, Json]) -> Callable[[str], Sign | None]:
    """The drawing of a monster or construction."""
    drawing: LastSpellDrawing = names.drawing(table)

    def sign(named: str) -> Sign | None:
        kind, _, _ = named.partition("/")
        category = drawing.category(kind)
        return None if category is None else Sign(f"ls-{kind}", f"piece {LAYER_OF.get(category, 'building')}")

    return sign


def _constructions(table: Mapping[str, Json], drawing: LastSpellDrawing) -> Iterator[Piece]:
    for name, piece in table["constructions"].items():
        kind = drawing.construction(piece["kind"])
        notes = [_noted("{rocks} rocks", rocks=piece["rocks"])] if kind.ammunition_count is not None else []
        notes += [_noted("used")] if piece["used"] else []
        yield Piece(
            name,
            kind.id,
            LAYER_OF.get(kind.category, "building"),
            drawing.covered(kind.id, _square(piece["at"])),
            piece["health"] - piece["flames"],
            piece["health"],
            notes=notes,
        )


def _monsters(table: Mapping[str, Json], drawing: LastSpellDrawing) -> Iterator[Piece]:
    for name, monster in table["monsters"].items():
        yield Piece(
            name,
            monster["kind"],
            "monster",
            (_square(monster["at"]),),
            monster["health"] - monster["wounds"],
            monster["health"],
            angle=ANGLES[monster["facing"]],
            level=drawing.level(monster["kind"]),
            stunned=monster["stunned"],
        )


def _heroes(table: Mapping[str, Json]) -> Iterator[Piece]:
    for number, (name, hero) in enumerate(table["heroes"].items(), 1):
        if hero["at"] is not None:
            left = hero["health"] - hero["wounds"]
            notes = [_noted("protected")] if hero["protected"] else []
            at = (_square(hero["at"]),)
            mark = hero_mark(hero["hero"])
            yield Piece(name, "hero", "hero", at, left, hero["health"], number=number, mark=mark, notes=notes)


def hero_mark(profile: str) -> str:
    """The letter that stands for a hero."""
    return profile[:1].upper()


def _boss(boss: Mapping[str, Json] | None, drawing: LastSpellDrawing) -> Iterator[Piece]:
    if boss is None:
        return
    match boss["kind"]:
        case str(kind) if kind == HARPY and boss["at"] is not None:
            yield _alone(boss, kind, drawing.life(kind))
        case str(kind) if kind == CETUSIA:
            for part in ("head", "tail"):
                if boss[part]["at"] is not None:
                    yield _alone(boss[part], part, drawing.life(part))
        case str(kind) if kind == DRYAD:
            yield from _dryad(boss, drawing)


def _alone(shown: Mapping[str, Json], name: str, full: int) -> Piece:
    left = full - shown["wounds"]
    return Piece(name, name, "boss", (_square(shown["at"]),), left, full, angle=ANGLES[shown["facing"]])


def _dryad(boss: Mapping[str, Json], drawing: LastSpellDrawing) -> Iterator[Piece]:
    if boss["at"]:
        at = tuple(_square(square) for square in boss["at"])
        yield Piece(boss["kind"], boss["kind"], "boss", at, drawing.life(DRYAD) - boss["wounds"], drawing.life(DRYAD))
    for name, monolith in boss["monoliths"].items():
        full = drawing.life(MONOLITH)
        yield Piece(name, MONOLITH, "boss", _squares(monolith["at"]), full - monolith["flames"], full)
    for name, tile in (*boss["incubators"].items(), *boss["bombards"].items()):
        notes = [_noted("hatch {number}", number=tile["hatch"])] if "hatch" in tile else []
        icon, _, _ = name.partition("/")
        at = (_square(tile["at"]),)
        yield Piece(name, icon, "tile", at, 1, 1, ANGLES[tile["facing"]], 1, tile["stunned"], notes=notes)


def _noted(message: str, **values: Json) -> Note:
    return message, values


def _squares(at: Sequence[Json]) -> tuple[Square, ...]:
    """One square `[x, y]`, or several of them."""
    return (_square(at),) if isinstance(at[0], int) else tuple(_square(square) for square in at)


def _square(value: Json) -> Square:
    x, y = value
    return x, y
