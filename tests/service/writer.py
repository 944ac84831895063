"""Processes that play pig on a store, each in a game of its own and in one that all play.

`python -m tests.service.writer GAME COMMANDS PROCESSES`, with the settings in the environment; GAME is the id of the
game that is shared. It prints for each process `{"own": its game's id, "stored": [[game id, version, hash], ...]}`, one
entry for the last event of each command.
"""

import json
import multiprocessing
import os
import sys
from uuid import uuid4

from domain.log.record import Command
from domain.table import actions
from domain.table.gamelog import GameLog
from service.bootstrap import build
from service.settings import Settings
from service.store.event_store import Conflict
from tests.pigs.pig import Roll
from tests.streams import random_bytes

SEED = bytes(32)


def begin(services, game_id):
    """A game of pig with two AIs, stored up to its first decision."""
    log = GameLog(services.catalog, game_id, SEED, random_bytes())
    commands = [
        Command("service", None, log.opening("pig", {"goal": 1000}, ["s1", "s2"]), 0),
        Command("service", "s1", actions.Sit(level="random"), 0),
        Command("service", "s2", actions.Sit(level="random"), 0),
        Command("service", None, actions.Start(), 0),
    ]
    services.store.append([(game_id, 0, log.decide(*commands))])


class Writer:
    """Rolls the die for whoever must decide."""

    def __init__(self, services):
        self._services = services
        self.stored = []

    def roll(self, log):
        """Roll once; when somebody else was faster, again from where that left the game."""
        while True:
            log.follow(self._services.store.entries(log.id, after=log.table.version))
            seat = next(iter(log.table.pending))
            entries = log.decide(Command("seat", seat, Roll(), 0))
            try:
                self._services.store.append([(log.id, log.table.version, entries)])
            except Conflict:
                continue
            self.stored.append((log.id, entries[-1].read().version, entries[-1].hash))
            return


def play(barrier, told, shared, commands):
    """What one process does: it tells what it has stored."""
    barrier.wait()
    services = build(Settings.from_env(os.environ))
    own = str(uuid4())
    begin(services, own)
    writer = Writer(services)
    logs = [GameLog(services.catalog, game_id, SEED, random_bytes(own.encode())) for game_id in (own, shared)]
    for number in range(2 * commands):
        writer.roll(logs[number % 2])
    services.close()
    told.put({"own": own, "stored": writer.stored})


def main(shared, commands, processes):
    # Forked, as importing the program anew in each would take longer than all that they do.
    forking = multiprocessing.get_context("fork")
    barrier, told = forking.Barrier(processes), forking.Queue()
    started = [forking.Process(target=play, args=(barrier, told, shared, commands)) for _ in range(processes)]
    for process in started:
        process.start()
    answers = [told.get(timeout=300) for _ in started]
    for process in started:
        process.join()
    print(json.dumps(answers))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
