"""The legal answers to a decision part by part, where they are more than a game is shown with."""

from __future__ import annotations

from domain.contract.game import to_json
from service.errors import ServiceError
from service.games import posting, views
from service.games.game_logs import GameLogs
from service.games.shapes import Condition
from service.games.shapes.answers import LegalPart

MOST = 10_000
"""How many of a decision's answers are listed; further ones are made of its slots."""


class LegalAnswers:
    """Lists what a seat may answer. Thread-safe; raises `ServiceError`."""

    def __init__(self, logs: GameLogs) -> None:
        self._logs = logs

    def part(
        self, account_id: str, game_id: str, seat: str | None, decision: str | None, after: int, limit: int
    ) -> LegalPart:
        """The answers to the named decision, else to the seat's open one, after so many, at most `limit`, in the game's
        order.

        `decision-closed` where another decision is named than the one that is open; `not-your-decision` where none is.
        """
        with self._logs.latest(game_id) as log:
            table = log.table
            seats = views.seats_to_act(table, account_id, seat)
            actor = posting.answering_seat(table, seats, Condition(decision=decision))
            open_decision = table.decision_id(actor) if actor in table.pending and table.awaited is None else None
            if decision is not None and decision != open_decision:
                raise ServiceError("decision-closed", "the decision {decision} is closed", decision=decision)
            if open_decision is None or table.state is None:
                raise ServiceError("not-your-decision", "{actor} has nothing to decide", actor=actor)
            last = min(after + limit, MOST)
            legal = table.game.legal(table.state, actor, last)
        more = len(legal.actions) == last < MOST and not legal.complete
        return LegalPart(
            decision=open_decision,
            legal=to_json(legal.actions[after:]),
            next=last if more else None,
            complete=legal.complete,
        )
