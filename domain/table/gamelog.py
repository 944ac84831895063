"""One game's log under way: its table, its seed, and the commands that carry it on. It stores nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from domain.contract.facets.characters import claims_earned
from domain.contract.facets.data_files import begun_with, data_for
from domain.contract.game import Action, Json, Refused
from domain.games.catalog import Catalog
from domain.log.record import PROCEDURE, Command, Entry, Happened, Writer, seed_commitment
from domain.table import actions
from domain.table.decide import decide, tells
from domain.table.table import Table

Entropy = Callable[[int], bytes]
"""Gives n random bytes: `os.urandom` in the service, a stream in simulations and tests."""


class GameLog:
    """A game's table with the seed that only the ledger knows.

    `decide` works out the entries of commands without changing anything, so that a caller can store them first;
    `follow` folds entries that were stored; `post` does both and is for logs kept in memory.
    """

    def __init__(self, catalog: Catalog, game_id: str, seed: bytes, entropy: Entropy) -> None:
        self.table = Table(catalog)
        self.game_id = game_id
        self.entries: list[Entry] = []
        self._seed = seed
        self._entropy = entropy
        self._catalog = catalog

    def opening(
        self,
        game: str,
        options: Mapping[str, Json],
        seats: Sequence[str],
        *,
        terms: Mapping[str, Json] | None = None,
        seed_source: str = "os",
        rules: int | None = None,
        data: Mapping[str, str] | None = None,
    ) -> Action:
        """The action that opens this game; `Refused` if the options do not fit.

        `rules` is the rules number (None: the newest), `data` what it is played with, name -> SHA-256 (hex) of the data
        files (None: those in use). KeyError for a game that the installation does not have.
        """
        played = self._catalog[game] if data is None else begun_with(self._catalog[game], data)
        checked = played.check_options(options, seats)
        if (terms or {}).get("rated") and claims_earned(played, checked):
            raise Refused("illegal", "to a rated game what was earned comes from its own log only")
        return actions.Open(
            {
                "id": self.game_id,
                "game": game,
                "rules": played.rules if rules is None else rules,
                "options": checked,
                "seats": list(seats),
                "data": dict(data_for(played, checked)),
                "commitment": seed_commitment(self.game_id, self._seed),
                "procedure": PROCEDURE,
                "seed_source": seed_source,
                "terms": dict(terms or {}),
            }
        )

    def decide(self, *commands: Command) -> list[Entry]:
        """The entries of one command or several that are stored together; `Refused` changes nothing.

        Several commands are decided on a copy of the table that runs ahead.
        """
        return self._decide(commands, in_list=False)

    def decide_list(self, commands: Sequence[Command]) -> list[Entry]:
        """The entries of a list of a seat's actions, one command each; `Refused` changes nothing.

        `list-too-long` as soon as a command that is not the last `tells`, before the next is looked at: a refused
        list must not be an oracle for cards and dice.
        """
        return self._decide(commands, in_list=True)

    def decide_ahead(self, table: Table, command: Command) -> list[Entry]:
        """The entries of one more command on a copy of the table that runs ahead, which then knows them."""
        made = self._written(table, command, decide(table, command, self._seed))
        for entry in made:
            table.fold(entry)
        return made

    def follow(self, entries: Iterable[Entry]) -> None:
        """Fold entries that were stored."""
        for entry in entries:
            self.table.fold(entry)
            self.entries.append(entry)

    def resume(self, table: Table, entries: list[Entry]) -> None:
        """Go on from entries that were stored, and the table that they make."""
        self.table, self.entries = table, entries

    def post(self, by: str, seat: str | None, action: Action, at: int, **closed: Any) -> list[Entry]:
        """Decide a command and keep its entries in memory."""
        entries = self.decide(Command(by, seat, action, at, closed))
        self.follow(entries)
        return entries

    @property
    def seed(self) -> bytes:
        """The seed: never to be shown before the game is closed."""
        return self._seed

    def _decide(self, commands: Sequence[Command], *, in_list: bool) -> list[Entry]:
        table = self.table if len(commands) == 1 else self.table.clone()
        entries: list[Entry] = []
        for following, command in zip(reversed(range(len(commands))), commands):
            done = decide(table, command, self._seed)
            if in_list and following and tells(table, command.seat, done):
                raise Refused("list-too-long", "what an action of the list brings about must be seen first")
            made = self._written(table, command, done)
            entries += made
            if following:
                for entry in made:
                    table.fold(entry)
        return entries

    def _written(self, table: Table, command: Command, done: Sequence[Happened]) -> list[Entry]:
        writer = Writer(
            self.game_id,
            tuple(table.seats or _seats_of(command.action)),
            self._seed,
            self._entropy,
            version=table.version,
            command=table.command,
            head=table.head,
        )
        return writer.write(command, done, table.sealed)


def _seats_of(action: Action) -> Sequence[str]:
    return list(action.data["seats"]) if isinstance(action, actions.Open) else []
