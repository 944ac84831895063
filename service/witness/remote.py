"""An installation as a witness asks it over HTTP: no token is needed, and nothing in an answer is trusted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

import httpx
import msgspec

from domain.log.note import MOST_BYTES
from service.whole_answer import Unending, in_time, whole

WAIT = 20
"""Seconds to wait for an answer."""

LONGEST = 60
"""Seconds in which all of an answer has to come."""

MOST_ANSWERED = 1 << 20
"""Bytes of an answer, at most: proofs have some kilobytes."""

Hash = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
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
        raw = self._get("journal/checkpoint", size=size)
        if len(raw) > MOST_BYTES:
            raise Away(f"{self.url} answers with {len(raw)} bytes where a checkpoint should be")
        return raw

    def consistency(self, earlier: int, size: int) -> Sequence[bytes]:
        """What it gives as a proof that its journal only grew."""
        found = self._read("journal/consistency", _Proof, **{"from": earlier, "to": size})
        return [bytes.fromhex(node) for node in found.proof]

    def add_cosignature(self, size: int, line: str) -> None:
        """Hand in a cosignature; `Away` if it does not take it."""
        self._answer("POST", "journal/cosignatures", json={"size": size, "line": line.rstrip("\n")})

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _read(self, path: str, shape: type[T], **query: int | None) -> T:
        """An answer of this shape; `Away` for any other."""
        try:
            return msgspec.json.decode(self._get(path, **query), type=shape)
        except msgspec.DecodeError as error:
            raise Away(f"{self.url} answers {path} as no installation does: {error}") from None

    def _get(self, path: str, **query: int | None) -> bytes:
        return self._answer("GET", path, params={name: value for name, value in query.items() if value is not None})

    def _answer(self, method: str, path: str, **asked: Any) -> bytes:
        """The body of an answer; `Away` where it fails, is too long or does not end."""

        def answered() -> tuple[httpx.Response, bytes]:
            with self._client.stream(method, path, **asked) as answer:
                return answer, whole(answer.iter_bytes(), MOST_ANSWERED, LONGEST)

        try:
            answer, body = in_time(answered, LONGEST)
        except httpx.HTTPError as error:
            raise Away(f"{self.url} does not answer: {error}") from None
        except Unending as error:
            raise Away(f"{self.url} {error}") from None
        if not answer.is_success:
            raise Away(f"{self.url} answers {answer.status_code}: {body[:200].decode(errors='replace')}")
        return body
