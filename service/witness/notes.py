"""What a witness keeps of one log: the checkpoints that it has cosigned, and apart from them those that it refused.

Files in a folder, named after the number of entries and the head; the log's public keys lie beside them.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from domain.log.checkpoint import Signed, signed_checkpoint
from domain.log.note import Note
from service.durable import settle

REFUSED = "refused"


class Notes:
    """The notes of the log at an address, in a witness's folder."""

    def __init__(self, folder: Path, url: str) -> None:
        name = "".join(char if char.isalnum() or char in ".-" else "_" for char in url.partition("://")[2])
        self._folder = folder / f"{name}-{hashlib.sha256(url.encode()).hexdigest()[:8]}"

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Whoever else looks at this log with the same folder waits until the block ends: of two checkpoints that do
        not go together one alone is cosigned."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / "lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def keys(self) -> list[str]:
        """The log's public keys (hex) that were fixed when it was first seen; none before that."""
        file = self._folder / "keys"
        return file.read_text().split() if file.exists() else []

    def fix(self, keys: Sequence[str]) -> None:
        """Fix the log's public keys."""
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / "keys").write_text("".join(f"{key}\n" for key in keys))

    def last(self, most: int | None = None) -> Signed | None:
        """The largest checkpoint that was cosigned, of those with `most` entries at most; None if there is none."""
        files = {int(file.name.partition("-")[0]): file for file in self._folder.glob("*.note")}
        sizes = [size for size in files if most is None or size <= most]
        return signed_checkpoint(files[max(sizes)].read_bytes(), self.keys()) if sizes else None

    def keep(self, signed: Signed, note: Note) -> Path:
        """Keep a checkpoint as cosigned."""
        return self._written(self._folder, _name_of(signed), note.encode().encode())

    def refuse(self, raw: bytes, signed: Signed | None) -> Path:
        """Keep what was refused, as it came."""
        digest = hashlib.sha256(raw).hexdigest()[:16]
        return self._written(self._folder / REFUSED, _name_of(signed) if signed else f"{digest}.txt", raw)

    def _written(self, folder: Path, name: str, raw: bytes) -> Path:
        """Write a file that outlasts a failure of the machine: what a witness has said it must not forget."""
        folder.mkdir(parents=True, exist_ok=True)
        part, file = folder / f"{name}.part", folder / name
        with part.open("wb") as written:
            written.write(raw)
            written.flush()
            os.fsync(written.fileno())
        part.replace(file)
        settle(folder)
        return file


def _name_of(signed: Signed) -> str:
    return f"{signed.checkpoint.size}-{signed.checkpoint.head.hex()[:16]}.note"
