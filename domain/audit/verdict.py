"""What an audit says of a record."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.contract.game import Outcome

CONSISTENT, REFUSED, PREFIX, UNFAIR = 0, 1, 2, 3

ANOTHER_GAME, MALFORMED, ANOTHER_KIND, USAGE, NO_FILE = 4, 5, 6, 64, 66
"""Exit codes for what is no verdict on a record: a receipt of none of the games that were given, a file that has not
the form of a record, one of something else, a command line that makes no sense, a file that cannot be read."""

RANKING = (CONSISTENT, PREFIX, UNFAIR, ANOTHER_GAME, NO_FILE, ANOTHER_KIND, MALFORMED, REFUSED)
"""Of several exit codes the last one here counts."""


class Finding(msgspec.Struct, frozen=True):
    """Something that is wrong with a record.

    `version` is the event that it was found at, None for the record as a whole; `command`, `seat` and `verb` are
    those of the command that the event belongs to, where one was being decided again.
    """

    version: int | None
    reason: str
    command: int | None = None
    seat: str | None = None
    verb: str | None = None


class Verdict(msgspec.Struct, frozen=True):
    """What an audit found. `code` is the exit code: 0 consistent, 1 refused, 2 a prefix, 3 not a fair game, 5
    malformed.

    `findings` say what is wrong with a refused record, in order; `remarks` what the reader should know of another
    one; `seen` are the versions whose kept heads it passes through.
    """

    code: int
    word: str
    events: int
    head: str
    findings: tuple[Finding, ...] = ()
    remarks: tuple[str, ...] = ()
    seen: tuple[int, ...] = ()
    result: Outcome | None = None

    @property
    def is_refused(self) -> bool:
        """Whether it is refused, for what it says or for its form."""
        return self.code in (REFUSED, MALFORMED)

    @property
    def version(self) -> int | None:
        """The first bad event of a refused record; None for the record as a whole."""
        return self.findings[0].version if self.findings else None

    @property
    def reason(self) -> str | None:
        """What is wrong with the first bad event."""
        return self.findings[0].reason if self.findings else None


class Bad(Exception):
    """Ends an examination with what is wrong."""

    code, word = REFUSED, "refused"

    def __init__(self, version: int | None, reason: str) -> None:
        super().__init__(reason)
        self.finding = Finding(version, reason)

    def verdict(self, events: int, head: str) -> Verdict:
        """The verdict on a record with so many events and this head."""
        return Verdict(self.code, self.word, events, head, findings=(self.finding,))


class Malformed(Bad):
    """Ends an examination of what has not the form of a record."""

    code, word = MALFORMED, "malformed"


def worst(codes: Iterable[int]) -> int:
    """The exit code that counts of several."""
    return max(codes, key=RANKING.index, default=CONSISTENT)
