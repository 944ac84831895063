"""Passwords: kept as argon2 hashes. To work one out takes 64 MiB of memory and a tenth of a second of several cores, so
only a few are worked out at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from service.errors import ServiceError

LENGTH = (8, 200)
"""The fewest and the most characters of a password."""

AT_ONCE = 2
"""How many hashes a process works out at a time."""

PATIENCE = 2.0
"""Seconds that somebody waits for others' to be done."""

RETRY_AFTER = 5
"""Seconds after which somebody who has waited in vain may try again."""


class Passwords:
    """Hashes and checks passwords, `at_once` at a time. Thread-safe.

    `ServiceError` `crowded` for whoever finds no place within `patience` seconds.
    """

    def __init__(self, at_once: int = AT_ONCE, patience: float = PATIENCE) -> None:
        self._hasher = PasswordHasher()
        self._places = BoundedSemaphore(at_once)
        self._patience = patience

    def hashed(self, password: str) -> str:
        """What is kept of a password; `malformed` if it is too short or too long."""
        shortest, longest = LENGTH
        if not shortest <= len(password) <= longest:
            raise ServiceError(
                "malformed", "a password has {shortest} to {longest} characters", shortest=shortest, longest=longest
            )
        with self.place():
            return self._hasher.hash(password)

    def fits(self, hashed: str | None, password: str) -> bool:
        """Whether it is the password of which this is kept (None: there is none), after the same work in any case."""
        with self.place():
            if hashed is None or len(password) > LENGTH[1]:
                self._hasher.hash(password[: LENGTH[1]])
                return False
            # What is typed comes in normal form C, in which a password was not brought that was set long ago.
            return any(self._verified(hashed, spelt) for spelt in dict.fromkeys((password, normalize("NFD", password))))

    def _verified(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    @contextmanager
    def place(self) -> Iterator[None]:
        """One of the places for those who work out a hash."""
        if not self._places.acquire(timeout=self._patience):
            raise ServiceError("crowded", "too many passwords are being checked; try again", retry_after=RETRY_AFTER)
        try:
            yield
        finally:
            self._places.release()
