"""The set-up: heroes, squares for them round the circle, a ballista, what the reserve holds."""

from __future__ import annotations

from domain.contract.game import Action
from domain.games.last_spell.actions import Build, ChooseHero, Equip, Place, Ready, Recruit
from domain.games.last_spell.bot.odds import to_circle
from domain.games.last_spell.rules.town.geometry import Square, distance
from domain.games.last_spell.state import LastSpellState, seat_of

BEST_HEROES = ("faramund", "hagen", "elowen", "dietmar", "aldric", "brunhild", "cassandre", "griselda")
"""The heroes in the order in which they are taken."""

DONE = 10
"""The rating of `ready`: what rates less is not done."""


def rating(state: LastSpellState, seat: str, action: Action) -> int:
    """How good a preparation looks."""
    match action:
        case ChooseHero():
            return 100 - BEST_HEROES.index(action.hero) if action.hero in BEST_HEROES else 50
        case Recruit():
            return 90
        case Equip():
            return _equip_rating(state, action)
        case Place():
            return _place_rating(state, seat, action)
        case Build():
            return _build_rating(state, action)
        case Ready():
            return DONE
        case _:
            return 0


def _equip_rating(state: LastSpellState, action: Equip) -> int:
    """Armour is put on; a worn one goes back when a better one waits for its place."""
    content = state.content
    if action.take is not None:
        return 60 if action.take in content.armor else 0
    card = content.armor.get(action.give_back or "")
    if card is None or card.restriction is not None:
        return 0
    better = (content.armor[name] for name in state.equipment if name in content.armor)
    return 50 if any(one.slot == card.slot and one.use.reduce > card.use.reduce for one in better) else 0


def _place_rating(state: LastSpellState, seat: str, action: Place) -> int:
    """Near the circle, apart from the others; a hero that stands stays."""
    name = action.hero or seat
    hero = state.heroes.get(name)
    if hero is None or hero.at is not None:
        return 0
    near = to_circle(state, (action.at,))
    others = [other.at for other in state.heroes.values() if other.at is not None]
    apart = min((distance(action.at, other) for other in others), default=6)
    return 40 - 3 * abs(near - 3) + 2 * min(apart, 6) + int(seat_of(name) == seat)


def _build_rating(state: LastSpellState, action: Build) -> int:
    """A ballista in each sector of the city, near the circle; houses to burn before it."""
    near = to_circle(state, (action.at,))
    if action.kind == "ballista" and not _has(state, "ballista", action.at):
        return 35 - near
    if action.kind == "house" and near >= 2:
        return 25 - near
    return 0


def _has(state: LastSpellState, kind: str, square: Square) -> bool:
    sectors = state.board.sectors
    return any(
        piece.kind == kind and sectors.get(piece.at) == sectors.get(square) for piece in state.constructions.values()
    )
