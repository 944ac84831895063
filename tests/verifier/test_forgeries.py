"""A generator of forgeries over records of all games, series and leagues, before both checkers.

Every kind that a checker lets pass is on the page of the log's format, and is caught by a head that was kept.
"""

import json
import random
from copy import deepcopy
from pathlib import Path

import pytest

from domain.audit import CONSISTENT, PREFIX, aggregates
from domain.audit import REFUSED as REFUSAL
from domain.audit.verdict import ANOTHER_KIND
from domain.audit.verdict import MALFORMED as NO_FORM
from domain.games.catalog import Catalog
from domain.log.canon import canonical, parse
from domain.records.export import export
from domain.series.actions import Close
from tests.domain.altered import rechained
from tests.domain.audit.games import pig
from tests.domain.league.test_audit import league
from tests.domain.series.test_series import Played
from tests.verifier import forging
from tests.verifier.both import CATALOG, made_anew, played
from tests.verifier.sharing import Shared

PAGE = (Path(__file__).parents[2] / "docs/log-format.md").read_text()
SHORT, LONG = ("pig", "nightfall", "oh-hell"), ("darkness", "last-spell")
"""The games by how long it takes to judge a record of one some forty times."""
GAMES = (*SHORT, *LONG)
EXPECTED = {
    **dict.fromkeys(forging.REFUSED, (REFUSAL, REFUSAL)),
    **dict.fromkeys(forging.MALFORMED, (NO_FORM, NO_FORM)),
    **dict.fromkeys(forging.RULES, (REFUSAL, CONSISTENT)),
    **dict.fromkeys((*forging.HEADS, *forging.NOTHING), (CONSISTENT, CONSISTENT)),
    forging.the_end_cut_off: (PREFIX, PREFIX),
}
"""Kind -> the exit codes of the audit and of the one file."""


@pytest.fixture(scope="module")
def records():
    """A whole game of each kind, by its name: the value of its record."""
    seats = {name: max(2, CATALOG[name].seat_range[0]) for name in GAMES}
    logs = {name: pig() if name == "pig" else played(name, "forged", seats[name]) for name in GAMES}
    return {name: parse(export(log.table, log.entries, {"s1": "Ana"}, ()).encode()) for name, log in logs.items()}


def forged(records, game, kind, seed=0):
    """The bytes of a forgery; None where the game has nothing of its kind."""
    value = kind(json.loads(canonical(records[game])), random.Random(f"{game} {kind.__name__} {seed}"))
    return None if value is None else made_anew(value)


@pytest.mark.parametrize("game", [*SHORT, *(pytest.param(game, marks=pytest.mark.slow) for game in LONG)])
def test_every_kind_is_judged_by_both_as_the_page_says(both, records, game):
    found = {kind: forged(records, game, kind) for kind in EXPECTED}
    told = {kind.__name__: both(raw) for kind, raw in found.items() if raw is not None}
    assert told == {kind.__name__: EXPECTED[kind] for kind, raw in found.items() if raw is not None}
    assert len(told) >= len(EXPECTED) - 6


@pytest.mark.parametrize("seed", range(1, 6))
def test_wherever_it_is_done(both, records, seed):
    found = {kind: forged(records, "pig", kind, seed) for kind in EXPECTED}
    told = {kind.__name__: both(raw) for kind, raw in found.items() if raw is not None}
    assert told == {kind.__name__: EXPECTED[kind] for kind, raw in found.items() if raw is not None}


def test_of_a_shared_seed_nothing_is_let_pass_but_what_stands_beside_the_log(both):
    genuine = {"shared": parse(Shared().play().record().encode())}
    kinds = [*EXPECTED, *forging.OF_A_SHARED_SEED, forging.the_partners_seed_left_out]
    found = {kind: forged(genuine, "shared", kind) for kind in kinds}
    told = {kind.__name__: both(raw) for kind, raw in found.items() if raw is not None}
    passing = {
        **dict.fromkeys(forging.MALFORMED, (NO_FORM, NO_FORM)),
        **dict.fromkeys((*forging.NOTHING, forging.the_partners_seed_left_out), (CONSISTENT, CONSISTENT)),
    }
    assert told == {
        kind.__name__: passing.get(kind, (REFUSAL, REFUSAL)) for kind, raw in found.items() if raw is not None
    }
    assert len(told) >= len(kinds) - 5


@pytest.mark.parametrize("kind", forging.OF_A_SHARED_SEED[:6], ids=lambda kind: kind.__name__)
def test_a_share_is_refused_whether_the_partner_reveals_its_seed_or_not(both, kind):
    value = parse(Shared().play().record().encode())
    del value["revealed"]
    assert both(canonical(value)) == (CONSISTENT, CONSISTENT)
    assert both(made_anew(kind(value, random.Random(7)))) == (REFUSAL, REFUSAL)


@pytest.mark.parametrize("kind", [*forging.HEADS, forging.the_end_cut_off], ids=lambda kind: kind.__name__)
def test_what_the_checkers_let_pass_a_kept_head_does_not(both, records, kind):
    last = records["pig"]["events"][-1]
    raw = forged(records, "pig", kind) or forged(records, "darkness", kind)
    if kind is forging.another_source_of_the_seed:
        last = records["darkness"]["events"][-1]
    assert both(raw, seen={last["version"]: last["hash"]}) == (REFUSAL, REFUSAL)


@pytest.mark.parametrize("group", ["RULES", "HEADS", "NOTHING"])
def test_the_page_lists_every_kind_that_is_let_pass(group):
    for kind in getattr(forging, group):
        assert f"*{kind.__name__.replace('_', ' ')}*" in PAGE


def series_log():
    """The log of a series of two seats' games that was ended."""
    run = Played()
    run.open_next()
    run.tally({"s1": 3, "s2": 4, "s3": 5})
    run.post(Close(), by="operator")
    return aggregates.document(aggregates.SERIES, run.series, run.log.entries)


def league_log():
    running = league()
    return aggregates.document(aggregates.LEAGUE, running.league, running.log.entries)


def dropped(events, rng):
    del events[rng.randrange(1, len(events) - 1)]


def doubled(events, rng):
    at = rng.randrange(len(events))
    events.insert(at, deepcopy(events[at]))


def by_somebody_else(events, rng):
    posted = [event for event in events if "by" in event and event["action"]["type"] in ONLY_SERVICES]
    rng.choice(posted)["by"] = "seat"


def another_poster(events, rng):
    event = rng.choice([event for event in events if event.get("by") in ("service", "seat") and event["version"] > 1])
    event["by"] = "clock"


def other_data(events, rng):
    event = rng.choice([event for event in events if event["version"] > 1 and event["data"]])
    event["data"] = {**event["data"], rng.choice(sorted(event["data"])): "eve"}


ONLY_SERVICES = ("series/open", "series/open-game", "series/tally", "league/open", "league/report")


@pytest.mark.parametrize("log", [series_log, league_log], ids=["series", "league"])
@pytest.mark.parametrize("kind", [dropped, doubled, by_somebody_else, another_poster, other_data])
@pytest.mark.parametrize("seed", range(3))
def test_forged_logs_of_series_and_leagues_are_refused(both, log, kind, seed):
    genuine = log()
    assert aggregates.audit(genuine, Catalog()).code == CONSISTENT
    value = rechained(genuine, lambda events: kind(events, random.Random(seed)))
    assert aggregates.audit(value, Catalog()).is_refused
    assert both.verified(value.encode()) == ANOTHER_KIND


def test_a_log_with_other_times_is_told_by_a_head_alone():
    genuine = series_log()
    later = rechained(genuine, lambda events: [event.update(at=event["at"] + 60) for event in events])
    assert aggregates.audit(later, Catalog()).code == CONSISTENT
    assert aggregates.audit(later, Catalog(), {1: genuine.events[0]["hash"]}).code == REFUSAL


def test_the_value_that_was_not_altered_is_consistent(both, records):
    assert {both(canonical(value)) for value in records.values()} == {(CONSISTENT, CONSISTENT)}
