"""What the values of settings mean: each function reads a text, and raises ValueError, which says why, if it does not
fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parseaddr
from math import isfinite
from pathlib import Path
from urllib.parse import urlsplit

from domain.contract.quantities import whole
from domain.log.hexes import is_hex
from domain.log.note import COSIGNATURE, Key, read_key

LAST_PORT = 65533
"""Two less than there are: the ports above may be Redis's and the stream's."""

LONGEST_WAIT = 60
"""Seconds: whoever waits longer for a database holds up everybody else."""

MOST_DAYS = 366
"""The farthest horizon."""


@dataclass(frozen=True)
class SeedPartner:
    """An installation that the seeds of games are shared with: where it is, and the key (hex) that it signs with."""

    url: str
    key: str


def port(text: str) -> int:
    """The number of a port."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= LAST_PORT):
        raise ValueError(f"{text!r} is no port from 1 to {LAST_PORT}")
    return int(text)


def port_beside(web: int) -> Callable[[str], int]:
    """Reads the number of a port that is not that of the web server."""

    def parse(text: str) -> int:
        if (found := port(text)) == web:
            raise ValueError(f"{found} is the port of the web server itself")
        return found

    return parse


def folder(text: str) -> Path:
    """An absolute path; `~` is the home folder of whoever runs the program."""
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError:
        raise ValueError(f"there is no home folder of {Path(text).parts[0]!r}") from None


def number(of: str) -> Callable[[str], int]:
    """Reads how many there are `of` something."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise ValueError(f"{text!r} is no number of {of}")
        return int(text)

    return parse


def days(text: str) -> int:
    """A number of days."""
    found = whole(text)
    if found is None or not 1 <= found <= MOST_DAYS:
        raise ValueError(f"{text!r} is no number of days from 1 to {MOST_DAYS}")
    return found


def one_of(*choices: str) -> Callable[[str], str]:
    """Reads one of these words."""

    def parse(text: str) -> str:
        if text not in choices:
            raise ValueError(f"{text!r} is none of {', '.join(choices)}")
        return text

    return parse


def sender(text: str) -> str:
    """Who sends mails: an address, with or without a name."""
    _, address = parseaddr(text)
    if "@" not in address or not text.isprintable():
        raise ValueError(f"{text!r} is no e-mail address")
    return text


def origins(text: str) -> tuple[str, ...]:
    """Origins of pages, separated by commas."""
    found = tuple(filter(None, (part.strip() for part in text.split(","))))
    for origin in found:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or origin != f"{parts.scheme}://{parts.netloc}":
            raise ValueError(f"{origin!r} is no origin such as https://example.org")
    return found


def witnesses(text: str) -> tuple[Key, ...]:
    """Keys of witnesses, separated by commas."""
    keys = tuple(read_key(part.strip()) for part in text.split(",") if part.strip())
    if plain := [key.name for key in keys if key.kind != COSIGNATURE]:
        raise ValueError(f"the key of {plain[0]} is none of a witness")
    return keys


def partners(text: str) -> tuple[SeedPartner, ...]:
    """Installations with their keys, separated by commas."""
    return tuple(_partner(part.strip()) for part in text.split(",") if part.strip())


def _partner(text: str) -> SeedPartner:
    place, _, key = text.rpartition("+")
    if not is_hex(key):
        raise ValueError(
            f"{text!r} is no address with the public key that GET /api/v1/keys has: https://example.org+KEY"
        )
    return SeedPartner(address("https", "http")(place).rstrip("/"), key)


def host(text: str) -> str:
    """Where a server listens."""
    if ":" in text or "/" in text or text != text.strip():
        raise ValueError(f"{text!r} is no host name and no IPv4 address")
    return text


def seconds(text: str) -> float:
    """A number of seconds."""
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not (isfinite(found) and found >= 0):
        raise ValueError(f"{text!r} is no number of seconds")
    return found


def some_seconds(text: str) -> float:
    """A number of seconds that is not nought, and not long."""
    found = seconds(text)
    if not 0.01 <= found <= LONGEST_WAIT:
        raise ValueError(f"{text!r} is no number of seconds from 0.01 to {LONGEST_WAIT}")
    return found


def url(*schemes: str) -> Callable[[str], str]:
    """Reads a URL with one of these schemes."""

    def parse(text: str) -> str:
        if not text.startswith(tuple(f"{scheme}://" for scheme in schemes)):
            raise ValueError(f"it must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}")
        _check_port(text)
        return text

    return parse


def _check_port(text: str) -> None:
    """ValueError for a URL whose port is none; it may have no port."""
    _ = urlsplit(text).port


def database(text: str) -> str:
    """A URL as libpq has it, which may name several servers, each with its port."""
    if not text.startswith("postgresql://"):
        raise ValueError("it must begin with postgresql://")
    for server in servers(text).split(","):
        try:
            _check_port(f"//{server}")
        except ValueError:
            raise ValueError(f"{server!r} has no port") from None
    return text


def servers(database_url: str) -> str:
    """The servers that the URL of a database names, without who is connected."""
    return urlsplit(database_url).netloc.rpartition("@")[2]


def address(*schemes: str) -> Callable[[str], str]:
    """Reads a URL with one of these schemes that names a host."""

    def parse(text: str) -> str:
        if not urlsplit(url(*schemes)(text)).hostname:
            raise ValueError("it names no host")
        return text

    return parse


def redis(text: str) -> str:
    """The URL of a Redis. What its client would pass over, or meet with its first connection, is found here."""
    from redis import ConnectionPool

    parts = urlsplit(url("redis", "rediss", "unix")(text))
    name = parts.path.strip("/")
    if name and parts.scheme != "unix" and not name.isdecimal():
        raise ValueError(f"{name!r} is no number of a database of Redis")
    try:
        ConnectionPool.from_url(text).make_connection()
    except TypeError as error:
        raise ValueError(f"it has an option that is none: {error}") from None
    return text


def games(text: str) -> dict[str, str]:
    """Names of games and where they lie in Python, separated by commas."""
    found: dict[str, str] = {}
    for entry in filter(None, text.split(",")):
        name, _, place = entry.strip().partition("=")
        module, _, attribute = place.partition(":")
        if not (name and module and attribute):
            raise ValueError(f"{entry!r} is not name=module:object")
        if name in found:
            raise ValueError(f"there are two games {name!r}")
        found[name] = place
    return found
