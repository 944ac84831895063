"""Leaving for good: a person's seats are given up as the games' rules say, then all that is kept of the person goes."""

from __future__ import annotations

from domain.table.table import Table
from projections.read_models import ReadModels
from service.deletion.leaving import as_far_as_possible
from service.deletion.places import Places
from service.games import views
from service.games.ledger import Ledger
from service.games.seats.absence import Absence
from service.notify.post import PostOffice
from service.people.accounts import Accounts
from service.store.unit_of_work import UnitOfWork
from service.up_to_date import PATIENCE, check_up_to_date


class AccountDeletion:
    """Forgets people. Raises `ServiceError`.

    `patience` are the seconds to wait for the list of a person's games to be up to date.
    """

    def __init__(
        self,
        accounts: Accounts,
        ledger: Ledger,
        absence: Absence,
        places: Places,
        read_models: ReadModels,
        post: PostOffice,
        patience: float = PATIENCE,
    ) -> None:
        self._accounts = accounts
        self._ledger = ledger
        self._absence = absence
        self._places = places
        self._read_models = read_models
        self._post = post
        self._patience = patience

    def forget(self, account_id: str, keeping: str | None = None) -> None:
        """Log the person out everywhere, give up all seats, and delete the account; closed games stay as they are.

        The token whose secret is `keeping` ends with the account and not before: with it the person asks again where
        something could not be left yet.

        A seat of a running game is resigned, with what the game makes of that; one that an AI has kept for the person
        is the AI's own. In a game that has not begun it is free again, and a game that the person opened is cancelled.
        Places in leagues are given up, with their games where somebody takes the place over (LG-ENR-7), and series
        that cannot go on without the person end as void. What cannot be read stays as it is. Repeating it does what
        was left undone. `behind`, and nothing is given up, while it is not known which games those are.
        """
        self._accounts.get(account_id)
        check_up_to_date(self._read_models, self._patience)
        # Whoever asks again under the same key does what was left undone: the key goes with the account.
        with UnitOfWork():
            self._accounts.logout_everywhere(account_id, keeping)
            # The person may have sat down somewhere before the other tokens ended.
            check_up_to_date(self._read_models, self._patience)
            self._places.give_up(account_id)
            for game_id in self._read_models.lists.unfinished_games_of(account_id):
                with as_far_as_possible(f"game {game_id}"):
                    self._places.hand_over(self._ledger.table(game_id).header.terms)
                    self._leave(account_id, game_id)
        self._accounts.forget(account_id)
        self._post.forget(account_id)

    def _leave(self, account_id: str, game_id: str) -> None:
        """Give up all that the person has in a game.

        The seats that AIs keep for the person go before the person's own: resigning one of these would bring the kept
        ones back. They go once more at the end, as the clock may have given an AI a seat before it was resigned.
        """
        self._absence.stay_away(account_id, game_id)
        self._leave_own_seats(account_id, self._ledger.table(game_id))
        self._absence.stay_away(account_id, game_id)

    def _leave_own_seats(self, account_id: str, table: Table) -> None:
        """Cancel a game that the person opened and that has not begun; leave or resign the person's seats in others."""
        game_id = table.header.id
        if table.status == "open" and views.creator(table) == account_id:
            self._ledger.cancel(account_id, game_id)
            return
        for seat in views.own_seats(table, account_id):
            # One that was resigned already holds up no other.
            with as_far_as_possible(f"{seat} of game {game_id}"):
                if table.status == "open":
                    self._ledger.leave(account_id, game_id, seat)
                elif seat not in table.resigned:
                    self._absence.resign(account_id, game_id, seat)
