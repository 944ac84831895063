"""Answers in the middle of an attack and at dawn: armour, rerolls, bounces, ties, tokens, equipment."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Action, Json
from domain.games.last_spell.actions import Accept, Bounce, Choose, Keep, Reactivate, Reroll, Stop, UseCard
from domain.games.last_spell.bot.odds import chance, worth
from domain.games.last_spell.bot.weights import Weights
from domain.games.last_spell.rules.town.pieces import is_enemy
from domain.games.last_spell.state import LastSpellState


def rating(state: LastSpellState, decision: Mapping[str, Json], action: Action, weights: Weights) -> int:
    """How good an answer looks to the decision that the table shows."""
    match action:
        case UseCard():
            return _card_rating(state, decision, action.card, weights)
        case Reactivate():
            return 5
        case Accept():
            return 0
        case Reroll():
            return 20 if action.source != "magic" else 10
        case Bounce():
            return worth(state, action.monster, weights)
        case Keep() | Stop():
            return 0
        case Choose():
            return _choice_rating(state, decision, action.value, weights)
        case _:
            return 0


def _card_rating(state: LastSpellState, decision: Mapping[str, Json], card: str, weights: Weights) -> int:
    """Cards that prevent much and waste little; when it comes to life or death any."""
    hero, amount = state.heroes[decision["hero"]], int(decision["amount"])
    reduce = state.content.armor[card].use.reduce
    if hero.wounds + amount >= hero.health:
        return 100 + min(reduce, amount)
    return weights.kept_off * min(reduce, amount) - weights.wasted * max(0, reduce - amount)


def _choice_rating(state: LastSpellState, decision: Mapping[str, Json], value: str | int, weights: Weights) -> int:
    if isinstance(value, int):
        return -value if state.phase == "monsters" and state.step == "boss-appearance" else value
    match decision.get("of"):
        case "target":
            return _target_rating(state, value)
        case "explosion":
            effects = state.content.numbers.explosion_against_monsters
            return worth(state, value, weights) * chance(state, value, effects, second=False)
        case "wound":
            return worth(state, value, weights) if is_enemy(state, value) else 0
        case "heal":
            return state.heroes[value].wounds
        case "dark":
            return _dark_rating(state, decision["hero"], value)
        case "equipment":
            return _equipment_rating(state, value)
        case _:
            return 0


def _target_rating(state: LastSpellState, target: str) -> int:
    """Better a construction than a hero, better what stands the attack."""
    if target in state.heroes:
        hero = state.heroes[target]
        return 100 * (hero.health - hero.wounds) // max(1, hero.health) + 10 * len(hero.armor)
    if target in state.constructions:
        piece = state.constructions[target]
        return piece.health - piece.flames
    return 500


def _dark_rating(state: LastSpellState, name: str, value: str) -> int:
    hero = state.heroes[name]
    healthy = hero.health - hero.wounds > 4 and hero.mana_max - hero.mana >= 3
    return int((value == "yes") == healthy)


def _equipment_rating(state: LastSpellState, card: str) -> int:
    content = state.content
    if card in content.armor:
        return 10 * content.armor[card].use.reduce + (5 if content.armor[card].slot == "torso" else 0)
    return 8 * content.weapons[card].damage + len(content.weapons[card].techniques)
