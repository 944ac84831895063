"""How heroes move and guard themselves (chapter 2, LS-HERO; LS-BOARD-8 to 12; watchtowers and tele-portals)."""

from __future__ import annotations

from domain.contract.game import Refused
from domain.games.last_spell.actions import Climb, Descend, Jump, Move, Protect, Teleport
from domain.games.last_spell.components import Price
from domain.games.last_spell.events.causes import new_cause
from domain.games.last_spell.events.heroes import PROTECT, HeroMoved, ProtectionTaken
from domain.games.last_spell.rules.heroes.prices import check_price
from domain.games.last_spell.rules.naming import check_on_board
from domain.games.last_spell.rules.town.board import CROSSABLE, GROUND, WATER
from domain.games.last_spell.rules.town.geometry import Square, ahead, neighbours, straight
from domain.games.last_spell.rules.town.pieces import construction_at, has_existed, is_free_for_hero
from domain.games.last_spell.state import Hero, LastSpellRun, LastSpellState

WATCHTOWER = "watchtower"
TELE_PORTAL = "tele-portal"


def move(run: LastSpellRun, name: str, action: Move) -> None:
    """Walk orthogonally, one point a square (LS-HERO-4)."""
    state, hero = run.state, run.state.heroes[name]
    if not action.path:
        raise Refused("malformed", "the path has no square")
    check_on_board(state, *action.path)
    at = on_ground(hero)
    for before, square in zip((at, *action.path), action.path):
        if square not in neighbours(before):
            raise Refused("illegal", "each square must be adjacent to the one before")
        if square != at and not is_crossable_for(state, hero, square):
            raise Refused("illegal", "a hero cannot cross that square")
    if len(action.path) > hero.points:
        raise Refused("illegal", "not enough movement points")
    end = action.path[-1]
    if end != at and not is_free_for_hero(state, end):
        raise Refused("illegal", "a hero cannot end there")
    steps = len(action.path)
    run.emit(HeroMoved(name, at, end, action.path, "move", points=steps, squares=steps, caused_by=new_cause(state)))


def is_crossable_for(state: LastSpellState, hero: Hero, square: Square) -> bool:
    """Whether the hero may enter the square on its way: a free one, a gate (LS-BOARD-12), or with Leaping Boots a
    crossable obstacle (LS-ARMOR-leaping-boots-1, R35). Never an occupied one (LS-BOARD-7), the fog (LS-HERO-5) or
    the cliff (LS-BOARD-10)."""
    if is_free_for_hero(state, square):
        return True
    if square in state.figures or square in state.tiles:
        return False
    terrain = state.board.terrain.get(square)
    if terrain == CROSSABLE:
        return square not in state.structures and has_boots(state, hero)
    construction = construction_at(state, square)
    is_gate = construction is not None and state.construction_kind(construction).hero_passable
    return is_gate and terrain in (GROUND, WATER)


def has_boots(state: LastSpellState, hero: Hero) -> bool:
    """Whether the hero wears what lets it cross crossable obstacles, used or not (R35)."""
    return any(state.content.armor[card.card].grants == "cross-crossable-obstacles" for card in hero.armor)


def jump(run: LastSpellRun, name: str, action: Jump) -> None:
    """Land straight behind a crossable obstacle or a wooden wall (LS-HERO-6); counts as two squares moved."""
    state, hero = run.state, run.state.heroes[name]
    check_on_board(state, action.to)
    at = on_ground(hero)
    if action.to not in landings(state, at):
        raise Refused("illegal", "there is no free square straight behind an obstacle that can be jumped")
    cost = state.content.numbers.jump_movement_cost
    check_price(hero, Price(movement=cost))
    facing = straight(at, action.to)
    assert facing is not None
    path = (ahead(at, facing), action.to)
    run.emit(HeroMoved(name, at, action.to, path, "jump", points=cost, squares=2, caused_by=new_cause(state)))


def landings(state: LastSpellState, at: Square) -> list[Square]:
    """The free squares straight behind what can be jumped from a square (LS-BOARD-8)."""
    found = []
    for obstacle in neighbours(at):
        facing = straight(at, obstacle)
        assert facing is not None
        landing = ahead(obstacle, facing)
        if is_jumpable(state, obstacle) and is_free_for_hero(state, landing):
            found.append(landing)
    return found


def is_jumpable(state: LastSpellState, square: Square) -> bool:
    """Whether a hero may jump over what stands there: a crossable obstacle or a wooden wall."""
    if state.board.terrain.get(square) == CROSSABLE:
        return True
    construction = construction_at(state, square)
    return construction is not None and state.construction_kind(construction).jumpable


def climb(run: LastSpellRun, name: str, action: Climb) -> None:
    """Climb an adjacent watchtower that no other hero is on (LS-DEF-6, R52)."""
    state, hero = run.state, run.state.heroes[name]
    if not has_existed(state, action.tower):
        raise Refused("malformed", "there is no watchtower {tower!r}", tower=action.tower)
    at = on_ground(hero)
    if action.tower not in climbable(state, at):
        raise Refused("illegal", "that is no free watchtower next to the hero")
    cost = state.construction_kind(action.tower).climb_cost or Price()
    check_price(hero, cost)
    to = state.constructions[action.tower].at
    run.emit(
        HeroMoved(name, at, to, (to,), "climb", points=cost.movement, tower=action.tower, caused_by=new_cause(state))
    )


def climbable(state: LastSpellState, at: Square) -> list[str]:
    """The watchtowers adjacent to a square that nobody is on."""
    near = ((square, construction_at(state, square)) for square in neighbours(at))
    return [
        name
        for square, name in near
        if name is not None and state.constructions[name].kind == WATCHTOWER and square not in state.figures
    ]


def descend(run: LastSpellRun, name: str, action: Descend) -> None:
    """Leave the watchtower for an adjacent free square (LS-DEF-6)."""
    state, hero = run.state, run.state.heroes[name]
    check_on_board(state, action.to)
    if hero.tower is None or hero.at is None:
        raise Refused("illegal", "the hero is on no watchtower")
    if action.to not in neighbours(hero.at) or not is_free_for_hero(state, action.to):
        raise Refused("illegal", "that is no free square next to the watchtower")
    cost = state.construction_kind(hero.tower).leave_cost or Price()
    check_price(hero, cost)
    run.emit(
        HeroMoved(name, hero.at, action.to, (action.to,), "descend", points=cost.movement, caused_by=new_cause(state))
    )


def teleport(run: LastSpellRun, name: str, action: Teleport) -> None:
    """From one tele-portal to another, free one (LS-DEF-5)."""
    state, hero = run.state, run.state.heroes[name]
    if not has_existed(state, action.portal):
        raise Refused("malformed", "there is no tele-portal {portal!r}", portal=action.portal)
    at = on_ground(hero)
    if action.portal not in portals(state, at):
        raise Refused("illegal", "a hero goes from one tele-portal to another, free one")
    cost = state.construction_kind(action.portal).travel_cost or Price()
    check_price(hero, cost)
    to = state.constructions[action.portal].at
    run.emit(
        HeroMoved(name, at, to, (to,), "teleport", points=cost.movement, mana=cost.mana, caused_by=new_cause(state))
    )


def portals(state: LastSpellState, at: Square) -> list[str]:
    """The free tele-portals that can be reached from a square; none if there is no tele-portal on it."""
    here = construction_at(state, at)
    if here is None or state.constructions[here].kind != TELE_PORTAL:
        return []
    others = (name for name, piece in state.constructions.items() if piece.kind == TELE_PORTAL and name != here)
    return [name for name in others if is_free_for_hero(state, state.constructions[name].at)]


def protect(run: LastSpellRun, name: str, action: Protect) -> None:
    """Lay an Action token aside; once a Hero phase (LS-HERO-8)."""
    hero, numbers = run.state.heroes[name], run.state.content.numbers
    if not can_protect(run.state, hero):
        raise Refused("illegal", "Protect was taken in this Hero phase, or no Action token is left")
    run.emit(ProtectionTaken(name, numbers.protect_action_cost, cause=new_cause(run.state)))


def protections(state: LastSpellState, seat: str) -> tuple[Protect, ...]:
    """Protect, where the hero can take it now."""
    _, hero = state.hero_in_turn()
    return (Protect(),) if can_protect(state, hero) else ()


def can_protect(state: LastSpellState, hero: Hero) -> bool:
    """Whether the hero can take Protect now."""
    numbers = state.content.numbers
    taken = max(hero.uses.get(PROTECT, 0), hero.spent.get(PROTECT, 0))
    return taken < numbers.protect_uses_per_hero_phase and hero.actions >= numbers.protect_action_cost


def on_ground(hero: Hero) -> Square:
    """Where a hero stands that is on no watchtower; `Refused` if it is on one."""
    if (at := ground_of(hero)) is None:
        raise Refused("illegal", "a hero on a watchtower must leave it first")
    return at


def ground_of(hero: Hero) -> Square | None:
    """Where a hero stands that is on no watchtower; None if it is on one, or not on the board."""
    return hero.at if hero.tower is None else None
