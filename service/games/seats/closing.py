"""Who closes a game that has not begun: its host, and once that has left whoever waits there."""

from __future__ import annotations

from domain.contract.game import Action
from domain.table import actions
from domain.table.table import Table
from service.games import views
from service.people.accounts import Accounts


def closing(table: Table, why: str | None = None) -> Action:
    """What closes a game that has not begun: as void for all to see while sealed entropy is owed."""
    return actions.Close("void" if table.owes_entropy else "cancelled", why)


def closes(table: Table, account_id: str | None, accounts: Accounts) -> Action | None:
    """What the account closes the game with that has not begun; None if it is not its to close."""
    if account_id is not None and views.creator(table) == account_id:
        return closing(table)
    if views.own_seats(table, account_id) and has_left(table, accounts):
        return closing(table, actions.HOST_LEFT)
    return None


def has_left(table: Table, accounts: Accounts) -> bool:
    """Whether who opened the game is gone: the account is deleted, or has left the last seat that it had."""
    host = views.creator(table)
    if host is None or host not in accounts.names([host]):
        return True
    return not views.own_seats(table, host) and table.members.has_sat(host)
