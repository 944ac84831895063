"""Conditional answers: "if I am asked this with that in view, I answer so", as a standing order.

`{"order": "if", "asked": kind, "details": {...}, "view": {...}, "while": {...}, "answer": action}`. What is asked is a
kind of decision, with those of its open details that are named; null is one that it must lack. `view` and `while` are
parts of the table by JSON pointer: a list must have at least the items that are given, anything else must be the same.
In the place of the action there may be one of the game's own orders, which says what is answered then.

It answers where it is asked this with the parts of `view` so, and the answer is legal; another question leaves it
waiting. `while` is the situation that it was made for: when its seat is asked anything in another one, it has ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from domain.contract.facets.orders import apply_order, order_kinds, planned, read_order
from domain.contract.game import Action, Decision, Game, Json, Refused, State, to_json
from domain.log.canon import canonical

CONDITION = "if"

MOST_PARTS = 12
"""How many parts of the view a condition may name."""

_NEEDED = frozenset(("order", "asked", "while", "answer"))
_ABSENT = object()


def schema() -> dict[str, Json]:
    """JSON Schema of such an order."""
    parts, said = {"type": "object", "maxProperties": MOST_PARTS}, "JSON pointer into the table -> what stands there."
    return {
        "type": "object",
        "description": "A conditional answer, which ends when the situation differs.",
        "properties": {
            "order": {"const": CONDITION},
            "asked": {"type": "string", "description": "The kind of decision."},
            "details": {"type": "object", "description": "Those of its details that must be so."},
            "view": {**parts, "description": f"What must be in view: {said}"},
            "while": {**parts, "minProperties": 1, "description": f"The situation, after which it has ended: {said}"},
            "answer": {"type": "object", "description": "The action, or an order of the game's own that says it."},
        },
        "required": ["order", "asked", "while", "answer"],
        "additionalProperties": False,
    }


def read_condition(game: Game[Any], view: Mapping[str, Json], seat: str, raw: Mapping[str, Json]) -> dict[str, Json]:
    """A condition as a seat with this view has it kept; `Refused("malformed")` for one that does not fit its schema."""
    if not _NEEDED <= set(raw) <= {*_NEEDED, "details", "view"}:
        raise Refused("malformed", "a conditional answer has `asked`, `while`, `answer`, perhaps `details` and `view`")
    named = {name: raw.get(name, {}) for name in ("details", "view", "while")}
    if not isinstance(raw["asked"], str) or not all(isinstance(value, dict) for value in named.values()):
        raise Refused("malformed", "`asked` is a kind of decision, `details`, `view` and `while` are objects")
    parts = [*named["view"], *named["while"]]
    if not named["while"] or len(parts) > MOST_PARTS or not all(pointer.startswith("/") for pointer in parts):
        raise Refused(
            "malformed", "`view` and `while` name 1 to {most} parts of the table by JSON pointers", most=MOST_PARTS
        )
    if not isinstance(raw["answer"], dict):
        raise Refused("malformed", "`answer` is an action, or an order of the game's own")
    return {**raw, **named, "answer": _read_answer(game, view, seat, raw["answer"])}


def _read_answer(
    game: Game[Any], view: Mapping[str, Json], seat: str, answer: Mapping[str, Json]
) -> Mapping[str, Json]:
    """The answer of a condition as it is kept."""
    if "order" not in answer:
        game.parse(answer)
        return answer
    if answer["order"] not in order_kinds(game):
        raise Refused("malformed", "the order in a conditional answer is one of the game's own")
    return read_order(game, view, seat, answer)


def answers(
    game: Game[Any], state: State, seat: str, view: Mapping[str, Json], order: Mapping[str, Json]
) -> Action | None:
    """What the condition answers to the seat's open decision; None where it says nothing of it, or is not legal."""
    if not _is_asked(state.open[seat], order) or not _holds(view, order["view"]):
        return None
    action = _answer(game, state, seat, view, order["answer"])
    return action if action is not None and _is_legal(game, state, seat, action) else None


def _answer(
    game: Game[Any], state: State, seat: str, view: Mapping[str, Json], answer: Mapping[str, Json]
) -> Action | None:
    """The action that is answered, or what one of the game's own orders says."""
    if "order" in answer:
        return apply_order(game, view, seat, state.open[seat], game.legal(state, seat), answer)
    return game.parse(answer)


def has_ended(view: Mapping[str, Json], order: Mapping[str, Json]) -> bool:
    """Whether the situation that the condition was made for is another one now."""
    return not _holds(view, order["while"])


def condition(
    game: Game[Any], view: Mapping[str, Json], seat: str, decision: Decision, action: Action
) -> dict[str, Json] | None:
    """The condition that a planned answer makes; None for one that the game leaves to the moment."""
    parts = planned(game, view, seat, decision, action)
    if parts is None:
        return None
    return {
        "order": CONDITION,
        "asked": decision.kind,
        "details": {name: decision.details.get(name) for name in parts.details},
        "view": dict(parts.view),
        "while": dict(parts.situation),
        "answer": to_json(action) if parts.order is None else dict(parts.order),
    }


def _is_asked(decision: Decision, order: Mapping[str, Json]) -> bool:
    return decision.kind == order["asked"] and all(
        _same(decision.details.get(name), value) for name, value in order["details"].items()
    )


def _holds(view: Mapping[str, Json], parts: Mapping[str, Json]) -> bool:
    return all(_has(_at(view, pointer), wanted) for pointer, wanted in parts.items())


def _has(found: Json, wanted: Json) -> bool:
    """Whether a part of the view is as wanted: a list has at least the items."""
    if isinstance(found, list) and isinstance(wanted, list):
        return not Counter(map(canonical, wanted)) - Counter(map(canonical, found))
    return _same(found, wanted)


def _same(found: Json, wanted: Json) -> bool:
    return found is not _ABSENT and canonical(found) == canonical(wanted)


def _at(view: Json, pointer: str) -> Json:
    """What stands at a JSON pointer; `_ABSENT` where nothing does."""
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(view, dict) and name in view:
            view = view[name]
        elif isinstance(view, list) and name.isdecimal() and int(name) < len(view):
            view = view[int(name)]
        else:
            return _ABSENT
    return view


def _is_legal(game: Game[Any], state: State, seat: str, action: Action) -> bool:
    """Whether the action is among the answers that are listed; where there are more, the rules decide when it is
    posted."""
    legal = game.legal(state, seat)
    return action in legal.actions or not legal.complete
