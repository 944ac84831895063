"""The version of the API, and how an operation says that it will go: by the headers of RFC 9745 and RFC 8594."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime

VERSION = "1.3.0"
"""The version of the document, and so of the typed client: what may change with which part is in docs/versions.md."""

SHORTEST = timedelta(days=180)
"""How long an operation is there, at least, after it was said that it goes."""


@dataclass(frozen=True)
class Deprecation:
    """Since when an operation is deprecated, the day on which it goes, and the address that does the same
    instead."""

    since: date
    sunset: date
    instead: str

    def __post_init__(self) -> None:
        if self.sunset - self.since < SHORTEST:
            raise ValueError(f"between {self.since} and {self.sunset} lie less than {SHORTEST.days} days")

    def told(self) -> dict[str, str]:
        """What the document says of it."""
        return {"x-deprecated-since": str(self.since), "x-sunset": str(self.sunset), "x-instead": self.instead}

    def headers(self) -> dict[str, str]:
        """What every answer says of it."""
        return {
            "Deprecation": f"@{int(_midnight(self.since).timestamp())}",
            "Sunset": format_datetime(_midnight(self.sunset), usegmt=True),
            "Link": f'<{self.instead}>; rel="successor-version"',
        }


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
