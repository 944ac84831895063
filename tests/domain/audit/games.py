"""Games of Pig that audits and checks of derived things are tried on."""

from domain.games.catalog import Catalog
from domain.records.export import export
from domain.table import actions as a
from domain.table.gamelog import GameLog
from domain.table.rules.seating import entropy_hash
from tests.pigs.pig import Guess, Hold, Roll
from tests.streams import random_bytes

CATALOG = Catalog({"pig": "tests.pigs.pig:PIG"})
ENTROPY = "ab" * 32
SEATS = ["s1", "s2"]


def pig():
    """Two people with sealed entropy, secret guesses, a takeback, and play to the end."""
    log = GameLog(CATALOG, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening("pig", {"guess": True, "goal": 8}, ["s1", "s2"]), 100)
    for seat in ("s1", "s2"):
        log.post("seat", seat, a.Sit(account=seat, entropy_hash=entropy_hash(ENTROPY)), 101)
    for seat in ("s1", "s2"):
        log.post("seat", seat, a.OpenEntropy(ENTROPY), 102)
    log.post("service", None, a.Start(), 103)
    begun = log.table.version
    log.post("seat", "s1", Guess(1), 104)
    log.post("seat", "s1", a.TakeBack(begun), 105)
    for seat in ("s1", "s2"):
        log.post("seat", seat, Guess(2), 106)
    while log.table.status == "running":
        [seat] = log.table.pending
        log.post("seat", seat, Hold() if log.table.state.turn_points > 3 else Roll(), log.table.at)
    return log


def begun(seed_source="os", entropy=None, **options):
    """A game that two people have begun; `entropy` is the first one's."""
    log = GameLog(CATALOG, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening("pig", options, SEATS, seed_source=seed_source), 100)
    log.post("seat", "s1", a.Sit(account="ann", entropy=entropy), 100)
    log.post("seat", "s2", a.Sit(account="bob"), 100)
    log.post("service", None, a.Start(), 100)
    return log


def played(**how):
    """A game that was played to the end, begun as `begun` says."""
    log = begun(goal=6, **how)
    while log.table.status == "running":
        [seat] = log.table.pending
        log.post("seat", seat, Hold() if log.table.state.turn_points > 3 else Roll(), 101)
    return log


def record_of(log, readers=(), texts=None):
    """The record of a game, with the parts of `readers` and the words (`texts`, by id) that it refers to."""
    return export(log.table, log.entries, {}, readers, texts)
