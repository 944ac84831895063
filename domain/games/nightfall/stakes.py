"""What follows from the decisions of Nightfall, from the table as the seat sees it that is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.contract.game import Decision, Json
from domain.contract.sentences import Message
from domain.games.nightfall.components import WOUND
from domain.games.nightfall.drawing import NightfallDrawing
from domain.games.nightfall.rules.choosing import PARTS
from domain.games.nightfall.rules.cleanup import CARDS_FOR_A_WOUND, HAND
from domain.games.nightfall.rules.influence import worth

STAKES = {
    "attack": "Unblocked, your {count:minion deals|minions deal} {total} damage in all: each damage is a wound card.",
    "block/attacker": "{attacker} deals {amount} damage to you.",
    "block": "What your minions do not stop is a wound card for each damage[; the next is a {wound}].",
    "link/none": "Without a card of yours there is no chain in this turn.",
    "link/next": "If you pass, {next} may link next.",
    "link/last": "If you pass, the chain is carried out at once: {card} of {seat} acts first.",
    "link/acts": "Unless somebody links, {card} of {seat} acts first.",
    "claim": "You have {influence} influence; what is left when you pass is lost.",
    "claim/short": "You have {influence} influence, the cheapest card costs {cost}; each card that you discard gives"
    " {worth}.",
    "treat/wounds": "You hold {wounds:wound|wounds}: discard one, and you draw {cards} cards for it.",
    "treat/draw": "Then you draw until you hold {hand} cards.",
    "treat/end": "Then your turn ends.",
}
"""Under these keys; what else is said is printed on cards."""

MOST_NAMED = 3
"""So many attackers are told one by one."""


def at_stake(drawn: NightfallDrawing, view: Mapping[str, Json], seat: str, asked: Decision) -> Sequence[Message]:
    """What follows from a decision of the seat."""
    told = OF_KIND.get(asked.kind)
    return () if told is None else tuple(told(drawn, view, seat, asked))


def _attack(drawn: NightfallDrawing, view: Mapping[str, Json], seat: str, asked: Decision) -> Iterator[Message]:
    minions = drawn.minions(seat)
    yield _said("attack", count=len(minions), total=sum(map(drawn.strength, minions)))


def _block(drawn: NightfallDrawing, view: Mapping[str, Json], seat: str, asked: Decision) -> Iterator[Message]:
    attackers = asked.details.get("attackers", {})
    for attacker, amount in attackers.items() if len(attackers) <= MOST_NAMED else ():
        yield _said("block/attacker", attacker=attacker, amount=amount)
    top = view["wound_pile"].get("next")
    yield _said("block", wound=top and f"{WOUND}{top}")


def _link(drawn: NightfallDrawing, view: Mapping[str, Json], seat: str, asked: Decision) -> Iterator[Message]:
    """Who may link next, in turn from the active seat, and whose card is carried out first (NF-CHAIN-5, NF-RES-1)."""
    if not view["chain"]:
        yield _said("link/none")
        return
    last = {"card": view["chain"][-1]["card"], "seat": view["chain"][-1]["by"]}
    later = [other for other in _after(view, seat) if view["seats"][other]["hand"]]
    if later:
        yield _said("link/next", next=later[0])
        yield _said("link/acts", **last)
    else:
        yield _said("link/last", **last)


def _after(view: Mapping[str, Json], seat: str) -> Sequence[str]:
    """The seats whose moment in the chain comes after that of a seat."""
    seats = list(view["seats"])
    first = seats.index(view["active"])
    clockwise = [*seats[first:], *seats[:first]]
    return clockwise[clockwise.index(seat) + 1 :]


def _choose(drawn: NightfallDrawing, view: Mapping[str, Json], seat: str, asked: Decision) -> Iterator[Message]:
    """The text that asks, as it is printed."""
    entry = drawn.entry(str(asked.details.get("card")))
    part = asked.details.get("part")
    printed = [entry[field] for field, called in PARTS.items() if called == part and field in entry] if entry else []
    yield from (Message((text,), {}) for text in printed)


def _claim(drawn: NightfallDrawing, view: Mapping[str, Json], seat: str, asked: Decision) -> Iterator[Message]:
    own = view["seats"][seat]
    cheapest = min((drawn.cost(card, seat) for card in _claimable(view, seat)), default=0)
    key = "claim/short" if cheapest > own["influence"] and own["hand"] else "claim"
    gained = worth(view["effects"].get("influence_doubled", ()), seat)
    yield _said(key, influence=own["influence"], cost=cheapest, worth=gained)


def _claimable(view: Mapping[str, Json], seat: str) -> Iterator[str]:
    """The cards that lie open to a seat at any cost: of the common archives and its own, secret ones too, and with a
    permission of Indigo Six of those of others that have given none (NF-CLAIM-1, NF-VAR-1, NF-CARD-indigo-six-2)."""
    own = view["seats"][seat]
    yield from own.get("secret", ())
    yield from _left(view["commons"])
    yield from _left(own["private"])
    if view["effects"].get("enemy_claims", {}).get(seat):
        used = view.get("used_archives", ())
        for other, lies in view["seats"].items():
            if other != seat:
                yield from (card for card in _left(lies["private"]) if f"{other}/{card}" not in used)


def _left(archives: Mapping[str, int]) -> Iterator[str]:
    return (card for card, left in archives.items() if left)


def _treat(drawn: NightfallDrawing, view: Mapping[str, Json], seat: str, asked: Decision) -> Iterator[Message]:
    hand = view["seats"][seat]["hand"]
    if wounds := sum(card.startswith(WOUND) for card in hand):
        yield _said("treat/wounds", wounds=wounds, cards=CARDS_FOR_A_WOUND)
    if asked.details.get("when") != "before drawing":
        yield _said("treat/end")
    elif len(hand) < HAND or wounds:
        yield _said("treat/draw", hand=HAND)


def _said(key: str, **fields: Json) -> Message:
    return Message((STAKES[key],), fields)


OF_KIND: Mapping[
    str, Callable[[NightfallDrawing, Mapping[str, Json], str, Decision], Iterator[Message]]
] = {
    "attack": _attack,
    "block": _block,
    "link": _link,
    "choose": _choose,
    "claim": _claim,
    "treat": _treat,
}
"""Kind of decision -> what follows from one."""
