"""What a command brings about at a table. Pure: refuses, or returns what happened; the table is unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from domain.chance import Seeded
from domain.game import Action, Asked, Event, Refused, Run, to_json
from domain.record import Command, Happened, chance_key
from domain.table import actions as a
from domain.table import events as e
from domain.table.operate import operate
from domain.table.table import Table, entropy_hash
from domain.table.takeback import answer_takeback, take_back


def decide(table: Table, command: Command, seed: bytes) -> list[Happened]:
    """The events of a command, with their draws; `Refused` if it is not accepted."""
    action = command.action
    if table.closed is not None:
        raise Refused("game-over", f"the game is closed ({table.closed.cause})")
    rule = _RULES.get(type(action))
    if rule is not None:
        return rule(table, command, action, seed)
    return _act(table, command, action, seed)


def happened(run: Run[Any]) -> list[Happened]:
    """A run's events, each with its draws."""
    draws: dict[int, list[Any]] = {}
    for index, draw in run.draws:
        draws.setdefault(index, []).append(draw)
    return [Happened(event, tuple(draws.get(index, ()))) for index, event in enumerate(run.events)]


def tells(table: Table, seat: str | None, done: Iterable[Happened]) -> bool:
    """Whether what a command of the seat brings about at the table must be seen before the seat goes on.

    It drew, showed something hidden, opened or changed another seat's decision, or ended the game: in a list of
    actions nothing may follow it.
    """
    return any(
        item.draws
        or item.event.discloses
        or isinstance(item.event, e.GameClosed)
        or (isinstance(item.event, Asked) and _asks_others(table, seat, item.event))
        for item in done
    )


def _asks_others(table: Table, seat: str | None, asked: Asked) -> bool:
    waiting = to_json(table.pending)
    return any(other != seat and waiting.get(other) != now for other, now in to_json(asked.open).items())


def _act(table: Table, command: Command, action: Action, seed: bytes) -> list[Happened]:
    if table.state is None or table.status != "running":
        raise Refused("not-your-decision", "the game has not begun")
    run = table.game.decide(table.state, str(command.seat), action, table.chance(seed))
    return _closing_when_over(table, run, seed)


def _closing_when_over(table: Table, run: Run[Any], seed: bytes) -> list[Happened]:
    done = happened(run)
    if table.game.is_over(run.state):
        done.append(Happened(e.GameClosed("over", seed.hex())))
    return done


def _open(table: Table, command: Command, action: a.Open, seed: bytes) -> list[Happened]:
    if table.version:
        raise Refused("illegal", "the game is open already")
    return [Happened(msgspec.convert(action.data, e.GameOpened, strict=False))]


def _sit(table: Table, command: Command, action: a.Sit, seed: bytes) -> list[Happened]:
    seat = _before_start(table, command)
    if table.seats[seat].taken:
        raise Refused("illegal", f"{seat} is taken")
    if (action.account is None) == (action.level is None):
        raise Refused("malformed", "either a person or an AI sits down")
    if action.level is not None and (action.entropy or action.entropy_hash):
        raise Refused("malformed", "an AI gives no entropy")
    for given in (action.entropy, action.entropy_hash):
        _check_entropy(given)
    return [Happened(e.SeatTaken(seat, action.account, action.level, action.entropy, action.entropy_hash))]


def _leave(table: Table, command: Command, action: a.Leave, seed: bytes) -> list[Happened]:
    seat = _before_start(table, command)
    if not table.seats[seat].taken:
        raise Refused("illegal", f"nobody sits at {seat}")
    return [Happened(e.SeatLeft(seat))]


def _open_entropy(table: Table, command: Command, action: a.OpenEntropy, seed: bytes) -> list[Happened]:
    seat = _before_start(table, command)
    _check_entropy(action.entropy)
    if not table.seats[seat].owes_entropy:
        raise Refused("illegal", f"{seat} has no sealed entropy to open")
    if entropy_hash(action.entropy) != table.seats[seat].entropy_hash:
        raise Refused("illegal", "the entropy is not the one whose hash was given")
    return [Happened(e.EntropyOpened(seat, action.entropy))]


def _start(table: Table, command: Command, action: a.Start, seed: bytes) -> list[Happened]:
    if table.status != "open":
        raise Refused("illegal", "the game has begun already")
    if not table.all_taken:
        raise Refused("illegal", "not all seats are taken and open")
    header = table.header
    started = e.GameStarted(table.given_entropy())
    chance = Seeded(chance_key(seed, header.id, started.entropy), table.draws)
    run = table.game.setup(header.options, header.seats, chance, header.rules)
    return [Happened(started), *_closing_when_over(table, run, seed)]


def _close(table: Table, command: Command, action: a.Close, seed: bytes) -> list[Happened]:
    if action.cause not in ("void", "cancelled", "abandoned"):
        raise Refused("malformed", f"unknown cause {action.cause!r}")
    if action.cause == ("abandoned" if table.status == "open" else "cancelled"):
        raise Refused("illegal", f"a game that is {table.status} cannot be {action.cause}")
    closing: list[Event] = []
    if table.state is not None:
        closing.append(Asked((), {}, ()))
    return [Happened(event) for event in (*closing, e.GameClosed(action.cause, seed.hex()))]


def _before_start(table: Table, command: Command) -> str:
    seat = str(command.seat)
    if seat not in table.seats:
        raise Refused("malformed", f"unknown seat {seat!r}")
    if table.status != "open":
        raise Refused("illegal", "the game has begun already")
    return seat


def _check_entropy(given: str | None) -> None:
    if given is None:
        return
    try:
        raw = bytes.fromhex(given)
    except ValueError:
        raw = b""
    if len(raw) != 32 or given != raw.hex():
        raise Refused("malformed", "entropy and its hash are 32 bytes in lower-case hex")


_RULES: Mapping[type[Action], Callable[[Table, Command, Any, bytes], list[Happened]]] = {
    a.Open: _open,
    a.Sit: _sit,
    a.Leave: _leave,
    a.OpenEntropy: _open_entropy,
    a.Start: _start,
    a.Close: _close,
    a.TakeBack: take_back,
    a.AnswerTakeback: answer_takeback,
    a.Operate: operate,
}
