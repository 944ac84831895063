"""What a command brings about at a table. Pure: refuses, or returns what happened; the table is unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from domain.contract.chance import ShareMissing
from domain.contract.game import Action, Asked, Decision, Event, Refused, to_json, verb_of
from domain.log.record import Command, Happened
from domain.table import actions as a
from domain.table import events as e
from domain.table.branch import branch
from domain.table.happened import happened_and_closed, still_asked
from domain.table.rules.absence import claim, resign, take_over
from domain.table.rules.deadlines import check_default, move_deadlines, pass_deadline, pause
from domain.table.rules.operate import operate
from domain.table.rules.outages import count_outages
from domain.table.rules.seating import bring, leave, open_entropy, sit, start
from domain.table.rules.sharing import check_awaited, check_shared, command_of, with_share
from domain.table.rules.takeback import answer_takeback, take_back
from domain.table.table import Table


def decide(table: Table, command: Command, seed: bytes) -> list[Happened]:
    """The events of a command, with their draws; `Refused` if it is not accepted."""
    if table.closed is not None:
        raise Refused("game-over", "the game is closed ({cause})", cause=table.closed.cause)
    check_awaited(table, command)
    return with_share(table, command, _decided(table, command, seed))


def _decided(table: Table, command: Command, seed: bytes) -> list[Happened]:
    rule = _RULES.get(type(command.action))
    if rule is not None:
        return rule(table, command, command.action, seed)
    return _act(table, command, command.action, seed)


def tells(table: Table, seat: str | None, done: Iterable[Happened]) -> bool:
    """Whether what a command of the seat brings about at the table must be seen before the seat goes on.

    It drew, showed something hidden, opened or changed another seat's decision, or ended the game: in a list of
    actions nothing may follow it.
    """
    return any(
        item.draws
        or item.event.discloses
        or isinstance(item.event, e.ShareAsked | e.GameClosed)
        or (isinstance(item.event, Asked) and asks_others(seat, table.pending, item.event.open))
        for item in done
    )


def asks_others(seat: str | None, before: Mapping[str, Decision], after: Mapping[str, Decision]) -> bool:
    """Whether a decision is open now that another seat than this one did not have before."""
    waited = to_json(before)
    return any(other != seat and waited.get(other) != now for other, now in to_json(after).items())


def _act(table: Table, command: Command, action: Action, seed: bytes) -> list[Happened]:
    if table.state is None or table.status != "running":
        raise Refused("not-your-decision", "the game has not begun")
    if command.by in ("clock", "service"):
        check_default(table, command)
    elif command.seat in table.resigned and verb_of(action) not in table.game.standing(table.state, str(command.seat)):
        raise Refused("not-your-decision", "{seat} has resigned", seat=command.seat)
    run = table.game.decide(table.state, str(command.seat), action, table.chance(seed, command.share))
    return happened_and_closed(table, run, seed)


def _open(table: Table, command: Command, action: a.Open, seed: bytes) -> list[Happened]:
    if table.version:
        raise Refused("illegal", "the game is open already")
    opened = msgspec.convert(action.data, e.GameOpened, strict=False)
    check_shared(opened)
    return [Happened(opened)]


def _close(table: Table, command: Command, action: a.Close, seed: bytes) -> list[Happened]:
    if action.cause not in ("void", "cancelled", "abandoned"):
        raise Refused("malformed", "unknown cause {cause!r}", cause=action.cause)
    if action.cause == ("abandoned" if table.status == "open" else "cancelled"):
        raise Refused("illegal", "a game that is {status} cannot be {cause}", status=table.status, cause=action.cause)
    if action.why is not None and (action.why not in (a.EXPIRED, a.HOST_LEFT) or table.status != "open"):
        raise Refused(
            "illegal", "a game that is {status} is not closed as {why!r}", status=table.status, why=action.why
        )
    if action.cause == "cancelled" and table.owes_entropy:
        raise Refused("illegal", "while sealed entropy is being opened a game can only be void")
    closing: list[Event] = []
    if table.status == "running":
        closing.append(Asked((), {}, ()))
    return [Happened(event) for event in (*closing, e.GameClosed(action.cause, table.published(seed)))]


def _ask_share(table: Table, command: Command, action: a.AskShare, seed: bytes) -> list[Happened]:
    """Ask for the share of a command's draws, which the rules accept and which is bound to come next."""
    if table.partner is None or command.by != "service":
        raise Refused("not-your-decision", "only the service asks for shares, where a seed is shared")
    try:
        _decided(table, command_of(table, action.drawing, command.at), seed)
    except ShareMissing:
        return [Happened(e.ShareAsked(table.shares, action.drawing)), *still_asked(table)]
    raise Refused("illegal", "it draws nothing, and needs no share")


_RULES: Mapping[type[Action], Callable[[Table, Command, Any, bytes], list[Happened]]] = {
    a.Open: _open,
    a.Sit: sit,
    a.Leave: leave,
    a.Bring: bring,
    a.OpenEntropy: open_entropy,
    a.Start: start,
    a.Branch: branch,
    a.Close: _close,
    a.TakeBack: take_back,
    a.AnswerTakeback: answer_takeback,
    a.Operate: operate,
    a.Resign: resign,
    a.TakeOver: take_over,
    a.Claim: claim,
    a.PassDeadline: pass_deadline,
    a.Pause: pause,
    a.MoveDeadlines: move_deadlines,
    a.AskShare: _ask_share,
    a.CountOutages: count_outages,
}
