"""Games as those see them who may: the table, the log, and the answer to a command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import msgspec

from domain.contract.game import to_json
from domain.log.canon import Json
from domain.log.record import Entry
from domain.log.words import Words
from domain.records.export import export
from domain.records.timeline import timeline
from domain.table.gamelog import GameLog
from domain.table.parts import Receipt
from domain.table.table import Table
from service.games import views
from service.games.answer_shapes import Game, HeldAnswer, texts_of
from service.games.following import end_of
from service.games.game_logs import GameLogs
from service.games.shapes import Answer
from service.games.timing.delayed import DelayedAnswers
from service.people.accounts import Accounts
from service.store.commands import Appended
from service.store.event_store import Store
from service.store.published.receipts import Signer
from service.store.rendering import ShownEntries
from service.store.rule_files import RuleFiles
from service.store.texts import words_in, words_of


class GameViews:
    """Shows games, with the words and the names that they refer to. Thread-safe; raises `ServiceError`."""

    def __init__(
        self, store: Store, logs: GameLogs, accounts: Accounts, delayed: DelayedAnswers, signer: Signer
    ) -> None:
        self._store = store
        self._logs = logs
        self._accounts = accounts
        self._delayed = delayed
        self._signer = signer

    def answer(self, table: Table, reader: str, appended: Appended, *, repeated: bool = False) -> Answer:
        """The answer to a command that has led to this table, as this audience may read it."""
        receipt = self._signer.receipt(table.header.id, table.version, table.head.hex())
        shown = self.shown(table, appended.entries, reader)
        return Answer(self.view(table, reader), shown, appended.position, receipt, repeated)

    def repeated(self, log: GameLog, account_id: str, seat: str, receipt: Receipt) -> Answer:
        """The answer that was given when the receipt's commands were stored."""
        last = end_of(log.entries, receipt)
        table = self._logs.table_at(log, last)
        appended = Appended(self._store.position(), log.entries[receipt.first - 1 : last])
        return self.answer(table, views.audience(table, account_id, seat), appended, repeated=True)

    def view(self, table: Table, reader: str, *, past: bool = False) -> Game:
        """The game as an audience sees it, with the words that its table and its questions refer to."""
        held = None if past else self._delayed_of(table, reader)
        view = views.game_view(table, reader, self.names(table), past=past, held=held)
        words = self._words(table, lambda: [view.table, to_json(view.pending)])
        return msgspec.structs.replace(view, texts=texts_of(words)) if words else view

    def etag(self, table: Table, reader: str) -> str:
        """What changes whenever the game as this audience sees it does."""
        words = self._words(table, lambda: [views.shown_table(table, reader), views.shown_pending(table)])
        return views.etag(table, reader, self.names(table), words, self._delayed_of(table, reader))

    def shown(self, table: Table, entries: Sequence[Entry], reader: str) -> ShownEntries:
        """Log entries as an audience may read them, with the words that they refer to, as far as they still exist."""
        shown = ShownEntries(entries, views.readable_parts(table, reader))
        words = self._words(table, shown.as_json)
        return replace(shown, words=words) if words else shown

    def timeline(self, log: GameLog) -> dict[str, Json]:
        """Where turns and phases begin and commands end: `{marks, boundaries, texts}`."""
        shown: dict[str, Json] = to_json(timeline([entry.read() for entry in log.entries], log.table.game.marks))
        return shown | {"texts": to_json(words_in(self._store, log.id, lambda: shown["marks"]))}

    def record(self, log: GameLog, parts: Sequence[str]) -> dict[str, Json]:
        """The game as a document with these private parts, with the words and data files that it refers to."""
        names = views.seat_names(log.table, self.names(log.table))
        words, files = words_of(self._store, log.id), RuleFiles(self._store)
        record: dict[str, Json] = to_json(export(log.table, log.entries, names, parts, words, files.text))
        return record

    def names(self, table: Table) -> dict[str, str]:
        """Account -> name of those who sit or are invited."""
        return self._accounts.names(views.accounts_of(table))

    def _words(self, table: Table, shown: Callable[[], Json]) -> dict[str, Words]:
        """The words that what is shown of a table refers to."""
        game_id = table.header.id
        return words_in(self._store, game_id, shown) if self._logs.seen(game_id).words else {}

    def _delayed_of(self, table: Table, reader: str) -> HeldAnswer | None:
        """The reader's own answer that waits for the table's release."""
        answer = self._delayed.at(table).get(reader)
        return None if answer is None else answer.shown
