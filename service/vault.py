"""Seeds at rest: encrypted with the installation's secret, each bound to its game."""

from __future__ import annotations

import hmac
import os

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

_NONCE = 12


class Vault:
    """AES-256-GCM under a key made from the installation's secret; the game's id is authenticated with the seed."""

    def __init__(self, secret: bytes) -> None:
        self._cipher = AESGCM(hmac.digest(secret, b"nightledger/seeds/1", "sha256"))

    def seal(self, game_id: str, seed: bytes) -> bytes:
        """The seed as it is stored: nonce and ciphertext."""
        nonce = os.urandom(_NONCE)
        return nonce + self._cipher.encrypt(nonce, seed, game_id.encode())

    def open(self, game_id: str, sealed: bytes) -> bytes:
        """The seed; `cryptography.exceptions.InvalidTag` if the secret or the game is another."""
        return self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], game_id.encode())
