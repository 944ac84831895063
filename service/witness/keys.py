"""A witness's own key: a file in its folder, made when the witness is first run."""

from __future__ import annotations

import os
from pathlib import Path

from nacl.signing import SigningKey

from domain.log.note import COSIGNATURE, Key, Signature, is_name, signature


class BadFolder(Exception):
    """A folder of a witness that cannot be used; the message says why."""


class WitnessKey:
    """Cosigns under a name."""

    def __init__(self, name: str, private: SigningKey) -> None:
        self._private = private
        self.public = Key(name, bytes(private.verify_key), COSIGNATURE)

    def cosign(self, text: str, at: int) -> Signature:
        """The cosignature of a checkpoint's text at a time in seconds UTC."""
        return signature(text, self.public, self._sign, at)

    def _sign(self, message: bytes) -> bytes:
        return self._private.sign(message).signature


def witness_key(folder: Path, name: str | None) -> WitnessKey:
    """The key in a witness's folder, made under this name if there is none; `BadFolder` if it cannot be used."""
    file = folder / "key"
    if file.exists():
        kept, _, seed = file.read_text().strip().rpartition(" ")
        if name not in (None, kept):
            raise BadFolder(f"{folder} is the folder of {kept!r}, not of {name!r}")
        try:
            return WitnessKey(kept, SigningKey(bytes.fromhex(seed)))
        except ValueError as error:
            raise BadFolder(f"{file} holds no key: {error}") from None
    if name is None or not is_name(name):
        raise BadFolder("a new witness needs a --name without spaces and plus signs, such as eye.example.org")
    folder.mkdir(parents=True, exist_ok=True)
    private = SigningKey.generate()
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        out.write(f"{name} {bytes(private).hex()}\n")
    return WitnessKey(name, private)
