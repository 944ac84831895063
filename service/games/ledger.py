"""The use cases of a game: open, sit down, act, look. It knows no HTTP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec

from domain.contract.audience import SPECTATOR
from domain.contract.game import Action, Refused, to_json
from domain.log.canon import Json, canonical
from domain.log.journal import BranchListed, Listed, ReservationListed
from domain.log.record import Command, Entry, seed_commitment
from domain.records.diff import differences
from domain.records.export import export
from domain.records.timeline import timeline
from domain.table import actions
from domain.table.branch import Origin
from domain.table.events import GameOpened
from domain.table.gamelog import GameLog
from domain.table.table import Table
from service.errors import ServiceError
from service.games import absence, opening, posting, unreadable, views
from service.games.admission import Door
from service.games.commands import Keeper
from service.games.delayed import check_list, waiting_answer, waits
from service.games.idempotency import Keep, nothing_kept
from service.games.shapes import Answer, BotTurn, Condition, NewGame, Posted
from service.store.event_store import Batch, Change, Conflict
from service.store.journal import listings
from service.store.rule_files import RuleFiles, keeping
from service.store.texts import keep_text, meant_again, without_words, words_in, words_of

__all__ = ["Answer", "BotTurn", "Condition", "Ledger", "NewGame", "Posted", "ServiceError"]

COMPARED = ("status", "seats", "table", "pending", "result")
"""The parts of a game's view that are compared between two versions."""


class Ledger:
    """The games of an installation. Thread-safe. Every method raises `ServiceError` when it does not do its work.

    Ids of games and accounts are text; of a game that does not exist or is none of the caller's business every method
    says `not-found`.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._door = Door(keeper)

    # ---- before the start

    def reserve(self, account_id: str) -> dict[str, str]:
        """Fix the seed of a game to be opened: `{"id": game id to be, "commitment": SHA-256 hex}`."""
        _, kept, listed = self._new_log(account_id)
        self._keeper.store.append((), [kept], [listed], self._keeper.clock())
        return {"id": listed.id, "commitment": listed.commitment}

    def open_game(
        self,
        account_id: str,
        new: NewGame,
        beginning: opening.Beginning | None = None,
        keep: Keep = nothing_kept,
        bringing: Mapping[str, opening.Bringing] = MappingProxyType({}),
    ) -> str:
        """Open a game, seat its AIs and the creator, and start it when all seats are taken: the game's id.

        What `keep` makes of the id is stored with it, and what seats bring along (`bringing`). `not-found` for a
        reservation that is not the account's, `illegal` for one that is used up.
        """
        keeper, at = self._keeper, self._keeper.clock()
        begins = beginning or opening.Beginning(actions.Start())
        extra: list[Change] = []
        listed: list[Listed] = []
        if new.reservation is None:
            log, kept, reservation = self._new_log(account_id, begins.game_id)
            extra, listed = [kept], [reservation]
        else:
            log = self._reserved_log(new.reservation, account_id)
        try:
            along = {seat: bring(new.game, log.game_id, seat) for seat, bring in bringing.items()}
            brought = {seat: action for seat, (action, _) in along.items()}
            entries = log.decide(*opening.opening_commands(log, keeper, account_id, new, begins, at, brought))
            listed += _opened(entries, begins.origin)
            extra += keeping(keeper.catalog[new.game], entries[0].read().data["data"])
            extra += keep(log.game_id)
            beside = [batch for _, batch in along.values()]
            keeper.store.append([(log.game_id, 0, entries), *beside], extra, listed, at)
        except Refused as refused:
            raise ServiceError.of(refused) from None
        except Conflict:
            if bringing and not keeper.store.version(log.game_id):
                raise ServiceError("busy", "a character has moved meanwhile; try again") from None
            raise ServiceError("illegal", "this reservation is used up, or the game is open already") from None
        return log.game_id

    def sit(
        self,
        account_id: str,
        game_id: str,
        seat: str | None = None,
        entropy: str | None = None,
        entropy_hash: str | None = None,
        invitation: str | None = None,
        bringing: opening.Bringing | None = None,
    ) -> Answer:
        """Take a seat (None: one to which the account is invited, else the first open one).

        The game starts when it was the last. `entropy` is 32 bytes in hex that enter the game's chance, or
        `entropy_hash` their SHA-256, to be opened when all have sat. In a running game it is a free seat, or the own
        one that an AI keeps. `invitation` is the secret of a link to the game, `bringing` brings something along.
        """
        keeper = self._keeper

        def attempt(log: GameLog) -> Answer:
            wanted = self._door.seat_wanted(log.table, account_id, seat, invitation)
            if log.table.status == "running" and bringing is None:
                return absence.take_over(keeper, log, account_id, wanted)
            action = actions.Sit(account=account_id, entropy=entropy, entropy_hash=entropy_hash)
            taken = opening.seat_to_take(log.table.seats, views.invited(log.table), account_id, wanted)
            at = keeper.now(log.table)
            sitting = Command("seat", taken, action, at)
            if bringing is None:
                return opening.take_part(keeper, log, account_id, sitting)
            brought, batch = bringing(log.table.header.game, game_id, taken)
            return opening.take_part(
                keeper, log, account_id, sitting, Command("seat", taken, brought, at), beside=[batch]
            )

        return self._keeper.attempt(game_id, attempt)

    def bring(self, account_id: str, game_id: str, seat: str, bringing: opening.Bringing | None) -> Answer:
        """Bring something along to one's own seat of a game that has not begun; None: nothing after all."""
        keeper = self._keeper

        def attempt(log: GameLog) -> Answer:
            keeper.seats_to_act(log.table, account_id, seat)
            action: Action = actions.Bring(None)
            beside: list[Batch] = []
            if bringing is not None:
                action, batch = bringing(log.table.header.game, game_id, seat)
                beside = [batch]
            entries = log.decide(Command("seat", seat, action, keeper.now(log.table)))
            return keeper.kept(log, seat, entries, beside=beside)

        return keeper.attempt(game_id, attempt)

    def leave(self, account_id: str, game_id: str, seat: str) -> Answer:
        """Leave one's own seat before the start."""
        return self._at_own_seat(account_id, game_id, seat, actions.Leave())

    def open_entropy(self, account_id: str, game_id: str, seat: str, entropy: str) -> Answer:
        """Open the sealed entropy of one's own seat when all have sat; the game starts when it was the last."""
        return self._at_own_seat(account_id, game_id, seat, actions.OpenEntropy(entropy))

    def cancel(self, account_id: str, game_id: str) -> Answer:
        """Cancel one's own game before the start; while sealed entropy is owed, it is void for all to see."""
        keeper = self._keeper

        def attempt(log: GameLog) -> Answer:
            table = log.table
            views.check_may_know(table, account_id)
            if views.creator(table) != account_id:
                raise ServiceError("forbidden", "only who opened a game cancels it")
            action = actions.Close("void" if table.owes_entropy else "cancelled")
            entries = log.decide(Command("service", None, action, keeper.now(table)))
            return keeper.kept(log, views.audience(table, account_id, None), entries)

        return keeper.attempt(game_id, attempt)

    # ---- acting

    def act(self, account_id: str, game_id: str, seat: str | None, posted: Posted) -> Answer:
        """Store the posted actions, all or none, and answer with what they brought about.

        What can be wrong is found in this order: `malformed` idempotency key, `key-reused`; `malformed` actions;
        `game-over`; `condition-required`, `stale`, `decision-closed`; `not-your-decision`; `illegal`,
        `list-too-long`. `busy` when others were faster five times.
        """
        keeper, mark = self._keeper, posting.receipt_mark(account_id, posted)

        def attempt(log: GameLog) -> Answer:
            table = log.table
            seats = keeper.seats_to_act(table, account_id, seat)
            if (earlier := posting.find_receipt(table, seats, mark)) is not None:
                return keeper.repeated(log, account_id, *earlier)
            parsed = posting.parse_actions(table.game, posted.actions)
            actor = posting.answering_seat(table, seats, posted.condition)
            meant = [meant_again(keeper.store, table, actor, action) for action in parsed]
            written = [
                without_words(action, game_id, account_id, keeper.entropy, again)
                for action, again in zip(parsed, meant)
            ]
            if table.closed is not None:
                raise ServiceError("game-over", f"the game is closed ({table.closed.cause})")
            posting.check_condition(table, actor, parsed, posted.condition)
            at = keeper.now(table)
            commands = [Command("seat", actor, action, at, mark) for action, _ in written]
            kept = [change for _, changes in written for change in changes]
            entries = log.decide_list(commands)
            check_list(table, actor, parsed, entries)
            if waits(table, actor, parsed[0]):
                keeper.hold(table, waiting_answer(table, commands[0]), kept)
                return keeper.answer(table, actor, (), keeper.store.position())
            return keeper.kept(log, actor, entries, kept)

        return keeper.attempt(game_id, attempt, trusting=True)

    def bot_turn(self, game_id: str, seat: str) -> BotTurn | None:
        """The AI seat's open decision; None when it has none, or none that it has not answered."""
        with self._keeper.games.latest(game_id) as log:
            return None if seat in self._keeper.held.at(log.table) else views.bot_turn(log, seat)

    def act_as_bot(self, game_id: str, seat: str, decision: str, action: Json) -> bool:
        """Store an AI's answer, or let it wait for the table's release; False when that decision is answered already.

        `ServiceError` `malformed` or `illegal` when the rules do not accept the action.
        """
        keeper = self._keeper

        def attempt(log: GameLog) -> bool:
            table = log.table
            held = table.seats.get(seat)
            if held is None or held.level is None or table.decision_id(seat) != decision:
                return False
            if seat in keeper.held.at(table):
                return False
            parsed = posting.parse_action(table.game, action)
            meant = meant_again(keeper.store, table, seat, parsed)
            written, kept = without_words(parsed, game_id, None, keeper.entropy, meant)
            posted = Posted([action], idempotency_key=decision, body=canonical(action))
            mark = posting.receipt_mark(held.level, posted)
            command = Command("seat", seat, written, keeper.now(table), mark)
            entries = log.decide(command)
            if waits(table, seat, parsed):
                keeper.hold(table, waiting_answer(table, command), kept)
            else:
                keeper.keep(log, entries, kept)
            return True

        return keeper.attempt(game_id, attempt)

    def close(self, game_id: str, cause: str) -> None:
        """Close a game as `void` or `abandoned`, the service's own doing; nothing happens if it is closed.

        As `void` it is closed too if its log cannot be read.
        """
        keeper = self._keeper

        def attempt(log: GameLog) -> None:
            if log.table.closed is None:
                command = Command("service", None, actions.Close(cause), keeper.now(log.table))
                keeper.keep(log, log.decide(command))

        try:
            keeper.attempt(game_id, attempt)
        except ServiceError as error:
            if (error.code, cause) != ("unreadable", "void"):
                raise
            unreadable.close(keeper, game_id)

    # ---- looking

    def view(
        self, game_id: str, account_id: str | None = None, seat: str | None = None, at: int | None = None
    ) -> dict[str, Json]:
        """The game as the caller sees it, or saw it at version `at` (then without decision and legal actions).

        Of a closed game everybody may also look through any seat's eyes, or as `seat="referee"`.
        """
        keeper = self._keeper
        with keeper.games.latest(game_id) as log:
            reader = views.audience(log.table, account_id, seat)
            if at is None:
                return keeper.view(log.table, reader)
            return keeper.view(keeper.table_at(log, at), reader, past=True)

    def etag(self, game_id: str, account_id: str | None = None, seat: str | None = None) -> str:
        """`<version>-<head>-<digest>`, without quotes; it changes whenever `view` does."""
        with self._keeper.games.latest(game_id) as log:
            return self._keeper.etag(log.table, views.audience(log.table, account_id, seat))

    def events(
        self,
        game_id: str,
        account_id: str | None = None,
        seat: str | None = None,
        after: int = 0,
        limit: int = 200,
    ) -> list[dict[str, Json]]:
        """The log after version `after`, at most `limit` entries, as the caller may read it."""
        with self._keeper.games.latest(game_id) as log:
            reader = views.audience(log.table, account_id, seat)
            return self._keeper.shown(log.table, log.entries[max(after, 0) :][:limit], reader).as_json()

    def diff(
        self, game_id: str, before: int, after: int, account_id: str | None = None, seat: str | None = None
    ) -> list[dict[str, Json]]:
        """What differs in the game, as the caller saw it, between two versions: `{path, before, after}`."""
        keeper = self._keeper
        with keeper.games.latest(game_id) as log:
            reader = views.audience(log.table, account_id, seat)
            seen = [keeper.view(keeper.table_at(log, version), reader, past=True) for version in (before, after)]
        then, later = ({part: view[part] for part in COMPARED} for view in seen)
        return list(differences(then, later))

    def timeline(self, game_id: str, account_id: str | None = None) -> dict[str, Json]:
        """Where turns and phases begin and commands end: `{marks, boundaries, texts}`."""
        with self._keeper.games.latest(game_id) as log:
            views.check_may_know(log.table, account_id)
            found = timeline([entry.read() for entry in log.entries], log.table.game.marks)
        shown: dict[str, Json] = to_json(found)
        return shown | {"texts": to_json(words_in(self._keeper.store, game_id, lambda: shown["marks"]))}

    def wait_for(self, game_id: str, after: int, seconds: float) -> bool:
        """Wait until the game's version is above `after`: whether it is, at the latest after `seconds`."""
        return self._keeper.moves.wait(game_id, after, seconds)

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
        once: then the log says so from there on. The words that its events refer to are in `texts`.
        """
        keeper = self._keeper
        if secrets:
            keeper.attempt(game_id, self._say_that_secrets_were_shown)
        with keeper.games.latest(game_id) as log:
            table = log.table
            if secrets:
                parts = views.all_parts(table)
            else:
                reader = SPECTATOR if operator else views.audience(table, account_id, seat)
                parts = views.readable_parts(table, reader)
            names = views.seat_names(table, keeper.names(table))
            words, files = words_of(keeper.store, game_id), RuleFiles(keeper.store)
            record = export(table, log.entries, names, parts, words, files.text)
        exported: dict[str, Json] = to_json(record)
        return exported

    def table(self, game_id: str) -> Table:
        """The game's table now: the caller's own copy. For the service itself: it hides nothing."""
        with self._keeper.games.latest(game_id) as log:
            return log.table.clone()

    # ---- how it works

    def _at_own_seat(self, account_id: str, game_id: str, seat: str, action: Action) -> Answer:
        def attempt(log: GameLog) -> Answer:
            self._keeper.seats_to_act(log.table, account_id, seat)
            command = Command("seat", seat, action, self._keeper.now(log.table))
            return opening.take_part(self._keeper, log, account_id, command)

        return self._keeper.attempt(game_id, attempt)

    def _say_that_secrets_were_shown(self, log: GameLog) -> None:
        if log.table.closed is not None:
            return
        keeper, words = self._keeper, "the record was exported with all hidden parts"
        reason, change = keep_text(words, log.game_id, None, keeper.entropy)
        command = Command("operator", None, actions.Operate("show-secrets", reason), keeper.now(log.table))
        keeper.keep(log, log.decide(command), [change])

    def _new_log(self, account_id: str, wanted: str | None = None) -> tuple[GameLog, Change, ReservationListed]:
        """A log with a new seed, the change that keeps it for the account, and what the journal lists of it; its id
        is a new one, or the one that is `wanted`."""
        keeper = self._keeper
        game_id, seed = wanted or keeper.new_id(), keeper.entropy(32)
        kept = keeper.store.seed_kept(game_id, seed, account_id, keeper.clock())
        listed = ReservationListed(game_id, account_id, seed_commitment(game_id, seed))
        return GameLog(keeper.catalog, game_id, seed, keeper.entropy), kept, listed

    def _reserved_log(self, game_id: str, account_id: str) -> GameLog:
        reserved = self._keeper.store.reservation(game_id)
        if reserved is None or reserved.account != account_id:
            raise ServiceError("not-found", "you have no such reservation")
        return GameLog(self._keeper.catalog, game_id, reserved.seed, self._keeper.entropy)


def _opened(entries: Sequence[Entry], origin: Origin | None) -> list[Listed]:
    """What the journal lists of a game's first entries."""
    opened = msgspec.convert(entries[0].read().data, GameOpened)
    branch = [] if origin is None else [BranchListed(opened.id, origin.id, origin.version, origin.head)]
    return [*branch, *listings(opened, opened.rules, entries)]
