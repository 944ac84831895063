"""Games of people and AIs with a clock, and the process that lets their deadlines pass."""

from domain.contract.game import Text
from domain.contract.quantities import DAY
from domain.games.catalog import Catalog
from domain.table import actions as a
from domain.table.gamelog import GameLog
from domain.table.rules.deadlines import answers_by_default, default_answer
from tests.streams import random_bytes

HOUR = 3600
START = 1_000_000
AI = {"per_decision": DAY, "policy": "ai", "level": "random"}
REASON = Text("reason", "0" * 64)
GAMES = {
    "pig": "tests.pigs.pig:PIG",
    "thinking-pig": "tests.pigs.thinking_pig:ThinkingPig",
    "chorus-pig": "tests.pigs.chorus_pig:ChorusPig",
    "together": "tests.pigs.seated_pigs:Together",
    "led": "tests.pigs.seated_pigs:Led",
}


def begun(terms, *people, game="thinking-pig", ais=0, **options):
    """A game of these people, the first seats, and then AIs."""
    log = GameLog(Catalog(GAMES), "g1", b"s" * 32, random_bytes())
    seats = [f"s{number}" for number in range(1, 1 + len(people) + ais)]
    opening = log.opening(game, {"goal": 1000, **options}, seats, terms={"clock": terms, "visibility": "public"})
    log.post("service", None, opening, START)
    for seat, person in zip(seats, people):
        log.post("service", seat, a.Sit(account=person), START)
    for seat in seats[len(people) :]:
        log.post("service", seat, a.Sit(level="random"), START)
    log.post("service", None, a.Start(), START)
    return log


def sweep(log, at):
    """Let the deadlines pass that are due, and give the default answers that follow."""
    while log.table.status == "running" and (due := log.table.clocks.next_due()) is not None and due[0] <= at:
        seat = due[1]
        log.post("clock", seat, a.PassDeadline(log.table.decision_id(seat)), at)
        if log.table.closed is None and answers_by_default(log.table, seat):
            log.post("clock", seat, default_answer(log.table, seat), at)


def deadline(log, seat="s1"):
    return log.table.clocks.deadline(seat)
