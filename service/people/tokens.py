"""Tokens: what logs an account in. Their secrets are shown once and kept as hashes only."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from sqlalchemy import bindparam, delete, insert, select

from projections.statements import Cursor, any_row, matching, put
from projections.unavailable import Unavailable
from service.errors import ServiceError
from service.people.names import checked_name
from service.people.scopes import ALL, Scope, read, written
from service.people.ttl_cache import TtlCache
from service.store.event_store import Change, Store, executing
from service.store.relations import app_codes, token_uses, tokens

NAME_LENGTH = 60
"""The longest name of a token."""

SEEN_AGAIN = 3600
"""Seconds after which it is noted again that a token is in use: a read should not cost a write."""

NOT_NOTED = 60.0
"""Seconds for which no use is noted after that has failed."""

KEEP, KEEP_NAME = insert(tokens), insert(token_uses)

NOTE_USE = put(token_uses, token_uses.c.used)

_WITH_USE = select(tokens, token_uses.c.name, token_uses.c.used).outerjoin(token_uses, token_uses.c.id == tokens.c.id)

OF_SECRET = _WITH_USE.where(matching(tokens.c.hash))

OF_ACCOUNT = _WITH_USE.where(matching(tokens.c.account)).order_by(tokens.c.created.desc(), tokens.c.id)

IS_OWN = any_row(tokens.c.id, tokens.c.account)

END = delete(tokens).where(matching(tokens.c.id, tokens.c.account))

END_USE = delete(token_uses).where(matching(token_uses.c.id, token_uses.c.account))

END_OTHERS = delete(tokens).where(matching(tokens.c.account), tokens.c.hash != bindparam("hash"))

END_CODES = delete(app_codes).where(matching(app_codes.c.account))

END_ENDED = delete(tokens).where(matching(tokens.c.account), tokens.c.ends <= bindparam("now"))

_OF_APP, _OF_CODE = matching(tokens.c.app), matching(tokens.c.app, tokens.c.code)

HAS_OF_CODE = any_row(tokens.c.app, tokens.c.code)

END_OF_APP, END_OF_CODE = (
    (delete(token_uses).where(token_uses.c.id.in_(select(tokens.c.id).where(which))), delete(tokens).where(which))
    for which in (_OF_APP, _OF_CODE)
)

END_OTHER_USES = delete(token_uses).where(matching(token_uses.c.account), token_uses.c.id.not_in(select(tokens.c.id)))


@dataclass(frozen=True)
class Token:
    """What logs an account in: `secret` is shown once and not kept, `id` names the token for logging out."""

    id: str
    secret: str


@dataclass(frozen=True)
class KnownToken:
    """A token as its owner may see it later; times in seconds UTC.

    `name` is what the owner called it, None if nothing; `used` when it was last in use, to the hour, None if never;
    `ends` from when it is worth nothing, None if it lasts; `app` the app that got it, None if it is one's own.
    """

    id: str
    name: str | None
    created: int
    used: int | None
    scopes: frozenset[Scope]
    ends: int | None
    app: str | None = None


@dataclass(frozen=True)
class Grant:
    """What a valid token gives its bearer: the account that it logs in, and what for. `ends` as in `KnownToken`."""

    token_id: str
    account: str
    scopes: frozenset[Scope]
    ends: int | None


class Tokens:
    """The tokens of an installation: 256 random bits each, kept as SHA-256. Raises `ServiceError`.

    `clock()` is the time in seconds UTC, `entropy(n)` gives n random bytes.
    """

    def __init__(self, store: Store, clock: Callable[[], int], entropy: Callable[[int], bytes]) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._known = TtlCache(self._grant_of, clock)
        self._noted_from = 0.0

    def make(
        self,
        account_id: str,
        name: str | None = None,
        scopes: frozenset[Scope] = ALL,
        ends: int | None = None,
        by_code: tuple[str, str] | None = None,
    ) -> tuple[Token, tuple[Change, ...]]:
        """A new token of the account, and the changes that keep it; `malformed` for a name that none may have, or for
        an end that is past. `by_code` is the app that gets it, and the hash of its code, which no other token has."""
        if self._has_ended(ends):
            raise ServiceError("malformed", "a token ends later than now")
        secret = base64.urlsafe_b64encode(self._entropy(32)).decode().rstrip("=")
        token = Token(self._entropy(8).hex(), secret)
        own = {"id": token.id, "account": account_id}
        app, code = by_code or (None, None)
        limits = {"scopes": None if scopes == ALL else written(scopes), "ends": ends, "app": app, "code": code}
        kept = executing(KEEP, **own, hash=token_hash(secret), created=self._clock(), **limits)
        named = executing(KEEP_NAME, **own, name=_checked(name), used=None)
        return token, (*self._ended_forgotten(account_id), kept, named)

    def grant(self, secret: str) -> Grant | None:
        """What this token gives its bearer; None for no valid token. It counts as a use.

        A token that another process has ended may be valid here for a second more.
        """
        return self._known.get(token_hash(secret))

    def forget(self) -> None:
        """Tokens were ended: look all of them up again."""
        self._known.forget()

    def _grant_of(self, hashed: bytes) -> Grant | None:
        for row in self._store.rows(OF_SECRET, hash=hashed):
            if self._has_ended(row["ends"]):
                return None
            if self._clock() - (row["used"] or 0) >= SEEN_AGAIN and monotonic() >= self._noted_from:
                self._note_use(row["id"], row["account"])
            return Grant(row["id"], row["account"], read(row["scopes"]), row["ends"])
        return None

    def of(self, account_id: str) -> list[KnownToken]:
        """What logs the account in, the newest first; those that have ended are left out."""
        return [
            KnownToken(
                row["id"], row["name"], row["created"], row["used"], read(row["scopes"]), row["ends"], row["app"]
            )
            for row in self._store.rows(OF_ACCOUNT, account=account_id)
            if not self._has_ended(row["ends"])
        ]

    def end(self, account_id: str, token_id: str) -> None:
        """End a token of the account; `not-found` if it has none of this id."""
        own = {"id": token_id, "account": account_id}
        if not self._store.has(IS_OWN, **own):
            raise ServiceError("not-found", "there is no such token")
        self._store.write(executing(END, **own), executing(END_USE, **own))
        self.forget()

    def ended_of_app(self, app_id: str, code: str | None = None) -> tuple[Change, ...]:
        """The changes that end the tokens that an app got; with a code's hash only the one that it got for that.

        Whoever has written them calls `forget`.
        """
        if code is None:
            return tuple(executing(statement, app=app_id) for statement in END_OF_APP)
        return tuple(executing(statement, app=app_id, code=code) for statement in END_OF_CODE)

    def all_ended(self, account_id: str, keeping: str | None = None) -> tuple[Change, ...]:
        """The changes that end all tokens of the account but the one whose secret is `keeping`, and the codes by which
        apps would get further ones.

        Whoever has written them calls `forget`.
        """
        kept = token_hash(keeping or "")
        return (
            executing(END_OTHERS, account=account_id, hash=kept),
            executing(END_OTHER_USES, account=account_id),
            executing(END_CODES, account=account_id),
        )

    def _has_ended(self, ends: int | None) -> bool:
        return ends is not None and ends <= self._clock()

    def _ended_forgotten(self, account_id: str) -> tuple[Change, ...]:
        """The changes that delete the account's tokens whose time is over."""
        return (
            executing(END_ENDED, account=account_id, now=self._clock()),
            executing(END_OTHER_USES, account=account_id),
        )

    def _note_use(self, token_id: str, account_id: str) -> None:
        try:
            self._store.write_aside(executing(NOTE_USE, id=token_id, account=account_id, name=None, used=self._clock()))
        except (ServiceError, Unavailable):
            # A service that takes no writes now still lets people in, and keeps none of them waiting for that.
            self._noted_from = monotonic() + NOT_NOTED


def still_there(account_id: str, token_id: str) -> Change:
    """The change that refuses what is asked for by a token that the account has no longer: `unauthorized`.

    It follows `in_turn`.
    """

    def check(cursor: Cursor) -> None:
        if not cursor.execute(IS_OWN, id=token_id, account=account_id).fetchone()["found"]:
            raise ServiceError("unauthorized", "the session or token by which this was asked for has ended")

    return check


def token_hash(secret: str) -> bytes:
    """What is kept of a token's secret."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).digest()


def _checked(name: str | None) -> str | None:
    return None if name is None else checked_name(name, NAME_LENGTH)
