"""Which scenarios, ends, rows of fate, disks, checks and events a game has shown: what golden games have to show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from domain.contract.game import Event, Json
from domain.games.darkness import events as e
from domain.games.darkness.data import Data
from domain.games.darkness.events.checks import CheckResolved
from domain.games.darkness.events.fighting import AdversaryKilled, AdversaryUnbeaten, RetreatTried
from domain.games.darkness.events.master import CarDriven
from domain.games.darkness.events.moving import FateRolled
from domain.games.darkness.events.table import GameCreated, GameEnded, PositionSet
from domain.games.darkness.events.things import AllyGained, ItemGained, SecurityFailed, SecurityKilled, SecurityPassed
from domain.games.darkness.rules.checks.checks import KINDS
from domain.games.darkness.state import UP, DarknessState

ENDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "first-night": ("score", "explored", "time"),
        "the-ticking-case": ("defused", "exploded"),
        "the-bandaged-guest": ("king-beaten", "time"),
        "master-of-the-house": ("slain", "escaped"),
        "the-missing-page": ("closed", "time"),
        "last-bus-out": ("escaped", "time"),
        "the-awakening": ("laid-to-rest", "ended"),
    }
)
"""The ends of each scenario, besides that all are dead. No bot explores the town: that golden game was led there."""

UNSEEN = (PositionSet, CarDriven)
"""A position is no game that was set up, and a car takes two lucky throws in a row: of these there are rule cases."""

UNCERTAIN = ("failed", "succeeded")


def features(data: Data) -> Iterator[str]:
    """Everything that golden games have to show between them."""
    for row in data.scenarios.values():
        yield from (f"{row.id}, {seats} seats" for seats in range(row.players["min"], row.players["max"] + 1))
        yield from (f"{row.id} ends: {end}" for end in ENDS[row.id])
        rolled = (action.id for action in row.action if action.check is not None)
        yield from (f"{action} {how}" for action in rolled for how in UNCERTAIN)
    yield "all are dead"
    yield from (f"a {kind} character" for kind in ("pre-made", "new", "experienced"))
    yield "experienced characters not allowed"
    yield from (f"fate {table} {roll}" for table, roll in data.fate)
    yield from (f"{category} {how}" for category in ("item", "ally") for how in ("got", "not got"))
    for kind in sorted({disk.kind for disk in data.encounters.values() if disk.category == "security"}):
        yield from (f"{kind} {how}" for how in ("passed", "failed"))
    yield "security killed"
    for kind in sorted({disk.kind for disk in data.encounters.values() if disk.category == "adversary"}):
        yield from (f"{kind} {how}" for how in ("beaten", "unbeaten"))
    yield from (f"retreat {how}" for how in UNCERTAIN)
    yield from (f"check {kind} {how}" for kind in CHECKED for how in UNCERTAIN)
    yield from (f"event {kind.__name__}" for kind in e.EVENTS if kind not in UNSEEN)


CHECKED = (
    "lockpick", "force", "climb", "search", "recruit", "disarm", "parley", "initiative", "attack", "defense",
)  # fmt: skip
"""Checks of the base game that are made against a target number."""


def exercised(events: Iterable[tuple[DarknessState | None, Event]]) -> set[str]:
    """The features that a game has shown: its events, each with the state before it (None before the first)."""
    shown: set[str] = set()
    for state, event in events:
        shown.add(f"event {type(event).__name__}")
        if isinstance(event, GameCreated):
            shown.update(_begun(event))
        elif state is not None:
            shown.update(_seen(state, event))
    return shown


def _begun(event: GameCreated) -> Iterator[str]:
    options: Mapping[str, Any] = event.options
    yield f"{event.scenario}, {len(event.seats)} seats"
    if options.get("experienced") is False:
        yield "experienced characters not allowed"
    yield from (f"a {_sort(character)} character" for character in options.get("characters", {}).values())


def _sort(character: Json) -> str:
    if isinstance(character, str):
        return "pre-made"
    return "experienced" if character.get("games") else "new"


def _seen(state: DarknessState, event: Event) -> Iterator[str]:
    match event:
        case GameEnded(outcome="all-dead"):
            yield "all are dead"
        case GameEnded():
            yield f"{state.scenario} ends: {event.outcome}"
        case FateRolled():
            yield f"fate {event.table} {event.roll}"
        case ItemGained(how="found"):
            yield "item got"
        case AllyGained(how="recruited"):
            yield "ally got"
        case SecurityPassed() | SecurityFailed():
            how = "passed" if isinstance(event, SecurityPassed) else "failed"
            yield f"{state.data.encounters[event.disk].kind} {how}"
        case SecurityKilled():
            yield "security killed"
        case AdversaryKilled() | AdversaryUnbeaten() if event.disk in state.data.encounters:
            how = "beaten" if isinstance(event, AdversaryKilled) else "unbeaten"
            yield f"{state.data.encounters[event.disk].kind} {how}"
        case RetreatTried():
            yield f"retreat {UNCERTAIN[event.success]}"
        case CheckResolved():
            yield from _checked(state, event)


def _checked(state: DarknessState, event: CheckResolved) -> Iterator[str]:
    if event.success is None:
        return
    how = UNCERTAIN[event.success]
    yield f"check {event.kind} {how}" if event.kind in KINDS else f"{event.kind} {how}"
    if event.kind in ("search", "recruit") and not event.success:
        met = state.disks_on(state.people[event.seat].at, UP)
        yield from (f"{state.data.encounters[disk].category} not got" for disk in met if disk in state.data.encounters)
