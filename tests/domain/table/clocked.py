"""A game of Pig with a clock, in a log in memory."""

from domain.contract.game import Text
from domain.table import actions as a
from domain.table.gamelog import GameLog
from tests.streams import random_bytes

SEATS = ("s1", "s2", "s3")
REASON = Text("reason", "0" * 64)


def begun(catalog, terms, seats=SEATS, goal=1000, game="pig", **options):
    """A game of Pig under these terms, which people have begun."""
    log = GameLog(catalog, "g1", b"s" * 32, random_bytes())
    opening = log.opening(game, {"goal": goal, **options}, seats, terms={"clock": terms, "visibility": "public"})
    log.post("service", None, opening, 100)
    for seat in seats:
        log.post("service", seat, a.Sit(account=f"account-{seat}"), 100)
    log.post("service", None, a.Start(), 100)
    return log
