"""What is answered about whether the service lives, each shape once."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from service.shape import Shape


class Alive(Shape, kw_only=True, frozen=True):
    """A sign of life."""

    status: str


class HeldLease(Shape, kw_only=True, frozen=True):
    """The lease of a kind of process of which one at a time does what is due."""

    held: Annotated[bool, Meta(description="Whether a process has it; one that was killed has until another takes it.")]
    since: Annotated[int, Meta(description="Since when it has it, in seconds UTC.")]
    swept: Annotated[
        int | None, Meta(description="How many seconds ago all that was due was last done; null: not yet.")
    ]


class Ready(Shape, kw_only=True, frozen=True):
    """Whether everything is there that a request needs."""

    ready: bool
    missing: Annotated[list[str], Meta(description="The parts that are not there.")]
    behind: Annotated[
        dict[str, int], Meta(description="Read model -> how many positions of the log it has still to fold.")
    ]
    degraded: Annotated[
        dict[str, str],
        Meta(description="Parts without which requests are answered, but something waits -> what is wrong."),
    ]
    leases: Annotated[
        dict[str, HeldLease], Meta(description="Kind of process -> its lease: `clock`, `dispatcher`, `notify`.")
    ]
    read_only: Annotated[str | None, Meta(description="Why nothing is written; null while writes are taken.")]
