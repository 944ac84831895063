"""Who goes, who comes back, and who is tired of waiting: resignations, seats of running games, claims."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.contract.game import Action
from domain.contract.reason import Reason
from domain.log.record import Command
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.rules.absence import absent
from domain.table.table import Table
from service.errors import ServiceError
from service.games import views
from service.games.commands import GameCommands
from service.games.seats.levels import check_level
from service.games.seats.taking import NO_SEAT
from service.games.shapes import CommandResult
from service.games.viewing import GameViews
from service.store.recorder import Expected
from service.store.texts import Entropy, keep_text

LEVEL = "greedy"
"""The AI that takes an absent seat where the game's clock names none."""

LEFT_FOR_GOOD = "the person whose seat the AI has kept has left for good"


class Absence:
    """Resignations and claims. Thread-safe; raises `ServiceError`."""

    def __init__(self, commands: GameCommands, views: GameViews, entropy: Entropy) -> None:
        self._commands = commands
        self._views = views
        self._entropy = entropy

    def resign(self, account_id: str, game_id: str, seat: str | None) -> CommandResult:
        """Give one's seat up; `game-over`, `forbidden`, `illegal` before the start."""

        def resigning(table: Table, actor: str) -> Action:
            return actions.Resign()

        return self._as_seat(account_id, game_id, seat, resigning)

    def claim_end(self, account_id: str, game_id: str) -> CommandResult:
        """Claim the end of the game; `illegal` as long as nothing is overdue that would allow it."""

        def claiming(table: Table, actor: str) -> Action:
            return actions.Claim("end")

        return self._as_seat(account_id, game_id, None, claiming)

    def claim_replacement(
        self, account_id: str, game_id: str, absent_seat: str | None = None, level: str | None = None
    ) -> CommandResult:
        """Claim that an AI takes a seat whose deadline has passed (None: the first such seat)."""
        if level is not None:
            check_level(level)

        def claiming(table: Table, actor: str) -> Action:
            terms = table.clocks.terms
            taken_by = level or (terms.level if terms is not None else None) or LEVEL
            away = absent_seat or next((name for name in absent(table) if name != actor), None)
            return actions.Claim("replacement", away, taken_by)

        return self._as_seat(account_id, game_id, None, claiming)

    def take_over(
        self, log: GameLog, account_id: str, seat: str | None, expected: Sequence[Expected] = ()
    ) -> CommandResult:
        """Take a free seat of a running game, or the own one back that an AI keeps; `illegal` if there is none."""
        table = log.table
        wanted = [name for name in seats_to_take_over(table, account_id) if seat in (None, name)]
        if not wanted:
            plays = views.own_seats(table, account_id)
            raise ServiceError("illegal", Reason("you play in this game already") if plays else NO_SEAT)
        taken = wanted[0]
        entries = log.decide(Command("seat", taken, actions.TakeOver(account_id), self._commands.now(table)))
        return self._views.answer(log, account_id, taken, self._commands.append(log, entries, expected=expected))

    def stay_away(self, account_id: str, game_id: str) -> None:
        """Give up for good the seats of a running game that AIs keep for the account: these are the AIs' own then."""

        def attempt(log: GameLog) -> None:
            for seat in seats_kept(log.table, account_id):
                reason, kept = keep_text(LEFT_FOR_GOOD, game_id, None, self._entropy)
                action = actions.Operate("replace", reason, seat=seat, level=log.table.seats[seat].level)
                command = Command("operator", None, action, self._commands.now(log.table))
                self._commands.append(log, log.decide(command), [kept])

        self._commands.carry_out(game_id, attempt)

    def _as_seat(
        self, account_id: str, game_id: str, seat: str | None, action: Callable[[Table, str], Action]
    ) -> CommandResult:

        def attempt(log: GameLog) -> CommandResult:
            table = log.table
            held = views.seats_to_act(table, account_id, seat)
            if table.closed is not None:
                raise ServiceError("game-over", "the game is closed ({cause})", cause=table.closed.cause)
            actor = next((name for name in held if name not in table.resigned), held[0])
            entries = log.decide(Command("seat", actor, action(table, actor), self._commands.now(table)))
            return self._views.answer(log, account_id, actor, self._commands.append(log, entries))

        return self._commands.carry_out(game_id, attempt)


def seats_to_take_over(table: Table, account_id: str | None) -> list[str]:
    """The seats of a running game that the account may take: its own that AIs keep, else, if it plays not, the free."""
    if account_id is None or table.status != "running":
        return []
    own = seats_kept(table, account_id)
    if own or views.own_seats(table, account_id):
        return own
    return [name for name, held in table.seats.items() if not held.taken]


def seats_kept(table: Table, account_id: str) -> list[str]:
    """The seats of a running game that AIs keep for the account."""
    if table.status != "running":
        return []
    return [seat for seat, account in table.kept_for.items() if account == account_id]
