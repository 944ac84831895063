"""Posted actions and stored events as the classes that a game has for them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from domain.contract.parts import Action, Asked, Decision, Event, Json, Refused, Step, verb_of_type

Actions = tuple[type[Action], ...]
Events = tuple[type[Event], ...]
Steps = tuple[type[Step], ...]


@cache
def by_tag(kinds: tuple[type[Any], ...]) -> Mapping[str, type[Any]]:
    """Tag -> class: the verbs of actions, the names of steps."""
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


@cache
def verb_names(kinds: Actions) -> tuple[str, ...]:
    """The verbs of these classes of actions."""
    return tuple(map(verb_of_type, kinds))


def verb_in(raw: Mapping[str, Json], kinds: Actions) -> str:
    """The verb of a posted action; `Refused("malformed")` if it is none of these."""
    verb = raw.get("type") if isinstance(raw, Mapping) else None
    if not isinstance(verb, str) or verb not in by_tag(kinds):
        raise Refused("malformed", "unknown verb {verb!r}", verb=verb)
    return verb


def read_action(raw: Mapping[str, Json], kinds: Actions) -> Action:
    """A posted action as its class; `Refused("malformed")` says what does not fit."""
    kind = by_tag(kinds)[verb_in(raw, kinds)]
    try:
        action: Action = msgspec.convert(raw, kind, strict=True)
    except (msgspec.ValidationError, TypeError, UnicodeError) as error:
        raise Refused("malformed", str(error)) from None
    return action


def event_type(name: str, kinds: Events) -> type[Event]:
    """The class of a stored event; KeyError for an unknown name."""
    return Asked if name == "Asked" else _by_name(kinds)[name]


def read_event(name: str, data: Mapping[str, Json], kinds: Events, step_types: Steps) -> Event:
    """A stored event as its class, from its full data (public and private together)."""
    if name == "Asked":
        return _read_asked(data, by_tag(step_types))
    return msgspec.convert(data, event_type(name, kinds), strict=True)


def _read_asked(data: Mapping[str, Json], steps: Mapping[str, type[Step]]) -> Asked:
    return Asked(
        answered=tuple(data["answered"]),
        open=msgspec.convert(data["open"], dict[str, Decision], strict=False),
        agenda=tuple(msgspec.convert(step, steps[step["type"]], strict=False) for step in data.get("agenda", ())),
    )


@cache
def _by_name(kinds: Events) -> Mapping[str, type[Event]]:
    return {kind.__name__: kind for kind in kinds}
