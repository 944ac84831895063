"""Upcasting: old data in today's form, on a copy."""

import pytest

from domain.games.catalog import Catalog
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.table import Table
from tests.pigs.pig import Hold
from tests.streams import random_bytes

GAME_ID = "00000000-0000-4000-8000-000000000001"


def tenfold(data):
    return {**data, "points": data["points"] * 10}


def one_more(data):
    data["points"] += 1
    return data


@pytest.fixture
def entries(catalog):
    """Pig with two AIs, the first of which held at once."""
    log = GameLog(catalog, GAME_ID, bytes(32), random_bytes())
    log.post("service", None, log.opening("pig", {}, ["s1", "s2"]), 1000)
    log.post("service", "s1", actions.Sit(level="random"), 1000)
    log.post("service", "s2", actions.Sit(level="random"), 1000)
    log.post("service", None, actions.Start(), 1000)
    log.post("seat", "s1", Hold(), 1000)
    return log.entries


def folded(entries, upcasters):
    table = Table(Catalog({"pig": "tests.pigs.pig:PIG"}, upcasters))
    for entry in entries:
        table.fold(entry)
    return table


def test_without_upcasters_events_are_folded_as_they_were_stored(entries):
    assert folded(entries, {}).state.bank == {"s1": 0, "s2": 0}


def test_schemas_are_climbed_one_by_one(entries):
    upcasters = {("pig", "PointsBanked", 1): one_more, ("pig", "PointsBanked", 2): tenfold}
    assert folded(entries, upcasters).state.bank == {"s1": 10, "s2": 0}


def test_an_upcaster_is_for_one_game_and_one_type(entries):
    upcasters = {("chess", "PointsBanked", 1): one_more, ("pig", "TurnPassed", 3): one_more}
    assert folded(entries, upcasters).state.bank == {"s1": 0, "s2": 0}


def test_events_that_games_share_are_upcast_for_all_games(entries):
    upcasters = {("table", "GameOpened", 1): lambda data: {**data, "options": {"goal": 7}}}
    assert folded(entries, upcasters).header.options == {"goal": 7}


def test_the_stored_bytes_stay_as_they_are(entries):
    before = [entry.encode() for entry in entries]
    table = folded(entries, {("pig", "PointsBanked", 1): one_more})
    assert [entry.encode() for entry in entries] == before
    assert table.head.hex() == entries[-1].hash
