"""What an event may hold so that a record of it can be read: checked before it is stored, and again by every audit.

All else that an audit asks of an event's form its writer (`domain.log.record.Writer`) gives to it by the way it is
made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.contract.quantities import INSTANTS
from domain.log.canon import DEEPEST, NotCanonical, are_plain, check_encoded
from domain.log.record import Entry

DEEPEST_EVENT = DEEPEST - 4
"""How deep an event may nest: it lies in the list of a record, and that in the list of a chain or of a character."""

MOST_LISTED = 64 * 1024
"""The largest entry of a journal, in bytes: everybody reads all of a journal, and many may add to it."""


class Misshapen(ValueError):
    """An event that no record may hold; the message says why."""


def check_entries(entries: Sequence[Entry]) -> None:
    """`Misshapen` if one of the entries holds what has no canonical form, or has no time that a calendar names.

    They are looked at together, and one by one only if something catches the eye: it costs a hundredth of a move.
    """
    plain = are_plain([text for entry in entries for text in _texts(entry)], DEEPEST_EVENT)
    for entry in entries:
        if not plain:
            _check_canonical(entry)
        if not INSTANTS.least <= entry.label.at <= INSTANTS.most:
            raise Misshapen(f"{entry.label.type}: its time is {entry.label.at}")


def _check_canonical(entry: Entry) -> None:
    try:
        for text in _texts(entry):
            check_encoded(text, DEEPEST_EVENT)
    except NotCanonical as error:
        raise Misshapen(f"{entry.label.type}: {error}") from None


def _texts(entry: Entry) -> Iterator[bytes]:
    """The texts of its parts; the audiences of the private ones stand in the public one too."""
    yield entry.public
    yield from map(bytes, entry.parts.values())


def check_listed(entries: Sequence[Entry]) -> None:
    """`Misshapen` if one of the entries, which are to stand in a journal, is misshapen as any may be, or too large."""
    for entry in entries:
        if len(entry.public) > MOST_LISTED:
            raise Misshapen(f"{len(entry.public)} bytes are more than an entry of the journal may have")
    check_entries(entries)
