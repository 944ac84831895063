"""What an installation can be told from outside. Settings are read here, from the environment, and nowhere else."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

from domain.contract.quantities import whole
from domain.log.hexes import is_hex
from domain.log.note import COSIGNATURE, Key, read_key

PREFIX = "NIGHTLEDGER_"

TOKEN, TRACEBACK = "NIGHTLEDGER_TOKEN", "NIGHTLEDGER_TRACEBACK"
"""Variables of the command line alone: a token for the server of `play --server`, and whether faults are shown."""

SOCKET_PATH_BYTES = 107 if sys.platform == "linux" else 103
"""The longest path that the system takes for a unix socket."""

LAST_PORT = 65533
"""Two less than there are: the ports above may be Redis's and the stream's."""

LONGEST_WAIT = 60
"""Seconds: whoever waits longer for a database holds up everybody else."""

MOST_DAYS = 366
"""The farthest horizon."""

BUDGETS: Mapping[str, tuple[str, int, int]] = {
    "open games": ("OPEN_GAMES", 30, 100),
    "pending invitations": ("INVITATIONS", 50, 100),
    "webhooks": ("WEBHOOKS", 20, 20),
    "devices": ("DEVICES", 20, 20),
    "takebacks that others are asked for": ("TAKEBACKS", 0, 50),
    "new names": ("NAMES", 0, 10),
}
"""What accounts have budgets of: the variable, and how many there are at a time and a day if nothing else is set. Of
what may be there in any number at a time (0) the day alone is set."""

T = TypeVar("T")


class SettingsError(ValueError):
    """A setting that makes no sense, in one line for the person who set it."""


class DatabaseAway(SettingsError):
    """There is no database under the URL that is set: none now, or none at all."""


@dataclass(frozen=True)
class SeedPartner:
    """An installation that the seeds of games are shared with: where it is, and the key (hex) that it signs with."""

    url: str
    key: str


@dataclass(frozen=True)
class Budget:
    """How many of something an account has at a time, and makes in 24 hours; 0 for any number."""

    at_a_time: int = 0
    a_day: int = 0


@dataclass(frozen=True)
class Settings:
    """The settings of an installation; see `from_env` for the variables."""

    home: Path
    host: str
    port: int
    stream_port: int | None
    redis_url: str
    brings_redis: bool
    database_url: str | None
    database_wait: float
    snapshot_every: int
    extra_games: Mapping[str, str]
    bot_pace: Mapping[str, float]
    requests_per_minute: int
    cors_origins: tuple[str, ...]
    proxies: int
    log: str
    public_url: str
    smtp_url: str | None
    mail_from: str
    webhooks_to_private: bool
    horizon_days: int
    names_kept_days: int
    budgets: Mapping[str, Budget]
    open_game_days: int
    guest_days: int
    witnesses: tuple[Key, ...]
    seed_partners: tuple[SeedPartner, ...]

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Settings:
        """The settings in `environ`; an empty variable counts as unset.

        | variable | default | |
        | --- | --- | --- |
        | NIGHTLEDGER_HOME | `var` | folder of all state; relative to the working directory |
        | NIGHTLEDGER_HOST, NIGHTLEDGER_PORT | 127.0.0.1, 8420 | where the web server listens |
        | NIGHTLEDGER_STREAM_PORT | two above, in `nightledger run` | where a process of its own serves streams |
        | NIGHTLEDGER_DATABASE_URL | SQLite files in the home folder | `postgresql://...` |
        | NIGHTLEDGER_DATABASE_WAIT | 2 | seconds that a request waits for a connection, or for another writer |
        | REDIS_URL | a server of its own | a running Redis: `redis://`, `rediss://` or `unix://` |
        | NIGHTLEDGER_SNAPSHOT_EVERY | 200 | events after which a game's table is kept, to load it faster; 0: never |
        | NIGHTLEDGER_EXTRA_GAMES | none | `name=module:object`, separated by commas |
        | NIGHTLEDGER_PACE_RANDOM, NIGHTLEDGER_PACE_GREEDY | 0.2, 0.5 | seconds that such a bot takes to answer |
        | NIGHTLEDGER_REQUESTS_PER_MINUTE | 1200 | how much one caller may ask of the web server; 0: no limit |
        | NIGHTLEDGER_CORS_ORIGINS | none | whose pages may use the API: `https://example.org`, separated by commas |
        | NIGHTLEDGER_PROXIES | 0 | proxies before the web server whose X-Forwarded headers are believed |
        | NIGHTLEDGER_LOG | `text` | `json`: a JSON line a happening, requests among them |
        | NIGHTLEDGER_PUBLIC_URL | the web server's own | under which address people reach it: `https://example.org` |
        | NIGHTLEDGER_SMTP_URL | none: no e-mail | `smtp://` or `smtps://[user:password@]host[:port]` |
        | NIGHTLEDGER_MAIL_FROM | `nightledger@localhost` | the sender of mails |
        | NIGHTLEDGER_HORIZON_DAYS | 60 | how far from now a time may lie that operators and people on vacation name |
        | NIGHTLEDGER_NAMES_KEPT_DAYS | 90 | how long a name that was given up is free to nobody else; 0: at once |
        | NIGHTLEDGER_OPEN_GAMES | 30 | games of an account that wait for people at a time; 0: no limit |
        | NIGHTLEDGER_OPEN_GAMES_A_DAY | 100 | how many it opens in 24 hours |
        | NIGHTLEDGER_OPEN_GAME_DAYS | 30 | after how long an open game is closed at which nothing happens; 0: never |
        | NIGHTLEDGER_GUEST_DAYS | 60 | after how long a guest's account is deleted that nobody uses; 0: never |
        | NIGHTLEDGER_INVITATIONS | 50 | invitations of an account that wait for an answer at a time |
        | NIGHTLEDGER_INVITATIONS_A_DAY | 100 | how many it makes in 24 hours |
        | NIGHTLEDGER_WEBHOOKS | 20 | webhooks of an account at a time |
        | NIGHTLEDGER_WEBHOOKS_A_DAY | 20 | how many it adds in 24 hours |
        | NIGHTLEDGER_DEVICES | 20 | devices of an account at a time that show notices |
        | NIGHTLEDGER_DEVICES_A_DAY | 20 | how many it adds in 24 hours |
        | NIGHTLEDGER_TAKEBACKS_A_DAY | 50 | takebacks that an account asks the others at a table for in 24 hours |
        | NIGHTLEDGER_NAMES_A_DAY | 10 | names that an account takes in 24 hours after its first |
        | NIGHTLEDGER_WITNESSES | none | whose cosignatures the journal's checkpoints carry: keys, separated by commas |
        | NIGHTLEDGER_SEED_PARTNERS | none | installations to share seeds with: `https://example.org+KEY`, with commas |
        | NIGHTLEDGER_WEBHOOKS_TO_PRIVATE | `no` | `yes`: webhooks and push may lead into private networks |

        `SettingsError` for a value that does not fit, and for a NIGHTLEDGER variable that is none of these.
        """
        read = _Reader(environ)
        home = read(PREFIX + "HOME", "var", _folder)
        port = read(PREFIX + "PORT", "8420", _port)
        redis_url = read("REDIS_URL", None, _redis)
        host = read(PREFIX + "HOST", "127.0.0.1", _host)
        settings = cls(
            home=home,
            host=host,
            port=port,
            stream_port=read(PREFIX + "STREAM_PORT", None, _port_beside(port)),
            redis_url=redis_url or _own_redis(home, port),
            brings_redis=redis_url is None,
            database_url=read(PREFIX + "DATABASE_URL", None, _database),
            database_wait=read(PREFIX + "DATABASE_WAIT", "2", _some_seconds),
            snapshot_every=read(PREFIX + "SNAPSHOT_EVERY", "200", _number("events")),
            extra_games=MappingProxyType(read(PREFIX + "EXTRA_GAMES", "", _games)),
            bot_pace=MappingProxyType(
                {
                    "random": read(PREFIX + "PACE_RANDOM", "0.2", _seconds),
                    "greedy": read(PREFIX + "PACE_GREEDY", "0.5", _seconds),
                }
            ),
            requests_per_minute=read(PREFIX + "REQUESTS_PER_MINUTE", "1200", _number("requests")),
            cors_origins=read(PREFIX + "CORS_ORIGINS", "", _origins),
            proxies=read(PREFIX + "PROXIES", "0", _number("proxies")),
            log=read(PREFIX + "LOG", "text", _one_of("text", "json")),
            public_url=read(PREFIX + "PUBLIC_URL", f"http://{host}:{port}", _address("https", "http")).rstrip("/"),
            smtp_url=read(PREFIX + "SMTP_URL", None, _address("smtp", "smtps")),
            mail_from=read(PREFIX + "MAIL_FROM", "nightledger@localhost", _sender),
            horizon_days=read(PREFIX + "HORIZON_DAYS", "60", _days),
            budgets=MappingProxyType(
                {budget: _budget(read, variable, *most) for budget, (variable, *most) in BUDGETS.items()}
            ),
            open_game_days=read(PREFIX + "OPEN_GAME_DAYS", "30", _number("days")),
            guest_days=read(PREFIX + "GUEST_DAYS", "60", _number("days")),
            names_kept_days=read(PREFIX + "NAMES_KEPT_DAYS", "90", _number("days")),
            witnesses=read(PREFIX + "WITNESSES", "", _witnesses),
            seed_partners=read(PREFIX + "SEED_PARTNERS", "", _partners),
            webhooks_to_private=read(PREFIX + "WEBHOOKS_TO_PRIVATE", "no", _one_of("no", "yes")) == "yes",
        )
        read.refuse_others()
        return settings

    @property
    def events_path(self) -> Path:
        """The event file, where `database_url` is None."""
        return self.home / "events.sqlite"

    @property
    def database(self) -> str:
        """Where the events lie, for people: the file, or host and name of the database, without a password."""
        if self.database_url is None:
            return str(self.events_path)
        parts = urlsplit(self.database_url)
        return f"postgresql://{_servers(self.database_url)}{parts.path}"

    @property
    def projections_path(self) -> Path:
        """The file of the read models, where `database_url` is None."""
        return self.home / "projections.sqlite"

    @property
    def outbox_path(self) -> Path:
        """The file of the outbox, where `database_url` is None: what people are told of, and whether they were."""
        return self.home / "outbox.sqlite"

    @property
    def secret_path(self) -> Path:
        """The installation's secret: 32 bytes as hex, mode 600, made by `nightledger db init`."""
        return self.home / "secret"

    @property
    def redis_socket(self) -> Path:
        """Where a Redis of its own listens, if the path is not too long for a socket."""
        return _redis_socket(self.home)

    @property
    def redis_port(self) -> int:
        """Where a Redis of its own listens if the path of `redis_socket` is too long."""
        return _redis_port(self.port)

    @property
    def stream_port_in_run(self) -> int:
        """Where `nightledger run` has the streams served."""
        return self.stream_port or self.port + 2

    @property
    def web_address(self) -> tuple[str, int]:
        """Host and port under which a program on this machine reaches the web server."""
        return ("127.0.0.1" if self.host == "0.0.0.0" else self.host, self.port)


class _Reader:
    """Reads variables and remembers which ones there are."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._known: set[str] = set()

    def __call__(self, name: str, default: str | None, parse: Callable[[str], T]) -> Any:
        self._known.add(name)
        text = self._environ.get(name) or default
        if text is None:
            return None
        try:
            return parse(text)
        except ValueError as error:
            raise SettingsError(f"{name}: {error}") from None

    def refuse_others(self) -> None:
        known = self._known | {TOKEN, TRACEBACK}
        others = sorted(name for name in self._environ if name.startswith(PREFIX) and name not in known)
        if others:
            raise SettingsError(f"{', '.join(others)}: no such setting; there are {', '.join(sorted(self._known))}")


def _budget(read: _Reader, variable: str, at_a_time: int, a_day: int) -> Budget:
    name = PREFIX + variable
    there = read(name, str(at_a_time), _number("them")) if at_a_time else 0
    return Budget(there, read(f"{name}_A_DAY", str(a_day), _number("them")))


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= LAST_PORT):
        raise ValueError(f"{text!r} is no port from 1 to {LAST_PORT}")
    return int(text)


def _port_beside(web: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if (port := _port(text)) == web:
            raise ValueError(f"{port} is the port of the web server itself")
        return port

    return parse


def _folder(text: str) -> Path:
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError:
        raise ValueError(f"there is no home folder of {Path(text).parts[0]!r}") from None


def _number(of: str) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise ValueError(f"{text!r} is no number of {of}")
        return int(text)

    return parse


def _days(text: str) -> int:
    days = whole(text)
    if days is None or not 1 <= days <= MOST_DAYS:
        raise ValueError(f"{text!r} is no number of days from 1 to {MOST_DAYS}")
    return days


def _one_of(*choices: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in choices:
            raise ValueError(f"{text!r} is none of {', '.join(choices)}")
        return text

    return parse


def _sender(text: str) -> str:
    _, address = parseaddr(text)
    if "@" not in address or not text.isprintable():
        raise ValueError(f"{text!r} is no e-mail address")
    return text


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(filter(None, (part.strip() for part in text.split(","))))
    for origin in origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or origin != f"{parts.scheme}://{parts.netloc}":
            raise ValueError(f"{origin!r} is no origin such as https://example.org")
    return origins


def _witnesses(text: str) -> tuple[Key, ...]:
    keys = tuple(read_key(part.strip()) for part in text.split(",") if part.strip())
    if plain := [key.name for key in keys if key.kind != COSIGNATURE]:
        raise ValueError(f"the key of {plain[0]} is none of a witness")
    return keys


def _partners(text: str) -> tuple[SeedPartner, ...]:
    return tuple(_partner(part.strip()) for part in text.split(",") if part.strip())


def _partner(text: str) -> SeedPartner:
    url, _, key = text.rpartition("+")
    if not is_hex(key):
        raise ValueError(
            f"{text!r} is no address with the public key that GET /api/v1/keys has: https://example.org+KEY"
        )
    return SeedPartner(_address("https", "http")(url).rstrip("/"), key)


def _host(text: str) -> str:
    if ":" in text or "/" in text or text != text.strip():
        raise ValueError(f"{text!r} is no host name and no IPv4 address")
    return text


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not (isfinite(seconds) and seconds >= 0):
        raise ValueError(f"{text!r} is no number of seconds")
    return seconds


def _some_seconds(text: str) -> float:
    seconds = _seconds(text)
    if not 0.01 <= seconds <= LONGEST_WAIT:
        raise ValueError(f"{text!r} is no number of seconds from 0.01 to {LONGEST_WAIT}")
    return seconds


def _url(*schemes: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if not text.startswith(tuple(f"{scheme}://" for scheme in schemes)):
            raise ValueError(f"it must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}")
        urlsplit(text).port  # noqa: B018 - raises for a port that is none
        return text

    return parse


def _database(text: str) -> str:
    """A URL as libpq has it, which may name several servers, each with its port."""
    if not text.startswith("postgresql://"):
        raise ValueError("it must begin with postgresql://")
    for server in _servers(text).split(","):
        try:
            urlsplit(f"//{server}").port  # noqa: B018 - raises for a port that is none
        except ValueError:
            raise ValueError(f"{server!r} has no port") from None
    return text


def _servers(url: str) -> str:
    """The servers that the URL of a database names, without who is connected."""
    return urlsplit(url).netloc.rpartition("@")[2]


def _address(*schemes: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if not urlsplit(_url(*schemes)(text)).hostname:
            raise ValueError("it names no host")
        return text

    return parse


def _redis(text: str) -> str:
    """What the client of Redis would pass over, or meet with its first connection, is found here."""
    from redis import ConnectionPool

    parts = urlsplit(_url("redis", "rediss", "unix")(text))
    name = parts.path.strip("/")
    if name and parts.scheme != "unix" and not name.isdecimal():
        raise ValueError(f"{name!r} is no number of a database of Redis")
    try:
        ConnectionPool.from_url(text).make_connection()
    except TypeError as error:
        raise ValueError(f"it has an option that is none: {error}") from None
    return text


def _games(text: str) -> dict[str, str]:
    games = {}
    for entry in filter(None, text.split(",")):
        name, _, place = entry.strip().partition("=")
        module, _, attribute = place.partition(":")
        if not (name and module and attribute):
            raise ValueError(f"{entry!r} is not name=module:object")
        if name in games:
            raise ValueError(f"there are two games {name!r}")
        games[name] = place
    return games


def _own_redis(home: Path, port: int) -> str:
    socket = os.fsencode(_redis_socket(home))
    if len(socket) > SOCKET_PATH_BYTES:
        return f"redis://127.0.0.1:{_redis_port(port)}/0"
    return f"unix://{quote(socket)}"


def _redis_socket(home: Path) -> Path:
    return home / "redis.sock"


def _redis_port(port: int) -> int:
    return port + 1
