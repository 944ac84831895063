"""Whatever is altered in a record, both verifiers refuse it, and say alike whether for its form."""

import random

import pytest

from domain.audit import CONSISTENT, PREFIX, REFUSED
from domain.audit.verdict import MALFORMED
from domain.records.export import export
from domain.table.gamelog import GameLog
from tests.domain.audit.games import pig
from tests.streams import random_bytes
from tests.verifier.both import CATALOG, played
from tests.verifier.mutations import mutants

GAMES = ("pig", "nightfall", "darkness", "last-spell", "a prefix")


def record(name):
    """The record of a game; of one that goes on, as its second seat reads it."""
    if name == "a prefix":
        log = GameLog(CATALOG, "g1", b"s" * 32, random_bytes())
        log.follow(pig().entries[:-3])
        return export(log.table, log.entries, {"s1": "Ana"}, ["s2"]).encode()
    log = pig() if name == "pig" else played(name, "spoilt", 2)
    return export(log.table, log.entries, {"s1": "Ana"}, ()).encode()


def refused(both, name, count, seed):
    """How many of `count` spoilt records both refuse."""
    raw = record(name)
    assert both(raw) in {(CONSISTENT, CONSISTENT), (PREFIX, PREFIX)}
    alike = {(REFUSED, REFUSED), (MALFORMED, MALFORMED)}
    return sum(both(spoilt) in alike for spoilt in mutants(raw, random.Random(seed), count))


@pytest.mark.parametrize(("name", "count"), list(zip(GAMES, (100, 10, 10, 10, 100))))
def test_spoilt_records_are_refused(both, name, count):
    assert refused(both, name, count, name) == count


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize(("name", "count"), list(zip(GAMES, (1400, 100, 100, 100, 800))))
def test_ten_thousand_spoilt_records_are_refused(both, name, count, part):
    assert refused(both, name, count, f"{name} {part}") == count
