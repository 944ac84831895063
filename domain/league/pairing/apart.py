"""Who is not to meet: forbidden pairs, as the record 260 of a FIDE report file has them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.league.pairing.card import Card


class Apart(msgspec.Struct, frozen=True):
    """Players of whom no two are to meet, from a round on, and up to one (None: to the end)."""

    players: tuple[int, ...]
    first: int = 1
    last: int | None = None

    def others(self, number: int, round_number: int) -> set[int]:
        """Whom a player is not to meet in a round."""
        holds = self.first <= round_number and (self.last is None or round_number <= self.last)
        return set(self.players) - {number} if holds and number in self.players else set()


def kept_apart(before: Card, groups: Iterable[Apart], round_number: int) -> Card:
    """The card of somebody who is not to meet certain others in a round: as if they had met."""
    others = {other for group in groups for other in group.others(before.number, round_number)}
    return msgspec.structs.replace(before, met={**dict.fromkeys(others, 1), **before.met}) if others else before
