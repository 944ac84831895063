"""What monsters would do next if the table stayed as it is: where each goes, and whom it attacks there.

It is reckoned by the rules' own steps. What is drawn or chosen is not: for each side of the Destiny token that may
still fall there is one answer, the monsters that enter and what a boss does first are left out, and of a tie all are
named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import UNSET

from domain.games.last_spell.rules.bosses.bosses import Dryad
from domain.games.last_spell.rules.monsters.monster_attacks import area_of, attackers, targets_of
from domain.games.last_spell.rules.monsters.movement import movement_of, movers
from domain.games.last_spell.rules.monsters.victims import victims_in
from domain.games.last_spell.rules.town.geometry import SIDES, Square
from domain.games.last_spell.rules.town.pieces import holder, kind_of, squares_of
from domain.games.last_spell.state import PHASE_STEPS, LastSpellState

MOVEMENT = "monster-movement"


class Foreseen(NamedTuple):
    """What a monster would do: `path` are its squares from where it stands to where it ends, `targets` whom it would
    attack there; several are a tie that the players break, or `together` those whom an attack over an area strikes.

    `side` is the side of the Destiny token for which it holds; None: for either.
    """

    path: tuple[Square, ...]
    targets: tuple[str, ...]
    side: str | None = None
    together: bool = False


def foreseen(state: LastSpellState) -> Mapping[str, tuple[Foreseen, ...]]:
    """Monster -> what it would do next, in one way or, where the Destiny token makes a difference, in two. Empty while
    the monsters are moving or attacking."""
    if is_under_way(state):
        return {}
    found = [dict(_on_side(state, side)) for side in open_sides(state)]
    if len(found) == 1:
        return {name: (one,) for name, one in found[0].items()}
    left, right = found
    return {name: _either(left[name], right[name]) for name in left}


def is_under_way(state: LastSpellState) -> bool:
    """Whether the monsters are just moving or attacking, so that what they do next is half done."""
    return state.phase == "monsters" and state.step in PHASE_STEPS[PHASE_STEPS.index(MOVEMENT) :]


def open_sides(state: LastSpellState) -> tuple[str, ...]:
    """The sides of the Destiny token that may hold when the monsters move next: it is flipped anew in each Monster
    phase (LS-DESTINY-1)."""
    is_flipped = state.phase == "monsters" and state.step in ("boss-appearance", "monster-spawn")
    return (state.destiny,) if is_flipped and state.destiny is not None else SIDES


def _either(left: Foreseen, right: Foreseen) -> tuple[Foreseen, ...]:
    if left == right:
        return (left,)
    return left._replace(side="left"), right._replace(side="right")


def _on_side(state: LastSpellState, side: str) -> Iterator[tuple[str, Foreseen]]:
    """What each monster on the board would do with this side of the Destiny token."""
    paths, after = _moved(state, side)
    ready = attackers(after)
    for name, path in paths.items():
        targets = targets_of(after, name) if name in ready else ()
        area = area_of(after, kind_of(after, name), path[-1]) if targets else ()
        struck = tuple(victims_in(after, area)) if area else targets
        yield name, Foreseen(path, struck, together=bool(area))


def _moved(state: LastSpellState, side: str) -> tuple[dict[str, tuple[Square, ...]], LastSpellState]:
    """The path of each monster, and the table after the movement step."""
    after = state.clone()
    after.destiny = side
    if after.phase != "monsters":
        after.early = ()
    paths = {}
    for name in movers(after):
        paths[name] = squares_of(after, name)[:1]
        moved = movement_of(after, name, UNSET)
        if moved is not None:
            moved.apply(after)
            paths[name] += moved.path
    return paths | {name: squares_of(after, name) for name in _rooted(after)}, after


def _rooted(state: LastSpellState) -> Iterator[str]:
    """The seed bombards, which never move, but for those that hold a hero (LS-BOSS-DRYAD-11, LS-BOSS-DRYAD-12)."""
    bombards = state.boss.bombards if isinstance(state.boss, Dryad) else ()
    return (name for name in bombards if holder(state, name) is None)
