"""The one source of randomness: numbered, named draws that the log records and that replay never repeats.

Draw n takes its bytes from `HMAC-SHA-256(key, "draw" | n | block)` for block 0, 1, 2, ... Four bytes, big-endian,
make a number below 2^32; a number below m is that number modulo m, numbers from the largest multiple of m on being
rejected. A shuffle goes from the last place down to the second and swaps each with a place drawn up to it
(Durstenfeld). The order of the items drawn from is part of the draw.

Tables that share a deal (a challenge) count the draws of each kind and name for themselves, under a key of their own,
so that what one table draws more of moves nothing else.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, count, islice
from struct import unpack
from typing import Any, Protocol, TypeVar

import msgspec

T = TypeVar("T")

KINDS = ("shuffle", "roll", "flip", "pick")


class Draw(msgspec.Struct, frozen=True, rename={"source": "from"}, omit_defaults=True):
    """One random outcome: its number, kind and name, what it was drawn from and what came.

    `source` is the ordered list of items or faces, or the number of faces; `result` the order (shuffle), the list
    of results (roll), or the one value (flip, pick). `forced` marks an outcome that was given, not drawn.
    """

    n: int
    kind: str
    name: str
    source: Any
    result: Any
    forced: bool = False


class Chance(Protocol):
    """Where the outcomes of a run come from."""

    def draw(self, kind: str, name: str, source: int | Sequence[Any], count: int) -> Draw:
        """The next draw; `count` is the number of dice of a roll."""


def joined(*parts: bytes | str | int) -> bytes:
    """The parts, each after its length as four bytes big-endian; text is UTF-8, numbers decimal text."""
    text = b""
    for part in parts:
        raw = part if type(part) is bytes else str(part).encode()
        text += len(raw).to_bytes(4, "big") + raw
    return text


def outcome(key: bytes, n: int, kind: str, source: int | Sequence[Any], count: int) -> Any:
    """The result of draw `n` under `key`: what anybody who knows the key can work out again."""
    numbers = _words(key, n)
    if kind == "shuffle":
        return _shuffled(source if not isinstance(source, int) else range(source), numbers)
    if kind == "roll":
        return [_face(source, numbers) for _ in range(count)]
    if kind in KINDS:
        return _face(source, numbers)
    raise ValueError(f"unknown kind of draw {kind!r}")


class Seeded:
    """Chance from a key: the same key and the same draws give the same outcomes. `next` numbers the draws.

    A key that is a function is worked out at the first draw: most commands draw nothing.
    """

    __slots__ = ("_key", "next")

    def __init__(self, key: bytes | Callable[[], bytes], first: int = 0) -> None:
        self._key = key
        self.next = first

    def draw(self, kind: str, name: str, source: int | Sequence[Any], count: int) -> Draw:
        if not isinstance(self._key, bytes):
            self._key = self._key()
        n = self.next
        self.next = n + 1
        listed = source if isinstance(source, int) else list(source)
        return Draw(n, kind, name, listed, outcome(self._key, n, kind, source, count))


class Dealt:
    """Chance that several tables share: draw `k` of a kind and name is the same at all of them, whatever else is drawn.

    `next` numbers the draws of this table; `drawn` counts those of each kind and name that it has made already.
    """

    __slots__ = ("_drawn", "_key", "next")

    def __init__(self, key: bytes, first: int = 0, drawn: Mapping[str, int] | None = None) -> None:
        self._key = key
        self._drawn = dict(drawn or {})
        self.next = first

    def draw(self, kind: str, name: str, source: int | Sequence[Any], count: int) -> Draw:
        n, label = self.next, draw_label(kind, name)
        k = self._drawn.get(label, 0)
        self.next, self._drawn[label] = n + 1, k + 1
        listed = source if isinstance(source, int) else list(source)
        return Draw(n, kind, name, listed, outcome(deal_key(self._key, kind, name), k, kind, source, count))


def draw_label(kind: str, name: str) -> str:
    """Under what the draws of a kind and name are counted."""
    return f"{kind} {name}"


def deal_key(key: bytes, kind: str, name: str) -> bytes:
    """The key of the draws of one kind and name: `HMAC(key, "deal" | kind | name)`."""
    return hmac.digest(key, joined("deal", kind, name), "sha256")


class ShareMissing(Exception):
    """Something is to be drawn for which another installation must give its share first."""


class WithoutShare:
    """Chance of a shared seed before the share for the command is there: drawing is `ShareMissing`."""

    def draw(self, kind: str, name: str, source: int | Sequence[Any], count: int) -> Draw:
        raise ShareMissing(f"{kind} {name}")


class BadForce(ValueError):
    """A forced outcome that the draw cannot have."""


class Forced:
    """Chance with given outcomes, for rule cases; what is not given comes from `rest`.

    `given` are entries of docs/rules/cases.md, `{kind: name, ...}`. Each waits until its kind and name are drawn
    next; the results of one die form a queue from which throws take. `left` are those that were never drawn.
    """

    def __init__(self, given: Iterable[Mapping[str, Any]], rest: Seeded) -> None:
        self._rest = rest
        self._queues: dict[tuple[str, str], list[Any]] = {}
        for entry in given:
            kind, name = next((k, str(entry[k])) for k in KINDS if k in entry)
            queue = self._queues.setdefault((kind, name), [])
            if kind == "roll":
                queue.extend(entry["results"])
            else:
                queue.append(entry["order" if kind == "shuffle" else "result"])

    @property
    def left(self) -> list[str]:
        """Forced outcomes that were never drawn, as `kind name`."""
        return [f"{kind} {name}" for (kind, name), queue in self._queues.items() if queue]

    def draw(self, kind: str, name: str, source: int | Sequence[Any], count: int) -> Draw:
        drawn = self._rest.draw(kind, name, source, count)
        queue = self._queues.get((kind, name))
        if not queue:
            return drawn
        if kind == "roll":
            result: Any = [queue.pop(0) if queue else face for face in drawn.result]
        else:
            result = queue.pop(0)
        check_outcome(kind, name, source, result)
        return msgspec.structs.replace(drawn, result=result, forced=True)


class Told:
    """Chance as a log tells it whose key is not known: the results that stand there, as far as such draws can have
    them. `first` numbers the first of them."""

    def __init__(self, results: Iterable[Any], first: int) -> None:
        self._results = iter(results)
        self._numbers = count(first)

    def draw(self, kind: str, name: str, source: int | Sequence[Any], count: int) -> Draw:
        result = next(self._results, None)
        if result is None:
            raise BadForce(f"{kind} {name}: no outcome is told")
        check_outcome(kind, name, source, result)
        return Draw(next(self._numbers), kind, name, source if isinstance(source, int) else list(source), result)


class Stream:
    """A deterministic stream of numbers that records nothing: for bots, samples and resamples.

    The bytes are SHAKE-256 of key and block number; numbers are taken from them as for draws.
    """

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: Iterator[int] = iter(())

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1."""
        limit = 0x100000000 - 0x100000000 % bound
        while True:
            for word in self._words:
                if word < limit:
                    return word % bound
            self._refill()

    def random_bytes(self, count: int) -> bytes:
        """`count` numbers from 0 to 255."""
        found: list[int] = []
        while len(found) < count:
            found += [word & 0xFF for word in islice(self._words, count - len(found))]
            if len(found) < count:
                self._refill()
        return bytes(found)

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in a random order."""
        rest = list(items)
        for last in range(len(rest) - 1, 0, -1):
            at = self.below(last + 1)
            rest[last], rest[at] = rest[at], rest[last]
        return rest

    def _refill(self) -> None:
        raw = hashlib.shake_256(joined(self._key, self._block)).digest(1024)
        self._block += 1
        self._words = iter(unpack(">256I", raw))


def _words(key: bytes, n: int) -> Iterator[int]:
    return chain.from_iterable(map(partial(_block, key, n), count()))


def _block(key: bytes, n: int, block: int) -> tuple[int, ...]:
    return unpack(">8I", hmac.digest(key, joined("draw", n, block), "sha256"))


def _below(bound: int, numbers: Iterator[int]) -> int:
    limit = 0x100000000 - 0x100000000 % bound
    while True:
        word = next(numbers)
        if word < limit:
            return word % bound


def _shuffled(items: Sequence[Any], numbers: Iterator[int]) -> list[Any]:
    rest = list(items)
    for last in range(len(rest) - 1, 0, -1):
        at = _below(last + 1, numbers)
        rest[last], rest[at] = rest[at], rest[last]
    return rest


def _face(source: int | Sequence[Any], numbers: Iterator[int]) -> Any:
    if isinstance(source, int):
        return 1 + _below(source, numbers)
    return source[_below(len(source), numbers)]


def check_outcome(kind: str, name: str, source: int | Sequence[Any], result: Any) -> None:
    """`BadForce` for a result that such a draw cannot have."""
    faces = range(1, source + 1) if isinstance(source, int) else source
    if kind == "shuffle":
        if sorted(result) != sorted(faces):
            raise BadForce(f"shuffle {name}: {result} are not the cards shuffled, {sorted(faces)}")
        return
    for value in result if kind == "roll" else [result]:
        if value not in faces:
            raise BadForce(f"{kind} {name}: {value!r} cannot come up")
