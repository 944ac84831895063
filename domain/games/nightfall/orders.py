"""Standing orders of Nightfall: to pass in the chains of others, to block, to treat wounds.

They go by what the seat sees. A pass in one's own chain is left to the seat: who wants that gives the general order
`default` for `link`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from domain.contract.facets.orders import Planned
from domain.contract.game import Action, Decision, Json, Legal, Refused
from domain.games.nightfall.actions import Assault, Attack, Block, Choose, Draft, Guard, LinkCard, Pass, Treat
from domain.games.nightfall.rules.cards import TEXTS
from domain.games.nightfall.rules.cleanup import HAND

PASS_WHEN = ("always", "this-turn", "unless-link", "unless-attacked")
BLOCK_WITH = ("none", "all")
TREAT = ("none", "all")

ATTACK = "attack"
"""The order to attack one seat with all minions."""

QUESTION = ("asks", "card", "by", "part", "run", "place")
"""The details of a question by which it is known again: whose text asks for what, which part of it in which run, and
where the card is if it was fetched."""

FIELDS: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType(
    {"pass": ("when", PASS_WHEN), "block": ("with", BLOCK_WITH), "treat": ("wounds", TREAT)}
)
"""Kind of order -> the field that says how, and its values."""


def order_kinds() -> dict[str, Json]:
    """Kind -> JSON Schema."""
    kinds = {kind: _schema(kind, field, {"enum": list(values)}) for kind, (field, values) in FIELDS.items()}
    whom = {"type": "string", "description": "The seat that all minions attack."}
    return {**kinds, ATTACK: _schema(ATTACK, "whom", whom)}


def _schema(kind: str, field: str, values: Mapping[str, Json]) -> dict[str, Json]:
    return {
        "type": "object",
        "properties": {"order": {"const": kind}, field: dict(values)},
        "required": ["order", field],
        "additionalProperties": False,
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
    if raw["order"] == ATTACK:
        return _read_attack(view, seat, raw)
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


def _read_attack(view: Mapping[str, Json], seat: str, raw: Mapping[str, Json]) -> dict[str, Json]:
    """An order that names another seat of the table."""
    others = [name for name in view["seats"] if name != seat]
    if set(raw) != {"order", "whom"} or raw["whom"] not in others:
        raise Refused("malformed", "the order attack has the field `whom`: {values}", values=", ".join(others))
    return dict(raw)


def apply_order(
    view: Mapping[str, Json], seat: str, decision: Decision, legal: Legal, order: Mapping[str, Json]
) -> Action | None:
    """What the order answers; None if it says nothing of this decision."""
    match decision.kind, order["order"]:
        case "link", "pass" if view["active"] != seat:
            return Pass() if _passes(view, seat, legal, order) else None
        case "block", "block":
            return _blocks(legal) if order["with"] == "all" else Block(())
        case "attack", "attack":
            return _attack_on(order["whom"], legal)
        case "treat", "treat":
            treats = order["wounds"] == "all" and not _draws_up_next(view, seat, decision)
            return _treats(legal) if treats else Pass()
    return None


def planned(view: Mapping[str, Json], seat: str, decision: Decision, action: Action) -> Planned | None:
    """A link in the chains of others as long as the card is in the hand, a draft of a card that comes by, a choice
    whose question is the same, and what the seat does in its own turn, as long as it has drawn nothing."""
    if view["active"] == seat and decision.kind in ("attack", "link", "claim"):
        return _in_own_turn(view, seat, action)
    match action:
        case Draft():
            return Planned({f"/seats/{seat}/packet": [action.card]}, {"/phase": view["phase"]})
        case LinkCard() if view["active"] != seat:
            held = {f"/seats/{seat}/hand": [action.card]}
            return Planned(held, held)
        case Choose(value=str(target)):
            return Planned({}, _standing(view, target) or _undrawn(view, seat), QUESTION)
    return None


def _in_own_turn(view: Mapping[str, Json], seat: str, action: Action) -> Planned:
    """An attack with the minions that stand there; a link, or being done with linking, after the link that is the last,
    with all cards that are in the hand then, so that it is as far on in the chain; what is discarded and claimed, with
    the influence that there is by then."""
    own, undrawn = view["seats"][seat], _undrawn(view, seat)
    hand, influence = f"/seats/{seat}/hand", {f"/seats/{seat}/influence": own["influence"]}
    match action:
        case Attack():
            [first, *others] = dict.fromkeys(assault.seat for assault in action.attacks)
            if others:
                return Planned({}, {**undrawn, f"/seats/{seat}/in_play": own["in_play"]})
            return Planned({}, undrawn, order={"order": "attack", "whom": first})
        case LinkCard() | Pass() if view["phase"] == "chain":
            return Planned({"/active": seat, hand: own["hand"], **_last_link(view)}, undrawn)
    return Planned({hand: own["hand"], **influence}, undrawn)


def _undrawn(view: Mapping[str, Json], seat: str) -> dict[str, Json]:
    """The situation as long as the seat has drawn nothing: what it holds it has known since then."""
    return {f"/seats/{seat}/deck": view["seats"][seat]["deck"]}


def _last_link(view: Mapping[str, Json]) -> dict[str, Json]:
    """The link that is the last of the chain, by its place in it; nothing for the first."""
    links = view["chain"]
    return {f"/chain/{len(links) - 1}/card": links[-1]["card"]} if links else {}


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
            return not any(link["by"] != seat and _may_wound(view, link) for link in view["chain"])
    return True


def _may_wound(view: Mapping[str, Json], link: Mapping[str, Json]) -> bool:
    """Whether a player may be wounded when a link is carried out, with its kick if it is kicked."""
    return TEXTS[link["card"]].may_wound(own_chain=link["by"] == view["active"], kicked=link["kick"])


def _blocks(legal: Legal) -> Action:
    """As many blockers as can be, each at the first attacker that it can block."""
    if not legal.complete:
        [slot] = legal.slots["block"]
        first: dict[str, str] = {}
        for guard in slot.values or ():
            first.setdefault(guard["minion"], guard["attacker"])
        return Block(tuple(map(Guard, first.keys(), first.values())))
    return max((action for action in legal.actions if isinstance(action, Block)), key=lambda block: len(block.blocks))


def _attack_on(whom: str, legal: Legal) -> Action | None:
    """All minions attack one seat; None where nobody can attack it."""
    declarations = [action.attacks for action in legal.actions if isinstance(action, Attack)]
    if not any(assault.seat == whom for attacks in declarations for assault in attacks):
        return None
    return Attack(tuple(Assault(assault.minion, whom) for assault in declarations[0]))


def _draws_up_next(view: Mapping[str, Json], seat: str, decision: Decision) -> bool:
    """Whether the seat is asked before it draws up, and so once more after that: then it draws more in all. Questions
    of the first rules number do not say it, the hand does."""
    if "when" in decision.details:
        return bool(decision.details["when"] == "before drawing")
    own = view["seats"][seat]
    return len(own["hand"]) < HAND and own["deck"] > 0


def _treats(legal: Legal) -> Action:
    """All wounds of the hand, or none if there is none."""
    counts = [action.count for action in legal.actions if isinstance(action, Treat)]
    return Treat(max(counts)) if counts else Pass()
