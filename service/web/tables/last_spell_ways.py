"""What the monsters of The Last Spell would do next, as lines on the board and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.contract.game import Json
from domain.games.last_spell.drawing import CIRCLE_NAME, Foreseen, Square
from service.games.shapes.answers import Game
from service.language.names import Names, Said
from service.web.tables.last_spell_pieces import Piece

UNIT = 20
"""How wide a square is in the picture."""


@dataclass(frozen=True)
class Way:
    """What an enemy would do next: the path of its walk and that of its attack, each empty if it has none.

    `thing` is the enemy; `side` is that of the Destiny token for which it holds, empty for either."""

    thing: str
    walk: str
    strikes: str
    side: str


@dataclass(frozen=True)
class Blow:
    """An attack that a hero must answer now: its path, and the boxes of the one who strikes and of the one
    who is struck, each as corner, width and height in the picture."""

    path: str
    boxes: Sequence[tuple[int, int, int, int]]


def threats(view: Game) -> list[tuple[str, str]]:
    """Who strikes and which hero is struck, of each blow that somebody is asked about."""
    asked = (view.pending or {}).values()
    return [
        (str(decision.details.get("by")), decision.details["hero"])
        for decision in asked
        if decision is not None and decision.kind == "damage"
    ]


def blows_of(threatened: Sequence[tuple[str, str]], pieces: Mapping[str, Piece]) -> Iterator[Blow]:
    """The threats as they are drawn; what strikes without standing on the board has no path."""
    for by, hero in threatened:
        standing = [pieces[name] for name in (by, hero) if name in pieces]
        ends = [_nearest(pieces[hero].at[0], piece.at) for piece in standing] if hero in pieces else []
        boxes = [tuple(UNIT * number for number in piece.box) for piece in standing]
        yield Blow(_short(*ends) if len(ends) > 1 else "", [(x, y, width, height) for x, y, width, height in boxes])


def ways_of(
    foreseen: Mapping[str, Sequence[Foreseen]], pieces: Mapping[str, Piece], circle: Sequence[Square]
) -> Iterator[Way]:
    """The lines of all that is foreseen; of several targets to each."""
    for name, ways in foreseen.items():
        for way in ways:
            end = way.path[-1]
            struck = (circle if target == CIRCLE_NAME else pieces[target].at for target in way.targets)
            strikes = "".join(_line([end, _nearest(end, squares)]) for squares in struck)
            walk = _line(way.path) if len(way.path) > 1 else ""
            yield Way(f"piece/{name}", walk, strikes, way.side or "")


def told_of(piece: Piece, ways: Sequence[Foreseen], names: Names) -> list[str]:
    """What is to be known of an enemy beside its card, in sentences: its life, and what it would do next."""
    if not piece.is_enemy:
        return []
    about = {"name": piece.name, "left": piece.left, "full": piece.full}
    life = names.filled("{name}: {left} of {full} life points.", about)
    return [life, *(_told(way, names) for way in ways)]


def _told(way: Foreseen, names: Names) -> str:
    told, steps = names.catalogue.told, len(way.path) - 1
    joint = told(" and ") if way.together else told(" or ")
    about: dict[str, Json] = {"count": steps, "whom": Said(joint.join(map(names.say, way.targets)))}
    match bool(steps), bool(way.targets):
        case True, True:
            said = names.filled("Next it goes {count:square|squares} and attacks {whom}.", about)
        case True, False:
            said = names.filled("Next it goes {count:square|squares}.", about)
        case False, True:
            said = names.filled("Next it stays and attacks {whom}.", about)
        case _:
            said = told("Next it stays and attacks nobody.")
    if way.side is None:
        return said
    return names.filled("If the Destiny token falls {side}: {said}", {"side": way.side, "said": Said(said)})


def _nearest(end: Square, squares: Sequence[Square]) -> Square:
    return min(squares, key=lambda square: abs(square[0] - end[0]) + abs(square[1] - end[1]))


def _short(start: Square, end: Square) -> str:
    """A line that ends at the edge of the last square, so that it covers nothing there."""
    (x, y), (east, south) = (_middle(start), _middle(end))
    long = max(abs(east - x), abs(south - y), 1)
    return f"M{x} {y}L{east - (east - x) * UNIT // (2 * long)} {south - (south - y) * UNIT // (2 * long)}"


def _middle(square: Square) -> tuple[int, int]:
    return square[0] * UNIT + UNIT // 2, square[1] * UNIT + UNIT // 2


def _line(squares: Sequence[Square]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in map(_middle, squares))
