"""What all use cases of games stand on: a command is decided on the newest version, stored, folded and answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar
from uuid import UUID

from domain.contract.game import Refused, to_json
from domain.games.catalog import Catalog
from domain.log.canon import Json
from domain.log.journal import Listed
from domain.log.record import Entry
from domain.log.words import Words
from domain.table.gamelog import GameLog
from domain.table.parts import Receipt
from domain.table.table import Table
from service.counts import Tally
from service.errors import ServiceError
from service.games import views
from service.games.delayed import HeldAnswer, HeldAnswers, keeping
from service.games.following import Following, end_of
from service.games.shapes import Answer
from service.people.accounts import Accounts
from service.store.event_store import Batch, Change, Conflict, Store, unchanged
from service.store.journal import listings, verdict_listed
from service.store.receipts import Signer
from service.store.rendering import ShownEntries
from service.store.repository import Repository
from service.store.snapshots import Snapshots
from service.store.texts import words_in
from service.store.waiting import Moves

ATTEMPTS = 5
"""How often a command is decided anew when another one was stored meanwhile."""

T = TypeVar("T")


class Keeper:
    """Decides on logs, keeps what they brought about, and shows it. Thread-safe; raises `ServiceError`.

    `clock()` is the time in whole seconds UTC, `entropy(n)` gives n random bytes; without `snapshots` none are kept.
    """

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        catalog: Catalog,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        snapshots: Snapshots | None = None,
    ) -> None:
        self.store = store
        self.snapshots = snapshots or Snapshots(store, catalog, every=0)
        self.accounts = accounts
        self.catalog = catalog
        self.clock = clock
        self.entropy = entropy
        self.games = Repository(store, catalog, entropy, self.snapshots)
        self.moves = Moves(store.position, store.version)
        self.signer = Signer(store)
        self.held = HeldAnswers(store)
        self.following = Following(store, self.held, clock)
        self.tally = Tally()

    def attempt(self, game_id: str, attempt: Callable[[GameLog], T], *, trusting: bool = False) -> T:
        """Do something with the game's log at its newest version, again if another command was faster.

        `trusting` is for what stores something, or fails: the first attempt is at the version that was here last, and
        counts only if that is the newest.
        """
        for number in range(ATTEMPTS):
            trust = trusting and number == 0
            try:
                with self.games.latest(game_id, trusting=trust) as log:
                    return attempt(log)
            except Conflict:
                self.tally.add("conflict")
            except (Refused, ServiceError) as refused:
                if trust and self.games.has_moved(game_id):
                    continue
                raise (ServiceError.of(refused) if isinstance(refused, Refused) else refused) from None
        self.tally.add("busy")
        raise ServiceError("busy", "others were faster each time; try again")

    def keep(self, log: GameLog, entries: Sequence[Entry], extra: Sequence[Change] = ()) -> int:
        """Store the entries, with what the journal lists of them, then fold them: the position of the last."""
        return self._keep_all(log, entries, extra)[0]

    def kept(
        self,
        log: GameLog,
        reader: str,
        entries: Sequence[Entry],
        extra: Sequence[Change] = (),
        beside: Sequence[Batch] = (),
    ) -> Answer:
        """Keep the entries, with those of other logs `beside` them, and answer as this audience may read them."""
        position, stored = self._keep_all(log, entries, extra, beside)
        return self.answer(log.table, reader, stored, position)

    def hold(self, table: Table, held: HeldAnswer, extra: Sequence[Change] = ()) -> None:
        """Keep an answer until it is due, once for an idempotency key; `key-reused` if that came with another body.

        A post that is repeated late takes the place of no answer that came after it. `Conflict`, and nothing is kept,
        if the table has moved meanwhile, whose decision may be closed, or if the seat has answered once more.
        """
        before = self.held.at(table).get(held.seat)
        posts, key = {} if before is None else before.posts, held.mark.get("key")
        if key not in posts:
            self.store.append([(held.game, table.version, ())], [keeping(table, held, before), *extra])
            self.games.see_again(held.game)
        elif posts[key] != held.mark["body"]:
            raise ServiceError("key-reused", "this idempotency key was used for another request")

    def follow_up(self, game_id: str) -> None:
        """Keep what follows by itself from where the game stands: answers of absent seats, standing orders."""

        def attempt(log: GameLog) -> None:
            self._keep_all(log, (), ())

        self.attempt(game_id, attempt)

    def answer(
        self, table: Table, reader: str, entries: Sequence[Entry], position: int, *, repeated: bool = False
    ) -> Answer:
        """The answer to a command that has led to this table."""
        receipt = self.signer.receipt(table.header.id, table.version, table.head.hex())
        return Answer(self.view(table, reader), self.shown(table, entries, reader), position, receipt, repeated)

    def repeated(self, log: GameLog, account_id: str, seat: str, receipt: Receipt) -> Answer:
        """The answer that was given when the receipt's commands were stored."""
        last = end_of(log.entries, receipt)
        table = self.table_at(log, last)
        entries = log.entries[receipt.first - 1 : last]
        reader = views.audience(table, account_id, seat)
        return self.answer(table, reader, entries, self.store.position(), repeated=True)

    def view(self, table: Table, reader: str, *, past: bool = False) -> dict[str, Json]:
        """The game as an audience sees it, with the words that its table and its questions refer to."""
        held = None if past else self._held_of(table, reader)
        view = views.game_view(table, reader, self.names(table), past=past, held=held)
        words = self._words(table, lambda: [view["table"], view["pending"]])
        view["texts"] = to_json(words) if words else {}
        return view

    def etag(self, table: Table, reader: str) -> str:
        """What changes whenever the game as this audience sees it does."""
        words = self._words(table, lambda: [views.shown_table(table, reader), views.shown_pending(table)])
        return views.etag(table, reader, self.names(table), words, self._held_of(table, reader))

    def shown(self, table: Table, entries: Sequence[Entry], reader: str) -> ShownEntries:
        """Log entries as an audience may read them, with the words that they refer to, as far as they still exist."""
        shown = ShownEntries(entries, views.readable_parts(table, reader))
        words = self._words(table, shown.as_json)
        return replace(shown, words=words) if words else shown

    def table_at(self, log: GameLog, version: int) -> Table:
        """The game's table at a version; `not-found` if it has none such."""
        if not 1 <= version <= log.table.version:
            raise ServiceError("not-found", f"the game has no version {version}")
        return self.snapshots.table_at(log.entries, version)

    def seats_to_act(self, table: Table, account_id: str, seat: str | None) -> tuple[str, ...]:
        """The caller's seats, or the one it names; `forbidden` if it holds none, or not that one."""
        views.check_may_know(table, account_id)
        own = views.own_seats(table, account_id)
        if not own or (seat is not None and seat not in own):
            raise ServiceError("forbidden", f"you do not hold {seat or 'a seat of this game'}")
        return own if seat is None else (seat,)

    def names(self, table: Table) -> dict[str, str]:
        """Account -> name of those who sit or are invited."""
        return self.accounts.names(views.accounts_of(table))

    def now(self, table: Table) -> int:
        """The time of a command: it never runs backwards in a log."""
        return max(self.clock(), table.at)

    def _words(self, table: Table, shown: Callable[[], Json]) -> dict[str, Words]:
        """The words that what is shown of a table refers to."""
        game_id = table.header.id
        return words_in(self.store, game_id, shown) if self.games.seen(game_id).words else {}

    def _held_of(self, table: Table, reader: str) -> dict[str, Json] | None:
        """The reader's own answer that waits for the table's release."""
        held = self.held.at(table).get(reader)
        return None if held is None else held.shown

    def _keep_all(
        self, log: GameLog, entries: Sequence[Entry], extra: Sequence[Change], beside: Sequence[Batch] = ()
    ) -> tuple[int, Sequence[Entry]]:
        """Keep the entries with what follows them by itself: the position of the last, and all that was stored."""
        table = log.table
        seen = self.games.seen(log.game_id)
        following, changes = self.following.after(log, entries, ordered=seen.orders)
        stored = [*entries, *following]
        if not stored:
            if changes:
                self.store.append([(log.game_id, table.version, ())], changes)
            return self.store.position(), ()
        listed = [*listings(table.header, table.rules, stored), *_verdict(log, stored)]
        batch = (log.game_id, table.version, stored)
        at, expected = stored[-1].label().at, unchanged(log.game_id, seen)
        position = self.store.append([batch, *beside], [*extra, *changes], listed, at, expected)
        log.follow(stored)
        if extra or changes:
            self.games.see_again(log.game_id)
        self.moves.tell()
        self.tally.add("stored")
        return position, stored

    def new_id(self) -> str:
        """An id for a game or a record."""
        return str(UUID(bytes=self.entropy(16), version=4))


def _verdict(log: GameLog, stored: Sequence[Entry]) -> list[Listed]:
    """The verdict on the rating of a game that these entries close (LG-RAT-6)."""
    if stored[-1].label().type != "GameClosed":
        return []
    after = log.table.clone()
    for entry in stored:
        after.fold(entry)
    return [verdict_listed(after, [*log.entries, *stored])]
