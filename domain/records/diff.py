"""What differs between two JSON values, place by place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.log.canon import Json

Difference = dict[str, Json]
"""`{path, before, after}`: a JSON pointer and what stands there; the side that has nothing there is left out."""


def differences(before: Json, after: Json, path: str = "") -> Iterator[Difference]:
    """The places that differ, in the order of their paths.

    Maps are compared key by key, and lists of maps of the same length item by item; of other lists the whole is told.
    """
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in sorted(before.keys() | after.keys()):
            yield from _at(before, after, key, f"{path}/{_escaped(key)}")
    elif _comparable(before, after):
        for number, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from differences(one, other, f"{path}/{number}")
    elif before != after or isinstance(before, bool) != isinstance(after, bool):
        yield {"path": path, "before": before, "after": after}


def _at(before: Mapping[str, Json], after: Mapping[str, Json], key: str, path: str) -> Iterator[Difference]:
    if key not in after:
        yield {"path": path, "before": before[key]}
    elif key not in before:
        yield {"path": path, "after": after[key]}
    else:
        yield from differences(before[key], after[key], path)


def _comparable(before: Json, after: Json) -> bool:
    return (
        isinstance(before, list | tuple)
        and isinstance(after, list | tuple)
        and len(before) == len(after)
        and all(isinstance(item, Mapping) for item in (*before, *after))
    )


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
