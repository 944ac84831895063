"""Analyses of whole games: each real decision is judged by what its seat could know, the same at each time."""

import pytest

from domain.bots import player
from domain.bots.simulation import play_logged
from domain.contract.chance import Seeded
from domain.games.catalog import Catalog
from domain.games.darkness.game import Darkness
from domain.games.last_spell.game import LastSpell
from domain.mirror.analysis import Finding, Terms, decisions, findings, why_not
from domain.mirror.answers import answered
from domain.mirror.course import blunders, is_blunder, turning_points
from domain.mirror.judging import TOGETHER, Judgement, Option, chances, judge
from domain.table.table import Table
from tests.pigs.jumping_pig import Jumping
from tests.pigs.pig import Guess, Hold, Pig, Roll
from tests.pigs.searched_pig import SearchedPig

TERMS = Terms("mirror", 8)


def catalog_of(*games):
    return Catalog({game.id: f"{type(game).__module__}:{type(game).__name__}" for game in games})


def played(game, levels=("greedy", "greedy"), options=None, key=b"mirror"):
    """The log of a game of AIs, and its catalogue."""
    catalog = catalog_of(game)
    named = {f"s{number}": level for number, level in enumerate(levels, 1)}
    players = {seat: player(level, 4) for seat, level in named.items()}
    log = play_logged(catalog, "mirror-1", game.id, options or {"goal": 30}, list(named), key, players, named)
    return log, catalog


@pytest.fixture(scope="module")
def pig():
    return played(SearchedPig(), ("random", "search"))


def test_each_real_answer_is_judged_once_and_in_its_order(pig):
    log, catalog = pig
    found = list(findings(log.entries, catalog, log.seed, TERMS))
    assert [one.at for one in found] == sorted({one.at for one in found})
    assert len(found) == decisions(log.entries, catalog) > 5
    assert {one.seat for one in found} == {"s1", "s2"}
    for one, given in zip(found, answered(log.entries, catalog)):
        assert one.judged.played.action["type"] == {Roll: "roll", Hold: "hold"}[type(given.action)]


def test_an_analysis_is_the_same_when_it_is_made_again_and_goes_on_where_it_was(pig):
    log, catalog = pig
    whole = list(findings(log.entries, catalog, log.seed, TERMS))
    assert list(findings(log.entries, catalog, log.seed, TERMS)) == whole
    known = {one.at for one in whole[:4]}
    assert list(findings(log.entries, catalog, log.seed, TERMS, known)) == whole[4:]
    assert list(findings(log.entries, catalog, log.seed, Terms("other", 8))) != whole


def test_the_playouts_of_a_decision_are_bounded(pig):
    log, catalog = pig
    for one in findings(log.entries, catalog, log.seed, TERMS):
        assert sum(option.playouts for option in (one.judged.played, *one.judged.options)) <= 2 * TERMS.playouts


def test_the_reasons_of_an_ai_are_what_it_weighed_and_a_random_one_has_none(pig):
    log, catalog = pig
    found = list(findings(log.entries, catalog, log.seed, TERMS))
    assert all(one.reasons == () for one in found if one.level == "random")
    for one in (one for one in found if one.level == "search"):
        assert [reason.value for reason in one.reasons] == sorted((r.value for r in one.reasons), reverse=True)
        assert {reason.action["type"] for reason in one.reasons} == {"roll", "hold"}


def test_an_answer_that_throws_the_game_away_is_a_blunder():
    game = SearchedPig()
    table = {"active": "s1", "bank": {"s1": 98, "s2": 98}}
    state = game.set_position({"goal": 100}, ("s1", "s2"), table, Seeded(b"")).state
    judged = judge(game, state, "s1", Hold(), b"blunder", 64)
    assert judged.best.action == {"type": "roll"}
    assert judged.is_sure
    assert is_blunder(Finding(1, "s1", None, {}, judged, ()))
    assert judge(game, state, "s1", Roll(), b"blunder", 64).loss == 0


def test_an_answer_is_judged_by_what_its_seat_could_know():
    game = Jumping()
    state = game.setup({"guess": True}, ("s1", "s2"), Seeded(b"jump")).state
    other = game.decide(state, "s2", Guess(1), Seeded(b"")).state
    same = game.decide(state, "s2", Guess(6), Seeded(b"")).state
    assert judge(game, other, "s1", Guess(2), b"key", 12) == judge(game, same, "s1", Guess(2), b"key", 12)


def judged(*shares, sure=True):
    """Findings after which s1 was so likely to win."""
    option = Option({"type": "hold"}, 0.5, 1)
    return [
        Finding(at, "s1", None, {}, Judgement(option, (), sure, {"s1": one, "s2": 1 - one}), ())
        for at, one in enumerate(shares)
    ]


def test_a_game_turns_where_another_seat_leads_clearly():
    found = judged(0.5, 0.7, 0.55, 0.45, 0.3, 0.45, 0.55, 0.8)
    assert [one.at for one in turning_points(found)] == [4, 7]
    assert turning_points(judged(0.5, 0.45, 0.55)) == []
    assert blunders(found) == []


def test_what_may_be_luck_is_no_blunder():
    played, better = Option({"type": "roll"}, 0.2, 2), Option({"type": "hold"}, 0.9, 2)
    luck = Finding(1, "s1", None, {}, Judgement(played, (better,), False, {"s1": 0.2, "s2": 0.8}), ())
    assert not is_blunder(luck)


def test_all_that_play_together_have_one_chance():
    game = LastSpell()
    state = game.setup({"scenario": "introduction"}, ("s1", "s2"), Seeded(b"together")).state
    found = chances(game, state)
    assert set(found) == {TOGETHER}
    assert 0 < found[TOGETHER] < 1


def test_a_game_of_when_darkness_comes_is_analysed_to_its_end():
    levels = ("greedy", "search", "search")
    log, catalog = played(Darkness(), levels, {"scenario": "master-of-the-house"})
    found = list(findings(log.entries, catalog, log.seed, Terms("mirror", 1)))
    assert len(found) == decisions(log.entries, catalog) > 10
    assert all(0 <= chance <= 1 for one in found for chance in one.judged.chances.values())
    assert {one.decision["kind"] for one in found} >= {"turn", "check"}


def test_a_night_of_the_last_spell_is_analysed_to_its_end_by_one_chance_of_all():
    log, catalog = played(LastSpell(), ("greedy",), {"scenario": "introduction"})
    assert why_not(log.table) is None
    found = list(findings(log.entries, catalog, log.seed, Terms("mirror", 1)))
    assert len(found) == decisions(log.entries, catalog) > 10
    assert all(set(one.judged.chances) == {TOGETHER} for one in found)
    assert all(one.reasons for one in found)
    assert {one.decision["kind"] for one in found} >= {"setup", "turn"}
    assert log.table.state.result["outcome"] == "won"
    assert found[-1].judged.chances[TOGETHER] > found[0].judged.chances[TOGETHER]


def test_a_game_that_nobody_looks_ahead_in_has_no_analysis_and_says_so():
    table, log = Table(catalog_of(Pig())), played(Pig(), options={"goal": 5})[0]
    for entry in log.entries:
        table.fold(entry)
    assert why_not(table) == "not-searched"
    assert why_not(played(SearchedPig(), options={"goal": 5})[0].table) is None


def test_worlds_that_are_drawn_leave_the_table_alone(pig):
    log, catalog = pig
    for given in answered(log.entries, catalog):
        before = given.table.game.view(given.state, "referee")
        judge(given.table.game, given.state, given.seat, given.action, b"alone", 4)
        assert given.table.game.view(given.state, "referee") == before
