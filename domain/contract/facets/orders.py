"""Games with standing orders of their own, beside the general ones (`domain.table.rules.standing_orders`)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domain.contract.game import Action, Decision, Game, Json, Legal, Refused, S


class Planned(NamedTuple):
    """What an answer hangs on that was planned: parts of the view by JSON pointer, those by which it is given and those
    that make the situation it is for, the names of the details that its question must have, and the order of the game's
    own that says what is answered, where that is not one action (None: the action)."""

    view: Mapping[str, Json]
    situation: Mapping[str, Json]
    details: Sequence[str] = ()
    order: Mapping[str, Json] | None = None


class Orders(Game[S]):
    """A game that knows kinds of standing orders."""

    @abstractmethod
    def order_kinds(self) -> dict[str, Json]:
        """The standing orders that only this game knows: kind -> JSON Schema."""

    @abstractmethod
    def suggested_orders(self) -> tuple[dict[str, Json], ...]:
        """Standing orders that suit most people, for a start."""

    @abstractmethod
    def read_order(self, view: Mapping[str, Json], seat: str, raw: Mapping[str, Json]) -> dict[str, Json]:
        """One of the game's own orders as it is kept; `Refused("malformed")` if it does not fit its schema."""

    @abstractmethod
    def apply_order(
        self, view: Mapping[str, Json], seat: str, decision: Decision, legal: Legal, order: Mapping[str, Json]
    ) -> Action | None:
        """What one of the game's own orders answers to the seat's decision; None if it says nothing of it."""

    def planned(self, view: Mapping[str, Json], seat: str, decision: Decision, action: Action) -> Planned | None:
        """What an answer hangs on that was planned for this decision in this view; None for one that nobody plans."""
        return None


def order_kinds(game: Game[Any]) -> dict[str, Json]:
    """The standing orders that only this game knows."""
    return game.order_kinds() if isinstance(game, Orders) else {}


def suggested_orders(game: Game[Any]) -> tuple[dict[str, Json], ...]:
    """Standing orders that suit most people."""
    return game.suggested_orders() if isinstance(game, Orders) else ()


def read_order(game: Game[Any], view: Mapping[str, Json], seat: str, raw: Mapping[str, Json]) -> dict[str, Json]:
    """One of the game's own orders as it is kept."""
    if not isinstance(game, Orders):
        raise Refused("malformed", "unknown order {order!r}", order=raw.get("order"))
    return game.read_order(view, seat, raw)


def apply_order(
    game: Game[Any],
    view: Mapping[str, Json],
    seat: str,
    decision: Decision,
    legal: Legal,
    order: Mapping[str, Json],
) -> Action | None:
    """What one of the game's own orders answers; None if it says nothing."""
    return game.apply_order(view, seat, decision, legal, order) if isinstance(game, Orders) else None


def planned(game: Game[Any], view: Mapping[str, Json], seat: str, decision: Decision, action: Action) -> Planned | None:
    """What a planned answer hangs on."""
    return game.planned(view, seat, decision, action) if isinstance(game, Orders) else None


def plans_ahead(game: Game[Any]) -> bool:
    """Whether the game can tell what planned answers hang on."""
    return isinstance(game, Orders) and type(game).planned is not Orders.planned
