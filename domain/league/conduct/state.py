"""What is kept of how seasons are conducted: reminders, disputes, drafts, and who is kept apart."""

from __future__ import annotations

import msgspec

from domain.contract.game import Text


class Reminders(msgspec.Struct, frozen=True):
    """When who is late is reminded by itself: so many hours before a round is due, the most first; and in which
    words."""

    hours: tuple[int, ...]
    words: Text
