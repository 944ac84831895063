"""Leaving for good: a person's seats are given up as the games' rules say, then all that is kept of the person goes."""

from __future__ import annotations

from domain.table.table import Table
from projections.read_models import ReadModels
from service import views
from service.absence import Absence
from service.accounts import Accounts
from service.errors import ServiceError
from service.leagues.leaving import Places
from service.ledger import Ledger
from service.notify.post import PostOffice

PATIENCE = 5.0
"""Seconds to wait for the list of the person's games to be up to date."""

GONE_ALREADY = ("forbidden", "game-over", "illegal", "not-found", "not-your-decision")
"""The codes of a seat that is no longer the person's, or of a game that has ended meanwhile."""


class Farewell:
    """Forgets people. Raises `ServiceError`."""

    def __init__(
        self,
        accounts: Accounts,
        ledger: Ledger,
        absence: Absence,
        places: Places,
        read_models: ReadModels,
        post: PostOffice,
    ) -> None:
        self._accounts = accounts
        self._ledger = ledger
        self._absence = absence
        self._places = places
        self._read_models = read_models
        self._post = post

    def forget(self, account_id: str) -> None:
        """Log the person out everywhere, give up all seats, and delete the account; closed games stay as they are.

        A seat of a running game is resigned, with what the game makes of that; in a game that has not begun it is
        free again, and a game that the person opened is cancelled. Places in leagues are given up, and series that
        cannot go on without the person end as void. Repeating it does what was left undone.
        """
        self._accounts.get(account_id)
        self._accounts.logout_everywhere(account_id)
        self._read_models.follower.catch_up(PATIENCE)
        self._places.give_up(account_id)
        for game_id in self._read_models.lists.unfinished_games_of(account_id):
            self._leave(account_id, self._ledger.table(game_id))
        self._accounts.forget(account_id)
        self._post.forget(account_id)

    def _leave(self, account_id: str, table: Table) -> None:
        game_id = table.header.id
        try:
            if table.status == "open" and views.creator(table) == account_id:
                self._ledger.cancel(account_id, game_id)
                return
            for seat in views.own_seats(table, account_id):
                if table.status == "open":
                    self._ledger.leave(account_id, game_id, seat)
                else:
                    self._absence.resign(account_id, game_id, seat)
        except ServiceError as error:
            if error.code not in GONE_ALREADY:
                raise
