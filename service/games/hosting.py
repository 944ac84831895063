"""What somebody who opened a game does for it: invite, fill seats, send people away."""

from __future__ import annotations

from domain.bots.levels import LEVELS
from domain.contract.audience import SPECTATOR
from domain.log.canon import Json
from domain.log.record import Command
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.table import Table
from service.errors import ServiceError
from service.games import opening, views
from service.games.commands import Keeper
from service.games.shapes import Answer
from service.people.invitations import Invitation, Invitations


class Hosting:
    """A host's verbs. Thread-safe; raises `ServiceError`."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._invitations = Invitations(keeper)

    def invite(self, account_id: str, game_id: str, seat: str | None = None) -> Invitation:
        """Make a secret link to one's own game: to a seat, or (None) to any that is free."""
        return self._invitations.make(account_id, self._table(game_id), seat)

    def invitations(self, account_id: str, game_id: str) -> list[Invitation]:
        """The links to one's own game that are valid."""
        return self._invitations.of(account_id, self._table(game_id))

    def revoke(self, account_id: str, game_id: str, invitation_id: str) -> None:
        """Make a link worth nothing."""
        self._invitations.revoke(account_id, self._table(game_id), invitation_id)

    def invited_to(self, token: str) -> tuple[Invitation, dict[str, Json]]:
        """An invitation and the game that it is to, as a spectator sees it; `not-found` once that has begun."""
        invitation = self._invitations.read(token)
        table = self._table(invitation.game)
        if table.status != "open":
            raise ServiceError("not-found", "the game that this was an invitation to has begun")
        return invitation, self._keeper.view(table, SPECTATOR)

    def seat_ai(self, account_id: str, game_id: str, seat: str, level: str) -> Answer:
        """Give a free seat of one's own game to an AI before the start; the game starts when it was the last."""
        if level not in LEVELS:
            raise ServiceError("malformed", f"there are AIs of the levels {', '.join(LEVELS)}")
        keeper = self._keeper

        def attempt(log: GameLog) -> Answer:
            views.check_may_know(log.table, account_id)
            if views.creator(log.table) != account_id:
                raise ServiceError("forbidden", "only who opened a game gives its seats to AIs")
            command = Command("service", seat, actions.Sit(level=level), keeper.now(log.table))
            return opening.take_part(keeper, log, account_id, command)

        return keeper.attempt(game_id, attempt)

    def free(self, account_id: str, game_id: str, seat: str) -> Answer:
        """Leave one's own seat before the start, or free one of the game that one has opened."""
        keeper = self._keeper

        def attempt(log: GameLog) -> Answer:
            views.check_may_know(log.table, account_id)
            own = seat in views.own_seats(log.table, account_id)
            if not own and views.creator(log.table) != account_id:
                raise ServiceError("forbidden", f"you do not hold {seat}")
            command = Command("seat" if own else "service", seat, actions.Leave(), keeper.now(log.table))
            return opening.take_part(keeper, log, account_id, command)

        return keeper.attempt(game_id, attempt)

    def _table(self, game_id: str) -> Table:
        with self._keeper.games.latest(game_id) as log:
            return log.table.clone()
