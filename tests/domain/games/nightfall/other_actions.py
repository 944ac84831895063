"""Random actions as anybody could post them, most of them not legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.contract.chance import Stream
from domain.games.nightfall.components import WOUND
from domain.games.nightfall.data import catalogue
from domain.games.nightfall.state import NightfallState


def other_actions(state: NightfallState, rng: Stream) -> Iterator[dict[str, Any]]:
    """Actions of every verb with names that exist somewhere, and some that exist nowhere."""
    names = _Names(state, rng)
    while True:
        yield rng.choice(
            [
                {"type": "draft", "card": names.card()},
                {"type": "attack", "attacks": names.pairs("minion", names.minion, "seat", names.seat)},
                {"type": "block", "blocks": names.pairs("minion", names.minion, "attacker", names.minion)},
                {"type": "link", "card": names.card()},
                {"type": "pass"},
                {"type": "choose", "value": names.anything()},
                {"type": "choose", "value": [names.anything() for _ in range(rng.below(4))]},
                {"type": "discard", "card": names.card()},
                {"type": "claim", "archive": names.archive()},
                {"type": "treat", "count": rng.below(6) - 1},
                {"type": "treat", "count": "two"},
                {"type": "surrender"},
            ]
        )


class _Names:
    def __init__(self, state: NightfallState, rng: Stream) -> None:
        self._rng = rng
        self._state = state
        self._cards = [*catalogue().cards, *(WOUND + kind for kind in catalogue().wound_types), "nosferatu"]

    def card(self) -> str:
        hands = [card for player in self._state.players.values() for card in player.hand]
        return self._rng.choice([*hands, *self._cards])

    def seat(self) -> str:
        return self._rng.choice([*self._state.seats, "s9"])

    def minion(self) -> str:
        in_play = list(self._state.minions)
        return self._rng.choice([*in_play, *in_play, f"{self.seat()}/{self.card()}", "vulko"])

    def archive(self) -> str:
        return f"{self._rng.choice(['commons', self.seat()])}/{self.card()}"

    def anything(self) -> str:
        return self._rng.choice([self.card, self.seat, self.minion, self.archive])()

    def pairs(self, one: str, first: Any, other: str, second: Any) -> list[dict[str, str]]:
        return [{one: first(), other: second()} for _ in range(self._rng.below(4))]
