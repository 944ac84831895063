"""The table as an audience may see it (chapter 20). Only the face-down cards are hidden (LS-INFO-1, LS-INFO-2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domain.contract.audience import REFEREE
from domain.contract.game import Json
from domain.games.last_spell.changes import is_corrected
from domain.games.last_spell.rules.bosses.bosses import Boss, Cetusia, Dryad, Harpy, Part, Tile
from domain.games.last_spell.rules.bosses.bosses_data import CETUSIA, DRYAD, HARPY
from domain.games.last_spell.rules.night.ending import monster_health
from domain.games.last_spell.rules.night.quests import progress
from domain.games.last_spell.rules.town.geometry import Square
from domain.games.last_spell.state import Construction, Hero, LastSpellState, Monster, Pile, Setting
from domain.games.last_spell.view.shown import (
    ShownBoss,
    ShownConstruction,
    ShownHero,
    ShownMonolith,
    ShownMonster,
    ShownPart,
    ShownPile,
    ShownQuest,
    ShownReadings,
    ShownSquare,
    ShownTile,
    SomeSquares,
    Table,
)

ASKING = ("damage", "reroll", "propagation", "choice")
"""The kinds of decisions that the table shows; set-up and ordinary turns are not among them."""


def view(state: LastSpellState, audience: str) -> Table:
    """The table. Seats and spectators see the same; the referee also which cards lie face down."""
    sees_all = audience == REFEREE
    table: Table = {
        "data": state.content.sha256,
        "scenario": state.setting.scenario,
        "mode": state.setting.mode,
        "night": state.night,
        "phase": state.phase,
        "round": state.round,
        "step": state.step,
        "destiny": state.destiny,
        "active": state.active,
        "turn": state.turn,
        "decision": asked(state),
        "panic": list(state.panic),
        "mages": state.mages,
        "direction": state.direction,
        "spawn": {slot: _pile(pile, sees_all) for slot, pile in state.spawn.items()},
        "monster_count": len(state.monsters),
        "monster_health": monster_health(state),
        "heroes": {name: _hero(hero) for name, hero in state.heroes.items()},
        "monsters": {name: _monster(monster) for name, monster in state.monsters.items()},
        "constructions": {name: _construction(piece) for name, piece in state.constructions.items()},
        "boss": None if state.boss is None else _boss(state.boss, sees_all),
        "quests": _quests(state),
        "reserve": {"gold": state.gold, "material": state.material, "equipment": list(state.equipment)},
        "prepared": list(state.prepared),
        "board": state.board.drawn(),
    }
    _add_later(state, table)
    return table


def _add_later(state: LastSpellState, table: Table) -> None:
    """Add what tables show since rules number 2: that number, how contested sentences are read, and where there is a
    market its prices."""
    if is_corrected(state):
        table["rules"], table["readings"] = state.rules, _readings(state.setting)
    if state.setting.market:
        table["prices"] = dict(state.content.prices)


def _readings(setting: Setting) -> ShownReadings:
    return {
        "movement_order": setting.movement_order,
        "cetusia_first": setting.cetusia_first,
        "dryad_growth": setting.dryad_growth,
        "incubator_monsters": setting.incubator_monsters,
        "encirclement_on_empty": setting.encirclement_on_empty,
    }


def square_json(square: Square | None) -> ShownSquare | None:
    """A square as `[x, y]`, or null."""
    return None if square is None else list(square)


def asked(state: LastSpellState) -> dict[str, Json] | None:
    """The decision that the table shows; None where it shows none."""
    for seat, decision in state.open.items():
        if decision.kind in ASKING:
            return {"kind": decision.kind, "seat": seat, **decision.details}
    return None


def _pile(pile: Pile, sees_all: bool) -> ShownPile:
    shown: ShownPile = {"left": len(pile.left), "revealed": pile.revealed, "discarded": list(pile.discarded)}
    return {**shown, "pile": list(pile.left)} if sees_all else shown


def _hero(hero: Hero) -> ShownHero:
    return {
        "hero": hero.profile,
        "in_play": hero.in_play,
        "at": square_json(hero.at),
        "health": hero.health,
        "wounds": hero.wounds,
        "mana": hero.mana,
        "mana_max": hero.mana_max,
        "actions": hero.actions,
        "actions_max": hero.actions_max,
        "spent": dict(hero.spent),
        "uses": dict(hero.uses),
        "movement": {"ready": list(hero.ready), "used": list(hero.used), "lost": list(hero.lost)},
        "points": hero.points,
        "moved": hero.moved,
        "attacked": hero.attacked,
        "passed": hero.passed,
        "protected": hero.protected,
        "tower": hero.tower,
        "held_by": hero.held_by,
        "slain": hero.slain,
        "weapons": list(hero.weapons),
        "armor": [{"card": card.card, "used": card.used} for card in hero.armor],
        "potions": [{"kind": bottle.kind, "doses": bottle.doses} for bottle in hero.potions],
        "scrolls": list(hero.scrolls),
    }


def _monster(monster: Monster) -> ShownMonster:
    return {
        "kind": monster.kind,
        "at": list(monster.at),
        "facing": monster.facing,
        "health": monster.health,
        "wounds": monster.wounds,
        "stunned": monster.stunned,
    }


def _construction(piece: Construction) -> ShownConstruction:
    return {
        "kind": piece.kind,
        "at": list(piece.at),
        "health": piece.health,
        "flames": piece.flames,
        "rocks": piece.rocks,
        "used": piece.used,
    }


def _boss(boss: Boss, sees_all: bool) -> ShownBoss:
    match boss:
        case Harpy():
            return _harpy(boss)
        case Cetusia():
            return _cetusia(boss, sees_all)
        case Dryad():
            return _dryad(boss)


def _harpy(boss: Harpy) -> ShownBoss:
    return {
        "kind": HARPY,
        "at": square_json(boss.at),
        "facing": boss.facing,
        "side": boss.side,
        "on_cliff": boss.on_cliff,
        "wounds": boss.wounds,
        "alerions_slain": boss.alerions_slain,
    }


def _cetusia(boss: Cetusia, sees_all: bool) -> ShownBoss:
    shown: ShownBoss = {
        "kind": CETUSIA,
        "level": boss.level,
        "head": _part(boss.head),
        "tail": _part(boss.tail),
        "card": boss.card,
        "revealed": list(boss.revealed),
        "deck_left": len(boss.deck),
    }
    return {**shown, "deck": list(boss.deck)} if sees_all else shown


def _part(part: Part) -> ShownPart:
    return {
        "at": square_json(part.at),
        "facing": part.facing,
        "wounds": part.wounds,
        "in_play": part.at is not None,
        "removed": part.removed,
    }


def _dryad(boss: Dryad) -> ShownBoss:
    monoliths: dict[str, ShownMonolith] = {
        name: {"at": _squares(monolith.squares), "flames": monolith.flames} for name, monolith in boss.monoliths.items()
    }
    return {
        "kind": DRYAD,
        "slot": boss.slot,
        "at": [list(square) for square in boss.at] or None,
        "growth": boss.growth,
        "wounds": boss.wounds,
        "monoliths": monoliths,
        "incubators": _tiles(boss.incubators, hatching=True),
        "bombards": _tiles(boss.bombards, hatching=False),
    }


def _tiles(tiles: Mapping[str, Tile], hatching: bool) -> dict[str, ShownTile]:
    return {name: _tile(tile, hatching) for name, tile in tiles.items()}


def _tile(tile: Tile, hatching: bool) -> ShownTile:
    shown: ShownTile = {"at": list(tile.at), "facing": tile.facing, "stunned": tile.stunned}
    return {**shown, "hatch": tile.hatch} if hatching else shown


def _squares(squares: Iterable[Square]) -> SomeSquares:
    """One square as `[x, y]`, several as a list of them."""
    listed = [list(square) for square in squares]
    return listed[0] if len(listed) == 1 else listed


def _quests(state: LastSpellState) -> dict[str, ShownQuest]:
    return {
        id: {"count": progress(state, state.content.quests[id].goal, log), "resolved": log.resolved}
        for id, log in state.quests.items()
    }
