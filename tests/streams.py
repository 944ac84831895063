"""Random bytes for tests: the same ones every time."""

import os
from collections import defaultdict
from collections.abc import Callable
from hashlib import shake_256
from itertools import count

from domain.contract.chance import Stream

_BEGUN = defaultdict(count)
"""Test -> how many sources were made for it so far."""


def random_bytes(key: bytes = b"nonces") -> Callable[[int], bytes]:
    """A source like `os.urandom` that gives the same bytes for the same key."""
    return Stream(key).random_bytes


def bytes_of_this_test() -> Callable[[int], bytes]:
    """A source like `os.urandom`, for any thread: others with each call, the same ones whenever the test is run."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" (")[0]
    key, numbers = f"{test} {next(_BEGUN[test])}", count()
    return lambda size: shake_256(f"{key} {next(numbers)}".encode()).digest(size)
