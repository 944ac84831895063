"""Checkpoints of the journal, and their witnesses. Made by `nightledger client --write`."""

from __future__ import annotations

import msgspec

from service.client.connection import UNSET, Connection, Unset
from service.client.shapes import Inclusion


class Consistency(msgspec.Struct, kw_only=True, frozen=True):
    """That a journal begins with an earlier one."""

    proof: list[str]


class CheckpointsResource:
    """Checkpoints of the journal, and their witnesses."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def checkpoint(self, *, size: int | Unset = UNSET, cosigned: bool | Unset = UNSET) -> str:
        """How many entries the journal has and the head of the tree over them, signed: a note as tlog-checkpoint
        has it.
        """
        return self._connection.text("GET", "/api/v1/journal/checkpoint", query={"size": size, "cosigned": cosigned})

    def inclusion(self, *, entry: int, size: int | Unset = UNSET) -> Inclusion:
        """An entry of the journal with the proof that a checkpoint's tree holds it."""
        return self._connection.ask(Inclusion, "GET", "/api/v1/journal/inclusion", query={"entry": entry, "size": size})

    def consistency(self, *, from_: int, to: int) -> Consistency:
        """The proof that the journal only grew between two checkpoints."""
        return self._connection.ask(Consistency, "GET", "/api/v1/journal/consistency", query={"from": from_, "to": to})

    def add_cosignature(self, *, size: int, line: str) -> None:
        """Add a witness's signature to a checkpoint; of the witnesses that the installation names. Twice is once."""
        self._connection.do("POST", "/api/v1/journal/cosignatures", body={"size": size, "line": line})
