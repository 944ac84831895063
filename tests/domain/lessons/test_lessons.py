"""Guided games are played to their ends through what they suggest, and go on freely where one leaves that."""

import pytest

from domain.contract.game import Refused, to_json
from domain.games.catalog import GAMES, Catalog
from domain.lessons.lesson import Lesson, Step, lessons_of
from domain.lessons.playing import Playing, played

CATALOG = Catalog()

LESSONS = [lesson for game in GAMES for lesson in lessons_of(CATALOG[game], "en")]


def first(game):
    return lessons_of(CATALOG[game], "en")[0]


def named(lesson):
    return f"{lesson.game}-{lesson.id}"


def test_each_game_has_one():
    assert {lesson.game for lesson in LESSONS} == set(GAMES)


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_it_ends_by_the_suggested_moves_without_a_refusal(lesson):
    playing = played(CATALOG, lesson, len(lesson.own))
    assert playing.is_over
    assert playing.step is None
    assert not playing.is_free
    outcome = playing.table.result
    assert outcome.won or outcome.places["s1"] == 1, "the learner wins"


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_every_step_of_the_learner_is_explained(lesson):
    assert all(step.say and step.why for step in lesson.own)
    assert not any(step.say or step.why for step in lesson.steps if step not in lesson.own)
    assert lesson.end
    assert len(lesson.own) >= 10


@pytest.mark.parametrize("language", ["fr", "de", "pl"])
@pytest.mark.parametrize("game", GAMES)
def test_a_translation_says_something_else_at_each_step_of_the_same_line(game, language):
    for lesson, told in zip(lessons_of(CATALOG[game], "en"), lessons_of(CATALOG[game], language), strict=True):
        assert told.language == language
        assert [step.action for step in told.steps] == [step.action for step in lesson.steps]
        assert all(one.say and one.say != other.say for one, other in zip(told.own, lesson.own, strict=True))
        assert all(one.why and one.why != other.why for one, other in zip(told.own, lesson.own, strict=True))


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_any_other_legal_move_goes_on_freely(lesson):
    playing = played(CATALOG, lesson, 1)
    legal = playing.table.game.legal(playing.table.state, "s1").actions
    other = next(action for action in map(to_json, legal) if action != playing.suggested)
    playing.act(other)
    assert playing.is_free
    assert (playing.followed, playing.own, playing.suggested) == (1, [other], None)
    assert playing.is_over or set(playing.table.pending) == {"s1"}, "the others have answered"


def test_it_is_the_same_at_every_time():
    one, other = (played(CATALOG, first("darkness"), 9) for _ in range(2))
    assert one.table.head == other.table.head


def test_a_move_that_comes_to_the_same_is_the_suggested_one():
    playing = played(CATALOG, first("nightfall"), 13)
    attack = playing.suggested
    playing.act({**attack, "attacks": attack["attacks"][::-1]})
    assert not playing.is_free
    assert playing.is_over
    walking = played(CATALOG, first("darkness"), 8)
    walking.act({"type": "move", "path": ["bar/4/1", "bar/3/1"]})
    assert not walking.is_free


def test_a_move_that_the_rules_refuse_changes_nothing():
    playing = Playing(CATALOG, first("nightfall"))
    version = playing.table.version
    with pytest.raises(Refused):
        playing.act({"type": "link", "card": "wound:bite"})
    assert (playing.table.version, playing.followed, playing.own) == (version, 0, [])


def test_there_is_nothing_beyond_its_last_move():
    with pytest.raises(ValueError, match="14 moves"):
        played(CATALOG, first("nightfall"), 15)


def test_without_a_position_it_begins_with_the_set_up_and_ais_answer_what_is_not_recorded():
    steps = (Step("s1", "pass", "Pass.", "Nothing else can be done."),)
    lesson = Lesson(
        "x", "nightfall", "X", "", 1, ("s1", "s2"), ("You", "Ben"), {"draft": "quick"}, None, "a", steps, ""
    )
    playing = Playing(CATALOG, lesson)
    assert set(playing.table.pending) == {"s1"}
    assert playing.table.pending["s1"].kind == "link"
    playing.act(playing.suggested)
    assert set(playing.table.pending) == {"s1"}
