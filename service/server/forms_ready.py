"""What a process with many threads does before it has them, so that none of them meets a type that is half made ready.

msgspec makes a Struct ready for decoding when that is first wanted. While it works out what a field is, it may let
another thread go on; if that decodes the same Struct, the process ends with a segmentation fault
(`tests/library/test_msgspec.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec


def load_all(catalog: Mapping[str, object]) -> None:
    """Load all games, each of which has Structs of its own."""
    for game_id in catalog:
        catalog[game_id]


def make_structs_ready() -> int:
    """Make all Structs that there are ready for decoding, by the one thread that there is: how many they are."""
    structs = set(_below(msgspec.Struct))
    for struct in structs:
        msgspec.json.Decoder(struct)
    return len(structs)


def _below(struct: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for one in struct.__subclasses__():
        yield one
        yield from _below(one)
