"""What a greedy bot thinks of an answer: wounds dealt and avoided, influence well spent.

All ratings count in the points of `weights`. Nothing here decides a rule: a bad rating only plays badly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Any

from domain.contract.game import Action, Legal
from domain.games.nightfall.actions import (
    Assault,
    Attack,
    Block,
    Choose,
    Claim,
    Discard,
    Draft,
    Guard,
    LinkCard,
    Pass,
    Treat,
)
from domain.games.nightfall.bot.book import aims
from domain.games.nightfall.bot.glimpse import Glimpse
from domain.games.nightfall.rules.cards import TEXTS
from domain.games.nightfall.rules.cleanup import HAND
from domain.games.nightfall.rules.targets import AN_ARCHIVE_TO_TAKE_FROM

MOST = 60
"""As many attacks or blocks are weighed where there are more than can be listed."""


def candidates(glimpse: Glimpse, legal: Legal) -> Sequence[Action]:
    """The answers worth weighing: all of them, or a spread where they are a long product."""
    if legal.complete:
        return legal.actions
    if "attack" in legal.slots:
        return _attacks(glimpse)
    if "block" in legal.slots:
        return _blocks(glimpse, legal)
    return legal.actions


def rate(glimpse: Glimpse, action: Action) -> float:
    """How good an answer looks; 0 for no opinion."""
    return RATINGS[type(action)](glimpse, action)


def _attacks(glimpse: Glimpse) -> Sequence[Action]:
    """All on one seat, and the minions spread in different ways, in their own order."""
    minions, others = glimpse.minions(glimpse.seat), glimpse.others
    spreads = list(product(others, repeat=min(len(minions), 3)))[:MOST]
    whole = [tuple(Assault(name, other) for name in minions) for other in others]
    mixed = [tuple(Assault(name, spread[at % len(spread)]) for at, name in enumerate(minions)) for spread in spreads]
    return [Attack(attacks) for attacks in dict.fromkeys([*whole, *mixed])]


def _blocks(glimpse: Glimpse, legal: Legal) -> Sequence[Action]:
    """No block, each attacker blocked by all, and one blocker an attacker."""
    attackers = list(dict.fromkeys(value["attacker"] for value in legal.slots["block"][0].values or ()))
    minions = list(glimpse.minions(glimpse.seat))
    massed = [Block(tuple(Guard(name, attacker) for name in minions)) for attacker in attackers]
    matched = Block(tuple(Guard(name, attacker) for name, attacker in zip(minions, attackers)))
    return [*legal.actions[:MOST], *massed, matched]


def _rate_draft(glimpse: Glimpse, action: Draft) -> float:
    return glimpse.book.worth[action.card]


def _rate_attack(glimpse: Glimpse, action: Attack) -> float:
    """The wounds that get past everything the attacked seats could put in the way, and what is put in the way."""
    minions = glimpse.minions(glimpse.seat)
    points = 0.0
    for seat in dict.fromkeys(assault.seat for assault in action.attacks):
        dealt = [minions[assault.minion] for assault in action.attacks if assault.seat == seat]
        free = sum(glimpse.strength(minion) for minion in dealt if TEXTS[minion.card].unblockable)
        barred = sum(glimpse.strength(minion) for minion in dealt) - free
        through = max(0, barred - glimpse.health(seat)) + max(0, free - glimpse.forced_health(seat))
        points += _wound_worth(glimpse, seat) * through + glimpse.weights.soaked * (barred + free - through)
    return points


def _wound_worth(glimpse: Glimpse, seat: str) -> float:
    """A wound counts most against the seat that seems to lead: the one with the fewest cards has the fewest wounds."""
    rivals = len(glimpse.others) - 1
    if not rivals:
        return glimpse.weights.wound
    slimmer = sum(glimpse.owned(other) < glimpse.owned(seat) for other in glimpse.others)
    unguarded = 0.0 if glimpse.is_armed(seat) else glimpse.weights.unguarded
    return glimpse.weights.wound - glimpse.weights.behind * slimmer / rivals + unguarded


def _rate_block(glimpse: Glimpse, action: Block) -> float:
    """The wounds kept off, less what the lost minions would have dealt."""
    own, weights = glimpse.minions(glimpse.seat), glimpse.weights
    kept_off = weights.kept_off + weights.top_hurts * glimpse.top_hurts
    points = 0.0
    for attacker in dict.fromkeys(guard.attacker for guard in action.blocks):
        damage = glimpse.strength(glimpse.minion(attacker))
        for guard in action.blocks:
            if guard.attacker == attacker and damage:
                health = own[guard.minion].health
                points += kept_off * min(damage, health)
                points -= weights.lost * glimpse.strength(own[guard.minion]) if damage >= health else 0
                damage = max(0, damage - health)
    return points


def _rate_link(glimpse: Glimpse, action: LinkCard) -> float:
    """What it does, and the best that it lets follow from the hand."""
    points, _ = glimpse.book.line(glimpse.moment, action.card, glimpse.last, glimpse.orders)
    return points


def _rate_choice(glimpse: Glimpse, action: Choose) -> float:
    """Whatever is aimed at does not like it; a card fetched is to be good, a card given away bad."""
    value, worth = action.value, glimpse.book.worth
    if not isinstance(value, str):
        return -worth[value[0].split("/")[1]] if "/" in value[0] else _rate_order(glimpse, value)
    if value == glimpse.seat or value in glimpse.others:
        return _rate_player(glimpse, value)
    owner, slash, rest = value.partition("/")
    if not slash:
        fetched = any(aim.what.startswith("discarded") for aim in aims(glimpse.last, "chain", "kick"))
        return worth[value] if fetched else -worth[value]
    card = rest.partition("/")[0]
    if owner == "commons" or AN_ARCHIVE_TO_TAKE_FROM in aims(glimpse.last, "kick"):
        return worth[card]
    return -worth[card] if owner == glimpse.seat else worth[card] + glimpse.weights.wound


def _rate_order(glimpse: Glimpse, seats: Sequence[str]) -> int:
    """Who takes a wound first takes the one that lies open: rather oneself, unless one has most of its type."""
    at = seats.index(glimpse.seat)
    return at if glimpse.top_hurts or glimpse.top is None else -at


def _rate_player(glimpse: Glimpse, seat: str) -> float:
    if seat == glimpse.seat:
        return -5 * glimpse.weights.wound
    return 3 * _wound_worth(glimpse, seat) - 3 * glimpse.forced_health(seat)


def _rate_claim(glimpse: Glimpse, action: Claim) -> float:
    return 100 + glimpse.book.worth[action.archive.partition("/")[2]]


def _rate_discard(glimpse: Glimpse, action: Discard) -> float:
    """Wounds, starters and what fits into no chain pay for a better card than can be had without them."""
    spare = glimpse.spare
    if action.card not in spare:
        return -glimpse.weights.wound
    return 100 + glimpse.reach - 1 - spare.index(action.card) if glimpse.reach else -1


def _rate_treatment(glimpse: Glimpse, action: Treat) -> float:
    """As many as there are, but not before the hand was filled: it is asked again then."""
    filled = len(glimpse.hand) >= HAND or glimpse.deck == 0
    return glimpse.weights.wound * action.count if filled else -1


def _rate_pass(glimpse: Glimpse, action: Pass) -> float:
    return 0


RATINGS: Mapping[type[Action], Callable[[Glimpse, Any], float]] = MappingProxyType(
    {
        Draft: _rate_draft,
        Attack: _rate_attack,
        Block: _rate_block,
        LinkCard: _rate_link,
        Pass: _rate_pass,
        Choose: _rate_choice,
        Discard: _rate_discard,
        Claim: _rate_claim,
        Treat: _rate_treatment,
    }
)
