"""Logs of leagues and series that somebody altered, with a chain that fits again: what a forger would do."""

from domain.audit.aggregates import Document
from domain.log.canon import canonical
from domain.log.record import GENESIS, chained


def rechained(log, change):
    """The document with events changed, and a chain that fits them: what somebody would forge."""
    events = [dict(event) for event in log.events]
    change(events)
    head = GENESIS
    for event in events:
        public = {name: value for name, value in event.items() if name not in ("private", "hash")}
        head = chained(head, canonical(public))
        event["hash"] = head.hex()
    return Document(log.format, log.id, events, head.hex())


def leaves(value, path=()):
    """The paths to all numbers, texts and truths of an event."""
    if isinstance(value, dict | list):
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, step))
    elif value is not None:
        yield path


def other(value):
    """Something else of the same kind."""
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}0"


def altered(log, at, path):
    """The document with something else at this path of the event of this index, and a chain that fits."""

    def change(events):
        holding = events[at]["data"]
        for step in path[:-1]:
            holding = holding[step]
        holding[path[-1]] = other(holding[path[-1]])

    return rechained(log, change)
