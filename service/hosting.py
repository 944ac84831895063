"""What somebody who opened a game does for it: invite, fill seats, send people away; and open it once more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from domain.audience import SPECTATOR
from domain.bots.levels import LEVELS
from domain.canon import Json
from domain.gamelog import GameLog
from domain.record import Command
from domain.table import actions
from domain.table.table import Table
from service import opening, views
from service.errors import ServiceError
from service.invitations import Invitation, Invitations
from service.keeper import Keeper
from service.shapes import Answer, NewGame

Seating = Literal["same", "rotated"]
"""Who sits where in a rematch: as before, or everybody one seat further on."""


class Hosting:
    """A host's verbs, and rematches. Thread-safe; raises `ServiceError`."""

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

    def rematch(self, account_id: str, game_id: str, seating: Seating = "rotated") -> NewGame:
        """A game to be opened like one that is closed and that the account played in: the others are invited.

        Seats of people who are gone are open to everybody.
        """
        table = self._table(game_id)
        views.check_may_know(table, account_id)
        if table.closed is None:
            raise ServiceError("illegal", "the game is not over yet")
        holders = [_holder(table, seat) for seat in table.seats]
        if ("account", account_id) not in holders:
            raise ServiceError("forbidden", "you did not play in this game")
        if seating == "rotated":
            holders = [holders[-1], *holders[:-1]]
        terms = table.header.terms
        return NewGame(
            game=table.header.game,
            seats=self._wanted(holders, account_id),
            options=table.header.options,
            clock=terms.get("clock"),
            visibility=views.visibility(table),
            rated=bool(terms.get("rated")),
            release=terms.get("release"),
            open_talk=views.talk_is_open(table),
        )

    def _wanted(self, holders: Sequence[tuple[str, str | None]], account_id: str) -> list[Json]:
        names = self._keeper.accounts.names(who for kind, who in holders if kind == "account" and who is not None)
        wanted: list[Json] = []
        for kind, who in holders:
            if kind == "ai":
                wanted.append({"ai": who})
            elif who == account_id:
                wanted.append({"account": "me"})
            else:
                wanted.append({"account": names[who]} if who in names else {"open": True})
        return wanted

    def _table(self, game_id: str) -> Table:
        with self._keeper.games.latest(game_id) as log:
            return log.table.clone()


def _holder(table: Table, seat: str) -> tuple[str, str | None]:
    """Who plays a seat: ("account", id), or ("ai", level). An AI that keeps a person's seat stands for the person."""
    held = table.seats[seat]
    if held.level is not None and seat not in table.kept_for:
        return "ai", held.level
    return "account", table.kept_for.get(seat, held.account)
