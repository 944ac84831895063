"""Looks at games of an installation, branches from them and goes on with them, as the program that it lies beside.

`python going_on.py ACCOUNT GAME...` tells as JSON what each game looked like before, and gives the records at the end.
"""

import json
import os
import sys
from contextlib import closing

from domain.contract.chance import Stream
from domain.contract.game import to_json
from service.bootstrap import build
from service.games.shapes import Condition, Posted
from service.settings import Settings

EYES = ("s1", "s2", "spectator")
MOVES = 25


def looked_at(services, account, game_id):
    """The game at the ends of some commands, through several eyes."""
    ends = services.ledger.timeline(game_id, account)["boundaries"][::8]
    return [[services.ledger.view(game_id, account, seat, at=at).table for seat in EYES] for at in ends]


def moved(services, account, game_id):
    """Make some moves at whichever seats have one."""
    rng = Stream(b"on")
    for _ in range(MOVES):
        table = services.ledger.table(game_id)
        if table.pending:
            seat = next(iter(table.pending))
            action = to_json(table.game.sample(table.state, seat, rng))
            services.ledger.act(account, game_id, seat, Posted([action], Condition(decision=table.decision_id(seat))))


def gone_on(services, account, game_id):
    """The record of the game after more moves, when it is closed."""
    moved(services, account, game_id)
    services.ledger.close(game_id, "void")
    return services.ledger.record(game_id)


def told(services, account, game_id):
    """All of it; the branch is of the middle of the game, and goes on too."""
    seen = looked_at(services, account, game_id)
    gone = gone_on(services, account, game_id)
    ends = services.ledger.timeline(game_id, account)["boundaries"]
    branch = services.practice.branch(account, game_id, ends[len(ends) // 2])
    return {"seen": seen, "record": gone, "branch": gone_on(services, account, branch)}


if __name__ == "__main__":
    with closing(build(Settings.from_env(os.environ))) as services:
        print(json.dumps([told(services, sys.argv[1], game_id) for game_id in sys.argv[2:]]))
