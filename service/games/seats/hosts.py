"""Who closes a game that has not begun: its host, and once that has left whoever waits there."""

from __future__ import annotations

from domain.contract.game import Action
from domain.log.record import Entry
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.table import Table
from service.games import views
from service.people.accounts import Accounts


def closing(table: Table, why: str | None = None) -> Action:
    """What closes a game that has not begun: as void for all to see while sealed entropy is owed."""
    return actions.Close("void" if table.owes_entropy else "cancelled", why)


def closes(log: GameLog, account_id: str | None, accounts: Accounts) -> Action | None:
    """What the account closes the game with that has not begun; None if it is not its to close."""
    if account_id is not None and views.creator(log.table) == account_id:
        return closing(log.table)
    if views.own_seats(log.table, account_id) and has_left(log, accounts):
        return closing(log.table, actions.HOST_LEFT)
    return None


def has_left(log: GameLog, accounts: Accounts) -> bool:
    """Whether who opened the game is gone: the account is deleted, or has left the last seat that it had."""
    host = views.creator(log.table)
    if host is None or host not in accounts.names([host]):
        return True
    return not views.own_seats(log.table, host) and any(_seats(entry, host) for entry in log.entries)


def _seats(entry: Entry, account_id: str) -> bool:
    return entry.label.type == "SeatTaken" and entry.read().data["account"] == account_id
