"""A game of this process: its log in a file, the AIs beside the people of the terminal."""

from __future__ import annotations

import os
import time
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from domain.bots import player
from domain.contract.chance import Stream
from domain.contract.game import Action, Refused, to_json
from domain.games.catalog import Catalog
from domain.log.canon import Json
from domain.log.record import Command
from domain.records.export import export
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.table import Table
from service.cli._terminal.ends import Wanted
from service.cli._terminal.saves import SHORT, Begun, Save
from service.errors import ServiceError
from service.games.shapes.answers import Game, Slot
from service.games.views import game_view, own_parts
from service.language.catalogues import Catalogue
from service.people.bots import AccountNames

MOST = 5000
"""How many actions of a decision can be chosen by number."""


class Alone:
    """A game of people at this terminal and of bots, which is stored command by command."""

    def __init__(self, catalog: Catalog, save: Save, words: Catalogue) -> None:
        begun = save.begun
        self._save = save
        self._log = GameLog(catalog, begun.id, bytes.fromhex(begun.seed), os.urandom)
        self._log.follow(save.entries)
        self._bots = begun.bots
        self._rng = Stream(os.urandom(32))
        self._words = words

    @classmethod
    def begin(cls, catalog: Catalog, folder: Path, wanted: Wanted, words: Catalogue) -> Alone:
        """A game that begins, with a seed from the operating system; `ServiceError` for what the game does not take."""
        seats = [f"s{number}" for number in range(1, wanted.people + len(wanted.levels) + 1)]
        bots = dict(zip(seats[wanted.people :], wanted.levels, strict=True))
        begun = Begun(str(uuid.uuid4()), os.urandom(32).hex(), wanted.game, bots)
        log = GameLog(catalog, begun.id, bytes.fromhex(begun.seed), os.urandom)
        try:
            _start(log, begun, wanted.options, seats)
        except Refused as refused:
            raise ServiceError.of(refused) from None
        return cls(catalog, Save.new(folder, begun, log.entries), words)

    @property
    def game(self) -> str:
        """The id of the game that is played."""
        return self._save.begun.game

    @property
    def command(self) -> str:
        return f"nightledger play {self._save.begun.id[:SHORT]}"

    @property
    def seats(self) -> list[str]:
        """The seats of people."""
        return [seat for seat in self._table.seats if seat not in self._bots]

    def record(self) -> bytes:
        """The record of the game, with what its people may know."""
        return export(self._table, self._log.entries, {}, self.seats).encode()

    def look(self) -> Game:
        table = self._table
        seat = next((seat for seat in table.pending if seat not in self._bots), self.seats[0])
        view = game_view(table, seat, self._names())
        return view if view.legal_complete else _with_all_legal(view, table, seat)

    def wait(self, seen: Game) -> None:
        """Let a bot answer."""
        table = self._table
        seat = next(iter(table.pending))
        assert table.state is not None, "a game in which somebody decides has a state"
        self._post("seat", seat, player(self._bots[seat])(table.game, table.state, seat, self._rng))

    def act(self, seen: Game, action: Mapping[str, Json]) -> None:
        try:
            self._post("seat", seen.seat, self._table.game.parse(action))
        except Refused as refused:
            raise ServiceError.of(refused) from None

    def take_back(self, seen: Game) -> None:
        if not seen.may_take_back:
            raise ServiceError("illegal", self._words.told("There is nothing that you could take back."))
        self._post("seat", seen.seat, actions.TakeBack(max(seen.may_take_back)))

    def entries(self, seen: Game, after: int) -> list[dict[str, Json]]:
        parts = own_parts(self._table, seen.seat)
        return [entry.as_json(parts) for entry in self._log.entries[after : seen.version]]

    def close(self) -> None:
        """Leave the game's file to another terminal."""
        self._save.close()

    @property
    def _table(self) -> Table:
        return self._log.table

    def _names(self) -> AccountNames:
        """What the people of the terminal are called, by their accounts."""
        return AccountNames(
            (_account(seat), self._words.filled("Player {number}", number=number), False)
            for number, seat in enumerate(self.seats, 1)
        )

    def _post(self, by: str, seat: str, action: Action) -> None:
        """Store a command, and then fold it."""
        entries = self._log.decide(Command(by, seat, action, int(time.time())))
        self._save.append(entries)
        self._log.follow(entries)


def _account(seat: str) -> str:
    return f"terminal-{seat}"


def _start(log: GameLog, begun: Begun, options: Mapping[str, Json], seats: Sequence[str]) -> None:
    """Open the game, let all sit down, and start it."""
    now, bots = int(time.time()), begun.bots
    log.post("service", None, log.opening(begun.game, options, seats), now)
    for seat in seats:
        sit = actions.Sit(level=bots[seat]) if seat in bots else actions.Sit(account=_account(seat))
        log.post("service", seat, sit, now)
    log.post("service", None, actions.Start(), now)


def _with_all_legal(view: Game, table: Table, seat: str) -> Game:
    """The view with more legal actions than a request is answered with."""
    assert table.state is not None, "who decides has a state before it"
    legal = table.game.legal(table.state, seat, MOST)
    slots = {verb: [Slot.copied(slot) for slot in given] for verb, given in legal.slots.items()}
    return replace(view, legal=to_json(legal.actions), legal_complete=legal.complete, slots=slots)
