"""Standing orders of Nightfall: to pass in the chains of others, to block, to treat wounds.

They go by what the seat sees. A pass in one's own chain is left to the seat: who wants that gives the general order
`default` for `link`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from domain.contract.facets.orders import Planned
from domain.contract.game import Action, Decision, Json, Legal, Refused
from domain.games.nightfall.actions import Block, Choose, Draft, LinkCard, Pass, Treat
from domain.games.nightfall.rules.cards import TEXTS

PASS_WHEN = ("always", "this-turn", "unless-link", "unless-attacked")
BLOCK_WITH = ("none", "all")
TREAT = ("none", "all")

FIELDS: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType(
    {"pass": ("when", PASS_WHEN), "block": ("with", BLOCK_WITH), "treat": ("wounds", TREAT)}
)
"""Kind of order -> the field that says how, and its values."""


def order_kinds() -> dict[str, Json]:
    """Kind -> JSON Schema."""
    return {
        kind: {
            "type": "object",
            "properties": {"order": {"const": kind}, field: {"enum": list(values)}},
            "required": ["order", field],
            "additionalProperties": False,
        }
        for kind, (field, values) in FIELDS.items()
    }


def suggested_orders() -> tuple[dict[str, Json], ...]:
    """Ask only who holds a card that fits when the chain may wound; block with all; treat all wounds."""
    return (
        {"order": "pass", "when": "unless-link"},
        {"order": "pass", "when": "unless-attacked"},
        {"order": "block", "with": "all"},
        {"order": "treat", "wounds": "all"},
    )


def read_order(view: Mapping[str, Json], seat: str, raw: Mapping[str, Json]) -> dict[str, Json]:
    """The order as it is kept: one for this turn only knows which turn that is."""
    field, values = FIELDS[raw["order"]]
    if set(raw) != {"order", field} or raw[field] not in values:
        raise Refused(
            "malformed",
            "the order {order} has the field `{field}`: {values}",
            order=raw["order"],
            field=field,
            values=", ".join(values),
        )
    return {**raw, "turn": view["turn"]} if raw[field] == "this-turn" else dict(raw)


def apply_order(
    view: Mapping[str, Json], seat: str, decision: Decision, legal: Legal, order: Mapping[str, Json]
) -> Action | None:
    """What the order answers; None if it says nothing of this decision."""
    match decision.kind, order["order"]:
        case "link", "pass" if view["active"] != seat:
            return Pass() if _passes(view, seat, legal, order) else None
        case "block", "block":
            return _blocks(legal) if order["with"] == "all" else Block(())
        case "treat", "treat":
            return _treats(legal) if order["wounds"] == "all" else Pass()
    return None


def planned(view: Mapping[str, Json], seat: str, decision: Decision, action: Action) -> Planned | None:
    """A link in the chains of others as long as the card is in the hand, a draft of a card that comes by, and a choice
    while chains resolve, whose question is the same; the seat's own turn is left to it."""
    match action:
        case Draft():
            return Planned({f"/seats/{seat}/packet": [action.card]}, {"/phase": view["phase"]})
        case LinkCard() if view["active"] != seat:
            held = {f"/seats/{seat}/hand": [action.card]}
            return Planned(held, held)
        case Choose(value=str(target)):
            return Planned({}, _standing(view, target) or {"/phase": view["phase"]}, ("asks", "card"))
    return None


def _standing(view: Mapping[str, Json], target: str) -> dict[str, Json]:
    """The minion of this name as it stands there; nothing for what is none."""
    owner, _, _ = target.partition("/")
    there = view["seats"].get(owner, {}).get("in_play", ())
    found = [minion for minion in there if minion.get("id") == target]
    return {f"/seats/{owner}/in_play": found} if found else {}


def _passes(view: Mapping[str, Json], seat: str, legal: Legal, order: Mapping[str, Json]) -> bool:
    match order["when"]:
        case "this-turn":
            return bool(view["turn"] == order["turn"])
        case "unless-link":
            return not any(isinstance(action, LinkCard) for action in legal.actions)
        case "unless-attacked":
            return not any(link["by"] != seat and TEXTS[link["card"]].wounds_players for link in view["chain"])
    return True


def _blocks(legal: Legal) -> Action:
    """As many blockers as can be, the first of such declarations among those listed."""
    return max((action for action in legal.actions if isinstance(action, Block)), key=lambda block: len(block.blocks))


def _treats(legal: Legal) -> Action:
    """All wounds of the hand, or none if there is none."""
    counts = [action.count for action in legal.actions if isinstance(action, Treat)]
    return Treat(max(counts)) if counts else Pass()
