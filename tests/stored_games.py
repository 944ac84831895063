"""Games as an installation holds them: some over, some stopped in the middle of a chain."""

from uuid import UUID

from domain.bots.simulation import random_player
from domain.contract.chance import Stream
from domain.games.catalog import Catalog
from domain.table import actions
from domain.table.gamelog import GameLog

SHORT, LONG = 40, 260
"""How many decisions a game is played at least and at most, if it does not end before."""


def seed_of(number):
    """The seed of a game."""
    return number.to_bytes(32, "big")


def stored_games(game="nightfall", options=None, seats=("s1", "s2"), *, count):
    """The logs of games, played by random players."""
    catalog = Catalog({"pig": "tests.pigs.pig:PIG"})
    return [played(catalog, game, options or {}, seats, number) for number in range(count)]


def played(catalog, game, options, seats, number):
    """The log of one game, played for a while by random players."""
    log = GameLog(catalog, str(UUID(int=number + 1)), seed_of(number), bytes)
    rng = Stream(b"stored game %d" % number)
    log.post("service", None, log.opening(game, options, list(seats)), 0)
    for seat in seats:
        log.post("service", seat, actions.Sit(level="random"), 0)
    log.post("service", None, actions.Start(), 0)
    for _ in range(SHORT + rng.below(LONG - SHORT)):
        if not log.table.pending:
            break
        seat = next(iter(log.table.pending))
        log.post("seat", seat, random_player(log.table.game, log.table.state, seat, rng), 0)
    return log
