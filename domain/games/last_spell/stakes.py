"""What follows from the decisions of The Last Spell, from the table as all see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.contract.game import Decision, Json
from domain.contract.sentences import Message
from domain.games.last_spell.drawing import LastSpellDrawing

STAKES = {
    "setup/hero": "Nobody else can take the hero that you choose, and you keep it.",
    "reserve": "All heroes together have {gold} gold and {material} material.",
    "turn/none": "As the board stands, no monster would attack once all turns are over.",
    "turn": "As the board stands, {count} of its {all:monster|monsters} would attack once all turns are over[, {own} of"
    " them your hero].",
    "turn/up-to": "As the board stands, up to {count} of its {all:monster|monsters} would attack once all turns are"
    " over[, {own} of them your hero].",
    "damage": "{profile} has {left} of {full} life; a card that is used cannot be used again until it is turned back.",
    "damage/out": "{profile} has {left} of {full} life: taking {amount} damage puts {profile} out of the game.",
    "choice/target": "It can strike {among}.",
}
"""Under the kind of the decision, and what of it holds."""


def at_stake(drawn: LastSpellDrawing, view: Mapping[str, Json], asked: Decision) -> Sequence[Message]:
    """What follows from a decision of a seat."""
    told = OF_KIND.get(asked.kind)
    return () if told is None else tuple(told(drawn, view, asked))


def _setup(drawn: LastSpellDrawing, view: Mapping[str, Json], asked: Decision) -> Iterator[Message]:
    if "hero" in asked.verbs:
        yield _said("setup/hero")
    yield from _reserve(drawn, view, asked)


def _reserve(drawn: LastSpellDrawing, view: Mapping[str, Json], asked: Decision) -> Iterator[Message]:
    yield _said("reserve", gold=view["reserve"]["gold"], material=view["reserve"]["material"])


def _turn(drawn: LastSpellDrawing, view: Mapping[str, Json], asked: Decision) -> Iterator[Message]:
    """How many monsters would attack; at most so many where the Destiny token decides (LS-DESTINY-1)."""
    ways = drawn.foreseen().values()
    attacking = [some for some in ways if any(way.targets for way in some)]
    if not attacking:
        yield _said("turn/none")
        return
    own = sum(any(view["active"] in way.targets for way in some) for some in attacking)
    is_sure = all(all(way.targets for way in some) for some in attacking)
    yield _said("turn" if is_sure else "turn/up-to", count=len(attacking), all=len(ways), own=own)


def _damage(drawn: LastSpellDrawing, view: Mapping[str, Json], asked: Decision) -> Iterator[Message]:
    """How the hero stands that is hit (LS-HERO-1)."""
    hero, amount = view["heroes"][asked.details["hero"]], asked.details["amount"]
    left = hero["health"] - hero["wounds"]
    key = "damage" if amount < left else "damage/out"
    yield _said(key, profile=hero["hero"], left=left, full=hero["health"], amount=amount)


def _choice(drawn: LastSpellDrawing, view: Mapping[str, Json], asked: Decision) -> Iterator[Message]:
    if "among" in asked.details:
        yield _said("choice/target", among=asked.details["among"])


def _said(key: str, **fields: Json) -> Message:
    return Message((STAKES[key],), fields)


OF_KIND: Mapping[str, Callable[[LastSpellDrawing, Mapping[str, Json], Decision], Iterator[Message]]] = {
    "setup": _setup,
    "market": _reserve,
    "turn": _turn,
    "damage": _damage,
    "choice": _choice,
}
"""Kind of decision -> what follows from one."""
