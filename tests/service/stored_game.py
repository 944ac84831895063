"""A game that brings about what is stored of games in general: `python -m tests.service.stored_game`.

It prints the game as the event file holds it, a line an event: topic, tab, state. The output of each released form
stays in `tests/service/stored`.
"""

from domain.contract.game import Text
from domain.games.catalog import Catalog
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.rules.seating import entropy_hash
from service.store.mapping import topic
from tests.pigs.pig import Guess, Hold
from tests.streams import random_bytes

GAME_ID = "00000000-0000-4000-8000-000000000001"
SEED = bytes(range(32))
ENTROPY = "ab" * 32
TERMS = {"clock": None, "visibility": "public", "rated": False, "release": None, "creator": "ann", "invited": {}}


def play(catalog: Catalog) -> GameLog:
    """The game, kept in memory."""
    log = GameLog(catalog, GAME_ID, SEED, random_bytes(b"stored game"))
    log.post("service", None, log.opening("pig", {"guess": True}, ["s1", "s2"], terms=TERMS), 1000)
    _sit_down(log)
    log.post("seat", "s1", Guess(3), 1003, key="a1", body="b1")
    log.post("seat", "s2", Guess(4), 1004)
    first = next(iter(log.table.pending))
    second = "s2" if first == "s1" else "s1"
    boundary = log.table.version
    log.post("seat", first, Hold(), 1005)
    log.post("seat", second, Hold(), 1006)
    log.post("seat", "s1", actions.TakeBack(boundary), 1007)
    log.post("seat", "s2", actions.AnswerTakeback(True), 1008)
    log.post("operator", None, actions.Operate("show-secrets", Text("t1", "c1")), 1008)
    log.post("operator", None, actions.Operate("replace", Text("t2", "c2"), seat="s2", level="random"), 1009)
    log.post("service", None, actions.Close("void"), 1010)
    return log


def _sit_down(log: GameLog) -> None:
    log.post("seat", "s1", actions.Sit(account="ann", entropy_hash=entropy_hash(ENTROPY)), 1001)
    log.post("seat", "s2", actions.Sit(level="greedy"), 1001)
    log.post("seat", "s2", actions.Leave(), 1001)
    log.post("seat", "s2", actions.Sit(account="bob"), 1001)
    log.post("seat", "s1", actions.OpenEntropy(ENTROPY), 1002)
    log.post("service", None, actions.Start(), 1002)


def lines(log: GameLog) -> list[str]:
    """Topic and state of each of its events."""
    return [f"{topic('pig', entry.label)}\t{entry.encode().decode()}" for entry in log.entries]


if __name__ == "__main__":
    print("\n".join(lines(play(Catalog({"pig": "tests.pigs.pig:PIG"})))))
