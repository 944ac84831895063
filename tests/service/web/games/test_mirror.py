"""The pages of an analysis: the button, how far it has come, what was found in words, and its marks in the film."""

from itertools import islice

import msgspec
import pytest

from domain.contract.game import Asked
from domain.mirror.analysis import Finding, Terms, findings
from domain.mirror.judging import Judgement, Option
from service.games.mirror import ASK, KEEP
from service.store.event_store import executing
from service.web.games.mirror import IMPOSSIBLE
from tests.service.parts import other_games
from tests.service.web.playing import play

ME, AI = {"account": "me"}, {"ai": "greedy"}


@pytest.fixture
def over(ann, opened, services):
    """A searched game that is over."""
    game = opened("Ann", ME, AI, game="searched-pig", goal=20)
    play(services, game, 5000)
    return game


def analysed(services, game):
    while services.mirror.look(None, game).status != "done":
        services.mirror.step(game)
    return services.mirror.look(None, game)


def test_a_button_of_the_result_has_the_game_analysed(ann, nobody, over, services):
    form = ann.open(f"/games/{over}/result").form(f"/games/{over}/analysis")
    page = ann.send(form, form.button("Analyse the game"))
    assert page.path == f"/games/{over}/analysis"
    assert "waits for a worker" in page.text
    found = analysed(services, over)
    page = nobody.open(f"/games/{over}/analysis")
    assert page.text.count("<details><summary>") == len(found.found)
    assert "Hold (" in page.text
    assert "What the AI (Club player) had weighed" not in page.text
    forms = [form.action for form in ann.open(f"/games/{over}/result").forms]
    assert f"/games/{over}/analysis" not in forms


def test_what_was_found_is_told_at_its_version_in_the_film_but_not_without_spoilers(ann, over, services):
    services.mirror.ask(services.accounts.by_name("Ann").id, over)
    one = next(one for one in analysed(services, over).found if one.seat == "s1")
    told = "What the analysis says"
    assert told in ann.open(f"/games/{over}/replay?at={one.at}&seat=s1").text
    assert told in ann.open(f"/games/{over}/replay?at={one.at}&seat=referee").text
    assert told not in ann.open(f"/games/{over}/replay?at={one.at}&seat=s2").text
    assert told not in ann.open(f"/games/{over}/replay?at={one.at}&seat=s1&spoilers=no").text


def kept(services, game, *findings):
    """Keep these findings as the analysis of a game."""
    row = {"game": game, "seed": "", "playouts": 9, "decisions": len(findings), "slices": 1, "asked": 1, "ended": 1}
    contents = [(one.at, msgspec.json.encode(one).decode()) for one in findings]
    found = [executing(KEEP, game=game, version=at, content=content) for at, content in contents]
    services.store.write(executing(ASK, **row), *found)


def test_blunders_and_turning_points_are_marked_in_the_film(ann, over, services):
    first, second = [version for version, event in services.ledger.table(over).history if type(event) is Asked][:2]
    decision = {"kind": "turn", "verbs": ["roll", "hold"], "details": {}}
    roll, hold = Option({"type": "roll"}, 0.9, 9), Option({"type": "hold"}, 0.2, 9)
    good = Judgement(roll, (hold,), False, {"s1": 0.9, "s2": 0.1})
    bad = Judgement(hold, (roll,), True, {"s1": 0.2, "s2": 0.8})
    kept(services, over, Finding(first, "s1", None, decision, good, ()), Finding(second, "s1", None, decision, bad, ()))
    page = ann.open(f"/games/{over}/replay?at=1")
    assert "On to the next: blunder" in page.text
    assert "On to the next: turning point" in page.text
    page = ann.open(f"/games/{over}/analysis")
    assert page.text.count("Hold (20 %); best: Roll (90 %)") == 3
    assert "On to the next: blunder" not in ann.open(f"/games/{over}/replay?at=1&spoilers=no").text


def test_a_night_that_all_play_together_is_told_in_the_words_of_its_game(ann, opened, services):
    game = opened("Ann", ME, AI, game="last-spell", scenario="introduction")
    play(services, game, 5000)
    with other_games(services).logs.latest(game) as log:
        judged = findings(list(log.entries), services.catalog, log.seed, Terms(playouts=1))
    found = [*islice((one for one in judged if one.decision["kind"] == "turn"), 3)]
    kept(services, game, *found)
    page = ann.open(f"/games/{game}/analysis")
    assert page.text.count("<details><summary>") == 3
    assert page.text.count(" (played)</li>") == 3
    assert "{&#34;type&#34;" not in page.text


def test_a_game_without_an_analysis_says_so(ann, opened, services):
    game = opened("Ann", ME, AI, goal=5)
    play(services, game, 5000)
    assert IMPOSSIBLE["not-searched"] in ann.open(f"/games/{game}/analysis").text
    assert "Analyse the game" not in ann.open(f"/games/{game}/result").text
