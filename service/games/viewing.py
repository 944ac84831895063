"""Games as those see them who may: the table, the log, and the answer to a command."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from domain.contract.audience import REFEREE, SPECTATOR
from domain.contract.game import to_json
from domain.log.canon import Json
from domain.log.record import Entry
from domain.log.words import Words
from domain.records.export import export
from domain.records.timeline import timeline
from domain.table.gamelog import GameLog
from domain.table.members import Sight
from domain.table.parts import Receipt
from domain.table.table import Table
from service.errors import ServiceError
from service.games import views
from service.games.following import end_of, start_of
from service.games.game_logs import GameLogs
from service.games.shapes import CommandResult
from service.games.shapes.answers import Game, HeldAnswer, texts_of
from service.games.timing.delayed import DelayedAnswers
from service.people.accounts import Accounts
from service.people.bots import AccountNames
from service.sharing.partners import Partners
from service.store.commands import Appended
from service.store.event_store import Store
from service.store.published.receipts import Signer
from service.store.rendering import ShownEntries
from service.store.rule_files import RuleFiles
from service.store.texts import words_in, words_of


class GameViews:
    """Shows games, with the words and the names that they refer to. Thread-safe; raises `ServiceError`."""

    def __init__(
        self,
        store: Store,
        logs: GameLogs,
        accounts: Accounts,
        delayed: DelayedAnswers,
        signer: Signer,
        partners: Partners,
    ) -> None:
        self._store = store
        self._logs = logs
        self._accounts = accounts
        self._delayed = delayed
        self._signer = signer
        self._partners = partners

    def answer(self, log: GameLog, account_id: str | None, seat: str | None, appended: Appended) -> CommandResult:
        """The answer to a command that has led the log to where it is, as the account may read it: through the eyes of
        the seat that it acted at, as long as it holds that."""
        own = seat if seat in views.own_seats(log.table, account_id) else None
        seen = views.sight(log.table, account_id, own)
        return self._answer(self._seen(log, seen), account_id, seen, appended)

    def answer_to_operator(self, table: Table, appended: Appended) -> CommandResult:
        """The same for an operator, who sees of every game what a spectator may."""
        return self._answer(table, None, Sight(SPECTATOR), appended)

    def repeated(self, log: GameLog, account_id: str, seat: str, receipt: Receipt) -> CommandResult:
        """The answer that was given when the receipt's commands were stored."""
        last = end_of(log.entries, receipt)
        table = self._logs.table_at(log, last)
        appended = Appended(self._store.position(), log.entries[start_of(log.entries, receipt) : last])
        seen = views.sight(table, account_id, seat)
        return msgspec.structs.replace(self._answer(table, account_id, seen, appended), repeated=True)

    def look(self, log: GameLog, account_id: str | None, seat: str | None = None, at: int | None = None) -> Game:
        """The game as the account sees it, or saw it at version `at`."""
        seen = views.sight(log.table, account_id, seat)
        if at is None:
            return self._view(self._seen(log, seen), account_id, seen)
        return self.view(self._table_at(log, seen, at), seen.reader, past=True)

    def etag(self, log: GameLog, account_id: str | None, seat: str | None = None) -> str:
        """What changes whenever the game as the account sees it does."""
        seen = views.sight(log.table, account_id, seat)
        table, reader = self._seen(log, seen), seen.reader
        words = self._words(table, lambda: [views.shown_table(table, reader), *views.told_in_words(table)])
        delayed = self._delayed_of(table, reader) if seen.until is None else None
        return views.etag(table, reader, self.names(table), words, delayed, views.returns(table, account_id))

    def view(self, table: Table, reader: str, *, past: bool = False, returns: Sequence[str] = ()) -> Game:
        """The game as an audience sees it, with the words that its table and its questions refer to."""
        delayed = None if past else self._delayed_of(table, reader)
        view = views.game_view(table, reader, self.names(table), past=past, delayed=delayed, returns=returns)
        words = self._words(table, lambda: [view.table, *views.told_in_words(table)])
        return msgspec.structs.replace(view, texts=texts_of(words)) if words else view

    def events(
        self, log: GameLog, account_id: str | None, seat: str | None, after: int, limit: int, *, live: bool = False
    ) -> list[dict[str, Json]]:
        """The log after version `after`, at most `limit` entries, as the account may read it.

        With `live` only what it could read while the game was played, whatever was laid open since.
        """
        seen = views.sight(log.table, account_id, seat)
        entries = log.entries[: seen.until][max(after, 0) :][:limit]
        return self._shown(log.table, entries, seen, live=live).as_json()

    def tables(self, log: GameLog, account_id: str | None, seat: str | None, *versions: int) -> list[Game]:
        """The game as the account saw it at these versions."""
        seen = views.sight(log.table, account_id, seat)
        return [self.view(self._table_at(log, seen, at), seen.reader, past=True) for at in versions]

    def timeline(self, log: GameLog, account_id: str | None) -> dict[str, Json]:
        """Where turns and phases begin and commands end, as far as the account sees: `{marks, boundaries, texts}`."""
        entries = log.entries[: views.sight(log.table, account_id, None).until]
        shown: dict[str, Json] = to_json(timeline([entry.read() for entry in entries], log.table.game.marks))
        return shown | {"texts": to_json(words_in(self._store, log.id, lambda: shown["marks"]))}

    def record(self, log: GameLog, account_id: str | None, seat: str | None) -> dict[str, Json]:
        """The game as a document, as the account may read it."""
        seen = views.sight(log.table, account_id, seat)
        table = self._seen(log, seen)
        return self._record(table, log.entries[: seen.until], views.readable_parts(table, seen.reader))

    def record_for_operator(self, log: GameLog, *, secrets: bool) -> dict[str, Json]:
        """The game as a document with what a spectator may read, or with all private parts that ever open."""
        parts = views.all_parts(log.table) if secrets else views.readable_parts(log.table, SPECTATOR)
        return self._record(log.table, log.entries, parts)

    def lasting_record(self, log: GameLog) -> dict[str, Json]:
        """A closed game as a document with nothing in it that may be another tomorrow: no names, and no words."""
        record: dict[str, Json] = to_json(export(log.table, log.entries, {}, (), {}, RuleFiles(self._store).text))
        return record

    def _record(self, table: Table, entries: Sequence[Entry], parts: Sequence[str]) -> dict[str, Json]:
        """A game's log as a document with these private parts, with the words and data files that it refers to."""
        names = views.seat_names(table, self.names(table))
        words, files = words_of(self._store, table.header.id), RuleFiles(self._store)
        revealed = None if table.partner is None else self._partners.revealed(table.header.id)
        record: dict[str, Json] = to_json(export(table, entries, names, parts, words, files.text, revealed))
        return record

    def _answer(self, table: Table, account_id: str | None, seen: Sight, appended: Appended) -> CommandResult:
        receipt = self._signer.receipt(table.header.id, table.version, table.head.hex())
        entries = [entry for entry in appended.entries if entry.label.version <= table.version]
        view, shown = self._view(table, account_id, seen), self._shown(table, entries, seen)
        return CommandResult(view, shown, appended.position, receipt)

    def _view(self, table: Table, account_id: str | None, seen: Sight) -> Game:
        """The game now, or where what the account sees has ended: from there nothing is asked of it any more."""
        returns = views.returns(table, account_id)
        return self.view(table, seen.reader, past=seen.until is not None, returns=returns)

    def _seen(self, log: GameLog, seen: Sight) -> Table:
        """The table up to which somebody sees the game; now with the outages that its log does not cite yet."""
        return self._logs.reckoned(log.table) if seen.until is None else self._logs.table_at(log, seen.until)

    def _table_at(self, log: GameLog, seen: Sight, version: int) -> Table:
        """The table at a version; `not-found` beyond what is seen."""
        if seen.until is not None and version > seen.until:
            raise ServiceError("not-found", "you have seen no version {version} of the game", version=version)
        return self._logs.table_at(log, version)

    def _shown(self, table: Table, entries: Sequence[Entry], seen: Sight, *, live: bool = False) -> ShownEntries:
        """Log entries as they may be read, with the words that they refer to, as far as they still exist."""
        is_live = (live and seen.reader != REFEREE) or seen.until is not None
        parts = views.own_parts(table, seen.reader) if is_live else views.readable_parts(table, seen.reader)
        shown = ShownEntries(entries, parts)
        words = self._words(table, shown.as_json)
        return msgspec.structs.replace(shown, words=words) if words else shown

    def names(self, table: Table) -> AccountNames:
        """Account -> name of those who sit, may return, or are invited."""
        return self._accounts.names(views.accounts_of(table))

    def _words(self, table: Table, shown: Callable[[], Json]) -> dict[str, Words]:
        """The words that what is shown of a table refers to."""
        game_id = table.header.id
        return words_in(self._store, game_id, shown) if self._logs.seen(game_id).words else {}

    def _delayed_of(self, table: Table, reader: str) -> HeldAnswer | None:
        """The reader's own answer that waits for the table's release."""
        answer = self._delayed.at(table).get(reader)
        return None if answer is None else answer.shown
