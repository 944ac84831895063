"""The log of a league proves itself: chain, seeds, lots, pairings, standings (docs/leagues.md, chapter 10)."""

from __future__ import annotations

import hashlib
import hmac

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from domain.audit.aggregates import LEAGUE, Document, audit, document, read
from domain.audit.verdict import CONSISTENT, MALFORMED, PREFIX, REFUSED
from domain.contract.chance import joined, outcome
from domain.games.catalog import Catalog
from domain.league import actions as a
from domain.log.derived import game_id, game_seed
from domain.log.record import chance_key, seed_commitment
from domain.records.export import BadRecord
from tests.domain.altered import altered, leaves, rechained
from tests.domain.league.by_hand import STAGE
from tests.domain.league.running import BECAUSE, Running, entropy_of

PLAN = {
    "seats": 4,
    "fewest": 3,
    "divisions": [{"name": "A", "size": 7}],
    "stages": [{"kind": "swiss", "rounds": 2, "advance": 4}, {"kind": "knock-out", "through": 2}],
}


def league(key=b"audit"):
    running = Running(PLAN, key)
    running.start(7)
    running.play()
    return running


def acted(version, verb):
    """The remark on what the organiser has decided."""
    return f"the organiser or an operator acted at version {version}: {verb}"


BEGUN = (acted(2, "open-season"), acted(10, "close-enrolment"))


def test_a_league_that_was_played_is_consistent():
    running = league()
    log = document(LEAGUE, running.league, running.log.entries)

    verdict = audit(read(log.encode()), Catalog())

    assert (verdict.code, verdict.findings, verdict.remarks) == (CONSISTENT, (), BEGUN)
    assert verdict.events == running.league.version


def test_a_league_under_way_is_a_prefix_whose_draws_wait_for_the_seed():
    running = Running(PLAN)
    running.start(7)
    running.step()
    running.step()

    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())

    assert verdict.code == PREFIX
    waiting = [f"the seed of {stage} is not published yet; its draws are not checked" for stage in (STAGE, "L/1/A/2")]
    assert verdict.remarks == (*waiting, *BEGUN)


def test_a_correction_by_the_organiser_is_consistent_too():
    running = league()
    stage = running.league.stage(STAGE)
    places = {entrant: place for place, entrant in enumerate(reversed(stage.table(1).seats), 1)}
    running.organiser(a.Correct(STAGE, 1, BECAUSE, places))

    assert audit(document(LEAGUE, running.league, running.log.entries), Catalog()).code == CONSISTENT


def test_what_the_organiser_does_is_no_remark_where_the_log_tells_it_from_an_operators_acts():
    running = league()
    running.post("organiser", a.NextSeason(by_itself=True))
    running.post("operator", a.NextSeason(by_itself=False))

    verdict = audit(document(LEAGUE, running.league, running.log.entries), Catalog())

    assert (verdict.code, verdict.remarks) == (CONSISTENT, (*BEGUN, acted(running.league.version, "next-season")))


def test_a_head_that_was_kept_must_be_passed_through():
    running = league()
    log = document(LEAGUE, running.league, running.log.entries)
    head = running.log.entries[9].hash

    assert audit(log, Catalog(), {10: head}).seen == (10,)
    other, beyond = audit(log, Catalog(), {11: head}), audit(log, Catalog(), {10**6: head})
    assert (other.code, other.version, other.reason) == (REFUSED, 11, "its hash is not the head that was kept")
    assert (beyond.code, beyond.reason) == (REFUSED, "it does not reach version 1000000, whose head was kept")


def events_of(kind, events):
    return [event for event in events if event["type"] == kind]


def swap_seats(events):
    seats = events_of("RoundPaired", events)[0]["data"]["tables"][0]["seats"]
    seats[0], seats[1] = seats[1], seats[0]


def better_standing(events):
    standings = events_of("StageClosed", events)[0]["data"]["standings"]
    standings[0]["entrant"], standings[1]["entrant"] = standings[1]["entrant"], standings[0]["entrant"]


def other_lots(events):
    draw = events_of("StageClosed", events)[0]["draws"][0]
    draw["result"] = draw["result"][::-1]


def other_seed(events):
    events_of("StageClosed", events)[0]["data"]["seed"] = "00" * 32


def other_places_beside_the_public_ones(events):
    event = events_of("TableFinished", events)[0]
    event["private"] = {"s1": {"nonce": "", "part": {"data": {"places": {}}}}}


def no_seed(events):
    events_of("StageClosed", events)[0]["data"]["seed"] = "no"


def other_order(events):
    order = events_of("SeasonClosed", events)[0]["data"]["order"]
    order[0], order[-1] = order[-1], order[0]


def nonsense(events):
    events_of("EnrolmentClosed", events)[0]["action"] = {"type": "league/nonsense"}


def no_command(events):
    del events[0]["by"], events[0]["action"]


def forbidden(events):
    events_of("EnrolmentClosed", events)[0]["by"] = "seat"


def dropped(events):
    """Leave the last event of a command away."""
    index = next(at for at, event in enumerate(events) if event["type"] == "TableFinished")
    del events[index]


@pytest.mark.parametrize(
    ("forge", "reason"),
    [
        (swap_seats, "its data do not follow from the action"),
        (better_standing, "its data do not follow from the action"),
        (other_lots, "its draws are not those that the seed gives"),
        (other_seed, "the seed that was published for L/1/A/1 is not the one committed to here"),
        (other_places_beside_the_public_ones, "it has private parts, or opens some, where everything is public"),
        (no_seed, "the seed is not hexadecimal"),
        (other_order, "its data do not follow from the action"),
        (nonsense, "its action is refused: malformed: Invalid value 'league/nonsense' - at `$.type`"),
        (no_command, "it does not begin with a command, or its head is not the hash of its last event"),
        (forbidden, "its action is refused: not-your-decision: an entrant does not decide this"),
        (dropped, "it calls itself version 22"),
    ],
)
def test_what_somebody_altered_is_found_even_with_a_chain_that_fits(forge, reason):
    running = league()
    log = document(LEAGUE, running.league, running.log.entries)

    verdict = audit(rechained(msgspec.json.decode(log.encode(), type=Document), forge), Catalog())

    assert (verdict.code, verdict.reason) == (REFUSED, reason)


@pytest.fixture(scope="module")
def encoded():
    """The document of a league that was played."""
    running = league()
    return document(LEAGUE, running.league, running.log.entries).encode()


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_whatever_number_or_name_in_an_event_is_altered_is_found(encoded, data):
    """Any one leaf of any event's data, with a chain that fits."""
    log = msgspec.json.decode(encoded, type=Document)
    at = data.draw(st.integers(0, len(log.events) - 1))
    paths = list(leaves(log.events[at]["data"]))
    assume(paths)
    path = data.draw(st.sampled_from(paths))

    assert audit(altered(log, at, path), Catalog()).code == REFUSED


@pytest.fixture(scope="module")
def under_way():
    """The document of a league whose second round has just been paired."""
    running = Running(PLAN)
    running.start(7)
    while running.step()[-1:] != ["RoundPaired"] or len(running.league.stage(STAGE).rounds) < 2:
        running.report_all(running.at_random)
    return document(LEAGUE, running.league, running.log.entries).encode()


def points_for_somebody(events):
    """Points are given in the command that pairs the round."""
    given = {"stage": STAGE, "entrant": "e1", "points": "50", "reason": {"id": "t", "commitment": "00" * 32}}
    told = {name: value for name, value in events[-1].items() if name not in ("by", "action")}
    event = {"type": "PointsAdjusted", "draws": [], "commitments": {}, "data": given}
    events.append(told | event | {"version": told["version"] + 1})


def the_round_before_again(events):
    """The results of the first round are gone."""
    events[-1]["data"].update(round=1, attempt=2)


def other_opponents(events):
    first, second = events[-1]["data"]["tables"]
    first["seats"][0], second["seats"][0] = second["seats"][0], first["seats"][0]


def lots_of_a_stranger(events):
    events[-1]["draws"][0]["result"][0] = "e9"


def no_lots(events):
    events[-1]["draws"] = []


def other_numbers(events):
    events[-1]["draws"][0]["n"] += 1


def a_stage_that_closes_without_its_seed(events):
    """Its last round is said to have been paired by the command that closes it."""
    events[-1]["by"] = "operator"
    events[-1]["action"] = {
        "type": "league/close-stage",
        "stage": STAGE,
        "reason": {"id": "t", "commitment": "00" * 32},
    }


@pytest.mark.parametrize(
    ("forge", "reason"),
    [
        (points_for_somebody, "1 events follow from the action, not 2"),
        (the_round_before_again, "its data do not follow from the action"),
        (other_opponents, "its data do not follow from the action"),
        (lots_of_a_stranger, "it cannot be decided again: BadForce: shuffle round 2: "),
        (no_lots, "it cannot be decided again: BadForce: shuffle round 2: no outcome is told"),
        (other_numbers, "its draws are not those that the seed gives"),
        (a_stage_that_closes_without_its_seed, f"the seed of {STAGE} should be published with it"),
    ],
)
def test_as_long_as_the_seed_is_kept_back_a_round_follows_from_its_lots(under_way, forge, reason):
    log = msgspec.json.decode(under_way, type=Document)
    assert (audit(log, Catalog()).code, log.events[-1]["type"]) == (PREFIX, "RoundPaired")

    verdict = audit(rechained(log, forge), Catalog())

    assert (verdict.code, verdict.reason[: len(reason)]) == (REFUSED, reason)


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_whatever_is_altered_while_the_seed_is_kept_back_is_found(under_way, data):
    """Any one leaf of any event's data but the commitments to the seeds."""
    log = msgspec.json.decode(under_way, type=Document)
    at = data.draw(st.integers(0, len(log.events) - 1))
    paths = [path for path in leaves(log.events[at]["data"]) if path[0] != "commitments"]
    assume(paths)
    path = data.draw(st.sampled_from(paths))

    assert audit(altered(log, at, path), Catalog()).code == REFUSED


def test_without_a_chain_that_fits_any_change_is_found():
    running = league()
    log = msgspec.json.decode(document(LEAGUE, running.league, running.log.entries).encode(), type=Document)
    swap_seats(log.events)
    version = next(event["version"] for event in log.events if event["type"] == "RoundPaired")

    verdict = audit(log, Catalog())

    assert (verdict.code, verdict.version) == (REFUSED, version)


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        (
            Document("nightledger/1", "L", [{}], ""),
            "it is no log of a league, series or challenge: 'nightledger/1', 1 events",
        ),
        (Document(LEAGUE, "L", [], ""), f"it is no log of a league, series or challenge: {LEAGUE!r}, 0 events"),
        (Document(LEAGUE, "L", [{"type": "LeagueOpened"}], ""), "an event has not the form of one: 'private'"),
    ],
)
def test_what_is_no_log_of_a_league(log, reason):
    verdict = audit(log, Catalog())
    assert (verdict.code, verdict.reason) == (MALFORMED, reason)


def test_what_is_no_document():
    with pytest.raises(BadRecord, match=r"Expected `str`, got `int` - at `\$.format`"):
        read(b'{"format":1}')
    with pytest.raises(BadRecord, match="not JSON"):
        read(b"[")


def test_closed_parts_are_left_out_of_the_document():
    running = league()

    log = document(LEAGUE, running.league, running.log.entries)

    assert all(event["private"] == {} for event in log.events)


# ---- chance


def test_lots_are_drawn_under_a_key_of_the_seed_and_all_entropy():
    """LG-CH-3, worked out anew from what the log tells."""
    running = league()
    [started] = [
        e.read() for e in running.log.entries if e.read().type == "StageStarted" and e.read().data["stage"] == STAGE
    ]
    seed = bytes.fromhex(running.league.stage(STAGE).seed)
    entropy = [(f"e{number}", entropy_of(number).hex()) for number in range(1, 8)]
    key = chance_key(seed, STAGE, entropy)

    assert [tuple(pair) for pair in started.data["entropy"]] == entropy
    assert seed == running.seeds[STAGE]
    for draw, kind in zip(started.draws, ("shuffle", "flip"), strict=True):
        assert draw["kind"] == kind
        assert draw["result"] == outcome(key, draw["n"], kind, draw["from"], 1)


def test_draws_of_a_stage_are_numbered_without_a_gap():
    running = league()
    numbers: dict[str, list[int]] = {}
    for entry in running.log.entries:
        public = entry.read()
        for draw in public.draws:
            numbers.setdefault(public.data["stage"], []).append(draw["n"])

    assert set(numbers) == {"L/1/A/1", "L/1/A/2"}
    assert all(own == list(range(len(own))) for own in numbers.values())


def test_the_seed_of_a_stage_is_published_when_it_closes():
    """LG-CH-5, LG-CH-1: and not before."""
    running = Running(PLAN)
    running.start(7)
    running.step()
    assert running.league.stage(STAGE).seed is None
    running.play()

    closed = [entry.read().data for entry in running.log.entries if entry.read().type == "StageClosed"]
    assert [event["seed"] for event in closed] == [running.seeds[event["stage"]].hex() for event in closed]
    commitments = running.league.seasons[0].commitments
    assert commitments == {stage: seed_commitment(stage, seed) for stage, seed in running.seeds.items()}


def lots(key):
    """The order in which lots put entrants who are all rated the same."""
    running = Running(PLAN, key)
    running.start(7)
    running.step()
    return running.league.stage(STAGE).entrants


def test_another_seed_gives_other_lots():
    assert lots(b"one") == lots(b"one")
    assert any(lots(b"one") != lots(key) for key in (b"two", b"three"))


def test_other_entropy_gives_other_lots(monkeypatch):
    """LG-CH-3: of one entrant alone it is enough."""
    before = lots(b"one")
    found = []
    for other in (8, 9):
        changed = {1: entropy_of(other)}
        monkeypatch.setattr(
            "tests.domain.league.running.entropy_of",
            lambda number, changed=changed: changed.get(number) or entropy_of(number),
        )
        found.append(lots(b"one"))
    assert any(order != before for order in found)


def test_seeds_and_ids_of_games_derive_from_the_stage():
    """LG-CH-4"""
    seed = bytes(range(32))

    assert game_seed(seed, 7) == hmac.digest(seed, joined("game", 7), hashlib.sha256)
    assert game_seed(seed, 7) != game_seed(seed, 8)
    assert game_id("L/1/A/1", 7) == game_id("L/1/A/1", 7)
    assert len({game_id(source, number) for source in ("L/1/A/1", "L/1/A/2") for number in (1, 2)}) == 4
