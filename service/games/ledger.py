"""The use cases of a game: open, sit down, act, look. It knows no HTTP."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.contract.game import Action, to_json
from domain.log.canon import Json, canonical
from domain.log.record import Command
from domain.records.diff import differences
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.table import Table
from service.errors import ServiceError
from service.games import posting, views
from service.games.commands import GameCommands
from service.games.game_logs import GameLogs
from service.games.opening.first_commands import BeforeStart, Beginning, Bringing
from service.games.opening.openings import NOTHING_BROUGHT, Openings
from service.games.seats.absence import Absence
from service.games.seats.admission import Admission
from service.games.seats.closing import closes
from service.games.seats.taking import held_already, seat_to_take
from service.games.shapes import BotTurn, CommandResult, NewGame, Posted
from service.games.shapes.answers import Game
from service.games.shapes.beside import Reservation
from service.games.timing.delayed import DelayedAnswers, check_list, waiting_answer, waits
from service.games.unreadable import UnreadableGames
from service.games.viewing import GameViews
from service.people.accounts import Accounts
from service.people.bots import seated
from service.store.commands import Appended
from service.store.event_store import Batch, Store
from service.store.texts import keep_text, meant_again, without_words
from service.store.waiting import Moves, Wait

COMPARED = ("status", "seats", "table", "pending", "result")
"""The parts of a game's view that are compared between two versions."""


class Ledger:
    """The games of an installation. Thread-safe. Every method raises `ServiceError` when it does not do its work.

    Ids of games and accounts are text; of a game that does not exist or is none of the caller's business every method
    says `not-found`.
    """

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        openings: Openings,
        logs: GameLogs,
        commands: GameCommands,
        views: GameViews,
        delayed: DelayedAnswers,
        moves: Moves,
        admission: Admission,
        before_start: BeforeStart,
        absence: Absence,
        unreadable: UnreadableGames,
        entropy: Callable[[int], bytes],
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._openings = openings
        self._logs = logs
        self._commands = commands
        self._views = views
        self._delayed = delayed
        self._moves = moves
        self._admission = admission
        self._before_start = before_start
        self._absence = absence
        self._unreadable = unreadable
        self._entropy = entropy

    def reserve(self, account_id: str) -> Reservation:
        """Fix the seed of a game to be opened."""
        return self._openings.reserve(account_id)

    def open_game(
        self,
        account_id: str,
        new: NewGame,
        beginning: Beginning | None = None,
        bringing: Mapping[str, Bringing] = NOTHING_BROUGHT,
    ) -> str:
        """Open a game, seat its AIs and the creator, and start it when all seats are taken: the game's id.

        Errors as `Openings.open` says.
        """
        return self._openings.open(account_id, new, beginning, bringing)

    def sit(
        self,
        account_id: str,
        game_id: str,
        seat: str | None = None,
        entropy: str | None = None,
        entropy_hash: str | None = None,
        invitation: str | None = None,
        bringing: Bringing | None = None,
    ) -> CommandResult:
        """Take a seat (None: the one that the account holds, else one to which it is invited, else the first open one).

        The game starts when it was the last. A second seat is `illegal` unless whoever opened the game allows it.
        `entropy` is 32 bytes in hex that enter the game's chance, or `entropy_hash` their SHA-256, to be opened when
        all have sat. In a running game it is a free seat, or the own one that an AI keeps. `invitation` is the secret
        of a link to the game, `bringing` brings something along.
        """

        def attempt(log: GameLog) -> CommandResult:
            wanted, expected = self._admission.admitted(log.table, account_id, seat, invitation)
            if (held := self._held(log.table, account_id, wanted)) is not None:
                return self._views.answer(log, account_id, held, Appended(self._store.position()))
            if log.table.status == "running" and bringing is None:
                return self._absence.take_over(log, account_id, wanted, expected)
            action = actions.Sit(account_id, None, entropy, entropy_hash, seated(self._accounts.is_bot(account_id)))
            taken = seat_to_take(log.table.seats, views.invited(log.table), account_id, wanted)
            at = self._commands.now(log.table)
            sitting = Command("seat", taken, action, at)
            if bringing is None:
                return self._before_start.take_part(log, account_id, sitting, expected=expected)
            brought, batch = bringing(log.table.header.game, game_id, taken)
            bring = Command("seat", taken, brought, at)
            return self._before_start.take_part(log, account_id, sitting, bring, beside=[batch], expected=expected)

        return self._commands.carry_out(game_id, attempt)

    def bring(self, account_id: str, game_id: str, seat: str, bringing: Bringing | None) -> CommandResult:
        """Bring something along to one's own seat of a game that has not begun; None: nothing after all."""

        def attempt(log: GameLog) -> CommandResult:
            views.seats_to_act(log.table, account_id, seat)
            action: Action = actions.Bring(None)
            beside: list[Batch] = []
            if bringing is not None:
                action, batch = bringing(log.table.header.game, game_id, seat)
                beside = [batch]
            entries = log.decide(Command("seat", seat, action, self._commands.now(log.table)))
            return self._views.answer(log, account_id, seat, self._commands.append(log, entries, beside=beside))

        return self._commands.carry_out(game_id, attempt)

    def leave(self, account_id: str, game_id: str, seat: str) -> CommandResult:
        """Leave one's own seat before the start."""
        return self._at_own_seat(account_id, game_id, seat, actions.Leave())

    def open_entropy(self, account_id: str, game_id: str, seat: str, entropy: str) -> CommandResult:
        """Open the sealed entropy of one's own seat when all have sat; the game starts when it was the last."""
        return self._at_own_seat(account_id, game_id, seat, actions.OpenEntropy(entropy))

    def cancel(self, account_id: str, game_id: str) -> CommandResult:
        """Cancel a game before the start: one's own, or one at which one sits and whose host has left it.

        While sealed entropy is owed, it is void for all to see.
        """

        def attempt(log: GameLog) -> CommandResult:
            table = log.table
            views.check_may_know(table, account_id)
            action = closes(table, account_id, self._accounts)
            if action is None:
                raise ServiceError("forbidden", "only who opened a game cancels it, or who sits there once it has left")
            entries = log.decide(Command("service", None, action, self._commands.now(table)))
            return self._views.answer(log, account_id, None, self._commands.append(log, entries))

        return self._commands.carry_out(game_id, attempt)

    def act(self, account_id: str, game_id: str, seat: str | None, posted: Posted) -> CommandResult:
        """Store the posted actions, all or none, and answer with what they brought about.

        What can be wrong is found in this order: `malformed` idempotency key, `key-reused`; `malformed` actions;
        `game-over`; `condition-required`, `stale`, `decision-closed`; `not-your-decision`; `illegal`,
        `list-too-long`. `busy` when others were faster five times.
        """
        keyed_post = posting.keyed(account_id, posted)

        def attempt(log: GameLog) -> CommandResult:
            table = log.table
            seats = views.seats_to_act(table, account_id, seat)
            if (earlier := posting.find_receipt(table, seats, keyed_post)) is not None:
                return self._views.repeated(log, account_id, *earlier)
            parsed = posting.parse_actions(table.game, posted.actions)
            actor = posting.answering_seat(table, seats, posted.condition)
            meant = [meant_again(self._store, table, actor, action) for action in parsed]
            written = [
                without_words(action, game_id, account_id, self._entropy, again) for action, again in zip(parsed, meant)
            ]
            if table.closed is not None:
                raise ServiceError("game-over", "the game is closed ({cause})", cause=table.closed.cause)
            posting.check_condition(table, actor, parsed, posted.condition)
            at = self._commands.now(table)
            mark = posting.mark_of(keyed_post)
            commands = [Command("seat", actor, action, at, mark) for action, _ in written]
            kept = [change for _, changes in written for change in changes]
            entries = log.decide_list(commands)
            check_list(table, actor, parsed, entries)
            if waits(table, actor, parsed[0]):
                appended = self._commands.delay(table, waiting_answer(table, commands[0]), kept)
            else:
                appended = self._commands.append(log, entries, kept)
            return self._views.answer(log, account_id, actor, appended)

        return self._commands.carry_out(game_id, attempt, trusting=True)

    def bot_turn(self, game_id: str, seat: str) -> BotTurn | None:
        """The AI seat's open decision; None when it has none, or none that it has not answered."""
        with self._logs.latest(game_id) as log:
            return None if seat in self._delayed.at(log.table) else views.bot_turn(log, seat)

    def act_as_bot(self, game_id: str, seat: str, decision: str, action: Json) -> bool:
        """Store an AI's answer, or let it wait for the table's release; False when that decision is answered already.

        `ServiceError` `malformed` or `illegal` when the rules do not accept the action.
        """

        def attempt(log: GameLog) -> bool:
            table = log.table
            held = table.seats.get(seat)
            if held is None or held.level is None or table.decision_id(seat) != decision:
                return False
            if seat in self._delayed.at(table):
                return False
            parsed = posting.parse_action(table.game, action)
            meant = meant_again(self._store, table, seat, parsed)
            written, kept = without_words(parsed, game_id, None, self._entropy, meant)
            posted = Posted([action], idempotency_key=decision, body=canonical(action))
            mark = posting.mark_of(posting.keyed(held.level, posted))
            command = Command("seat", seat, written, self._commands.now(table), mark)
            entries = log.decide(command)
            if waits(table, seat, parsed):
                self._commands.delay(table, waiting_answer(table, command), kept)
            else:
                self._commands.append(log, entries, kept)
            return True

        return self._commands.carry_out(game_id, attempt)

    def close(self, game_id: str, cause: str) -> None:
        """Close a game as `void` or `abandoned`, the service's own doing; nothing happens if it is closed.

        As `void` it is closed too if its log cannot be read.
        """

        def attempt(log: GameLog) -> None:
            if log.table.closed is None:
                command = Command("service", None, actions.Close(cause), self._commands.now(log.table))
                self._commands.append(log, log.decide(command))

        try:
            self._commands.carry_out(game_id, attempt)
        except ServiceError as error:
            if (error.code, cause) != ("unreadable", "void"):
                raise
            self._unreadable.close(game_id)

    def view(self, game_id: str, account_id: str | None = None, seat: str | None = None, at: int | None = None) -> Game:
        """The game as the caller sees it, or saw it at version `at` (then without decision and legal actions).

        Of a closed game everybody may also look through any seat's eyes, or as `seat="referee"`.
        """
        with self._logs.latest(game_id) as log:
            return self._views.look(log, account_id, seat, at)

    def etag(self, game_id: str, account_id: str | None = None, seat: str | None = None) -> str:
        """`<version>-<head>-<digest>`, without quotes; it changes whenever `view` does. To be asked for before the view
        that it is sent with, so that it names nothing newer."""
        with self._logs.latest(game_id) as log:
            return self._views.etag(log, account_id, seat)

    def events(
        self,
        game_id: str,
        account_id: str | None = None,
        seat: str | None = None,
        after: int = 0,
        limit: int = 200,
    ) -> list[dict[str, Json]]:
        """The log after version `after`, at most `limit` entries, as the caller may read it."""
        with self._logs.latest(game_id) as log:
            return self._views.events(log, account_id, seat, after, limit)

    def diff(
        self, game_id: str, before: int, after: int, account_id: str | None = None, seat: str | None = None
    ) -> list[dict[str, Json]]:
        """What differs in the game, as the caller saw it, between two versions: `{path, before, after}`."""
        with self._logs.latest(game_id) as log:
            seen = self._views.tables(log, account_id, seat, before, after)
        then, later = (to_json({part: getattr(view, part) for part in COMPARED}) for view in seen)
        return list(differences(then, later))

    def timeline(self, game_id: str, account_id: str | None = None) -> dict[str, Json]:
        """Where turns and phases begin and commands end: `{marks, boundaries, texts}`."""
        with self._logs.latest(game_id) as log:
            return self._views.timeline(log, account_id)

    def ends_at(self, game_id: str, account_id: str | None = None, seat: str | None = None) -> int | None:
        """The version after which the caller is shown nothing more: the game is closed there, or the caller has lost
        its seat; None while it goes on."""
        with self._logs.latest(game_id) as log:
            return views.last_version(log.table, views.sight(log.table, account_id, seat))

    def news(self, game_id: str, after: int, seconds: float) -> Wait:
        """Waiting until the game's version is above `after`, for so many seconds at most."""
        return self._moves.of_log(game_id, after, seconds)

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
        once: then the log says so from there on, and where it can say nothing more, as of a try whose challenge goes
        on, that is `illegal`. The words that its events refer to are in `texts`.
        """
        if secrets:
            self._commands.carry_out(game_id, self._say_that_secrets_were_shown)
        with self._logs.latest(game_id) as log:
            if operator or secrets:
                return self._views.record_for_operator(log, secrets=secrets)
            return self._views.record(log, account_id, seat)

    def revealed_record(self, game_id: str) -> dict[str, Json]:
        """The record of a closed game with all parts that ever open, where what it belongs to has laid them open.
        For the service itself."""
        with self._logs.latest(game_id) as log:
            return self._views.record_for_operator(log, secrets=True)

    def lasting_record(self, game_id: str) -> dict[str, Json]:
        """The record of a closed game as it will always be: without the names of who sat there, and their words."""
        with self._logs.latest(game_id) as log:
            return self._views.lasting_record(log)

    def table(self, game_id: str) -> Table:
        """The game's table now: the caller's own copy. For the service itself: it hides nothing."""
        return self._logs.table(game_id)

    def _held(self, table: Table, account_id: str, seat: str | None) -> str | None:
        """The seat that the account asks for and holds already, at a table where it could take one."""
        if table.closed is not None or account_id in table.kept_for.values():
            return None
        return held_already(table.seats, table.header.terms, account_id, seat)

    def _at_own_seat(self, account_id: str, game_id: str, seat: str, action: Action) -> CommandResult:
        def attempt(log: GameLog) -> CommandResult:
            views.seats_to_act(log.table, account_id, seat)
            command = Command("seat", seat, action, self._commands.now(log.table))
            return self._before_start.take_part(log, account_id, command)

        return self._commands.carry_out(game_id, attempt)

    def _say_that_secrets_were_shown(self, log: GameLog) -> None:
        if log.table.is_laid_open:
            return
        if log.table.closed is not None:
            raise ServiceError("illegal", "the game is closed and not laid open yet: its log can say nothing more")
        words = "the record was exported with all hidden parts"
        reason, change = keep_text(words, log.id, None, self._entropy)
        command = Command("operator", None, actions.Operate("show-secrets", reason), self._commands.now(log.table))
        self._commands.append(log, log.decide(command), [change])
