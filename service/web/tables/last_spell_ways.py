"""What the monsters of The Last Spell would do next, as lines on the board and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.contract.game import Json
from domain.games.last_spell.drawing import CIRCLE_NAME, Foreseen, Square
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


def ways_of(
    foreseen: Mapping[str, Sequence[Foreseen]], pieces: Mapping[str, Piece], circle: Sequence[Square]
) -> Iterator[Way]:
    """The lines of all that is foreseen; of several targets, between which the players choose, to each."""
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
    about: dict[str, Json] = {"count": steps, "whom": Said(told(" or ").join(map(names.say, way.targets)))}
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


def _line(squares: Sequence[Square]) -> str:
    middles = [(x * UNIT + UNIT // 2, y * UNIT + UNIT // 2) for x, y in squares]
    return "M" + "L".join(f"{x} {y}" for x, y in middles)
