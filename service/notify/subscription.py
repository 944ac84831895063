"""What a browser gives to be told by: where its push service takes messages, and whom they are encrypted for."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric import ec

from service.errors import ServiceError

AUTH_BYTES = 16
KEY_BYTES = 65
"""A point of P-256, uncompressed."""


@dataclass(frozen=True)
class Subscription:
    """A subscription (RFC 8030), with the browser's public key and the secret that it shares with us (RFC 8291)."""

    endpoint: str
    key: bytes
    auth: bytes = field(repr=False)

    @classmethod
    def read(cls, endpoint: str, p256dh: str, auth: str) -> Subscription:
        """One as a browser writes it, in base64url; `malformed` for what is none."""
        key, shared = _bytes("p256dh", p256dh, KEY_BYTES), _bytes("auth", auth, AUTH_BYTES)
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
        except ValueError:
            raise ServiceError("malformed", "p256dh is no point of P-256") from None
        return cls(endpoint, key, shared)

    @classmethod
    def of(cls, endpoint: str, secret: bytes) -> Subscription:
        """The one whose keys were stored as these bytes."""
        return cls(endpoint, secret[AUTH_BYTES:], secret[:AUTH_BYTES])

    @property
    def secret(self) -> bytes:
        """Its keys as they are stored, sealed."""
        return self.auth + self.key


def _bytes(name: str, text: str, number: int) -> bytes:
    try:
        found = urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (binascii.Error, ValueError):
        found = b""
    if len(found) != number:
        raise ServiceError("malformed", "{name} is not {number} bytes in base64url", name=name, number=number)
    return found
