"""What is kept of leagues beside their tables: up to where all is done that follows from their own decisions."""

import pytest
from sqlalchemy import insert

from projections.leagues.leagues import leagues_leagues
from projections.leagues.lists import LEAGUES
from projections.projection import stand_at
from tests.projections.written import WrittenLog

ROW = {
    "game": "pig",
    "name_id": None,
    "organiser": None,
    "season": 1,
    "status": "running",
    "entrants": 2,
    "due_at": None,
    "to_do": 0,
    "opened": 0,
    "changed": 0,
}

MOVE = "UPDATE leagues_leagues SET version = :version, moved = :moved WHERE id = 'a'"


@pytest.fixture
def read_models(models):
    """Two running leagues, `a` of version 5 and `b` of version 7, which has moved last."""
    read_models = models(WrittenLog())
    with read_models.database.writing() as db:
        stand_at(db, LEAGUES, 12)
        db.execute(insert(leagues_leagues), id="a", position=1, version=5, moved=10, **ROW)
        db.execute(insert(leagues_leagues), id="b", position=2, version=7, moved=12, **ROW)
    return read_models


@pytest.fixture
def leagues(read_models):
    return read_models.leagues


def test_a_league_has_moved_until_all_is_done_that_follows_from_its_newest_version(leagues):
    assert sorted(leagues.moved()) == [("a", 5), ("b", 7)]
    leagues.have_done("b", 7)
    assert leagues.moved() == [("a", 5)]
    leagues.have_done("a", 4)
    assert leagues.moved() == [("a", 5)]
    leagues.have_done("a", 5)
    assert leagues.moved() == []
    leagues.have_done("b", 6)
    assert leagues.moved() == []


def test_what_was_done_counts_when_the_tables_have_come_there(read_models, leagues):
    leagues.have_done("a", 6)
    leagues.have_done("b", 7)
    assert leagues.moved() == []
    with read_models.database.writing() as db:
        db.execute(MOVE, version=6, moved=13)
        stand_at(db, LEAGUES, 13)
    assert leagues.moved() == []
    with read_models.database.writing() as db:
        db.execute(MOVE, version=7, moved=14)
        stand_at(db, LEAGUES, 14)
    assert leagues.moved() == [("a", 7)]
