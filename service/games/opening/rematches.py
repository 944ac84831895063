"""Playing once more: whoever asks first opens the game, and the others sit down at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from sqlalchemy import insert, select

from domain.log.gameid import new_id
from domain.table.actions import Start
from projections.statements import matching
from service.errors import ServiceError, passing_over
from service.games import views
from service.games.game_logs import GameLogs
from service.games.ledger import Ledger
from service.games.opening.again import game_like, players_of
from service.games.opening.first_commands import Beginning
from service.games.shapes import NewGame
from service.people.accounts import Accounts
from service.store.commands import ATTEMPTS
from service.store.event_store import IntegrityError, Store, executing
from service.store.relations import rematches

Seating = Literal["same", "rotated"]
"""Who sits where in a rematch: as before, or everybody one seat further on."""

LAST = (
    select(rematches.c.number, rematches.c.made)
    .where(matching(rematches.c.game))
    .order_by(rematches.c.number.desc())
    .limit(1)
)

COUNT = insert(rematches)


class Rematches:
    """The rematches of closed games. Thread-safe; raises `ServiceError`."""

    def __init__(
        self, store: Store, logs: GameLogs, accounts: Accounts, ledger: Ledger, entropy: Callable[[int], bytes]
    ) -> None:
        self._store = store
        self._logs = logs
        self._accounts = accounts
        self._ledger = ledger
        self._entropy = entropy

    def ask(self, account_id: str, game_id: str, seating: Seating) -> str:
        """The id of the rematch: of one that waits for the account, which then sits there, or of a new one.

        `busy` when others were faster five times.
        """
        new = self.wanted(account_id, game_id, seating)
        for _ in range(ATTEMPTS):
            number, last = self._last(game_id)
            if last is not None and self._sits(account_id, last):
                return last
            made = new_id(self._entropy)
            counted = executing(COUNT, game=game_id, number=number + 1, made=made)
            try:
                return self._ledger.open_game(account_id, new, Beginning(Start(), game_id=made, beside=(counted,)))
            except IntegrityError:
                continue
        raise ServiceError("busy", "others were faster each time; try again")

    def wanted(self, account_id: str, game_id: str, seating: Seating = "rotated") -> NewGame:
        """A game to be opened like one that is closed and that the account played in: the others are invited.

        Seats of people who are gone are open to everybody.
        """
        table = self._logs.table(game_id)
        views.check_may_see(table, account_id)
        if table.closed is None:
            raise ServiceError("illegal", "the game is not over yet")
        players = players_of(table)
        if account_id not in [player.account for player in players]:
            raise ServiceError("forbidden", "you did not play in this game")
        if seating == "rotated":
            players = [players[-1], *players[:-1]]
        return game_like(table, self._accounts, account_id, players, table.header.options)

    def _last(self, game_id: str) -> tuple[int, str | None]:
        """How many rematches were opened of a game, and the last one."""
        for row in self._store.rows(LAST, game=game_id):
            return int(row["number"]), str(row["made"])
        return 0, None

    def _sits(self, account_id: str, rematch: str) -> bool:
        """Whether the account sits at a rematch that can be read and has not begun; if a seat is kept for it there, it
        does now, unless it is refused that, as by whom it is blocked."""
        with passing_over("unreadable"):
            table = self._logs.table(rematch)
            if table.status != "open":
                return False
            if views.own_seats(table, account_id):
                return True
            if account_id in views.invited(table).values():
                with passing_over("illegal", "forbidden"):
                    self._ledger.sit(account_id, rematch)
                    return True
        return False
