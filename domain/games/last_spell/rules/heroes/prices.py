"""What things cost a hero: Action tokens, mana and movement points (LS-WPN-6, LS-HERO-3)."""

from __future__ import annotations

from domain.contract.game import Refused
from domain.contract.reason import Reason
from domain.games.last_spell.components import Price
from domain.games.last_spell.state import Hero


def missing_price(hero: Hero, price: Price) -> Reason | None:
    """What the hero lacks of a price, in words; None if it can pay in full."""
    if hero.actions < price.action:
        return Reason("not enough Action tokens")
    if hero.points < price.movement:
        return Reason("not enough movement points")
    if hero.mana < price.mana:
        return Reason("not enough mana")
    return None


def has_price(hero: Hero, price: Price) -> bool:
    """Whether the hero can pay a price in full."""
    return missing_price(hero, price) is None


def check_price(hero: Hero, price: Price) -> None:
    """`Refused` unless the hero can pay a price in full."""
    if (reason := missing_price(hero, price)) is not None:
        raise Refused("illegal", reason)
