"""Bare hands: an attack without a weapon (LS-HERO-7), and the way out of a tile's grip (LS-BOSS-DRYAD-13)."""

from __future__ import annotations

from domain.contract.game import Refused
from domain.contract.reason import Reason
from domain.games.last_spell.actions import Punch
from domain.games.last_spell.events.attacks import BARE_HANDS, AttackDeclared, DefenceRolled
from domain.games.last_spell.events.bosses import HeroFreed, TileRemoved
from domain.games.last_spell.events.causes import Cause, new_cause
from domain.games.last_spell.rules.attacks.dice import is_hit, roll
from domain.games.last_spell.rules.town.geometry import Square, axis, neighbours
from domain.games.last_spell.rules.town.pieces import (
    enemies,
    has_existed,
    holder,
    is_enemy,
    is_monolith,
    is_tile,
    kind_of,
    squares_of,
)
from domain.games.last_spell.state import Assault, Hero, LastSpellRun, LastSpellState
from domain.games.last_spell.steps import FinishAttack, StrikeEnemy


def punch(run: LastSpellRun, name: str, action: Punch) -> None:
    """Bare hands: 1 Action token, 1 damage to an adjacent monster, instead of any other attack of the turn
    (LS-HERO-7); or a hero is freed from a tile (LS-BOSS-DRYAD-13)."""
    state, hero, target = run.state, run.state.heroes[name], action.target
    if not has_existed(state, target):
        raise Refused("malformed", "there is no piece {target!r}", target=target)
    if (problem := unpunchable(state, name, target)) is not None:
        raise Refused("illegal", problem)
    at = next((square for square in squares_of(state, target) if square in _reached(hero)), None)
    assert at is not None
    tile = _held_tile(state, target)
    cause = new_cause(state)
    assault = None if tile else _bare_hands(state, name, target, at, cause)
    cost = state.content.numbers.bare_hands_action_cost
    declared = AttackDeclared(name, BARE_HANDS, BARE_HANDS, at, assault, actions=cost, place=BARE_HANDS, cause=cause)
    run.emit(declared)
    if tile is not None:
        _tear_at(run, name, tile, cause)
    else:
        run.push(StrikeEnemy(target, impact=True, stuns=False), FinishAttack())


def unpunchable(state: LastSpellState, name: str, target: str) -> Reason | None:
    """Why a piece cannot be punched now, in words; None if it can."""
    hero = state.heroes[name]
    if hero.attacked:
        return Reason("the hero has attacked in this turn")
    if hero.actions < state.content.numbers.bare_hands_action_cost:
        return Reason("not enough Action tokens")
    if not is_enemy(state, target) and _held_tile(state, target) is None:
        return Reason("that piece cannot be attacked")
    if target == name or not any(square in _reached(hero) for square in squares_of(state, target)):
        return Reason("bare hands reach an adjacent piece only")
    if hero.held_by is not None and is_monolith(target):
        return Reason("a held hero can punch the tile under it or an adjacent monster")
    return None


def punches(state: LastSpellState, seat: str) -> list[Punch]:
    """The pieces that the hero in turn can punch now: enemies, then held heroes."""
    name, _ = state.hero_in_turn()
    held = (other for other, hero in state.heroes.items() if hero.held_by is not None)
    return [Punch(target) for target in (*enemies(state), *held) if unpunchable(state, name, target) is None]


def _reached(hero: Hero) -> tuple[Square, ...]:
    """The squares that bare hands reach: the adjacent ones, and under a held hero its own."""
    if hero.at is None:
        return ()
    own = (hero.at,) if hero.held_by is not None else ()
    return (*neighbours(hero.at), *own)


def _held_tile(state: LastSpellState, target: str) -> str | None:
    """The tile under a held hero, named itself or by the hero."""
    if target in state.heroes:
        return state.heroes[target].held_by
    return target if is_tile(target) and holder(state, target) is not None else None


def _tear_at(run: LastSpellRun, name: str, tile: str, cause: Cause) -> None:
    """Another hero frees the held one at once; its own bare hands need a hit on both dice (LS-BOSS-DRYAD-13)."""
    held = holder(run.state, tile)
    assert held is not None
    if held == name:
        faces = roll(run, kind_of(run.state, tile).dice)
        freed = is_hit(faces, ())
        run.emit(DefenceRolled(tile, faces, freed, stun=False, cause=cause))
        if not freed:
            return
    [at] = squares_of(run.state, tile)
    run.emit(HeroFreed(held, tile, cause=cause))
    run.emit(TileRemoved(tile, at, cause=cause))


def _bare_hands(state: LastSpellState, name: str, target: str, at: Square, cause: Cause) -> Assault:
    hero_at = state.heroes[name].at
    assert hero_at is not None
    damage = state.content.numbers.bare_hands_damage
    return Assault(name, BARE_HANDS, damage, "single", axis(hero_at, at), (at,), (target,), cause=cause)
