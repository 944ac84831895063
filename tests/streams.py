"""Random bytes for tests: the same ones every time."""

from collections.abc import Callable

from domain.chance import Stream


def random_bytes(key: bytes = b"nonces") -> Callable[[int], bytes]:
    """A source like `os.urandom` that gives the same bytes for the same key."""
    rng = Stream(key)
    return lambda count: bytes(rng.below(256) for _ in range(count))
