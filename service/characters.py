"""Characters that accounts keep between games: made once, brought to a game at a time, taken away as it left them.

Which game keeps what, and how it grows there, is that game's matter (`domain.keepsakes`). When a character is looked
at, or brought, it is first taken away from a game that has ended: late, or twice, changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from domain.aggregate import Chronicle
from domain.canon import Json
from domain.game import Game, Refused, Text, to_json
from domain.keepsakes import actions
from domain.keepsakes.decide import decide
from domain.keepsakes.state import Keepsake
from domain.record import Command
from service.chronicles import Chronicles, Seeds
from service.errors import ServiceError
from service.keeper import Keeper
from service.ledger import Ledger
from service.shapes import NewGame
from service.store import Change, executing
from service.texts import without_words, words_in

Log = Chronicle[Keepsake]

Keep = Callable[[str], list[Change]]
"""What is stored with a new game: made of its id."""

OPENING = 600
"""Seconds after which a character that was brought to a game nobody opened is free again."""

MOST = 200
"""How many characters an account may have."""


class Characters:
    """The characters of an installation. Thread-safe. Every method raises `ServiceError` when it does not do its work.

    Everybody may look at a character, as at the games that it played; only its owner brings it to one.
    """

    def __init__(self, keeper: Keeper, ledger: Ledger) -> None:
        self._keeper = keeper
        self._ledger = ledger
        self._logs: Chronicles[Keepsake] = Chronicles(keeper, "KeepsakeMade", self._begin)

    def make(self, account_id: str, game: str, name: str | None, given: Mapping[str, Json]) -> str:
        """Make a character for a game, as its rules allow: its id. Its name is words, and can be forgotten."""
        keeper, character_id = self._keeper, self._keeper.new_id()
        if game not in keeper.catalog:
            raise ServiceError("malformed", f"there is no game {game!r}")
        if len(self._ids_of(account_id)) >= MOST:
            raise ServiceError("illegal", f"an account has {MOST} characters at most")
        try:
            action, kept = without_words(
                actions.Make(character_id, game, account_id, dict(given), name),
                character_id,
                account_id,
                keeper.entropy,
            )
        except Refused as refused:
            raise ServiceError.of(refused) from None
        at = keeper.clock()
        listed = executing("INSERT INTO characters VALUES (?, ?, ?)", character_id, account_id, at)
        command = Command("service", None, action, at)
        self._logs.open(self._logs.new(character_id), command, [*kept, listed], ())
        return character_id

    def view(self, character_id: str) -> dict[str, Json]:
        """The character as anybody sees it: whose it is, what it holds, and the games that it was brought to."""
        self.settle(character_id)
        with self._logs.latest(character_id) as log:
            return self._shown(log.aggregate)

    def of_account(self, account_id: str) -> list[dict[str, Json]]:
        """The characters of an account, in the order in which they were made."""
        return [self.view(character_id) for character_id in self._ids_of(account_id)]

    def retire(self, account_id: str, character_id: str) -> None:
        """Put a character away for good; its log stays."""
        self.settle(character_id)
        self._logs.attempt(character_id, lambda log: self._post(log, account_id, actions.Retire()))

    def open_game(self, account_id: str, new: NewGame, keep: Keep = lambda game_id: []) -> str:
        """Open a game to which seats bring characters: its id. A seat says which as `character`, beside its holder.

        A seat of one's own brings a character of one's own; a seat that is kept for somebody one of that person's.
        """
        brought, seats = self._wanted(account_id, new)
        if not brought:
            return self._ledger.open_game(account_id, new, keep=keep)
        game_id = new.reservation or self._ledger.reserve(account_id)["id"]
        contents = self._bring(brought, new.game, game_id)
        game: Game[Any] = self._keeper.catalog[new.game]
        options = game.with_keepsakes(new.options, contents)
        try:
            wanted = replace(new, seats=seats, options=options, reservation=game_id)
            return self._ledger.open_game(account_id, wanted, keep=keep)
        except ServiceError:
            self._take_back(brought, game_id)
            raise

    def settle(self, character_id: str) -> None:
        """Take the character away from the game where it is, if that has ended; `not-found` for no character."""

        def attempt(log: Log) -> None:
            away = log.aggregate.away
            if away is None:
                return
            back = self._return_of(log.aggregate, away.game_id, away.seat)
            if back is not None:
                self._post(log, log.aggregate.header.owner, back)

        self._logs.attempt(character_id, attempt)

    # ---- how it works

    def _begin(self, character_id: str) -> Log:
        return Chronicle(Keepsake(), character_id, self._decide, Seeds(self._keeper.store), self._keeper.entropy)

    def _decide(self, keepsake: Keepsake, command: Command, seeds: Mapping[str, bytes]) -> list[Any]:
        named = command.action.game if isinstance(command.action, actions.Make) else keepsake.header.game
        return decide(self._keeper.catalog[named], keepsake, command, seeds)

    def _post(self, log: Log, account_id: str, action: Any) -> None:
        if log.aggregate.header.owner != account_id:
            raise ServiceError("forbidden", "it is not your character")
        self._logs.keep(log, log.decide(Command("service", None, action, self._keeper.clock())))

    def _wanted(self, account_id: str, new: NewGame) -> tuple[dict[str, tuple[str, str]], list[Json]]:
        """Seat -> (owner, character) of the seats that bring one, and the seats without that."""
        brought: dict[str, tuple[str, str]] = {}
        seats: list[Json] = []
        for number, who in enumerate(new.seats, 1):
            if not isinstance(who, Mapping) or "character" not in who:
                seats.append(who)
                continue
            rest = {key: value for key, value in who.items() if key != "character"}
            brought[f"s{number}"] = self._owner(account_id, rest.get("account")), str(who["character"])
            seats.append(rest)
        if len({character for _, character in brought.values()}) < len(brought):
            raise ServiceError("malformed", "a character sits on one seat")
        return brought, seats

    def _owner(self, account_id: str, name: Json) -> str:
        if name == "me":
            return account_id
        found = self._keeper.accounts.by_name(name) if isinstance(name, str) else None
        if found is None:
            raise ServiceError("malformed", "a character is brought by an account")
        return found.id

    def _bring(self, brought: Mapping[str, tuple[str, str]], game: str, game_id: str) -> dict[str, Json]:
        """Bring all of them or none: seat -> what each holds."""
        contents: dict[str, Json] = {}
        for seat, (owner, character_id) in brought.items():
            try:
                self.settle(character_id)
                contents[seat] = self._logs.attempt(character_id, self._bringing(owner, game, game_id, seat))
            except ServiceError:
                self._take_back(brought, game_id)
                raise
        return contents

    def _bringing(self, owner: str, game: str, game_id: str, seat: str) -> Callable[[Log], dict[str, Json]]:
        def attempt(log: Log) -> dict[str, Json]:
            if log.aggregate.header.game != game:
                raise ServiceError("malformed", f"the character is for games of {log.aggregate.header.game}")
            self._post(log, owner, actions.Bring(game_id, seat))
            return log.aggregate.content

        return attempt

    def _take_back(self, brought: Mapping[str, tuple[str, str]], game_id: str) -> None:
        """The game was not opened: whoever was brought to it is free again."""
        back = actions.Return(game_id, "not-opened")
        for owner, character_id in brought.values():
            try:
                self._logs.attempt(character_id, partial(self._post, account_id=owner, action=back))
            except ServiceError:
                continue

    def _return_of(self, keepsake: Keepsake, game_id: str, seat: str) -> actions.Return | None:
        """How it comes back from a game; None while that goes on."""
        keeper = self._keeper
        if not keeper.store.version(game_id):
            waited = keeper.clock() - keepsake.at
            return actions.Return(game_id, "not-opened") if waited > OPENING else None
        with keeper.games.latest(game_id) as log:
            table = log.table
            if table.closed is None:
                return None
            left = table.game.keepsakes(table.state) if table.closed.cause == "over" and table.state else {}
            return actions.Return(game_id, table.closed.cause, left.get(seat))

    def _ids_of(self, account_id: str) -> list[str]:
        rows = self._keeper.store.rows("SELECT id FROM characters WHERE account=? ORDER BY made, id", account_id)
        return [row["id"] for row in rows]

    def _shown(self, keepsake: Keepsake) -> dict[str, Json]:
        header = keepsake.header
        return {
            "id": keepsake.id,
            "game": header.game,
            "owner": self._keeper.accounts.names([header.owner]).get(header.owner),
            "name": self._words(keepsake.id, header.name),
            "content": keepsake.content,
            "games": to_json(keepsake.games),
            "away": None if keepsake.away is None else keepsake.away.game_id,
            "retired": keepsake.is_retired,
            "version": keepsake.version,
            "head": keepsake.head.hex(),
        }

    def _words(self, character_id: str, name: Text | None) -> str | None:
        """The name, as long as it is kept."""
        if name is None:
            return None
        words = words_in(self._keeper.store, character_id, lambda: to_json(name)).get(name.id)
        return None if words is None else words.text
