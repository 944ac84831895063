"""Time zones as people name them: one check for accounts and leagues alike."""

from __future__ import annotations

from zoneinfo import ZoneInfo, available_timezones

from service.errors import ServiceError

ZONE_OF_THE_MACHINE = "localtime"
"""A name that some systems list, and that is another zone on each of them."""


def zone_called(name: str) -> ZoneInfo:
    """The time zone of an IANA name; `malformed` where there is none."""
    if name == ZONE_OF_THE_MACHINE or name not in available_timezones():
        raise ServiceError(
            "malformed", "there is no time zone {name!r}; it is an IANA name such as Europe/Paris", name=name
        )
    return ZoneInfo(name)
