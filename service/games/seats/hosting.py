"""What somebody who opened a game does for it: invite, fill seats, send people away."""

from __future__ import annotations

from domain.contract.audience import SPECTATOR
from domain.log.record import Command
from domain.table import actions
from domain.table.gamelog import GameLog
from service.errors import ServiceError
from service.games import views
from service.games.commands import GameCommands
from service.games.game_logs import GameLogs
from service.games.opening.first_commands import BeforeStart
from service.games.seats.closing import closes
from service.games.seats.levels import check_level
from service.games.shapes import CommandResult
from service.games.shapes.answers import Game
from service.games.viewing import GameViews
from service.people.accounts import Accounts
from service.people.invitations import HAS_BEGUN, Invitation, Invitations


class Hosting:
    """A host's verbs. Thread-safe; raises `ServiceError`."""

    def __init__(
        self,
        logs: GameLogs,
        commands: GameCommands,
        views: GameViews,
        before_start: BeforeStart,
        invitations: Invitations,
        accounts: Accounts,
    ) -> None:
        self._logs = logs
        self._commands = commands
        self._views = views
        self._before_start = before_start
        self._invitations = invitations
        self._accounts = accounts

    def invite(self, account_id: str, game_id: str, seat: str | None = None) -> Invitation:
        """Make a secret link to one's own game: to a seat, or (None) to any that is free."""
        return self._invitations.make(account_id, self._logs.table(game_id), seat)

    def invitations(self, account_id: str, game_id: str) -> list[Invitation]:
        """The links to one's own game that are valid."""
        return self._invitations.of(account_id, self._logs.table(game_id))

    def revoke(self, account_id: str, game_id: str, invitation_id: str) -> None:
        """Make a link worth nothing."""
        self._invitations.revoke(account_id, self._logs.table(game_id), invitation_id)

    def invited_to(self, token: str) -> tuple[Invitation, Game]:
        """An invitation and the game that it is to, as a spectator sees it; `not-found` once that has begun."""
        invitation = self._invitations.read(token)
        table = self._logs.table(invitation.game)
        if table.status != "open":
            raise ServiceError("not-found", HAS_BEGUN)
        return invitation, self._views.view(table, SPECTATOR)

    def may_close(self, account_id: str | None, game_id: str) -> bool:
        """Whether it is the account's to cancel a game that has not begun."""
        with self._logs.latest(game_id) as log:
            return log.table.status == "open" and closes(log.table, account_id, self._accounts) is not None

    def seat_ai(self, account_id: str, game_id: str, seat: str, level: str) -> CommandResult:
        """Give a free seat of one's own game to an AI before the start; the game starts when it was the last."""
        check_level(level)

        def attempt(log: GameLog) -> CommandResult:
            views.check_may_know(log.table, account_id)
            if views.creator(log.table) != account_id:
                raise ServiceError("forbidden", "only who opened a game gives its seats to AIs")
            command = Command("service", seat, actions.Sit(level=level), self._commands.now(log.table))
            return self._before_start.take_part(log, account_id, command)

        return self._commands.carry_out(game_id, attempt)

    def free(self, account_id: str, game_id: str, seat: str) -> CommandResult:
        """Leave one's own seat before the start, or free one of the game that one has opened."""

        def attempt(log: GameLog) -> CommandResult:
            views.check_may_know(log.table, account_id)
            own = seat in views.own_seats(log.table, account_id)
            if not own and views.creator(log.table) != account_id:
                raise ServiceError("forbidden", "you do not hold {seat}", seat=seat)
            command = Command("seat" if own else "service", seat, actions.Leave(), self._commands.now(log.table))
            return self._before_start.take_part(log, account_id, command)

        return self._commands.carry_out(game_id, attempt)
