"""What of games counts in the budgets of who opens them: those that wait for people, and the invitations to them."""

from __future__ import annotations

from collections.abc import Sequence

from domain.log.record import Entry
from projections.statements import any_row
from service.errors import ServiceError
from service.games.game_logs import GameLogs
from service.people.budgets import INVITATIONS, OPEN_GAMES, Budgets
from service.store.event_store import Change, Store
from service.store.relations import invitations

LINK = "link "
"""The beginning of what tells a link among the invitations to a game; any other is that of its seat."""

IS_LINK = any_row(invitations.c.id)


class GameBudgets:
    """Counts open games, and the pending invitations to them. Thread-safe."""

    def __init__(self, store: Store, logs: GameLogs, budgets: Budgets) -> None:
        self._store = store
        self._logs = logs
        self._budgets = budgets

    def opening(self, account_id: str, game_id: str, entries: Sequence[Entry]) -> list[Change]:
        """The changes that count a game that is opened with these entries, and the seats of it that are kept for
        others; nothing of a game that begins at once."""
        if any(entry.label.type == "GameStarted" for entry in entries):
            return []
        invited = entries[0].read().data["terms"].get("invited") or {}
        return [
            *self._spent(account_id, OPEN_GAMES, [game_id]),
            *self._spent(account_id, INVITATIONS, [f"{game_id} {seat}" for seat in invited]),
        ]

    def inviting(self, account_id: str, game_id: str, invitation_id: str) -> list[Change]:
        """The changes that count a link to a game."""
        return self._spent(account_id, INVITATIONS, [f"{game_id} {LINK}{invitation_id}"])

    def _spent(self, account_id: str, budget: str, items: Sequence[str]) -> list[Change]:
        self._budgets.settle(account_id, budget, len(items), self._is_pending)
        return self._budgets.spent(account_id, budget, items)

    def _is_pending(self, item: str) -> bool:
        """Whether a game still waits for people; of an invitation, whether that to it does."""
        game_id, _, what = item.partition(" ")
        try:
            table = self._logs.table(game_id)
        except ServiceError:
            return False
        if table.status != "open" or not what:
            return table.status == "open"
        if what.startswith(LINK):
            return self._store.has(IS_LINK, id=what.removeprefix(LINK))
        return not table.seats[what].taken
