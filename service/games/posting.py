"""What is checked of posted actions before the rules see them, in the order in which clients may rely on it.

Idempotency key, shape, `game-over`, condition; the game then checks whose decision it is and whether it is legal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.contract.decoding import verb_names
from domain.contract.game import Action, Game, Refused, Text, verb_of
from domain.log.canon import Json, NotCanonical, check
from domain.log.words import with_references
from domain.table.parts import Receipt
from domain.table.table import Table
from service.errors import ServiceError
from service.games.shapes import Condition, Posted
from service.games.views import acting_seat
from service.store.repeats import KeyedRequest

MOST_ACTIONS = 20
"""How many actions may be posted together."""

LONGEST_KEY = 200
"""Characters of an idempotency key."""


def keyed(account_id: str, posted: Posted) -> KeyedRequest | None:
    """The post as a request that may be sent again; None without an idempotency key."""
    key = posted.idempotency_key
    if key is None:
        return None
    if not 1 <= len(key) <= LONGEST_KEY:
        raise ServiceError("malformed", "an idempotency key has 1 to {longest} characters", longest=LONGEST_KEY)
    return KeyedRequest.of(account_id, key, body=posted.body)


def mark_of(keyed_post: KeyedRequest | None) -> dict[str, Json]:
    """What the closed part of each command of a post holds, by which it is recognised; empty without a key."""
    return {} if keyed_post is None else {"key": keyed_post.key, "body": keyed_post.body}


def find_receipt(table: Table, seats: Sequence[str], keyed_post: KeyedRequest | None) -> tuple[str, Receipt] | None:
    """The seat and receipt of an earlier post with this key; `key-reused` if its body was another."""
    if keyed_post is None:
        return None
    for seat in seats:
        receipt = table.receipts.get(seat, {}).get(keyed_post.key)
        if receipt is not None:
            keyed_post.check_same(receipt.body)
            return seat, receipt
    return None


def parse_actions(game: Game[Any], raw: Sequence[Json]) -> list[Action]:
    """The posted actions in the game's own classes; `Refused("malformed")` for the first that does not fit."""
    if not 1 <= len(raw) <= MOST_ACTIONS:
        raise Refused("malformed", "1 to {most} actions", most=MOST_ACTIONS)
    return [parse_action(game, item) for item in raw]


def parse_action(game: Game[Any], raw: Json) -> Action:
    """A posted action in the game's own class; `Refused("malformed")` if it does not fit."""
    try:
        check(raw)
    except NotCanonical as error:
        raise Refused("malformed", str(error)) from None
    verbs = verb_names(game.action_types)
    if not isinstance(raw, dict) or raw.get("type") not in verbs:
        raise Refused("malformed", "an action is an object whose type is one of {verbs}", verbs=", ".join(verbs))
    return game.parse(raw)


def rehearsed(game: Game[Any], raw: Json) -> Action:
    """A posted action that is only tried, and whose words are kept nowhere; `Refused("malformed")` as if it counted."""
    return with_references(parse_action(game, raw), lambda words: Text("rehearsed", ""))


def answering_seat(table: Table, seats: Sequence[str], condition: Condition) -> str:
    """The seat among these that acts: the one whose decision is answered, else the first that must decide."""
    named = (condition.decision or "").rpartition(".")[2]
    return named if named in seats else acting_seat(table, seats)


def check_condition(table: Table, seat: str, actions: Sequence[Action], condition: Condition) -> None:
    """`condition-required` without one, `stale`, `decision-closed`; `not-your-decision` for another seat's id.

    Verbs that are open at any time need none.
    """
    if condition.if_match is None and condition.decision is None:
        if not all(_always_open(table, seat, action) for action in actions):
            raise ServiceError("condition-required", "give If-Match or the id of the decision that this answers")
        return
    check_unchanged(table, condition)
    if condition.decision is not None and condition.decision != table.decision_id(seat):
        if condition.decision.rpartition(".")[2] != seat:
            raise ServiceError(
                "not-your-decision", "{decision} is no decision of {seat}", decision=condition.decision, seat=seat
            )
        raise ServiceError("decision-closed", "the decision {decision} is closed", decision=condition.decision)


def check_unchanged(table: Table, condition: Condition) -> None:
    """`stale` if the whole table was to be unchanged and is not."""
    if condition.if_match is not None and condition.if_match != (table.version, table.head.hex()):
        raise ServiceError("stale", "the game is at version {version}", version=table.version)


def _always_open(table: Table, seat: str, action: Action) -> bool:
    if table.state is None:
        return False
    decision = table.pending.get(seat)
    verb = verb_of(action)
    return verb in table.game.standing(table.state, seat) and (decision is None or verb not in decision.verbs)
