"""Accounts: names, passwords, tokens. Games know them by opaque ids only, so that a person can be forgotten."""

from __future__ import annotations

import base64
import hashlib
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from service.errors import ServiceError
from service.store import Change, IntegrityError, Store, executing

NAME_LENGTH = 40
PASSWORD_LENGTH = (8, 200)
RESERVED_NAMES = ("me",)
"""What `POST /games` gives another meaning."""


@dataclass(frozen=True)
class Account:
    """A person. `created` is in seconds UTC."""

    id: str
    name: str
    created: int


@dataclass(frozen=True)
class Token:
    """What logs an account in: `secret` is shown once and not kept, `id` names the token for logging out."""

    id: str
    secret: str


@dataclass(frozen=True)
class KnownToken:
    """A token as its owner may see it later: its name, and since when it logs in (seconds UTC)."""

    id: str
    created: int


class Accounts:
    """The accounts of an installation. Raises `ServiceError`.

    Passwords are kept as argon2 hashes; tokens, 256 random bits each, as SHA-256. `entropy(n)` gives n random bytes.
    """

    def __init__(self, store: Store, clock: Callable[[], int], entropy: Callable[[int], bytes]) -> None:
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._hasher = PasswordHasher()

    def create(self, name: str, password: str | None = None) -> tuple[Account, Token]:
        """A new account and its first token; `malformed` or `name-taken` (names differ by more than case).

        Without a password only tokens log it in.
        """
        account = Account(self._entropy(16).hex(), _checked_name(name), self._clock())
        hashed = None if password is None else self._hashed(password)
        token, kept = self._new_token(account.id)
        row = (account.id, account.name, _name_key(account.name), hashed, account.created)
        with _name_taken(account.name):
            self._store.write(executing("INSERT INTO accounts VALUES (?, ?, ?, ?, ?)", *row), kept)
        return account, token

    def authenticate(self, secret: str) -> str | None:
        """The id of the account that this token logs in; None for no valid token."""
        for row in self._store.rows("SELECT account FROM tokens WHERE hash=?", _token_hash(secret)):
            return str(row["account"])
        return None

    def login(self, name: str, password: str) -> Token:
        """A new token; `wrong-credentials`, whatever was wrong, after the same work."""
        found = self._store.rows("SELECT id, password FROM accounts WHERE name_key=?", _name_key(name))
        hashed = found[0]["password"] if found else None
        if not self._fits(hashed, password):
            raise ServiceError("wrong-credentials", "no account has this name and password")
        token, kept = self._new_token(found[0]["id"])
        self._store.write(kept)
        return token

    def logout(self, account_id: str, token_id: str) -> None:
        """End a token of the account; `not-found` if it has none of this id."""
        if not self._store.rows("SELECT 1 FROM tokens WHERE id=? AND account=?", token_id, account_id):
            raise ServiceError("not-found", "there is no such token")
        self._store.write(executing("DELETE FROM tokens WHERE id=? AND account=?", token_id, account_id))

    def tokens(self, account_id: str) -> list[KnownToken]:
        """What logs the account in, the newest first."""
        found = self._store.rows("SELECT id, created FROM tokens WHERE account=? ORDER BY created DESC, id", account_id)
        return [KnownToken(row["id"], row["created"]) for row in found]

    def get(self, account_id: str) -> Account:
        """The account; `not-found` if there is none."""
        account = self._one("id", account_id)
        if account is None:
            raise ServiceError("not-found", "there is no such account")
        return account

    def by_name(self, name: str) -> Account | None:
        """The account of this name, in whatever case."""
        return self._one("name_key", _name_key(name))

    def names(self, account_ids: Iterable[str]) -> dict[str, str]:
        """Account id -> name, for those that exist."""
        wanted = sorted(set(account_ids))
        if not wanted:
            return {}
        marks = ", ".join("?" * len(wanted))
        found = self._store.rows(f"SELECT id, name FROM accounts WHERE id IN ({marks})", *wanted)
        return {row["id"]: row["name"] for row in found}

    def change(
        self, account_id: str, name: str | None = None, password: str | None = None, keeping: str | None = None
    ) -> Account:
        """Change name or password (None: as it was).

        A new password ends all tokens of the account but the one whose secret is `keeping`.
        """
        self.get(account_id)
        changes: list[Change] = []
        if name is not None:
            row = (_checked_name(name), _name_key(name), account_id)
            changes.append(executing("UPDATE accounts SET name=?, name_key=? WHERE id=?", *row))
        if password is not None:
            changes.append(executing("UPDATE accounts SET password=? WHERE id=?", self._hashed(password), account_id))
            kept = _token_hash(keeping or "")
            changes.append(executing("DELETE FROM tokens WHERE account=? AND hash<>?", account_id, kept))
        with _name_taken(str(name)):
            self._store.write(*changes)
        return self.get(account_id)

    def is_operator(self, account_id: str) -> bool:
        """Whether the account may use the verbs of operators."""
        return bool(self._store.rows("SELECT 1 FROM operators WHERE account=?", account_id))

    def set_operator(self, account_id: str, operator: bool) -> None:
        """Give the account the verbs of operators, or take them away."""
        self.get(account_id)
        removed = executing("DELETE FROM operators WHERE account=?", account_id)
        added = executing("INSERT INTO operators VALUES (?)", account_id)
        self._store.write(*((removed, added) if operator else (removed,)))

    def forget(self, account_id: str) -> None:
        """Delete what is kept of the person; the games stay, with the bare id."""
        self.get(account_id)
        self._store.write(
            executing("DELETE FROM accounts WHERE id=?", account_id),
            executing("DELETE FROM tokens WHERE account=?", account_id),
            executing("DELETE FROM texts WHERE account=?", account_id),
            executing("DELETE FROM operators WHERE account=?", account_id),
        )

    def _one(self, column: str, value: str) -> Account | None:
        for row in self._store.rows(f"SELECT id, name, created FROM accounts WHERE {column}=?", value):
            return Account(row["id"], row["name"], row["created"])
        return None

    def _new_token(self, account_id: str) -> tuple[Token, Change]:
        secret = base64.urlsafe_b64encode(self._entropy(32)).decode().rstrip("=")
        token = Token(self._entropy(8).hex(), secret)
        row = (token.id, _token_hash(secret), account_id, self._clock())
        return token, executing("INSERT INTO tokens VALUES (?, ?, ?, ?)", *row)

    def _hashed(self, password: str) -> str:
        shortest, longest = PASSWORD_LENGTH
        if not shortest <= len(password) <= longest:
            raise ServiceError("malformed", f"a password has {shortest} to {longest} characters")
        return self._hasher.hash(password)

    def _fits(self, hashed: str | None, password: str) -> bool:
        if hashed is None or len(password) > PASSWORD_LENGTH[1]:
            self._hasher.hash(password[: PASSWORD_LENGTH[1]])
            return False
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False


@contextmanager
def _name_taken(name: str) -> Iterator[None]:
    try:
        yield
    except IntegrityError:
        raise ServiceError("name-taken", f"the name {name!r} is taken") from None


def _checked_name(name: str) -> str:
    if not 1 <= len(name) <= NAME_LENGTH:
        raise ServiceError("malformed", f"a name has 1 to {NAME_LENGTH} characters")
    if name != name.strip() or not name.isprintable() or not unicodedata.is_normalized("NFC", name):
        raise ServiceError("malformed", "a name is printable, in normal form C, without spaces at its ends")
    if _name_key(name) in RESERVED_NAMES:
        raise ServiceError("malformed", f"{name!r} means something else here")
    return name


def _name_key(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _token_hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode(errors="surrogatepass")).digest()
