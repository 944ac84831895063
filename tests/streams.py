"""Random bytes for tests: the same ones every time."""

from collections.abc import Callable

from domain.contract.chance import Stream


def random_bytes(key: bytes = b"nonces") -> Callable[[int], bytes]:
    """A source like `os.urandom` that gives the same bytes for the same key."""
    return Stream(key).random_bytes
