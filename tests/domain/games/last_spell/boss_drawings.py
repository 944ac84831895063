"""What Cetusia and the Harpy strike, drawn by playing it among monsters that only stand there and can be wounded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.contract.chance import Forced, Seeded
from domain.games.last_spell.data import content
from domain.games.last_spell.rules.town.geometry import Square
from domain.games.last_spell.state import LastSpellState
from tests.domain.games.last_spell.tables import GAME

SIDE = 7
CENTER = (3, 3)

STAKE = {"level": 3, "health": 9, "movement": 0, "attack": "none", "damage": 0, "dice": ["blue"], "abilities": []}
"""A monster that does nothing: it shows by its wounds where it was struck."""

AWAY: Square = (3, 10)
"""Where a hero stands that is to have no part in it."""

Drawing = dict[Square, str]


def cetusia(technique: str, hero: Square | None = None) -> Drawing:
    """The squares that a technique of Cetusia's strikes, by a part that faces east unless a hero stands beside it: `*`,
    and the damage of level I on the hero."""
    struck = content().cetusia.techniques[technique]
    card = next(
        card for card in content().cetusia.cards.values() if technique in (card.head_technique, card.tail_technique)
    )
    part = {"at": list(CENTER), "facing": "east"}
    boss = {"kind": "cetusia", "level": 1, "card": card.id, "revealed": [card.id], struck.part: part}
    table = {
        "phase": "monsters",
        "step": "monster-attack",
        "round": 2,
        "destiny": "left",
        "heroes": {"s1": _hero(hero or AWAY)},
        "boss": boss,
    }
    state = _played({"scenario": "lakeburg", "night": 3}, table, {CENTER, hero or AWAY})
    return {**_struck(state), CENTER: "H" if struck.part == "head" else "T", **_wounds(state)}


def dive(follows: bool) -> Drawing:
    """The Harpy `H` comes where the third alerion died and strikes her zone; beside it if the hero that slew it
    `follows` onto its square."""
    hero: Square = (2, 3)
    technique = {
        "cost": {"action": 1},
        "range": "melee",
        "zone": "single",
        "effects": ["pursuit"] if follows else [],
    }
    table = {
        "phase": "heroes",
        "components": {"weapons": {"hook": {"type": "melee", "hands": 1, "techniques": {"pull": technique}}}},
        "heroes": {"s1": {**_hero(hero), "weapons": ["hook"]}},
        "monsters": {"alerion/3": {"kind": "alerion", "at": list(CENTER)}},
        "boss": {"kind": "corrupted-harpy", "side": "left", "alerions_slain": 2},
    }
    free = {CENTER, hero, (3, 2)} if follows else {CENTER, hero}
    state = _played({"scenario": "gildenberg", "night": 3}, table, free)
    attack = {"type": "attack", "weapon": "hook", "technique": "pull", "at": list(CENTER)}
    both_hit = Forced([{"roll": "orange", "results": ["hit", "hit"]}], Seeded(b"drawings"))
    GAME.advance(state, "s1", attack, both_hit)
    assert state.boss is not None
    return {**_struck(state), **dict.fromkeys(state.boss.squares("corrupted-harpy"), "H"), **_wounds(state)}


def drawn(marks: Mapping[Square, str]) -> str:
    """The marks on a free board."""
    return "\n".join("".join(marks.get((x, y), ".") for x in range(SIDE)) for y in range(SIDE))


def _played(options: dict[str, Any], table: dict[str, Any], free: set[Square]) -> LastSpellState:
    """The position, with a stake on every square that is not to stay free, played on to the first decision."""
    squares = [(x, y) for y in range(SIDE) for x in range(SIDE) if (x, y) not in free]
    stakes = {f"stake/{number}": {"kind": "stake", "at": list(at)} for number, at in enumerate(squares, 1)}
    components = {**table.get("components", {}), "monsters": {"stake": STAKE}}
    board = {"terrain": "\n".join(["." * SIDE] * (AWAY[1] + 1))}
    whole = {**table, "board": board, "components": components, "monsters": {**table.get("monsters", {}), **stakes}}
    return GAME.set_position(options, ["s1"], whole, Seeded(b"drawings")).state


def _hero(at: Square) -> dict[str, Any]:
    return {"at": list(at), "health": 9}


def _struck(state: LastSpellState) -> Drawing:
    return {monster.at: "*" for monster in state.monsters.values() if monster.wounds}


def _wounds(state: LastSpellState) -> Drawing:
    """The hero: its wounds, `@` without any."""
    hero = state.heroes["s1"]
    return {} if hero.at is None else {hero.at: str(hero.wounds or "@")}
