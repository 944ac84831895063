"""What corrects the course of a game: takebacks, and the verbs of operators. Nothing of it removes an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from domain.contract.game import Action, Refused, Text
from domain.contract.places import check_places
from domain.contract.quantities import Horizon
from domain.log.record import Command, Entry
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.rules.takeback import start_of_turn, waiting_for
from domain.table.table import Table
from service.errors import ServiceError
from service.games import posting, views
from service.games.commands import GameCommands
from service.games.interests import Interests
from service.games.shapes import CommandResult, OperatorAct, Posted
from service.games.unreadable import UnreadableGames
from service.games.viewing import GameViews
from service.people.accounts import Accounts
from service.people.budgets import TAKEBACKS, Budgets
from service.store.event_store import Change
from service.store.texts import keep_text

TURN = "turn"
"""What stands for the version at which the seat's turn began."""

LONGEST_REASON = 500

INSTANT_VERBS = ("pause", "bring-forward")
"""The verbs of operators that name an instant."""


def check_reason(words: str) -> None:
    """`malformed` for a reason that is empty, or too long to be read by all."""
    if not 1 <= len(words.strip()) <= LONGEST_REASON:
        raise ServiceError("malformed", "a reason has 1 to {longest} characters", longest=LONGEST_REASON)


class Corrections:
    """Takebacks and operators' verbs. Thread-safe; raises `ServiceError`.

    `horizon` is how far ahead an operator may put a time.
    """

    def __init__(
        self,
        commands: GameCommands,
        views: GameViews,
        unreadable: UnreadableGames,
        accounts: Accounts,
        clock: Callable[[], int],
        entropy: Callable[[int], bytes],
        horizon: Horizon,
        interests: Interests,
        budgets: Budgets,
    ) -> None:
        self._budgets = budgets
        self._commands = commands
        self._views = views
        self._unreadable = unreadable
        self._accounts = accounts
        self._clock = clock
        self._entropy = entropy
        self._horizon = horizon
        self._interests = interests

    def take_back(
        self, account_id: str, game_id: str, seat: str | None, to: int | str, posted: Posted
    ) -> CommandResult:
        """Go back to version `to`, or to the start of the seat's turn (`TURN`); ask the others where they have acted.

        `illegal` past a draw or something that was shown, where no command has ended, and for what is asked already;
        `budget-spent`. Of `posted` the idempotency key, the body and the condition on the whole table count.
        """

        def action(table: Table, actor: str) -> Action:
            return actions.TakeBack(start_of_turn(table, actor) if to == TURN else int(to))

        return self._as_seat(account_id, game_id, seat, posted, action)

    def answer_takeback(
        self, account_id: str, game_id: str, seat: str | None, agreed: bool, posted: Posted
    ) -> CommandResult:
        """Agree to the takeback that another seat asks, or not; it happens when all people have agreed."""

        def action(table: Table, actor: str) -> Action:
            return actions.AnswerTakeback(agreed)

        return self._as_seat(account_id, game_id, seat, posted, action)

    def operate(self, account_id: str | None, game_id: str, act: OperatorAct) -> CommandResult:
        """Carry out an operator's verb; `forbidden` for whoever is none, has a part in the game or would get one by it,
        `malformed` without a reason. None for the command line of the machine itself, which may act in every game.

        `void` closes a game too whose log cannot be read; anything else is `unreadable` there.
        """
        if account_id is not None and not self._accounts.is_operator(account_id):
            raise ServiceError("forbidden", "only an operator may do this")
        check_reason(act.reason)
        self._check_time(act)
        receiver = self._receiver(account_id, act)

        def attempt(log: GameLog) -> CommandResult:
            table = log.table
            self._check_impartial(account_id, table)
            if act.places is not None:
                _check_typed(act.places, table)
            reason, kept = keep_text(act.reason, game_id, account_id, self._entropy)
            action = _operation(act, receiver, reason)
            entries = log.decide(Command("operator", None, action, self._commands.now(table)))
            return self._views.answer_to_operator(table, self._commands.append(log, entries, [kept]))

        try:
            return self._commands.carry_out(game_id, attempt)
        except ServiceError as error:
            if (error.code, act.verb) != ("unreadable", "void"):
                raise
            self._check_impartial(account_id, self._unreadable.outline(game_id))
            return self._unreadable.void(account_id, game_id, act.reason)

    def _receiver(self, account_id: str | None, act: OperatorAct) -> str | None:
        """The account that a seat is given to; None where the verb names none."""
        if act.account is None:
            return None
        account = self._accounts.by_name(act.account)
        if account is None:
            raise ServiceError("malformed", "there is no account {account!r}", account=act.account)
        if account.id == account_id:
            raise ServiceError("forbidden", "no operator gives a seat to itself: another one does, or the command line")
        return account.id

    def _check_impartial(self, account_id: str | None, table: Table) -> None:
        if account_id is not None:
            self._interests.check_has_none(account_id, table)

    def _check_time(self, act: OperatorAct) -> None:
        """`malformed` for an instant that is far from now, and for a time that is long."""
        try:
            if act.verb in INSTANT_VERBS and act.to is not None:
                self._horizon.instant(act.to, self._clock(), "to")
            elif act.verb == "extend" and act.to is not None:
                self._horizon.duration(act.to, "to")
        except Refused as refused:
            raise ServiceError.of(refused) from None

    def _as_seat(
        self,
        account_id: str,
        game_id: str,
        seat: str | None,
        posted: Posted,
        action: Callable[[Table, str], Action],
    ) -> CommandResult:
        keyed_post = posting.keyed(account_id, posted)

        def attempt(log: GameLog) -> CommandResult:
            table = log.table
            seats = views.seats_to_act(table, account_id, seat)
            if (earlier := posting.find_receipt(table, seats, keyed_post)) is not None:
                return self._views.repeated(log, account_id, *earlier)
            if table.closed is not None:
                raise ServiceError("game-over", "the game is closed ({cause})", cause=table.closed.cause)
            posting.check_unchanged(table, posted.condition)
            actor = _actor(table, seats)
            wanted, mark = action(table, actor), posting.mark_of(keyed_post)
            _check_not_asked(table, actor, wanted)
            entries = log.decide(Command("seat", actor, wanted, self._commands.now(table), mark))
            counted = self._counted(account_id, game_id, entries)
            return self._views.answer(log, account_id, actor, self._commands.append(log, entries, counted))

        return self._commands.carry_out(game_id, attempt)

    def _counted(self, account_id: str, game_id: str, entries: Sequence[Entry]) -> list[Change]:
        """The changes that count what the others are asked by these entries: each of them is told of it."""
        asked = [f"{game_id} {entry.label.version}" for entry in entries if entry.label.type == "TakebackAsked"]
        return self._budgets.spent_today(account_id, TAKEBACKS, asked)


def _check_not_asked(table: Table, seat: str, wanted: Action) -> None:
    """`illegal` for a takeback that the seat has asked for, as long as the others have not answered."""
    request = table.waiting.takeback
    asked = request is not None and request.seat == seat and wanted == actions.TakeBack(request.to)
    if asked and waiting_for(table):
        raise ServiceError("illegal", "you have asked for this, and the others have not answered yet")


def _operation(act: OperatorAct, account: str | None, reason: Text) -> Action:
    """The action that the verb is in the log; `account` is who gets the seat, if somebody does."""
    return actions.Operate(
        act.verb,
        reason,
        to=act.to,
        seat=act.seat,
        account=account,
        level=act.level,
        places=None if act.places is None else dict(act.places),
    )


def _check_typed(places: Mapping[str, int], table: Table) -> None:
    """`malformed` unless places that an operator types are those of all seats."""
    try:
        check_places(places, tuple(table.seats))
    except Refused as refused:
        raise ServiceError.of(refused) from None


def _actor(table: Table, seats: tuple[str, ...]) -> str:
    """The seat meant when its holder names none: the one that acted last, else the first."""
    acted = [done.seat for done in reversed(table.commands) if done.by == "seat" and not done.standing]
    return next((seat for seat in acted if seat in seats), seats[0])
