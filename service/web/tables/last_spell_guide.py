"""How the answers of The Last Spell lie on its table: squares of the board, pieces, the techniques of a hero."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.contract.game import Json
from domain.games.last_spell.drawing import LastSpellDrawing, Square
from service.games.shapes.answers import Game
from service.language.names import Names
from service.web.games.choices import Guide, Step
from service.web.tables.last_spell_pieces import Piece, pieces_on

AIMED = ("attack", "read", "fire")

NAMED = ("value", "monster", "target", "tower", "portal")
"""Arguments that name a piece."""


class LastSpellGuide(Guide):
    """Reads the table of who must decide."""

    def __init__(self, view: Game, names: Names) -> None:
        super().__init__(names.catalogue)
        self._names = names
        self._drawing: LastSpellDrawing = names.drawing(view.table or {})
        self._pieces: Mapping[str, Piece] = pieces_on(view.table or {}, self._drawing)

    def steps(self, action: Mapping[str, Json]) -> list[Step] | None:
        """What is used, then the squares and pieces that it is used on; None for a shot at nobody."""
        if action["type"] in AIMED and action.get("at") and not any(map(self._is_near_enemy, points_of(action["at"]))):
            return None
        return [*self._means(action), *self._ends(action)]

    def follows(self, verb: str, value: Json) -> Sequence[str]:
        """Whom an attack strikes, with what chance; where a way leads."""
        if verb != "attack" or not value.get("at") or value.get("curse"):
            return ()
        struck = [self._pieces[name] for name in self._standing(points_of(value["at"]))]
        return [self._chance(piece, value["weapon"], value["technique"]) for piece in struck if piece.is_monster]

    def _chance(self, piece: Piece, weapon: str, technique: str) -> str:
        percent = self._drawing.chance(piece.icon, weapon, technique)
        damage = self._drawing.damage(weapon)
        about = {"name": piece.name, "left": piece.left, "full": piece.full, "percent": percent, "damage": damage}
        return self._names.filled("{name}, {left} of {full} life: hit with {percent} %, for {damage} damage.", about)

    def _standing(self, squares: Sequence[Square]) -> list[str]:
        return [piece.name for piece in self._pieces.values() if any(square in piece.at for square in squares)]

    def _is_near_enemy(self, square: Square) -> bool:
        """Whether an enemy stands there or beside it, as most zones reach that far."""
        x, y = square
        around = [(x + right, y + down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
        return any(self._pieces[name].is_enemy for name in self._standing(around))

    def _means(self, action: Mapping[str, Json]) -> Iterator[Step]:
        match action:
            case {"weapon": weapon, "technique": technique}:
                name = f"{self._names.say(weapon)}: {self._names.say(technique)}"
                yield Step(f"technique/{weapon}/{technique}", name)
            case {"scroll": scroll}:
                yield Step(f"scroll/{scroll}", self._names.say(scroll))
            case {"defence": defence}:
                yield self._piece(defence)
            case {"type": "hero", "hero": hero}:
                yield Step(f"profile/{hero}", self._names.say(hero))
            case {"type": "spend", "value": value}:
                yield Step(f"token/{value}", self._names.filled("{value} points", {"value": value}))

    def _ends(self, action: Mapping[str, Json]) -> Iterator[Step]:
        if path := action.get("path"):
            yield self._square(tuple(path[-1]))
        for argument in ("to", "at"):
            if at := action.get(argument):
                yield from map(self._square, points_of(at))
        if "weapon" in action and action.get("hero"):
            yield self._piece(action["hero"])
        for argument in NAMED:
            if (name := str(action.get(argument))) in self._pieces:
                yield self._piece(name)

    def _square(self, at: Square) -> Step:
        x, y = at
        standing = self._standing([at])
        return Step(f"square/{x}/{y}", self._names.say(standing[-1]) if standing else f"{x}, {y}")

    def _piece(self, name: str) -> Step:
        return Step(f"piece/{name}", self._names.say(name))


def points_of(at: Json) -> list[Square]:
    """The squares that are aimed at: one `[x, y]`, or several of them."""
    points = at if isinstance(at[0], list) else [at]
    return [(x, y) for x, y in points]


def square_of(thing: str) -> Square | None:
    """The square that a thing is; None for any other thing."""
    kind, _, place = thing.partition("/")
    x, _, y = place.partition("/")
    return (int(x), int(y)) if kind == "square" else None


def guide(view: Game, names: Names) -> Guide:
    """How the answers of who must decide lie on the table."""
    return LastSpellGuide(view, names)
