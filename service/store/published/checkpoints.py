"""Checkpoints of the journal, signed when they are asked for, and proofs under them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import bindparam, func, select

from domain.log.checkpoint import Checkpoint, origin_of, read_checkpoint
from domain.log.inclusion import Inclusion
from domain.log.journal import StartListed
from domain.log.merkle import Tree
from domain.log.note import Key, Note, Sign, read_signature, signature
from projections.statements import matching, once
from service.errors import ServiceError
from service.store.event_store import Store, executing
from service.store.published.merkle import NODES
from service.store.relations import cosignatures, journal_listings

REMEMBERED_GAMES = 4096
"""Of how many games it is kept in mind what proves that they are listed."""

COSIGNED = select(func.max(cosignatures.c.size).label("size")).where(cosignatures.c.size >= bindparam("least"))

COSIGNATURES = select(cosignatures.c.line).where(matching(cosignatures.c.size)).order_by(cosignatures.c.witness)

LISTED = select(func.max(journal_listings.c.version).label("version")).where(matching(journal_listings.c.game))

COSIGN = once(cosignatures)


class Checkpoints:
    """The journal's checkpoints. `first` and `newest` give the public keys (hex) that it lists first and signs with.

    The checkpoint of a size is always the same: what makes it is the tree, and Ed25519 signs in one way.
    """

    def __init__(self, store: Store, sign: Sign, first: Callable[[], str], newest: Callable[[], str]) -> None:
        self._store = store
        self._sign = sign
        self._first = first
        self._newest = newest
        self._tree = Tree(self._nodes)
        self._begun: dict[str, Inclusion] = {}

    @property
    def key(self) -> Key:
        """The public key that signs checkpoints, under the log's name."""
        return Key(origin_of(self._first()), bytes.fromhex(self._newest()))

    def note(self, size: int | None = None) -> Note:
        """The checkpoint of so many entries (None: all), with its cosignatures; `not-found` for more than there are."""
        there = self._store.listed()
        if size is not None and size > there:
            raise ServiceError("not-found", f"the journal has {there} entries")
        entries = there if size is None else size
        text = Checkpoint(self.key.name, entries, self._tree.head(entries)).encode()
        made = Note(text, (signature(text, self.key, self._sign),))
        lines = self._store.rows(COSIGNATURES, size=entries)
        return made.with_more(read_signature(row["line"]) for row in lines)

    def cosigned(self, least: int = 0) -> int | None:
        """The largest size, not below `least`, whose checkpoint a witness has cosigned; None if there is none."""
        [row] = self._store.rows(COSIGNED, least=least)
        return None if row["size"] is None else int(row["size"])

    def inclusion(self, version: int, size: int | None = None) -> Inclusion:
        """An entry with the proof that the checkpoint of this size (None: the newest) holds it; else `not-found`."""
        note = self.note(size)
        entries = read_checkpoint(note.text).size
        if not 1 <= version <= entries:
            raise ServiceError("not-found", f"entry {version} is not among the first {entries}")
        [entry] = self._store.journal(version - 1, 1)
        proof = [node.hex() for node in self._tree.inclusion(version - 1, entries)]
        return Inclusion(msgspec.json.decode(entry.public), proof, note.encode())

    def consistency(self, earlier: int, size: int) -> Sequence[bytes]:
        """The proof that the journal of this size begins with that of an earlier one; `not-found` if it cannot."""
        there = self._store.listed()
        if not earlier <= size <= there:
            raise ServiceError("not-found", f"{earlier} and {size} are no two sizes up to {there}, the earlier first")
        return self._tree.consistency(earlier, size)

    def listing(self, game_id: str) -> Inclusion | None:
        """What proves that the game is listed: its start, before that its reservation; None for a game without.

        That of a game that has begun is kept in mind, so that no move waits for it.
        """
        if (known := self._begun.get(game_id)) is not None:
            return known
        [row] = self._store.rows(LISTED, game=game_id)
        if row["version"] is None:
            return None
        found = self.inclusion(row["version"], self.cosigned(row["version"]))
        if isinstance(found.listed, StartListed):
            if len(self._begun) == REMEMBERED_GAMES:
                self._begun.clear()
            self._begun[game_id] = found
        return found

    def add(self, size: int, witness: Key, line: str) -> None:
        """Keep a cosignature that was checked, once."""
        self._store.write(executing(COSIGN, size=size, witness=witness.encode(), line=line))
        self._begun.clear()

    def _nodes(self, level: int, first: int, end: int) -> list[bytes]:
        return [bytes(row["hash"]) for row in self._store.rows(NODES, level=level, first=first, end=end)]
