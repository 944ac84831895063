"""What an installation can be told from outside. Settings are read here, from the environment, and nowhere else."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

from domain.log.note import Key
from service import setting_values as values
from service.setting_values import SeedPartner

PREFIX = "NIGHTLEDGER_"

TOKEN, TRACEBACK = "NIGHTLEDGER_TOKEN", "NIGHTLEDGER_TRACEBACK"
"""Variables of the command line alone: a token for the server of `play --server`, and whether faults are shown."""

SOCKET_PATH_BYTES = 107 if sys.platform == "linux" else 103
"""The longest path that the system takes for a unix socket."""

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
        home = read(PREFIX + "HOME", "var", values.folder)
        port = read(PREFIX + "PORT", "8420", values.port)
        redis_url = read("REDIS_URL", None, values.redis)
        host = read(PREFIX + "HOST", "127.0.0.1", values.host)
        public_url = read(PREFIX + "PUBLIC_URL", f"http://{host}:{port}", values.address("https", "http"))
        settings = cls(
            home=home,
            host=host,
            port=port,
            stream_port=read(PREFIX + "STREAM_PORT", None, values.port_beside(port)),
            redis_url=redis_url or _own_redis(home),
            brings_redis=redis_url is None,
            database_url=read(PREFIX + "DATABASE_URL", None, values.database),
            database_wait=read(PREFIX + "DATABASE_WAIT", "2", values.some_seconds),
            snapshot_every=read(PREFIX + "SNAPSHOT_EVERY", "200", values.number("events")),
            extra_games=MappingProxyType(read(PREFIX + "EXTRA_GAMES", "", values.games)),
            bot_pace=MappingProxyType(
                {
                    "random": read(PREFIX + "PACE_RANDOM", "0.2", values.seconds),
                    "greedy": read(PREFIX + "PACE_GREEDY", "0.5", values.seconds),
                }
            ),
            requests_per_minute=read(PREFIX + "REQUESTS_PER_MINUTE", "1200", values.number("requests")),
            cors_origins=read(PREFIX + "CORS_ORIGINS", "", values.origins),
            proxies=read(PREFIX + "PROXIES", "0", values.number("proxies")),
            log=read(PREFIX + "LOG", "text", values.one_of("text", "json")),
            public_url=public_url.rstrip("/"),
            smtp_url=read(PREFIX + "SMTP_URL", None, values.address("smtp", "smtps")),
            mail_from=read(PREFIX + "MAIL_FROM", "nightledger@localhost", values.sender),
            horizon_days=read(PREFIX + "HORIZON_DAYS", "60", values.days),
            budgets=MappingProxyType(
                {budget: _budget(read, variable, *most) for budget, (variable, *most) in BUDGETS.items()}
            ),
            open_game_days=read(PREFIX + "OPEN_GAME_DAYS", "30", values.number("days")),
            guest_days=read(PREFIX + "GUEST_DAYS", "60", values.number("days")),
            names_kept_days=read(PREFIX + "NAMES_KEPT_DAYS", "90", values.number("days")),
            witnesses=read(PREFIX + "WITNESSES", "", values.witnesses),
            seed_partners=read(PREFIX + "SEED_PARTNERS", "", values.partners),
            webhooks_to_private=read(PREFIX + "WEBHOOKS_TO_PRIVATE", "no", values.one_of("no", "yes")) == "yes",
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
        return f"postgresql://{values.servers(self.database_url)}{parts.path}"

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
        """Where a Redis of its own listens: in the home folder, or where that is too deep for a socket, in one under
        /tmp."""
        return _redis_socket(self.home)

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
    there = read(name, str(at_a_time), values.number("them")) if at_a_time else 0
    return Budget(there, read(f"{name}_A_DAY", str(a_day), values.number("them")))


def _own_redis(home: Path) -> str:
    return f"unix://{quote(os.fsencode(_redis_socket(home)))}"


def _redis_socket(home: Path) -> Path:
    socket = home / "redis.sock"
    if len(os.fsencode(socket)) <= SOCKET_PATH_BYTES:
        return socket
    return Path("/tmp") / f"nightledger-{hashlib.sha256(os.fsencode(home)).hexdigest()[:16]}" / socket.name
