"""What a program that plays is asked, and what it waits out."""

from __future__ import annotations

from typing import Any

import msgspec

from nightledger_client.models import Game
from nightledger_client.problems import Problem

Action = dict[str, Any]
"""What answers a decision: one of its legal actions, or one like them."""

PAUSE = 1.0
"""Seconds to wait before a connection that broke is tried again."""

PASSING = frozenset((429, 502, 503, 504))
"""The answers of a service, or of what stands before it, that is away or has no room for a while."""

BUSY = "busy"
"""The problem of a request for which others were faster each time: it is sent again."""

ANSWERED = frozenset(("decision-closed", "game-over", "forbidden", "key-reused"))
"""The problems of a decision that does not wait any more: somebody has answered it, another program of the account
under the same key, or holds its seat now. A token that is not for playing is `insufficient-scope`."""


class Decision(msgspec.Struct, frozen=True):
    """A decision to answer: its id, seat and kind, the actions to choose from (all of them if `legal_complete`), and
    the game as the seat sees it."""

    game: str
    seat: str
    decision: str
    kind: str
    version: int
    legal: list[Action]
    legal_complete: bool
    view: Game

    @classmethod
    def of(cls, game: Game) -> Decision | None:
        """Return the decision that waits in this view of a game, if one does."""
        if game.decision is None:
            return None
        kind = game.pending[game.seat].kind
        return cls(game.id, game.seat, game.decision, kind, game.version, game.legal, game.legal_complete, game)

    @property
    def key(self) -> str:
        """What tells it from all others; sent as Idempotency-Key with its answer."""
        return f"{self.game}-{self.decision}"

    def following(self, game: Game) -> Decision | None:
        """Return what its seat is asked next in this later view of the game, if it is its turn again."""
        following = Decision.of(game) if game.seat == self.seat else None
        return None if following is None or following.decision == self.decision else following


def pause_after(problem: Problem) -> float:
    """Return the seconds to wait for a service that is away, has no room or is asked by many; raise any other
    problem."""
    if problem.status not in PASSING and problem.code != BUSY:
        raise problem
    return problem.retry_after or PAUSE
