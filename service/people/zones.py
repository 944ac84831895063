"""Time zones as people name them: one check for accounts and leagues alike."""

from __future__ import annotations

from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from service.errors import ServiceError

ZONE_OF_THE_MACHINE = "localtime"
"""A name that some systems list, and that is another zone on each of them."""


@cache
def zone_names() -> tuple[str, ...]:
    """All IANA names, sorted. They are looked for once in a process, in six hundred files."""
    return tuple(sorted(available_timezones() - {ZONE_OF_THE_MACHINE}))


def zone_called(name: str) -> ZoneInfo:
    """The time zone of an IANA name; `malformed` where there is none."""
    if name not in zone_names():
        raise ServiceError(
            "malformed", "there is no time zone {name!r}; it is an IANA name such as Europe/Paris", name=name
        )
    return ZoneInfo(name)


def zone_here(name: str) -> ZoneInfo | None:
    """The time zone of a name that was checked when somebody chose it; None where this machine has lost its data."""
    try:
        return ZoneInfo(name)
    except ZoneInfoNotFoundError:
        return None
