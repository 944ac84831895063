"""What a greedy bot thinks of an answer, from its seat's own view: wounds dealt and avoided, influence well spent.

All ratings count in points of `WOUND_DEALT`. Nothing here decides a rule: a bad rating only plays badly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Any

from domain.contract.game import Action, Json, Legal
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
from domain.games.nightfall.bot.glimpse import Glimpse
from domain.games.nightfall.components import WOUND, Card, Catalogue
from domain.games.nightfall.rules.cards import TEXTS
from domain.games.nightfall.rules.cleanup import HAND
from domain.games.nightfall.rules.targets import A_MINION, AN_ARCHIVE_TO_TAKE_FROM
from domain.games.nightfall.rules.text import Aim

WOUND_DEALT = 10
SOAKED = 4
"""A point of damage that minions can take."""
BEHIND = 8
"""So much less counts a wound of the seat that seems to be last."""
LONGEST = 5
"""So many links of one's own are looked ahead."""
MOST = 60
"""As many attacks or blocks are weighed where there are more than can be listed."""

Line = tuple[int, tuple[str, ...]]
"""Links one after the other, and what they are worth together."""


def candidates(view: Mapping[str, Json], seat: str, legal: Legal, data: Catalogue) -> Sequence[Action]:
    """The answers worth weighing: all of them, or a spread where they are a long product."""
    if legal.complete:
        return legal.actions
    if "attack" in legal.slots:
        return _attacks(Glimpse(view, seat, data))
    if "block" in legal.slots:
        return _blocks(Glimpse(view, seat, data), legal)
    return legal.actions


def rate(view: Mapping[str, Json], seat: str, action: Action, data: Catalogue) -> int:
    """How good an answer looks; 0 for no opinion."""
    return RATINGS[type(action)](Glimpse(view, seat, data), action)


def worth(cards: Mapping[str, Card], name: str) -> int:
    """What a card is worth to own."""
    if name.startswith(WOUND):
        return -WOUND_DEALT // 2
    card = cards[name]
    wounds = 4 if TEXTS[name].wounds_players else 0
    return 3 * card.cost + 2 * card.power + wounds


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


def _rate_draft(glimpse: Glimpse, action: Draft) -> int:
    return worth(glimpse.cards, action.card)


def _rate_attack(glimpse: Glimpse, action: Attack) -> int:
    """The wounds that get past everything the attacked seats could put in the way, and what is put in the way."""
    minions = glimpse.minions(glimpse.seat)
    points = 0
    for seat in dict.fromkeys(assault.seat for assault in action.attacks):
        dealt = [minions[assault.minion] for assault in action.attacks if assault.seat == seat]
        free = sum(glimpse.strength(minion) for minion in dealt if TEXTS[minion.card].unblockable)
        barred = sum(glimpse.strength(minion) for minion in dealt) - free
        through = max(0, barred - glimpse.health(seat)) + max(0, free - glimpse.forced_health(seat))
        points += _wound_worth(glimpse, seat) * through + SOAKED * (barred + free - through)
    return points


def _wound_worth(glimpse: Glimpse, seat: str) -> int:
    """A wound counts most against the seat that seems to lead: the one with the fewest cards has the fewest wounds."""
    slimmer = sum(glimpse.owned(other) < glimpse.owned(seat) for other in glimpse.others)
    return WOUND_DEALT - BEHIND * slimmer // max(1, len(glimpse.others) - 1)


def _rate_block(glimpse: Glimpse, action: Block) -> int:
    """The wounds kept off, less what the lost minions would have dealt."""
    own = glimpse.minions(glimpse.seat)
    points = 0
    for attacker in dict.fromkeys(guard.attacker for guard in action.blocks):
        damage = glimpse.strength(glimpse.minion(attacker))
        for guard in action.blocks:
            if guard.attacker == attacker and damage:
                health = own[guard.minion].health
                points += (WOUND_DEALT + glimpse.top_hurts) * min(damage, health)
                points -= 6 * glimpse.strength(own[guard.minion]) if damage >= health else 0
                damage = max(0, damage - health)
    return points


def _rate_link(glimpse: Glimpse, action: LinkCard) -> int:
    """What it does, and the best that it lets follow from the hand."""
    chain = glimpse.view["chain"]
    hand = [card for card in glimpse.own["hand"] if card in glimpse.cards]
    points, _ = _line(glimpse, action.card, chain[-1]["card"] if chain else None, hand, LONGEST)
    return points


def _best_line(glimpse: Glimpse, last: str | None, hand: Sequence[str], most: int) -> Line:
    """The best that the hand can add to a chain after `last`."""
    if not most:
        return 0, ()
    cards = glimpse.cards
    fits = [card for card in dict.fromkeys(hand) if last is None or cards[card].color in cards[last].links]
    return max((_line(glimpse, card, last, hand, most) for card in fits), default=(0, ()))


def _line(glimpse: Glimpse, name: str, last: str | None, hand: Sequence[str], most: int) -> Line:
    """A link after `last`, with the best that can follow if that is any good."""
    card = glimpse.cards[name]
    kicked = last is not None and glimpse.cards[last].color == card.kick_color
    at = hand.index(name)
    points, links = _best_line(glimpse, name, (*hand[:at], *hand[at + 1 :]), most - 1)
    if points <= 0:
        points, links = 0, ()
    return 5 + 4 * card.power + _rate_texts(glimpse, card, kicked) + points, (name, *links)


def _rate_texts(glimpse: Glimpse, card: Card, kicked: bool) -> int:
    """Damage to players is welcome, to minions only if an enemy has some."""
    points = 6 if kicked else 0
    if TEXTS[card.id].wounds_players:
        points += 2 * WOUND_DEALT
    if A_MINION in _aims(card.id, "chain"):
        points += 8 if any(glimpse.minions(seat) for seat in glimpse.others) else -WOUND_DEALT
    if TEXTS[card.id].your_chain is not None and glimpse.is_active:
        points += 5
    return points


def _aims(card: str | None, *parts: str) -> list[Aim]:
    """What the texts of a card have to choose; of a minion, an own one if there is no other."""
    clauses = [getattr(TEXTS[card], part) for part in parts] if card is not None else []
    return [clause.aim for clause in clauses if clause is not None and clause.aim is not None]


def _rate_choice(glimpse: Glimpse, action: Choose) -> int:
    """Whatever is aimed at does not like it; a card fetched is to be good, a card given away bad."""
    value, cards = action.value, glimpse.cards
    if not isinstance(value, str):
        return -worth(cards, value[0].split("/")[1]) if "/" in value[0] else _rate_order(glimpse, value)
    if value in glimpse.view["seats"]:
        return _rate_player(glimpse, value)
    owner, slash, rest = value.partition("/")
    if not slash:
        aims = _aims(glimpse.resolving, "chain", "kick")
        return worth(cards, value) if any(aim.what.startswith("discarded") for aim in aims) else -worth(cards, value)
    card = rest.partition("/")[0]
    if owner == "commons" or AN_ARCHIVE_TO_TAKE_FROM in _aims(glimpse.resolving, "kick"):
        return worth(cards, card)
    return -worth(cards, card) if owner == glimpse.seat else worth(cards, card) + WOUND_DEALT


def _rate_order(glimpse: Glimpse, seats: Sequence[str]) -> int:
    """Who takes a wound first takes the one that lies open: rather oneself, unless one has most of its type."""
    at = seats.index(glimpse.seat)
    return at if glimpse.top_hurts or "next" not in glimpse.view["wound_pile"] else -at


def _rate_player(glimpse: Glimpse, seat: str) -> int:
    if seat == glimpse.seat:
        return -5 * WOUND_DEALT
    return 3 * _wound_worth(glimpse, seat) - 3 * glimpse.forced_health(seat)


def _rate_claim(glimpse: Glimpse, action: Claim) -> int:
    return 100 + worth(glimpse.cards, action.archive.partition("/")[2])


def _rate_discard(glimpse: Glimpse, action: Discard) -> int:
    """Wounds, starters and what fits into no chain pay for a better card than can be had without them."""
    cards, spare = glimpse.cards, _spare(glimpse)
    if action.card not in spare:
        return -WOUND_DEALT
    influence = glimpse.own["influence"]
    reach = [name for name in glimpse.archives() if influence < cards[name].cost <= influence + len(spare)]
    best = max((worth(cards, name) for name in reach), default=0)
    return 100 + best - 1 - spare.index(action.card) if best else -1


def _spare(glimpse: Glimpse) -> list[str]:
    """What the seat can do without, the least worth first: all that is not in the best chain of its hand."""
    cards = glimpse.cards
    hand = sorted(glimpse.own["hand"], key=lambda card: worth(cards, card))
    orders = [card for card in hand if card in cards]
    _, chain = _best_line(glimpse, None, orders, LONGEST)
    for card in chain:
        if not _is_junk(cards, card):
            hand.remove(card)
    return hand


def _is_junk(cards: Mapping[str, Card], card: str) -> bool:
    return card.startswith(WOUND) or cards[card].kind == "starter"


def _rate_treatment(glimpse: Glimpse, action: Treat) -> int:
    """As many as there are, but not before the hand was filled: it is asked again then."""
    filled = len(glimpse.own["hand"]) >= HAND or glimpse.own["deck"] == 0
    return WOUND_DEALT * action.count if filled else -1


def _rate_pass(glimpse: Glimpse, action: Pass) -> int:
    return 0


RATINGS: Mapping[type[Action], Callable[[Glimpse, Any], int]] = MappingProxyType(
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
