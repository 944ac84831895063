"""A backup is made under load, and restored beside the installation that goes on."""

from __future__ import annotations

from contextlib import closing

from service.bootstrap import build
from service.dev.drill.checks import GO_ON, STORED, acknowledged_once, found, lost
from service.dev.drill.crowd import Book, Crowd
from service.dev.drill.day import Day
from service.dev.drill.machine import Machine
from service.dev.drill.stage import PATIENCE, PLAYERS, Stage
from service.dev.servers.redis import RedisServer

SECONDS = 120
"""How long it is played before the backup, on a full day."""

MOVES = 3


def play(stage: Stage) -> None:
    """Back up while all play; what was acknowledged before is in the copy, and there is played on."""
    stage.wait(SECONDS)
    before = _known(stage.crowd.book)
    home = stage.folder / "restored"
    environ = stage.database.copied(stage.machine.settings, home)
    (stage.folder / "r").mkdir()
    redis = RedisServer(stage.folder / "r")
    redis.start()
    machine = Machine(home, {**environ, "REDIS_URL": redis.url})
    try:
        machine.start()
        machine.await_ready()
        _play_on(stage, machine)
        _examine(stage, machine, before)
    finally:
        machine.end()
        redis.stop()


def _known(book: Book) -> Book:
    """What is acknowledged by now."""
    moves = {game_id: dict(moves) for game_id, moves in list(book.moves.items())}
    return Book(moves=moves, games=dict(book.games))


def _play_on(stage: Stage, machine: Machine) -> None:
    crowd = Crowd(PLAYERS, [machine.port], first=100)
    late = [*crowd.await_moves(MOVES, PATIENCE), *crowd.end(PATIENCE)]
    stage.faults[GO_ON].extend(f"the copy: {name} cannot go on" for name in late)


def _examine(stage: Stage, machine: Machine, before: Book) -> None:
    """The copy may have more than what was known before, and less of nothing."""
    with closing(build(machine.settings)) as copy:
        for name, check in STORED.items():
            if check is not acknowledged_once and (fault := found(check, copy, before)):
                stage.faults[name].append(f"the copy: {fault}")
        for game_id, moves in before.moves.items():
            if lost(moves, copy.store.entries(game_id)):
                stage.faults["acknowledged once"].append(f"the copy: {game_id} lacks a move")


DAYS = (Day("backup", "a backup under load, and the copy played on", play),)
