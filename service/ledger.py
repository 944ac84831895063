"""The use cases of a game: open, sit down, act, look. The only writer of games' logs; it knows no HTTP."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar
from uuid import UUID

from domain.audience import SPECTATOR
from domain.canon import Json, canonical
from domain.catalog import Catalog
from domain.export import export
from domain.game import Action, Refused, to_json
from domain.gamelog import GameLog
from domain.record import Command, Entry, seed_commitment
from domain.table import actions
from domain.table.table import Receipt, Table
from service import opening, posting, views
from service.accounts import Accounts
from service.errors import ServiceError
from service.repository import Repository
from service.shapes import Answer, BotTurn, Condition, NewGame, Posted
from service.store import Change, Conflict, Store
from service.texts import keep_text
from service.waiting import Moves

__all__ = ["Answer", "BotTurn", "Condition", "Ledger", "NewGame", "Posted", "ServiceError"]

ATTEMPTS = 5
"""How often a command is decided anew when another one was stored meanwhile."""

T = TypeVar("T")


class Ledger:
    """The games of an installation. Thread-safe. Every method raises `ServiceError` when it does not do its work.

    `clock()` is the time in whole seconds UTC, `entropy(n)` gives n random bytes. Ids of games and accounts are
    text; `account_id` None is a caller who is not logged in. `seat` None stands for the caller's own seat: the
    first that must decide, else the first. A game that the caller may not know of is `not-found`.
    """

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        catalog: Catalog,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._catalog = catalog
        self._clock = clock
        self._entropy = entropy
        self._games = Repository(store, catalog, entropy)
        self._moves = Moves(store.version)

    # ---- before the start

    def reserve(self, account_id: str) -> dict[str, str]:
        """Fix the seed of a game to be opened: `{"id": game id to be, "commitment": SHA-256 hex}`."""
        game_id, seed = self._new_id(), self._entropy(32)
        self._store.write(self._store.seed_kept(game_id, seed, account_id, self._clock()))
        return {"id": game_id, "commitment": seed_commitment(game_id, seed)}

    def open_game(self, account_id: str, new: NewGame) -> str:
        """Open a game, seat its AIs and the creator, and start it when all seats are taken: the game's id.

        `not-found` for a reservation that is not the account's, `illegal` for one that is used up.
        """
        game_id = new.reservation or self._new_id()
        seed, extra = self._entropy(32), []
        if new.reservation is None:
            extra = [self._store.seed_kept(game_id, seed, account_id, self._clock())]
        else:
            seed = self._reserved_seed(game_id, account_id)
        log = GameLog(self._catalog, game_id, seed, self._entropy)
        try:
            commands = opening.opening_commands(log, self._catalog, self._accounts, account_id, new, self._clock())
            self._store.append([(game_id, 0, log.decide(*commands))], extra)
        except Refused as refused:
            raise ServiceError.of(refused) from None
        except Conflict:
            raise ServiceError("illegal", "this reservation is used up") from None
        return game_id

    def sit(
        self,
        account_id: str,
        game_id: str,
        seat: str | None = None,
        entropy: str | None = None,
        entropy_hash: str | None = None,
    ) -> Answer:
        """Take a seat (None: one to which the account is invited, else the first open one).

        The game starts when it was the last. `entropy` is 32 bytes in hex that enter the game's chance, or
        `entropy_hash` their SHA-256, to be opened when all have sat.
        """

        def attempt(log: GameLog) -> Answer:
            views.check_may_know(log.table, account_id)
            action = actions.Sit(account=account_id, entropy=entropy, entropy_hash=entropy_hash)
            return self._take_part(log, account_id, opening.seat_to_take(log, account_id, seat), action)

        return self._attempt(game_id, attempt)

    def leave(self, account_id: str, game_id: str, seat: str) -> Answer:
        """Leave one's own seat before the start."""
        return self._at_own_seat(account_id, game_id, seat, actions.Leave())

    def open_entropy(self, account_id: str, game_id: str, seat: str, entropy: str) -> Answer:
        """Open the sealed entropy of one's own seat; the game starts when it was the last."""
        return self._at_own_seat(account_id, game_id, seat, actions.OpenEntropy(entropy))

    def cancel(self, account_id: str, game_id: str) -> Answer:
        """Cancel one's own game before the start."""

        def attempt(log: GameLog) -> Answer:
            views.check_may_know(log.table, account_id)
            if views.creator(log.table) != account_id:
                raise ServiceError("forbidden", "only who opened a game cancels it")
            command = Command("service", None, actions.Close("cancelled"), self._now(log.table))
            return self._stored(log, account_id, None, log.decide(command))

        return self._attempt(game_id, attempt)

    # ---- acting

    def act(self, account_id: str, game_id: str, seat: str | None, posted: Posted) -> Answer:
        """Store the posted actions, all or none, and answer with what they brought about.

        What can be wrong is found in this order: `malformed` idempotency key, `key-reused`; `malformed` actions;
        `game-over`; `condition-required`, `stale`, `decision-closed`; `not-your-decision`; `illegal`,
        `list-too-long`. `busy` when others were faster five times.
        """
        mark = posting.receipt_mark(account_id, posted)

        def attempt(log: GameLog) -> Answer:
            table = log.table
            seats = self._seats_to_act(table, account_id, seat)
            if (earlier := posting.find_receipt(table, seats, mark)) is not None:
                return self._repeated(log, account_id, *earlier)
            parsed = posting.parse_actions(table.game, posted.actions)
            if table.closed is not None:
                raise ServiceError("game-over", f"the game is closed ({table.closed.cause})")
            actor = posting.answering_seat(table, seats, posted.condition)
            posting.check_condition(table, actor, parsed, posted.condition)
            at = self._now(table)
            commands = [Command("seat", actor, action, at, mark) for action in parsed]
            return self._stored(log, account_id, actor, log.decide_list(commands))

        return self._attempt(game_id, attempt)

    def bot_turn(self, game_id: str, seat: str) -> BotTurn | None:
        """The AI seat's open decision; None when it has none (or is no AI, or the game does not run)."""
        with self._games.latest(game_id) as log:
            return views.bot_turn(log, seat)

    def act_as_bot(self, game_id: str, seat: str, decision: str, action: Json) -> bool:
        """Store an AI's answer; False, and nothing stored, when that decision is closed already.

        `ServiceError` `malformed` or `illegal` when the rules do not accept the action.
        """

        def attempt(log: GameLog) -> bool:
            table = log.table
            held = table.seats.get(seat)
            if held is None or held.level is None or table.decision_id(seat) != decision:
                return False
            parsed = posting.parse_action(table.game, action)
            posted = Posted([action], idempotency_key=decision, body=canonical(action))
            mark = posting.receipt_mark(held.level, posted)
            self._keep(log, log.decide(Command("seat", seat, parsed, self._now(table), mark)))
            return True

        return self._attempt(game_id, attempt)

    def close(self, game_id: str, cause: str) -> None:
        """Close a game as `void` or `abandoned`, the service's own doing; nothing happens if it is closed."""

        def attempt(log: GameLog) -> None:
            if log.table.closed is None:
                self._keep(log, log.decide(Command("service", None, actions.Close(cause), self._now(log.table))))

        self._attempt(game_id, attempt)

    # ---- looking

    def view(
        self, game_id: str, account_id: str | None = None, seat: str | None = None, at: int | None = None
    ) -> dict[str, Json]:
        """The game as the caller sees it, or saw it at version `at` (then without decision and legal actions).

        Of a closed game everybody may also look through any seat's eyes, or as `seat="referee"`.
        """
        with self._games.latest(game_id) as log:
            reader = views.audience(log.table, account_id, seat)
            if at is None:
                return views.game_view(log.table, reader, self._names(log.table))
            table = self._table_at(log, at)
            return views.game_view(table, reader, self._names(table), past=True)

    def etag(self, game_id: str, account_id: str | None = None, seat: str | None = None) -> str:
        """`<version>-<head>-<digest>`, without quotes; it changes whenever `view` does."""
        with self._games.latest(game_id) as log:
            reader = views.audience(log.table, account_id, seat)
            return views.etag(log.table, reader, self._names(log.table))

    def events(
        self,
        game_id: str,
        account_id: str | None = None,
        seat: str | None = None,
        after: int = 0,
        limit: int = 200,
    ) -> list[dict[str, Json]]:
        """The log after version `after`, at most `limit` entries, as the caller may read it."""
        with self._games.latest(game_id) as log:
            reader = views.audience(log.table, account_id, seat)
            return views.shown_entries(log.table, log.entries[max(after, 0) :][:limit], reader)

    def wait_for(self, game_id: str, after: int, seconds: float) -> bool:
        """Wait until the game's version is above `after`: whether it is, at the latest after `seconds`."""
        return self._moves.wait(game_id, after, seconds)

    def record(
        self,
        game_id: str,
        account_id: str | None = None,
        seat: str | None = None,
        secrets: bool = False,
        operator: bool = False,
    ) -> dict[str, Json]:
        """The record `{format, id, game, rules, data, options, seats, names, events, head}`.

        Complete (without the parts that never open) when the game is closed, as the caller may read it before.
        An `operator` gets that of a private game too, as a spectator may read it, or with `secrets` complete at
        once: then the log says so from there on.
        """
        if secrets:
            self._attempt(game_id, self._say_that_secrets_were_shown)
        with self._games.latest(game_id) as log:
            table = log.table
            if secrets:
                parts = views.all_parts(table)
            else:
                reader = SPECTATOR if operator else views.audience(table, account_id, seat)
                parts = views.readable_parts(table, reader)
            record = export(table, log.entries, views.seat_names(table, self._names(table)), parts)
        shown: dict[str, Json] = to_json(record)
        return shown

    def table(self, game_id: str) -> Table:
        """The game's table now: the caller's own copy. For the service itself: it hides nothing."""
        with self._games.latest(game_id) as log:
            return log.table.clone()

    # ---- how it works

    def _attempt(self, game_id: str, attempt: Callable[[GameLog], T]) -> T:
        """Do something with the game's log at its newest version, again if another command was faster."""
        for _ in range(ATTEMPTS):
            try:
                with self._games.latest(game_id) as log:
                    return attempt(log)
            except Conflict:
                continue
            except Refused as refused:
                raise ServiceError.of(refused) from None
        raise ServiceError("busy", "others were faster each time; try again")

    def _keep(self, log: GameLog, entries: Sequence[Entry], *extra: Change) -> int:
        """Store the entries, then fold them: the position of the last."""
        position = self._store.append([(log.game_id, log.table.version, entries)], extra)
        log.follow(entries)
        self._moves.tell()
        return position

    def _stored(self, log: GameLog, account_id: str, seat: str | None, entries: Sequence[Entry]) -> Answer:
        position = self._keep(log, entries)
        return self._answer(log.table, account_id, seat, entries, position)

    def _repeated(self, log: GameLog, account_id: str, seat: str, receipt: Receipt) -> Answer:
        """The answer that was given when the receipt's commands were stored."""
        table = self._table_at(log, receipt.last)
        entries = log.entries[receipt.first - 1 : receipt.last]
        return self._answer(table, account_id, seat, entries, self._store.position(), repeated=True)

    def _answer(
        self,
        table: Table,
        account_id: str,
        seat: str | None,
        entries: Sequence[Entry],
        position: int,
        *,
        repeated: bool = False,
    ) -> Answer:
        reader = views.audience(table, account_id, seat)
        game = views.game_view(table, reader, self._names(table))
        return Answer(game, views.shown_entries(table, entries, reader), position, repeated)

    def _at_own_seat(self, account_id: str, game_id: str, seat: str, action: Action) -> Answer:
        def attempt(log: GameLog) -> Answer:
            self._seats_to_act(log.table, account_id, seat)
            return self._take_part(log, account_id, seat, action)

        return self._attempt(game_id, attempt)

    def _take_part(self, log: GameLog, account_id: str, seat: str, action: Action) -> Answer:
        """Carry out what a seat does before the start, and start the game if it can."""
        at = self._now(log.table)
        entries = log.decide(Command("seat", seat, action, at))
        ahead = log.table.clone()
        for entry in entries:
            ahead.fold(entry)
        if ahead.all_taken:
            entries = log.decide(Command("seat", seat, action, at), Command("service", None, actions.Start(), at))
        own = seat if ahead.seats[seat].account == account_id else None
        return self._stored(log, account_id, own, entries)

    def _seats_to_act(self, table: Table, account_id: str, seat: str | None) -> tuple[str, ...]:
        """The caller's seats, or the one it names; `forbidden` if it holds none, or not that one."""
        views.check_may_know(table, account_id)
        own = views.own_seats(table, account_id)
        if not own or (seat is not None and seat not in own):
            raise ServiceError("forbidden", f"you do not hold {seat or 'a seat of this game'}")
        return own if seat is None else (seat,)

    def _say_that_secrets_were_shown(self, log: GameLog) -> None:
        if log.table.closed is not None:
            return
        reason, change = keep_text("the record was exported with all hidden parts", log.game_id, None, self._entropy)
        action = actions.Operate("show-secrets", reason)
        self._keep(log, log.decide(Command("operator", None, action, self._now(log.table))), change)

    def _table_at(self, log: GameLog, version: int) -> Table:
        if not 1 <= version <= log.table.version:
            raise ServiceError("not-found", f"the game has no version {version}")
        table = Table(self._catalog)
        for entry in log.entries[:version]:
            table.fold(entry)
        return table

    def _names(self, table: Table) -> dict[str, str]:
        return self._accounts.names(views.accounts_of(table))

    def _now(self, table: Table) -> int:
        """The time of a command: it never runs backwards in a log."""
        return max(self._clock(), table.at)

    def _new_id(self) -> str:
        return str(UUID(bytes=self._entropy(16), version=4))

    def _reserved_seed(self, game_id: str, account_id: str) -> bytes:
        reserved = self._store.reservation(game_id)
        if reserved is None or reserved.account != account_id:
            raise ServiceError("not-found", "you have no such reservation")
        return reserved.seed
