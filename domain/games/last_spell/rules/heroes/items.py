"""Potions (chapter 5, LS-POT). They cost no Action token and are drunk on the own turn (LS-POT-1)."""

from __future__ import annotations

from collections import Counter

from domain.contract.game import Refused
from domain.games.last_spell.actions import Drink
from domain.games.last_spell.components import PotionEffect
from domain.games.last_spell.events.causes import new_cause
from domain.games.last_spell.events.heroes import ActionRecovered, MovementRecovered, PotionDrunk, WoundHealed
from domain.games.last_spell.rules.attacks.armor_effects import gain_mana
from domain.games.last_spell.rules.heroes.belongings import distinct
from domain.games.last_spell.state import Hero, LastSpellRun, LastSpellState
from domain.games.last_spell.steps import GainMana


def drink(run: LastSpellRun, name: str, action: Drink) -> None:
    """Drink a dose: two doses a potion, after the second it is discarded (LS-POT-6). Green turns a movement token
    ready (LS-POT-2), red heals (LS-POT-3), blue gives mana (LS-POT-4), yellow Action tokens (LS-POT-5)."""
    state, hero = run.state, run.state.heroes[name]
    if action.potion not in state.content.potions:
        raise Refused("malformed", "there is no potion {potion!r}", potion=action.potion)
    effect = state.content.potions[action.potion].effect
    _check_form(action, effect)
    bottle = next((bottle for bottle in hero.potions if bottle.kind == action.potion), None)
    if bottle is None:
        raise Refused("illegal", "the hero has no such potion")
    token = _token(hero, action, effect.recover_movement_tokens)
    places = _places(hero, action, effect.recover_action_tokens)
    if effect.heal and not hero.wounds:
        raise Refused("illegal", "the hero has no wound")
    if effect.recover_mana and hero.mana >= hero.mana_max:
        raise Refused("illegal", "the hero has all its mana")
    cause = new_cause(state)
    run.emit(PotionDrunk(name, action.potion, bottle.doses - 1, cause=cause))
    if token is not None:
        run.emit(MovementRecovered(name, token, cause=cause))
    if effect.heal:
        run.emit(WoundHealed(name, min(effect.heal, hero.wounds), cause=cause))
    if effect.recover_mana:
        gain_mana(run, GainMana(name, effect.recover_mana, cause=cause))
    for place in places:
        run.emit(ActionRecovered(name, place, cause=cause))


def doses(state: LastSpellState, seat: str) -> list[Drink]:
    """Every way in which the hero can drink now."""
    _, hero = state.hero_in_turn()
    found: list[Drink] = []
    for kind in dict.fromkeys(bottle.kind for bottle in hero.potions):
        effect = state.content.potions[kind].effect
        if effect.recover_movement_tokens:
            found += [Drink(kind, token=value) for value in distinct(hero.used)]
        elif effect.recover_action_tokens:
            found += [Drink(kind, tokens=places) for places in _choices(hero, effect.recover_action_tokens)]
        elif (effect.heal and hero.wounds) or (effect.recover_mana and hero.mana < hero.mana_max):
            found.append(Drink(kind))
    return found


def _check_form(action: Drink, effect: PotionEffect) -> None:
    """Refuse tokens that the potion has nothing to do with."""
    if action.token is not None and not effect.recover_movement_tokens:
        raise Refused("malformed", "that potion turns no movement token")
    if action.tokens is not None and not effect.recover_action_tokens:
        raise Refused("malformed", "that potion brings no Action token back")


def _token(hero: Hero, action: Drink, count: int) -> int | None:
    """Green: the used movement token that turns ready (LS-POT-2)."""
    if not count:
        return None
    values = distinct(hero.used)
    token = values[0] if action.token is None and len(values) == 1 else action.token
    if token not in values:
        raise Refused("illegal", "the potion turns a used movement token, to be named")
    return token


def _places(hero: Hero, action: Drink, count: int) -> tuple[str, ...]:
    """Yellow: where the two used Action tokens lie that come back (LS-POT-5)."""
    if not count:
        return ()
    named, used = Counter(action.tokens or ()), Counter(hero.spent)
    wanted = min(count, used.total())
    if not wanted or named.total() != wanted or named - used:
        raise Refused(
            "illegal", "the potion brings {count} used Action tokens back, their places to be named", count=count
        )
    return action.tokens or ()


def _choices(hero: Hero, count: int) -> list[tuple[str, ...]]:
    """The places of the tokens to come back, each multiset once."""
    places = [place for place, tokens in hero.spent.items() for _ in range(min(tokens, count))]
    wanted = min(count, len(places))
    if not wanted:
        return []
    if wanted == 1:
        return [(place,) for place in dict.fromkeys(places)]
    pairs = ((one, other) for at, one in enumerate(places) for other in places[at + 1 :])
    return list(dict.fromkeys(pairs))
