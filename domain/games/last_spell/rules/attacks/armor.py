"""Armours and shields (chapter 5, LS-ARM; chapter 17, LS-ARMOR). What each card does is in `data.toml`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.contract.game import Refused
from domain.games.last_spell.actions import Reactivate, UseCard
from domain.games.last_spell.components import Armor
from domain.games.last_spell.events.causes import new_cause
from domain.games.last_spell.events.heroes import ArmorReactivated, ArmorUsed, DamageReduced
from domain.games.last_spell.rules.attacks.armor_effects import push_effects
from domain.games.last_spell.rules.heroes.belongings import distinct
from domain.games.last_spell.rules.questions import waiting
from domain.games.last_spell.state import Card, Hero, LastSpellRun, LastSpellState
from domain.games.last_spell.steps import HurtHero

ACCEPT = "accept"


def could_help(state: LastSpellState, hero: str) -> bool:
    """Whether the hero has a card that it may use now, or reactivate and use."""
    return any(usable(state, hero)) or any(reactivable(state, hero))


def verbs(state: LastSpellState, hero: str) -> tuple[str, ...]:
    """The verbs that answer a decision about damage."""
    use = ("use",) if any(usable(state, hero)) else ()
    reactivate = ("reactivate",) if any(reactivable(state, hero)) else ()
    return (*use, *reactivate, ACCEPT)


def usable(state: LastSpellState, hero: str) -> Iterator[str]:
    """The cards that the hero may use now: not sideways (LS-ARM-2), not forbidden by another."""
    worn = state.heroes[hero]
    return (card.card for card in worn.armor if not card.used and not is_forbidden(state, worn, card.card))


def reactivable(state: LastSpellState, hero: str) -> Iterator[str]:
    """The cards that the hero could reactivate now, and then use."""
    worn = state.heroes[hero]
    return (
        card.card
        for card in worn.armor
        if card.used and can_pay(worn, state.content.armor[card.card]) and not is_forbidden(state, worn, card.card)
    )


def is_forbidden(state: LastSpellState, hero: Hero, card: str) -> bool:
    """The Coat forbids shields, the Heavy Shield armours, as long as they are worn (LS-ARMOR-coat-1,
    LS-ARMOR-heavy-shield-1)."""
    cards = state.content.armor
    forbidding = "no-shields" if cards[card].is_shield else "no-armor"
    return any(cards[other.card].restriction == forbidding for other in hero.armor)


def can_pay(hero: Hero, card: Armor) -> bool:
    """Whether the hero has the price at which the card is reactivated (LS-ARM-3)."""
    spend = card.spend
    return spend is not None and hero.mana >= spend.mana and len(hero.ready) >= spend.movement_tokens


def use(run: LastSpellRun, seat: str, action: UseCard) -> None:
    """Use a card against the damage that waits: it is less, the card turns sideways, then its own effect
    (LS-ARM-1, LS-ARM-2, LS-ARM-4)."""
    blow = waiting(run.agenda, HurtHero)
    card = _worn(run.state, blow.hero, action.card)
    if card.used:
        raise Refused("illegal", "that card is sideways")
    if is_forbidden(run.state, run.state.heroes[blow.hero], card.card):
        raise Refused("illegal", "another card forbids that one")
    run.agenda.pop()
    reduced = min(blow.amount, run.state.content.armor[card.card].use.reduce)
    cause = new_cause(run.state)
    run.emit(ArmorUsed(blow.hero, card.card, cause=cause))
    run.emit(DamageReduced(blow.hero, card.card, reduced, cause=blow.cause))
    run.push(replace(blow, amount=blow.amount - reduced))
    push_effects(run, blow.hero, card.card, cause)


def reactivate(run: LastSpellRun, hero: str, action: Reactivate) -> None:
    """Pay the price of a sideways card, which can then be used again (LS-ARM-3, LS-ARMOR-chainmail-1,
    LS-ARMOR-steel-shield-1)."""
    card = _worn(run.state, hero, action.card)
    spend = run.state.content.armor[card.card].spend
    if spend is None:
        raise Refused("illegal", "that card cannot be reactivated for a price")
    if not card.used:
        raise Refused("illegal", "that card is not sideways")
    ready = run.state.heroes[hero].ready
    token = action.token
    if not spend.movement_tokens and token is not None:
        raise Refused("illegal", "that card costs no movement token")
    if spend.movement_tokens and token is None and len(set(ready)) == 1:
        token = ready[0]
    if spend.movement_tokens and token not in ready:
        raise Refused("illegal", "the card costs a ready movement token, to be named")
    if run.state.heroes[hero].mana < spend.mana:
        raise Refused("illegal", "not enough mana")
    run.emit(ArmorReactivated(hero, card.card, spend.mana, token, cause=new_cause(run.state)))


def reactivate_now(run: LastSpellRun, seat: str, action: Reactivate) -> None:
    """Reactivate a card while damage waits, which is then asked about again."""
    hurt = waiting(run.agenda, HurtHero).hero
    if is_forbidden(run.state, run.state.heroes[hurt], _worn(run.state, hurt, action.card).card):
        raise Refused("illegal", "another card forbids that one")
    reactivate(run, hurt, action)


def uses(state: LastSpellState, seat: str) -> Iterator[UseCard]:
    """The cards to use against the damage that waits (LS-ARM-1)."""
    return map(UseCard, usable(state, waiting(state.agenda, HurtHero).hero))


def reactivations_now(state: LastSpellState, seat: str) -> Iterator[Reactivate]:
    """The cards to reactivate while damage waits."""
    hero = waiting(state.agenda, HurtHero).hero
    for card in reactivable(state, hero):
        yield from _payments(state, hero, card)


def reactivations(state: LastSpellState, seat: str) -> Iterator[Reactivate]:
    """The sideways cards that the hero in turn can reactivate (LS-ARM-3)."""
    name, hero = state.hero_in_turn()
    for card in hero.armor:
        if card.used and can_pay(hero, state.content.armor[card.card]):
            yield from _payments(state, name, card.card)


def _payments(state: LastSpellState, hero: str, card: str) -> Iterator[Reactivate]:
    """The ways to pay for a card: with which movement token, if it costs one."""
    spend = state.content.armor[card].spend
    if spend is not None and spend.movement_tokens:
        yield from (Reactivate(card, token) for token in distinct(state.heroes[hero].ready))
    else:
        yield Reactivate(card)


def _worn(state: LastSpellState, hero: str, card: str) -> Card:
    if card not in state.content.armor:
        raise Refused("malformed", "there is no armour or shield {card!r}", card=card)
    worn = next((worn for worn in state.heroes[hero].armor if worn.card == card), None)
    if worn is None:
        raise Refused("illegal", "the hero does not wear that card")
    return worn
