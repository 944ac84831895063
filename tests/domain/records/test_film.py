"""A log as a film: its scenes, landmarks and charts, told with golden games, and with a game that has none of them."""

from pathlib import Path

import pytest

from domain.contract.facets.charted import chart_titles
from domain.contract.facets.told import sentences
from domain.records.film import Film, course, film
from domain.records.timeline import Mark
from domain.table import actions as a
from domain.table.gamelog import GameLog
from domain.table.table import Table
from service.dev.golden import golden_files, read_golden
from tests.pigs.pig import Hold
from tests.streams import random_bytes

ROOT = Path(__file__).parents[3]
GAMES = {"nightfall": 0, "darkness": 14, "last-spell": 3}
"""Game -> which of its golden games is looked at: one in which somebody fights and is hurt."""


@pytest.fixture(scope="module", params=GAMES)
def golden(request, catalog):
    """A golden game of each: the game, and its log."""
    record = read_golden(golden_files(ROOT, request.param)[GAMES[request.param]])
    return catalog.with_files(record.files)[request.param], record.entries(), catalog.with_files(record.files)


def filmed(game, entries):
    return film([entry.read() for entry in entries], game.marks, sentences(game).landmarks)


def test_each_game_has_landmarks_that_are_jumped_to_in_their_order(golden):
    game, entries, _ = golden
    found = filmed(game, entries)
    kinds = dict(found.jumps(0))
    assert {"turn", "combat", "wound"} <= set(kinds)
    for kind, first in kinds.items():
        versions = [mark.version for mark in (*found.marks, *found.landmarks) if mark.mark == kind]
        assert first == versions[0]
        assert dict(found.jumps(versions[-1]))[kind] is None
        assert dict(found.jumps(versions[-1] - 1))[kind] == versions[-1]


def test_the_film_stops_where_commands_ended_and_at_each_landmark(golden):
    game, entries, _ = golden
    found = filmed(game, entries)
    assert found.scenes == tuple(sorted(set(found.scenes)))
    assert found.scenes[-1] == len(entries)
    assert {mark.version for mark in found.landmarks} <= set(found.scenes)
    assert found.scene_after(found.scenes[3]) == found.scenes[4]
    assert found.scene_before(found.scenes[4]) == found.scenes[3]
    assert (found.scene_before(found.scenes[0]), found.scene_after(len(entries))) == (0, None)


def test_the_charts_have_a_moment_for_each_turn_and_end_where_the_game_did(golden):
    game, entries, catalog = golden
    moments = list(course(Table(catalog), entries, "referee"))
    assert [one.version + 1 for one in moments] == [
        entry.label.version for entry in entries if game.marks.get(entry.label.type) == "turn"
    ]
    assert {len(one.values) for one in moments} == {len(chart_titles(game))}
    assert all(isinstance(number, int) for one in moments for chart in one.values for number in chart.values())
    assert all(values for values in moments[-1].values)


def test_a_seat_sees_in_a_chart_no_more_than_its_own(catalog):
    record = read_golden(golden_files(ROOT, "nightfall")[0])
    files = catalog.with_files(record.files)
    wounds = [one.values[0] for one in course(Table(files), record.entries(), "s1")]
    assert {tuple(values) for values in wounds} == {("s1",)}
    assert [one.values[0] for one in course(Table(files), record.entries(), "spectator")] == [{}] * len(wounds)


def test_influence_is_told_as_it_was_highest_in_each_turn(catalog):
    record = read_golden(golden_files(ROOT, "nightfall")[0])
    moments = list(course(Table(catalog.with_files(record.files)), record.entries(), "spectator"))
    gained = [entry.read().data for entry in record.entries() if entry.label.type == "InfluenceGained"]
    assert max(max(one.values[2].values()) for one in moments) == max(event["total"] for event in gained)


def test_what_was_taken_back_is_no_landmark(catalog):
    log = GameLog(catalog, "g1", b"s" * 32, random_bytes())
    log.post("service", None, log.opening("pig", {"goal": 50}, ["s1", "s2"]), 100)
    for seat in ("s1", "s2"):
        log.post("service", seat, a.Sit(account=seat), 100)
    log.post("service", None, a.Start(), 101)
    begun = log.table.version
    log.post("seat", "s1", Hold(), 102)
    log.post("seat", "s1", a.TakeBack(begun), 103)
    log.post("seat", "s1", Hold(), 104)
    found = film([entry.read() for entry in log.entries], {}, {"TurnPassed": "rest"})
    assert [mark.version for mark in found.landmarks] == [log.table.version - 1]
    assert dict(found.jumps(0)) == {"rest": log.table.version - 1}


def test_a_game_without_charts_and_landmarks_is_a_film_too(catalog):
    assert chart_titles(catalog["pig"]) == ()
    assert list(Film((3, 7), (3, 7), (Mark(2, 0, "start", "GameStarted", {}),), ()).jumps(0)) == []
