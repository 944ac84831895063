"""Secrets at rest: encrypted with the installation's own, each bound to what it belongs to, such as a log or a key."""

from __future__ import annotations

import hmac
import os

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_NONCE = 12


class Vault:
    """AES-256-GCM under a key made from the installation's secret; a label is authenticated with what is sealed.

    `mark` is a number that tells this secret from others, and nothing of it; `links` the key that signs links, `names`
    the one under which names that were given up are told apart, `repeats` the one under which the bodies of requests
    are, `push` what the key for push services is made of.
    """

    def __init__(self, secret: bytes) -> None:
        self.mark = int.from_bytes(hmac.digest(secret, b"nightledger/mark/1", "sha256")[:6])
        self.links = hmac.digest(secret, b"nightledger/links/1", "sha256")
        self.names = hmac.digest(secret, b"nightledger/names/1", "sha256")
        self.repeats = hmac.digest(secret, b"nightledger/repeats/1", "sha256")
        self.push = hmac.digest(secret, b"nightledger/push/1", "sha512")
        self._cipher = AESGCM(hmac.digest(secret, b"nightledger/seeds/1", "sha256"))

    def seal(self, label: str, secret: bytes) -> bytes:
        """The secret as it is stored: nonce and ciphertext."""
        nonce = os.urandom(_NONCE)
        return nonce + self._cipher.encrypt(nonce, secret, label.encode())

    def open(self, label: str, sealed: bytes) -> bytes:
        """The secret; `cryptography.exceptions.InvalidTag` if the installation's own or the label is another."""
        return self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], label.encode())
