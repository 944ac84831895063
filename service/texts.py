"""Words that people write: kept outside the log, which holds an id and a commitment, so that they can be forgotten."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from domain.chance import joined
from domain.game import Text
from service.store import Change, executing


def keep_text(words: str, game_id: str, account_id: str | None, entropy: Callable[[int], bytes]) -> tuple[Text, Change]:
    """What stands in the log for the words, and the change that keeps them with their nonce.

    The commitment is `SHA-256(nonce | words)`, hex, under a random nonce of 32 bytes.
    """
    nonce = entropy(32)
    text = Text(entropy(16).hex(), hashlib.sha256(joined(nonce, words)).hexdigest())
    return text, executing("INSERT INTO texts VALUES (?, ?, ?, ?, ?)", text.id, game_id, account_id, words, nonce)
