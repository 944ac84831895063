"""The verbs of rule cases of Nightfall (docs/rules/cases.md); their positions are in `position`."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Action, Json, verb_of
from domain.games.nightfall.actions import Attack, Block, Choose, Claim, Discard, Draft, LinkCard, Treat
from domain.games.nightfall.state import NightfallState

FIELDS: Mapping[str, str] = {
    "draft": "card", "link": "card", "choose": "value", "discard": "card", "claim": "archive", "treat": "count",
}  # fmt: skip
PAIRS: Mapping[str, tuple[str, str, str]] = {
    "attack": ("attacks", "minion", "seat"),
    "block": ("blocks", "minion", "attacker"),
}
MINIONS = ("minion", "forced blockers")
"""What a text asks for when a minion is chosen."""


def read(verb: str, arguments: Json) -> Json:
    """A case's verb and arguments as a posted action."""
    if arguments is None:
        return {"type": verb}
    if verb in PAIRS:
        field, *names = PAIRS[verb]
        return {"type": verb, field: _entries(arguments, names)}
    return {"type": verb, FIELDS.get(verb, "value"): arguments}


def _entries(pairs: Json, names: list[str]) -> Json:
    if not isinstance(pairs, list | tuple):
        return pairs
    fits = (isinstance(pair, list | tuple) and len(pair) == len(names) for pair in pairs)
    return [dict(zip(names, pair)) for pair in pairs] if all(fits) else list(pairs)


def show(action: Action) -> Json:
    """An action as a case writes it: the inverse of `read`."""
    match action:
        case Attack(attacks):
            return {"attack": [[assault.minion, assault.seat] for assault in attacks]}
        case Block(blocks):
            return {"block": [[guard.minion, guard.attacker] for guard in blocks]}
        case Draft(card) | LinkCard(card) | Discard(card):
            return {verb_of(action): card}
        case Choose(value):
            return {"choose": value if isinstance(value, str) else list(value)}
        case Claim(archive):
            return {"claim": archive}
        case Treat(count):
            return {"treat": count}
        case _:
            return verb_of(action)


def case_names(state: NightfallState, seat: str | None, verb: str | None) -> dict[str, str]:
    """Minions and links by their positions; an archive may have the same name, so it follows from what is asked."""
    minions = {minion.name: state.minion_position(minion) for minion in state.minions.values()}
    links = {state.link_name(at): state.link_position(at) for at in range(len(state.chain))}
    if verb is None or seat is None:
        return {**minions, **links}
    if verb in PAIRS:
        return minions
    asks = state.open[seat].details.get("asks") if verb == "choose" and seat in state.open else None
    return minions if asks in MINIONS else links if asks == "link" else {}
