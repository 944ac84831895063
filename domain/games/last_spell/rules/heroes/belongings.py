"""A hero's belongings: cards taken and given back, tokens turned, and what a phase or Twilight restores."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.last_spell.data import Content
from domain.games.last_spell.state import Bottle, Card, Hero

ELSEWHERE = ""
"""The place of used Action tokens of which a position does not say where they lie."""


def equipped(hero: Hero, card: str, content: Content) -> None:
    """The hero puts a weapon, an armour, a shield or a scroll on."""
    if card in content.weapons:
        hero.weapons = (*hero.weapons, card)
    elif card in content.armor:
        hero.armor = (*hero.armor, Card(card))
    else:
        hero.scrolls = (*hero.scrolls, card)


def returned(hero: Hero, card: str) -> None:
    """The hero takes a card off."""
    hero.weapons = _without(hero.weapons, card)
    hero.scrolls = _without(hero.scrolls, card)
    hero.armor = tuple(worn for worn in hero.armor if worn.card != card)


def twilight(hero: Hero, content: Content) -> None:
    """Mana, potions, cards and tokens are as new (LS-SETUP-5, LS-HERO-3)."""
    hero.mana = hero.mana_max
    hero.potions = tuple(Bottle(bottle.kind, content.potions[bottle.kind].doses) for bottle in hero.potions)
    hero.armor = tuple(replace(worn, used=False) for worn in hero.armor)
    hero.lost = ()
    refresh(hero)


def refresh(hero: Hero) -> None:
    """All Action tokens come back, used movement tokens turn ready (LS-HERO-11) but for those lost to the Harpy's
    cry, which come back the next time (LS-BOSS-HARPY-9)."""
    hero.actions, hero.spent, hero.uses = hero.actions_max, {}, {}
    hero.ready, hero.used = ascending((*hero.ready, *without(hero.used, hero.lost))), hero.lost
    hero.lost = ()
    hero.protected = hero.passed = hero.attacked = False
    hero.points = hero.moved = hero.slain = 0


def turn_ready(hero: Hero, value: int) -> None:
    """One used movement token of that value turns ready; one that the cry does not hold down, if there is one."""
    hero.used = without(hero.used, (value,))
    hero.ready = ascending((*hero.ready, value))
    if hero.lost.count(value) > hero.used.count(value):
        hero.lost = without(hero.lost, (value,))


def turn_used(hero: Hero, value: int) -> None:
    """One ready movement token of that value is turned to its used side."""
    hero.ready = without(hero.ready, (value,))
    hero.used = ascending((*hero.used, value))


def used_actions(hero: Hero) -> tuple[str, ...]:
    """The places where used Action tokens of a hero lie."""
    places = tuple(place for place, count in hero.spent.items() if count)
    return places or ((ELSEWHERE,) if hero.actions < hero.actions_max else ())


def distinct(tokens: tuple[int, ...]) -> tuple[int, ...]:
    """The values of movement tokens, each once, ascending."""
    return tuple(dict.fromkeys(tokens))


def ascending(tokens: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(tokens))


def without(tokens: tuple[int, ...], gone: Iterable[int]) -> tuple[int, ...]:
    """The tokens without one of each value in `gone`."""
    left = list(tokens)
    for value in gone:
        left.remove(value)
    return tuple(left)


def _without(cards: tuple[str, ...], gone: str) -> tuple[str, ...]:
    at = cards.index(gone) if gone in cards else len(cards)
    return cards[:at] + cards[at + 1 :]
