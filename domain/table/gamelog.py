"""One game's log under way: its table, its seed, and the commands that carry it on. It stores nothing itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from domain.contract.chance import ShareMissing
from domain.contract.facets.characters import claims_earned
from domain.contract.facets.data_files import begun_with, data_for
from domain.contract.game import Action, Json, Refused
from domain.games.catalog import Catalog
from domain.log.log import Check, Entropy, Log, Seeds
from domain.log.record import Command, Entry, Happened, seed_commitment
from domain.log.shares import Share
from domain.log.whole import whole
from domain.table import actions
from domain.table.decide import decide, tells
from domain.table.parts import Outage
from domain.table.rules.outages import uncounted
from domain.table.rules.sharing import command_of, procedure_of, waiting_command
from domain.table.table import Table


class GameLog(Log[Table]):
    """A game's table with the seed that only the ledger knows.

    `outages` are those that it has perhaps not counted: what is decided begins with a command that counts them.
    """

    def __init__(self, catalog: Catalog, game_id: str, seed: bytes, entropy: Entropy) -> None:
        super().__init__(Table(catalog), game_id, _decide, {game_id: seed}, entropy, seed)
        self._catalog = catalog
        self.outages: Sequence[Outage] = ()

    @property
    def table(self) -> Table:
        """The table as its last entry left it."""
        return self.aggregate

    @property
    def seed(self) -> bytes:
        """The seed: never to be shown before the game is closed."""
        return self._secret

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
                "id": self.id,
                "game": game,
                "rules": played.rules if rules is None else rules,
                "options": checked,
                "seats": list(seats),
                "data": dict(data_for(played, checked)),
                "commitment": seed_commitment(self.id, self.seed),
                "procedure": procedure_of(dict(terms or {})),
                "seed_source": seed_source,
                "terms": dict(terms or {}),
            }
        )

    def count_outages(self, at: int) -> list[Entry]:
        """The entries that count outages, and nothing else; none if all are counted."""
        counting = self._counting(at)
        return super()._decide_all(counting, _check_tells_nothing) if counting else []

    def with_share(self, share: Share, at: int) -> list[Entry]:
        """The entries of the command that waits for this share, at a time in seconds UTC."""
        awaited = self.table.awaited
        if awaited is None:
            raise Refused("illegal", "no share was asked for")
        command = command_of(self.table, awaited.drawing, at)
        closed = whole(self.entries[awaited.version - 1]).closed
        return self.decide(msgspec.structs.replace(command, closed=closed, share=share))

    def decide_list(self, commands: Sequence[Command]) -> list[Entry]:
        """The entries of a list of a seat's actions, one command each; `Refused` changes nothing.

        `list-too-long` as soon as a command that is not the last `tells`, before the next is looked at: a refused
        list must not be an oracle for cards and dice.
        """
        return self._decide_all(commands, _check_tells_nothing)

    def _decide_all(self, commands: Sequence[Command], check: Check[Table]) -> list[Entry]:
        return super()._decide_all([*self._counting(commands[0].at), *commands], check)

    def _counting(self, at: int) -> list[Command]:
        """The command that counts outages, if there are any to count; none while a share is awaited.

        The share is for the log as it was when it was asked for, and deadlines move by all of the wait.
        """
        if self.table.awaited is not None:
            return []
        outages = uncounted(self.table.clocks, self.outages)
        return [Command("service", None, actions.CountOutages(outages), at)] if outages else []

    def _decided(self, aggregate: Table, command: Command, check: Check[Table]) -> list[Entry]:
        """The entries of a command; where it draws from a shared seed, those that ask for its share."""
        try:
            return super()._decided(aggregate, command, check)
        except ShareMissing:
            asking = Command("service", None, actions.AskShare(waiting_command(command)), command.at, command.closed)
            return super()._decided(aggregate, asking, check)


def _check_tells_nothing(table: Table, command: Command, happened: Sequence[Happened]) -> None:
    if tells(table, command.seat, happened):
        raise Refused("list-too-long", "what an action of the list brings about must be seen first")


def _decide(table: Table, command: Command, seeds: Seeds) -> list[Happened]:
    [seed] = seeds.values()
    return decide(table, command, seed)
