"""Which decisions are open, under which ids, and the takeback that is asked.

The public parts of the events say all of it, so the table, the inbox and the outbox fold it by this one rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.log.record import Public


class TakebackRequest(msgspec.Struct, frozen=True):
    """A takeback that waits for consent: who asks, the version to go back to, and the seats that agreed."""

    seat: str
    to: int
    agreed: tuple[str, ...] = ()

    def waits_for(self, accounts: Mapping[str, str | None]) -> set[str]:
        """The seats of other people that must still answer; `accounts` maps seats to who sits there."""
        return others(accounts, self.seat) - set(self.agreed)


class OpenDecisions(msgspec.Struct, frozen=True):
    """What a table waits for.

    `versions` maps a seat to the version at which its decision was opened or last changed by its own command. After a
    takeback or a move of the rules every decision gets a new one from the `Asked` that follows.
    """

    versions: Mapping[str, int] = {}
    takeback: TakebackRequest | None = None

    def decision_id(self, seat: str) -> str:
        """The id of the seat's open decision; KeyError if it has none."""
        return decision_id(self.versions[seat], seat)

    def after(self, kind: str, event: Any, version: int) -> OpenDecisions:
        """What it waits for after an event of this type, as far as that says so by its fields."""
        fold = _FOLDS.get(kind)
        return self if fold is None else fold(self, event, version)

    def after_public(self, public: Public) -> OpenDecisions:
        """What it waits for after an event of which this is the public part."""
        form = _PUBLIC_FORMS.get(public.type)
        event = None if form is None else msgspec.convert(public.data, form)
        return self.after(public.type, event, public.version)


def decision_id(version: int, seat: str) -> str:
    """The id of a decision, `<version>.<seat>`."""
    return f"{version}.{seat}"


def version_of(decision: str) -> int:
    """The version in the id of a decision."""
    return int(decision.partition(".")[0])


def others(accounts: Mapping[str, str | None], seat: str) -> set[str]:
    """The seats of other people than the one who holds this seat."""
    own = accounts.get(seat)
    return {name for name, account in accounts.items() if account is not None and account != own}


class _Asked(msgspec.Struct):
    """`Asked`, without what stands in its decisions."""

    answered: tuple[str, ...]
    open: dict[str, Any]


class _SeatReplaced(msgspec.Struct):
    """`SeatReplaced`, without who sits there now."""

    seat: str


class _TakebackAsked(msgspec.Struct):
    seat: str
    to: int


class _TakebackAnswered(msgspec.Struct):
    seat: str
    agreed: bool


_PUBLIC_FORMS: Mapping[str, type[msgspec.Struct]] = {
    "Asked": _Asked,
    "SeatReplaced": _SeatReplaced,
    "TakebackAsked": _TakebackAsked,
    "TakebackAnswered": _TakebackAnswered,
}


def _asked(before: OpenDecisions, event: _Asked, version: int) -> OpenDecisions:
    """An answered decision is closed, or open again under a new id; the others stay as they were.

    With an answer the game has gone on, and no takeback is asked any more.
    """
    versions = {seat: version if seat in event.answered else before.versions.get(seat, version) for seat in event.open}
    return OpenDecisions(versions, None if event.answered else before.takeback)


def _takeback_asked(before: OpenDecisions, event: _TakebackAsked, version: int) -> OpenDecisions:
    return OpenDecisions(before.versions, TakebackRequest(event.seat, event.to))


def _takeback_answered(before: OpenDecisions, event: _TakebackAnswered, version: int) -> OpenDecisions:
    request = before.takeback
    if request is None or not event.agreed:
        return OpenDecisions(before.versions)
    agreed = (*request.agreed, event.seat)
    return OpenDecisions(before.versions, msgspec.structs.replace(request, agreed=agreed))


def _seat_replaced(before: OpenDecisions, event: _SeatReplaced, version: int) -> OpenDecisions:
    """Nobody is held to what somebody else has agreed to at the seat; what somebody else has asked there is asked no
    more."""
    request = before.takeback
    if request is None or request.seat == event.seat:
        return OpenDecisions(before.versions)
    agreed = tuple(seat for seat in request.agreed if seat != event.seat)
    return OpenDecisions(before.versions, msgspec.structs.replace(request, agreed=agreed))


def _rules_moved(before: OpenDecisions, event: Any, version: int) -> OpenDecisions:
    return OpenDecisions({}, before.takeback)


def _nothing(before: OpenDecisions, event: Any, version: int) -> OpenDecisions:
    return OpenDecisions()


_FOLDS: Mapping[str, Callable[[OpenDecisions, Any, int], OpenDecisions]] = {
    "Asked": _asked,
    "SeatReplaced": _seat_replaced,
    "TakebackAsked": _takeback_asked,
    "TakebackAnswered": _takeback_answered,
    "TakenBack": _nothing,
    "RulesMoved": _rules_moved,
    "GameClosed": _nothing,
}

CHANGED_BY = frozenset(_FOLDS)
"""The types of events that change what a table waits for."""
