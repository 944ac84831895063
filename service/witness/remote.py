"""An installation as a witness asks it over HTTP: no token is needed, and nothing in an answer is trusted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeVar

import httpx
import msgspec

from domain.log.note import MOST_BYTES

WAIT = 20
"""Seconds to wait for an answer."""


Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hex: a hash, or a public key."""

T = TypeVar("T")


class _Key(msgspec.Struct):
    key: Hash


class _Keys(msgspec.Struct):
    keys: list[_Key]


class _Proof(msgspec.Struct):
    proof: list[Hash]


class Away(Exception):
    """The installation did not answer as one does; the message says what it did."""


class Installation:
    """The public part of an installation's API that a witness needs, under the address of the installation."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._client = httpx.Client(base_url=f"{self.url}/api/v1/", timeout=WAIT, follow_redirects=False)

    def keys(self) -> list[str]:
        """The public keys (hex) that it says it signs with."""
        return [one.key for one in self._read("keys", _Keys).keys]

    def checkpoint(self, size: int | None = None) -> bytes:
        """Its checkpoint of so many entries (None: all)."""
        raw = self._get("journal/checkpoint", size=size).content
        if len(raw) > MOST_BYTES:
            raise Away(f"{self.url} answers with {len(raw)} bytes where a checkpoint should be")
        return raw

    def consistency(self, earlier: int, size: int) -> Sequence[bytes]:
        """What it gives as a proof that its journal only grew."""
        found = self._read("journal/consistency", _Proof, **{"from": earlier, "to": size})
        return [bytes.fromhex(node) for node in found.proof]

    def add_cosignature(self, size: int, line: str) -> None:
        """Hand in a cosignature; `Away` if it does not take it."""
        try:
            answer = self._client.post("journal/cosignatures", json={"size": size, "line": line.rstrip("\n")})
        except httpx.HTTPError as error:
            raise Away(f"{self.url} does not answer: {error}") from None
        self._check(answer)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _read(self, path: str, shape: type[T], **query: int | None) -> T:
        """An answer of this shape; `Away` for any other."""
        try:
            return msgspec.json.decode(self._get(path, **query).content, type=shape)
        except msgspec.DecodeError as error:
            raise Away(f"{self.url} answers {path} as no installation does: {error}") from None

    def _get(self, path: str, **query: int | None) -> httpx.Response:
        asked = {name: value for name, value in query.items() if value is not None}
        try:
            return self._check(self._client.get(path, params=asked))
        except httpx.HTTPError as error:
            raise Away(f"{self.url} does not answer: {error}") from None

    def _check(self, answer: httpx.Response) -> httpx.Response:
        if not answer.is_success:
            raise Away(f"{self.url} answers {answer.status_code}: {answer.text[:200]}")
        return answer
