"""Both verifiers say the same of what was really played: golden games, fresh ones, those that people have altered."""

import lzma
from pathlib import Path

import pytest

from domain.audit import CONSISTENT, PREFIX, UNFAIR, audit
from domain.contract.game import Text
from domain.log.canon import parse
from domain.log.words import Words
from domain.records.export import export, read
from domain.table.actions import Leave, Operate, Sit, Start
from domain.table.gamelog import GameLog
from domain.table.rules import operate
from domain.table.rules.operate import given_away
from tests.domain.audit.games import pig
from tests.pigs.pig import Hold, Roll
from tests.streams import random_bytes
from tests.verifier.both import CATALOG, made_anew, played

GOLDEN = sorted((Path(__file__).parents[1] / "games").glob("*/*.json.xz"))
FEW = GOLDEN[::4]

FRESH = [
    ("nightfall", 3, {}),
    ("nightfall", 2, {"edition": "fr"}),
    ("darkness", 2, {}),
    ("darkness", 3, {"scenario": "the-awakening", "gm": "s3"}),
    ("last-spell", 2, {}),
    ("pig", 3, {"guess": True}),
]


def named(file):
    return f"{file.parent.name} {file.name}"


@pytest.mark.parametrize("file", FEW, ids=named)
def test_golden_games(both, file):
    assert both(lzma.decompress(file.read_bytes())) == (CONSISTENT, CONSISTENT)


@pytest.mark.slow
@pytest.mark.parametrize("file", [file for file in GOLDEN if file not in FEW], ids=named)
def test_the_other_golden_games(both, file):
    assert both(lzma.decompress(file.read_bytes())) == (CONSISTENT, CONSISTENT)


@pytest.mark.parametrize(("game", "seats", "options"), FRESH)
def test_fresh_games(both, game, seats, options):
    log = played(game, "fresh", seats, **options)
    assert both(export(log.table, log.entries, {}, ()).encode()) == (CONSISTENT, CONSISTENT)


def test_a_game_with_sealed_entropy_secret_guesses_and_a_takeback(both):
    log = pig()
    raw = export(log.table, log.entries, {}, ()).encode()
    assert {"EntropyOpened", "NumbersShown", "TakenBack"} <= {event["type"] for event in parse(raw)["events"]}
    assert both(raw) == (CONSISTENT, CONSISTENT)


def replaced_before_the_start(*gave):
    """A game that an older program let an operator fill: bob gets the place of who sat there, or of nobody."""
    log = GameLog(CATALOG, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening("pig", {"goal": 5}, ["s1", "s2"]), 100)
    log.post("seat", "s1", Sit(account="ann", entropy="ab" * 32), 101)
    for entropy in gave:
        log.post("seat", "s2", Sit(account="cy", entropy=entropy), 102)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(operate._VERBS, "replace", lambda table, action, at, seed: given_away(table, action))
        reason = Text("r1", Words("it had to be", "00" * 32).commitment())
        log.post("operator", None, Operate("replace", reason, seat="s2", account="bob"), 103)
    log.post("service", None, Start(), 104)
    while log.table.status == "running":
        [seat] = log.table.pending
        log.post("seat", seat, Hold() if log.table.state.turn_points > 2 else Roll(), 105)
    return export(log.table, log.entries, {}, ()).encode()


@pytest.mark.parametrize("gave", [(), (None,), ("cd" * 32,)], ids=["nobody", "without entropy", "with entropy"])
def test_a_seat_that_an_older_program_gave_away_before_the_start_has_given_what_was_given_there(both, gave):
    raw = replaced_before_the_start(*gave)
    assert both(raw) == (CONSISTENT, CONSISTENT)
    assert any("as older programs did: before the start" in told for told in audit(read(raw), CATALOG).remarks)


def test_who_left_before_the_start_has_given_nothing_to_the_chance_of_the_game(both):
    log = GameLog(CATALOG, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening("pig", {"goal": 5}, ["s1", "s2"]), 100)
    for seat, account in (("s1", "ann"), ("s2", "bob")):
        log.post("seat", seat, Sit(account=account, entropy="ab" * 32), 101)
    log.post("seat", "s2", Leave(), 102)
    log.post("seat", "s2", Sit(account="cy"), 103)
    log.post("service", None, Start(), 104)
    while log.table.status == "running":
        [seat] = log.table.pending
        log.post("seat", seat, Hold() if log.table.state.turn_points > 2 else Roll(), 105)
    raw = export(log.table, log.entries, {}, ()).encode()
    [started] = [event["data"] for event in parse(raw)["events"] if event["type"] == "GameStarted"]
    assert started["entropy"] == [["s1", "ab" * 32]]
    assert both(raw) == (CONSISTENT, CONSISTENT)


@pytest.mark.parametrize("reader", ["s1", "s2", None])
def test_every_state_of_a_game_that_goes_on_is_a_prefix_for_each_reader(both, reader):
    log = pig()
    begun = GameLog(CATALOG, "g1", b"s" * 32, random_bytes())
    states = []
    for entry in log.entries[:-1]:
        begun.follow([entry])
        if entry is log.entries[-2] or log.entries[entry.read().version].read().by is not None:
            states.append(export(begun.table, begun.entries, {}, [reader] if reader else []).encode())
    assert len(states) > 10
    assert {both(state) for state in states} == {(PREFIX, PREFIX)}
    for state in states:
        shown = parse(state)["events"]
        assert [event["hash"] for event in shown] == [entry.hash for entry in log.entries[: len(shown)]]


def test_a_game_with_a_given_outcome_is_not_a_fair_one(both):
    log = played("pig", "given", 2)
    value = parse(export(log.table, log.entries, {}, ()).encode())
    rolled = next(event for event in value["events"] if event["draws"])
    rolled["draws"][0]["forced"] = True
    assert both(made_anew(value)) == (UNFAIR, UNFAIR)
