"""Ways to spoil a record: its events or its bytes dropped, swapped, doubled, put in from elsewhere, or altered."""

from contextlib import suppress

from domain.log.canon import NotCanonical, canonical, parse
from domain.log.record import GENESIS, chained

OTHERWISE = (None, True, 1.0, "x", -1, 1, 2**53, [], ["x"], {}, {"x": "y"})
"""What stands in the place of a field's value, whatever its type is."""

BESIDE = ("by", "action", "opens", "more")
"""Keys that an entry has not, or not always."""


def fields_altered(whole, beside=(), otherwise=OTHERWISE):
    """A map with one of its fields missing or otherwise, or with one more; and what was done to it."""
    for key in (*whole, *(key for key in beside if key not in whole)):
        for value in otherwise:
            yield f"{key}: {value!r}", {**whole, key: value}
        if key in whole:
            yield f"{key} missing", {name: item for name, item in whole.items() if name != key}


def rechained(document, entries):
    """A document with these entries, and hashes made anew where they have one, as a forger would."""
    head, made = GENESIS, []
    for entry in entries:
        head = chained(head, canonical({key: item for key, item in entry.items() if key not in ("private", "hash")}))
        made.append({**entry, "hash": head.hex()} if isinstance(entry.get("hash"), str) else entry)
    return {**document, "head": head.hex()}, made


def mutants(raw, rng, count):
    """`count` spoilt forms of a record, half by events and half by bytes; names of seats are left alone."""
    value = parse(raw)
    made = 0
    while made < count:
        spoilt = _events_spoilt(value, rng) if made % 2 else _bytes_spoilt(raw, rng)
        if _says_the_same(spoilt, raw):
            continue
        made += 1
        yield spoilt


def _says_the_same(spoilt, raw):
    """Whether it is the same JSON, or in a game that goes on only shows less to its reader."""
    with suppress(NotCanonical):
        shown, whole = parse(spoilt), parse(raw)
        return shown == whole or _shows_less(shown, whole)
    return False


def _shows_less(shown, whole):
    if whole["events"][-1]["type"] == "GameClosed" or len(shown.get("events", ())) != len(whole["events"]):
        return False
    for event, before in zip(shown["events"], whole["events"], strict=True):
        left = {name: part for name, part in before["private"].items() if name in event.get("private", ())}
        if event != {**before, "private": left}:
            return False
    return {**shown, "events": []} == {**whole, "events": []}


def _events_spoilt(value, rng):
    events = list(value["events"])
    at, other = rng.randrange(len(events)), rng.randrange(len(events))
    match rng.choice(("drop", "swap", "double", "insert", "alter")):
        case "drop":
            del events[at]
        case "swap":
            events[at], events[other] = events[other], events[at]
        case "double":
            events.insert(at, events[at])
        case "insert":
            events.insert(at, events[other])
        case "alter":
            events[at] = _altered(events[at], events[other], rng)
    return canonical({**value, "events": events})


def _altered(event, other, rng):
    """The event with one of its keys dropped, taken from another event, or put to nothing."""
    key = rng.choice(sorted(event))
    rest = {name: item for name, item in event.items() if name != key}
    return rng.choice((rest, {**rest, key: other.get(key)}, {**rest, key: {}}))


def _bytes_spoilt(raw, rng):
    start, end = raw.index(b'"names"'), raw.index(b'},"options"')
    at = rng.choice((rng.randrange(start), rng.randrange(end + 1, len(raw) - 1)))
    match rng.choice(("flip", "drop", "swap", "double", "insert")):
        case "flip":
            return raw[:at] + bytes([raw[at] ^ 1 << rng.randrange(8)]) + raw[at + 1 :]
        case "drop":
            return raw[:at] + raw[at + 1 :]
        case "swap":
            return raw[:at] + raw[at + 1 : at + 2] + raw[at : at + 1] + raw[at + 2 :]
        case "double":
            return raw[:at] + raw[at : at + 1] + raw[at:]
        case _:
            return raw[:at] + bytes([rng.randrange(256)]) + raw[at:]
