"""Games of a challenge before both verifiers: tables that share a deal, before and after its seed is revealed."""

import random

import pytest

from domain.audit import CONSISTENT, PREFIX, REFUSED
from domain.audit.verdict import MALFORMED
from domain.log.canon import parse
from domain.log.record import part_nonce
from domain.records.export import export
from domain.table import actions as a
from domain.table.gamelog import GameLog
from tests.domain.audit.test_deals import dealt_game
from tests.pigs.pig import Guess, Hold, Roll
from tests.streams import random_bytes
from tests.verifier.both import CATALOG, made_anew
from tests.verifier.mutations import mutants

DEAL, SEED = "challenge-1", b"d" * 32
REVEALED = {DEAL: SEED}


def dealt_pig(game_id="g1", seed=SEED, terms=None, daring=3):
    """A whole game of Pig with secret guesses at a table of the deal."""
    log = GameLog(CATALOG, game_id, seed, random_bytes())
    terms = {"deal": DEAL} if terms is None else terms
    log.post("service", None, log.opening("pig", {"guess": True, "goal": 20}, ["s1", "s2"], terms=terms), 100)
    for seat in ("s1", "s2"):
        log.post("seat", seat, a.Sit(account=seat), 101)
    log.post("service", None, a.Start(), 103)
    for seat, number in (("s1", 2), ("s2", 5)):
        log.post("seat", seat, Guess(number), 106)
    while log.table.status == "running":
        [seat] = log.table.pending
        log.post("seat", seat, Hold() if log.table.state.turn_points > daring else Roll(), 107)
    return log


def complete(log):
    """The record as it is given out when the seed has been revealed."""
    return export(log.table, log.entries, {"s1": "Ana"}, ["s1", "s2", "referee"]).encode()


def forged(change, log=None):
    """A record in which a forger has changed something and made every hash and commitment anew."""
    value = parse(complete(log or dealt_pig()))
    change(value)
    return made_anew(value)


def test_with_the_revealed_seed_a_game_is_consistent_and_without_it_a_prefix(both):
    for raw in (complete(dealt_pig()), complete(dealt_game("g1"))):
        seeds = {DEAL: SEED if b'"game":"pig"' in raw else bytes(range(32))}
        assert both(raw, deals=seeds) == (CONSISTENT, CONSISTENT)
        assert both(raw) == (PREFIX, PREFIX)
        assert both(raw, deals={"another": SEED}) == (PREFIX, PREFIX)
        assert both(raw, deals={DEAL: bytes(32)}) == (REFUSED, REFUSED)


def test_what_a_reader_gets_before_the_end_is_a_prefix_and_lacks_parts_afterwards(both):
    log = dealt_pig()
    raw = export(log.table, log.entries, {}, ["s1"]).encode()
    assert both(raw) == (PREFIX, PREFIX)
    assert both(raw, deals=REVEALED) == (REFUSED, REFUSED)


def test_the_draws_of_a_kind_and_name_are_the_same_at_both_tables(both):
    games = [dealt_pig(daring=daring) for daring in (3, 9)]
    rolls = [[draw["result"] for entry in log.entries for draw in entry.read().draws] for log in games]
    shorter = min(map(len, rolls))
    assert rolls[0][:shorter] == rolls[1][:shorter]
    assert [both(complete(log), deals=REVEALED) for log in games] == [(CONSISTENT, CONSISTENT)] * 2


def test_spoilt_records_are_refused(both):
    spoilt = mutants(complete(dealt_pig()), random.Random("deal"), 200)
    assert {both(raw, deals=REVEALED) for raw in spoilt} <= {(REFUSED, REFUSED), (MALFORMED, MALFORMED)}


# The clever forger


def test_another_outcome_is_refused(both):
    def change(value):
        draw = next(draw for event in value["events"] for draw in event["draws"])
        draw["result"] = [1 + draw["result"][0] % 6]

    assert both(forged(change), deals=REVEALED) == (REFUSED, REFUSED)


def test_two_draws_of_a_kind_that_change_places_are_refused(both):
    def change(value):
        draws = [draw for event in value["events"] for draw in event["draws"]]
        other = next(draw for draw in draws if draw["result"] != draws[0]["result"])
        draws[0]["result"], other["result"] = other["result"], draws[0]["result"]

    assert both(forged(change), deals=REVEALED) == (REFUSED, REFUSED)


def test_a_game_that_tells_the_seed_of_its_deal_is_refused(both):
    def change(value):
        value["events"][-1]["data"]["seed"] = SEED.hex()

    assert both(forged(change)) == (REFUSED, REFUSED)
    assert both(forged(change), deals=REVEALED) == (REFUSED, REFUSED)


def test_a_game_of_another_deal_is_not_passed_off_as_one_of_this(both):
    other = dealt_pig(seed=SEED, terms={"deal": "challenge-2"})

    def change(value):
        for holder in (value["events"][0]["data"], value["events"][0]["action"]["data"]):
            holder["terms"]["deal"] = DEAL

    assert both(complete(other), deals={"challenge-2": SEED}) == (CONSISTENT, CONSISTENT)
    assert both(complete(other), deals=REVEALED) == (PREFIX, PREFIX)
    assert both(forged(change, other), deals=REVEALED) == (REFUSED, REFUSED)


def test_a_game_dealt_for_itself_is_not_passed_off_as_one_of_the_deal(both):
    alone = dealt_pig(terms={})

    def change(value):
        for holder in (value["events"][0]["data"], value["events"][0]["action"]["data"]):
            holder["terms"]["deal"] = DEAL
        value["events"][-1]["data"]["seed"] = None

    assert both(complete(alone)) == (CONSISTENT, CONSISTENT)
    assert both(forged(change, alone), deals=REVEALED) == (REFUSED, REFUSED)


def test_the_record_of_one_try_is_not_passed_off_as_another(both):
    def change(value):
        value["id"] = "g2"
        for holder in (value["events"][0]["data"], value["events"][0]["action"]["data"]):
            holder["id"] = "g2"

    assert both(forged(change), deals=REVEALED) == (REFUSED, REFUSED)


@pytest.mark.parametrize("nonces_anew", [False, True])
def test_the_hidden_part_of_another_version_is_refused(both, nonces_anew):
    log = dealt_pig()

    def change(value):
        opened = [event for event in value["events"] if event["private"].keys() & {"s1", "s2"}]
        first, second = opened[:2]
        [seat], [other] = first["private"], second["private"]
        first["private"], second["private"] = {seat: second["private"][other]}, {other: first["private"][seat]}
        for event in opened if nonces_anew else ():
            for audience, part in event["private"].items():
                part["nonce"] = part_nonce(SEED, "g1", event["version"], audience)

    assert both(forged(lambda value: None, log), deals=REVEALED) == (CONSISTENT, CONSISTENT)
    assert both(forged(change, log), deals=REVEALED) == (REFUSED, REFUSED)


@pytest.mark.parametrize("terms", [None, [], "deal", 7])
def test_a_game_without_terms_is_refused(both, terms):
    def change(value):
        for holder in (value["events"][0]["data"], value["events"][0]["action"]["data"]):
            del holder["terms"]
            if terms is not None:
                holder["terms"] = terms

    assert both(forged(change), deals=REVEALED) == (REFUSED, REFUSED)


@pytest.mark.parametrize("seed", ["", 0, False, [], "00", "AB" * 32])
def test_a_last_event_that_tells_no_seed_is_refused(both, seed):
    def change(value):
        value["events"][-1]["data"]["seed"] = seed

    assert both(forged(change, dealt_pig(terms={}))) == (REFUSED, REFUSED)


@pytest.mark.parametrize("seat", ["s9", "referee", "closed", ""])
def test_an_event_of_a_seat_that_is_not_there_is_refused(both, seat):
    def change(value):
        value["events"][0]["seat"] = seat

    assert both(forged(change), deals=REVEALED) == (REFUSED, REFUSED)


def test_an_opening_that_is_not_what_was_posted_is_refused_before_the_seed_is_known_too(both):
    def change(value):
        value["events"][0]["data"]["terms"]["deal"] = "challenge-2"

    assert both(forged(change)) == (REFUSED, REFUSED)


@pytest.mark.parametrize(
    ("items", "code"),
    [(0, REFUSED), (-1, REFUSED), (10**15, REFUSED), ([], REFUSED), ("", MALFORMED), (None, MALFORMED)],
)
def test_a_draw_from_what_nothing_can_be_drawn_from_is_refused(both, items, code):
    def change(value):
        next(draw for event in value["events"] for draw in event["draws"])["from"] = items

    assert both(forged(change), deals=REVEALED) == (code, code)
