"""Characters that accounts keep between games: made once, brought to a game at a time, taken away as it left them.

Which game keeps what, and how it grows there, is that game's matter (`domain.characters`). When a character is looked
at, or brought, it is first taken away from a game that it is done with: late, or twice, changes nothing. That it goes
to a game is stored in its own log and in the game's in one transaction; each names the other's version and head.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from dataclasses import replace

import msgspec
from sqlalchemy import func, insert, select

from domain.audit.characters import CharacterRecord, record_of
from domain.characters import actions
from domain.characters.decide import decide
from domain.characters.state import Character, Visit
from domain.contract.facets.characters import character_is_spent, character_schema, grown_characters
from domain.contract.facets.data_files import data_for
from domain.contract.game import Action, Refused, Text, to_json
from domain.contract.reason import Reason
from domain.games.catalog import Catalog
from domain.log.canon import Json
from domain.log.gameid import new_id
from domain.log.log import Log
from domain.log.record import Command, Happened
from domain.records.export import Record
from domain.table import actions as at_table
from domain.table.parts import Brought
from domain.table.table import Table
from projections.statements import matching
from service.characters import answer_shapes as shapes
from service.errors import ServiceError, passing_over
from service.games.game_logs import GameLogs
from service.games.ledger import Ledger
from service.games.shapes import CommandResult, NewGame
from service.people.accounts import Accounts
from service.people.in_turn import at_most, in_turn
from service.people.names import checked_name
from service.store.commands import Commands
from service.store.event_store import Batch, Store, executing
from service.store.log_repository import LogRepository
from service.store.relations import characters
from service.store.rule_files import RuleFiles, keeping
from service.store.seeds import Seeds
from service.store.texts import without_words, words_in
from service.store.unit_of_work import UnitOfWork
from service.store.waiting import Moves

CharacterLog = Log[Character]

MOST = 200
"""How many characters an account may have."""

KEEP = insert(characters)

OF_ACCOUNT = select(characters.c.id).where(matching(characters.c.account)).order_by(characters.c.made, characters.c.id)

COUNT = select(func.count().label("count")).where(matching(characters.c.account))


class Characters:
    """The characters of an installation. Thread-safe. Every method raises `ServiceError` when it does not do its work.

    Everybody may look at a character, as at the games that it played; only its owner brings it to one.
    """

    def __init__(
        self,
        store: Store,
        moves: Moves,
        catalog: Catalog,
        accounts: Accounts,
        games: GameLogs,
        ledger: Ledger,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._accounts = accounts
        self._games = games
        self._ledger = ledger
        self._clock = clock
        self._entropy = entropy
        self._logs: LogRepository[CharacterLog] = LogRepository(store, "character", "KeepsakeMade", self._begin)
        self._commands = Commands(store, self._logs, moves)

    def make(self, account_id: str, game: str, name: str | None, given: Mapping[str, Json]) -> str:
        """Make a character for a game, as its rules allow: its id. Its name is words, and can be forgotten."""
        character_id = new_id(self._entropy)
        if game not in self._catalog:
            raise ServiceError("malformed", "there is no game {game!r}", game=game)
        called = None if name is None else checked_name(name)
        played = self._catalog[game]
        data = dict(data_for(played, {}))
        try:
            action, kept = without_words(
                actions.Make(character_id, game, account_id, dict(given), called, played.rules, data),
                character_id,
                account_id,
                self._entropy,
            )
        except Refused as refused:
            raise ServiceError.of(refused) from None
        at = self._clock()
        kept += [
            in_turn(account_id),
            executing(KEEP, id=character_id, account=account_id, made=at),
            at_most(MOST, COUNT, Reason("an account has {most} characters at most", most=MOST), account=account_id),
            *keeping(played, data),
        ]
        self._commands.open(self._begin(character_id), Command("service", None, action, at), kept, ())
        return character_id

    def view(self, character_id: str, account_id: str | None = None) -> shapes.Character:
        """The character as the account sees it: whose it is, what it holds, and the games that it was brought to,
        without naming private ones that it may not know of."""
        self.settle(character_id)
        with self._logs.latest(character_id) as log:
            character = deepcopy(log.aggregate)
        return self._shown(character, self._known(character, account_id))

    def of_account(self, account_id: str) -> list[shapes.Character]:
        """The characters of an account that can be read, in the order in which they were made."""
        found: list[shapes.Character] = []
        for character_id in self._ids_of(account_id):
            with passing_over("unreadable"):
                found.append(self.view(character_id, account_id))
        return found

    def free(self, account_id: str | None, game: str) -> list[shapes.Character]:
        """The characters of an account (None: of nobody) that can be brought to a game of this kind."""
        played = self._catalog[game]
        if account_id is None or character_schema(played) is None:
            return []
        kept = self.of_account(account_id)
        at_home = [one for one in kept if one.game == game and not one.away and not one.retired]
        return [one for one in at_home if not character_is_spent(played, one.content)]

    def record(self, character_id: str, account_id: str | None = None) -> CharacterRecord:
        """The log as one document, with the records of those games that it was in to their end, if the account may read
        them so far."""
        self.settle(character_id)
        with self._logs.latest(character_id) as log:
            entries, character = list(log.entries), log.aggregate
            ended = [visit.game_id for visit in character.games if visit.cause not in (None, actions.LEFT)]
            games = [self._game_record(game_id, account_id) for game_id in dict.fromkeys(ended)]
            found = [game for game in games if game is not None]
            return record_of(character, entries, found, RuleFiles(self._store).text)

    def retire(self, account_id: str, character_id: str) -> None:
        """Put a character away for good; its log stays."""
        self.settle(character_id)
        self._commands.carry_out(character_id, lambda log: self._post(log, account_id, actions.Retire()))

    # ---- to games

    def open_game(self, account_id: str, new: NewGame) -> str:
        """Open a game to which seats of one's own bring characters: its id. Such a seat says which as `character`."""
        brought, seats = _wanted(new)
        if not brought:
            return self._ledger.open_game(account_id, new)
        with self._bringing(account_id, brought) as bringing:
            return self._ledger.open_game(account_id, replace(new, seats=seats), bringing=bringing)

    def sit(
        self,
        account_id: str,
        game_id: str,
        seat: str | None = None,
        entropy: str | None = None,
        entropy_hash: str | None = None,
        invitation: str | None = None,
        character: str | None = None,
    ) -> CommandResult:
        """Take a seat as `Ledger.sit` does, and bring a character to it, if one is named."""
        ledger, given = self._ledger, (seat, entropy, entropy_hash, invitation)
        if character is None:
            return ledger.sit(account_id, game_id, *given)
        with self._bringing(account_id, {"": character}) as bringing:
            return ledger.sit(account_id, game_id, *given, bringing[""])

    def change(self, account_id: str, game_id: str, seat: str, character_id: str | None) -> CommandResult:
        """Bring another character to one's seat of a game that has not begun; None: none of one's own."""
        if character_id is None:
            return self._ledger.bring(account_id, game_id, seat, None)
        with self._bringing(account_id, {seat: character_id}) as bringing:
            return self._ledger.bring(account_id, game_id, seat, bringing[seat])

    def settle(self, character_id: str) -> None:
        """Take the character away from a game that it is done with, which nobody has to ask for; `not-found` for no
        character."""

        def attempt(log: CharacterLog) -> None:
            away = log.aggregate.away
            if away is None:
                return
            back = self._return_of(log.aggregate, away.game_id, away.seat)
            if back is not None:
                self._post(log, log.aggregate.header.owner, back)

        with UnitOfWork():
            self._commands.carry_out(character_id, attempt)

    # ---- how it works

    def _begin(self, character_id: str) -> CharacterLog:
        return Log(Character(), character_id, self._decide, Seeds(self._store), self._entropy)

    def _decide(self, character: Character, command: Command, seeds: Mapping[str, bytes]) -> list[Happened]:
        named = command.action.game if isinstance(command.action, actions.Make) else character.header.game
        return decide(self._catalog[named], character, command, seeds)

    def _post(self, log: CharacterLog, account_id: str, action: Action) -> None:
        _check_owner(log, account_id)
        self._commands.append(log, log.decide(Command("service", None, action, self._clock())))

    @contextmanager
    def _bringing(self, account_id: str, brought: Mapping[str, str]) -> Iterator[dict[str, Bringer]]:
        """Seat -> what brings its character there.

        What was stored of that a log learns from the store, when it is taken again: somebody else may have been faster.

        The logs are taken in the order of their ids, and before any game's: so nobody waits for somebody who waits.
        """
        for character_id in brought.values():
            self.settle(character_id)
        with ExitStack() as stack:
            logs = {one: stack.enter_context(self._logs.latest(one)) for one in sorted(brought.values())}
            for log in logs.values():
                _check_owner(log, account_id)
            yield {seat: Bringer(logs[one], self._clock) for seat, one in brought.items()}

    def _return_of(self, character: Character, game_id: str, seat: str) -> actions.Return | None:
        """How it comes back from a game; None while that may still be played, or cannot be read."""

        def look(table: Table) -> actions.Return | None:
            here = table.brought.get(seat)
            is_there = here is not None and here.id == character.id
            if is_there and table.closed is None:
                return None
            cause = actions.LEFT if table.closed is None else table.closed.cause
            grown = cause == "over" and is_there and table.state is not None
            content = grown_characters(table.game, table.state).get(seat) if grown else None
            return actions.Return(game_id, cause, table.version, table.head.hex(), content)

        with passing_over("unreadable"):
            return self._games.at_end(game_id, look)
        return None

    def _game_record(self, game_id: str, account_id: str | None) -> Record | None:
        """The record of a closed game; None where the account may not see it, or not to its end: who has lost a seat
        of a private game reads on from there no more."""
        try:
            record = msgspec.convert(self._ledger.record(game_id, account_id), Record)
        except ServiceError:
            return None
        last = record.events[-1]
        return record if last["type"] == "GameClosed" and last["data"]["seed"] is not None else None

    def _ids_of(self, account_id: str) -> list[str]:
        rows = self._store.rows(OF_ACCOUNT, account=account_id)
        return [row["id"] for row in rows]

    def _known(self, character: Character, account_id: str | None) -> set[str]:
        """The games that it was brought to and that the account may know of; its owner knows of all."""
        visited = {visit.game_id for visit in character.games}
        if account_id == character.header.owner:
            return visited
        return {game_id for game_id in visited if self._may_know(game_id, account_id)}

    def _may_know(self, game_id: str, account_id: str | None) -> bool:
        """Whether the account may know of a game; of none that cannot be read."""
        with passing_over("unreadable"):
            return self._games.at_end(game_id, lambda table: table.members.may_know(account_id))
        return False

    def _shown(self, character: Character, known: Set[str]) -> shapes.Character:
        """The character with those games named that are `known`."""
        header = character.header
        return shapes.Character.of(
            character,
            game=header.game,
            owner=self._accounts.names([header.owner]).get(header.owner),
            name=self._words(character.id, header.name),
            games=[_visit(visit, visit.game_id in known) for visit in character.games],
            away=character.away.game_id if character.away is not None and character.away.game_id in known else None,
            retired=character.is_retired,
            head=character.head.hex(),
        )

    def _words(self, character_id: str, name: Text | None) -> str | None:
        """The name, as long as it is kept."""
        if name is None:
            return None
        words = words_in(self._store, character_id, lambda: to_json(name)).get(name.id)
        return None if words is None else words.text


class Bringer:
    """Brings the character of a log to a seat: what is posted there, and what is to be stored in the log with it."""

    def __init__(self, log: CharacterLog, clock: Callable[[], int]) -> None:
        self._log = log
        self._clock = clock

    def __call__(self, game: str, game_id: str, seat: str) -> tuple[Action, Batch]:
        """For a game of this kind and id; `Refused` if the character does not go there."""
        log = self._log
        if log.aggregate.header.game != game:
            raise Refused("malformed", "the character is for games of {game}", game=log.aggregate.header.game)
        entries = log.decide(Command("service", None, actions.Bring(game_id, seat), self._clock()))
        last = entries[-1]
        brought = Brought(log.id, last.label.version, last.hash, log.aggregate.content)
        return at_table.Bring(brought), (log.id, log.aggregate.version, entries)


def _visit(visit: Visit, is_known: bool) -> shapes.Visit:
    return shapes.Visit.of(visit) if is_known else shapes.Visit.of(visit, game_id=None, seat=None)


def _check_owner(log: CharacterLog, account_id: str) -> None:
    if log.aggregate.header.owner != account_id:
        raise ServiceError("forbidden", "it is not your character")


def _wanted(new: NewGame) -> tuple[dict[str, str], list[Json]]:
    """Seat -> character of the seats that bring one, and the seats without that; `malformed` for what cannot be."""
    brought: dict[str, str] = {}
    seats: list[Json] = []
    for number, who in enumerate(new.seats, 1):
        if not isinstance(who, Mapping) or "character" not in who:
            seats.append(who)
            continue
        rest = {key: value for key, value in who.items() if key != "character"}
        if rest != {"account": "me"}:
            raise ServiceError("malformed", "everybody brings a character of one's own: say so when sitting down")
        brought[f"s{number}"] = str(who["character"])
        seats.append(rest)
    if len(set(brought.values())) < len(brought):
        raise ServiceError("malformed", "a character sits on one seat")
    return brought, seats
