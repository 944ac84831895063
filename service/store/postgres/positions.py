"""Positions of events in PostgreSQL: drawn without waiting for anybody, read up to a horizon.

A sequence gives them, so transactions commit in another order than they draw, and one that fails leaves a hole. Whoever
stores events says before how far the sequence was, by an advisory lock of that number, which any number may share and
which goes with the end of the transaction: all that it draws lies above. So below the lowest of these numbers nothing
comes any more, and a reader that stops there misses nothing. It asks how far the sequence is before it looks for them,
as who has not said anything by then draws above that; and it looks at the events afterwards.

What one transaction must keep others from changing, it locks under a number that is made of its name.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

MARKS = 1 << 62
"""Where the numbers of locks begin that tell how far the sequence was; those of names are negative."""

DRAWN = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS number FROM stored_events_notification_id_seq"

_MARKED = f"(classid::bigint & {(MARKS >> 32) - 1}) << 32 | objid::bigint"
"""The number that a mark tells: of its lock's 64 bits `pg_locks` has the upper half here, and the lower half there."""

HORIZON = f"""
    WITH drawn AS MATERIALIZED ({DRAWN})
    SELECT least(number, (
        SELECT min({_MARKED}) FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 30 = {MARKS >> 62}
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND ({_MARKED}) <= number
    )) AS horizon FROM drawn
"""
"""The position up to which nothing comes any more. Marks are looked for when it is known how far the sequence is."""


def beginning(kept: Iterable[str]) -> str:
    """The statements that begin a transaction which has these names for itself."""
    return "; ".join(["BEGIN", *locks(kept)])


def locks(kept: Iterable[str], shared: Iterable[str] = ()) -> list[str]:
    """The statement that locks these names until its transaction ends, if there are any: some for itself, some beside
    others that do no more than that."""
    calls = [
        *(f"pg_advisory_xact_lock({number})" for number in _numbers(kept)),
        *(f"pg_advisory_xact_lock_shared({number})" for number in _numbers(shared)),
    ]
    return [f"SELECT {', '.join(calls)}"] if calls else []


def _numbers(names: Iterable[str]) -> list[int]:
    """The numbers under which these names are locked, in the order in which everybody locks them."""
    return sorted({-1 - (int.from_bytes(blake2b(name.encode(), digest_size=8).digest()) >> 1) for name in names})
