"""What must hold at the end of a day: each check finds what it is for."""

import sqlite3
from contextlib import closing

import pytest

from service.dev.drill.checks import STORED, found
from service.dev.drill.crowd import Book
from service.games.shapes import Condition, NewGame, Posted
from tests.installation import install
from tests.service.playing import HOLD

WELL = dict.fromkeys(STORED, "")


@pytest.fixture
def services(tmp_path):
    services = install(tmp_path / "home")
    yield services
    services.close()


@pytest.fixture
def book(services):
    """What a player knows who has opened a game and made a move."""
    ann = services.accounts.create("ann")[0].id
    game_id = services.ledger.open_game(ann, NewGame("pig", [{"account": "me"}, {"account": "me"}], {}))
    before = services.store.version(game_id)
    decision = services.ledger.table(game_id).decision_id("s1")
    services.ledger.act(ann, game_id, "s1", Posted([HOLD], Condition(decision=decision), "drill-1-1", b"{}"))
    events = [(entry.label.version, entry.hash) for entry in services.store.entries(game_id, before)]
    return Book(moves={game_id: {"drill-1-1": events}}, games={game_id: ann})


def findings(services, book):
    return {name: found(check, services, book) for name, check in STORED.items()}


def test_all_is_well_where_nothing_happened(services, book):
    assert findings(services, book) == WELL


def test_a_move_and_a_game_that_are_lost_are_found(services, book):
    [(game_id, moves)] = book.moves.items()
    moves["drill-1-2"] = [(99, "00" * 32)]
    book.games["another"] = "somebody"
    assert findings(services, book) == WELL | {
        "acknowledged once": f"game another is lost; {game_id}: drill-1-2 is lost"
    }


def test_a_move_that_nobody_was_told_of_is_found(services, book):
    [game_id] = book.moves
    book.moves[game_id] = {}
    assert findings(services, book) == WELL | {"acknowledged once": f"{game_id}: a move is there, and nobody was told"}


def test_a_game_that_nobody_was_told_of_is_found(services, book):
    [game_id] = book.games
    book.games.clear()
    assert findings(services, book) == WELL | {"acknowledged once": f"game {game_id} is there, and nobody knows of it"}


def test_an_answer_that_a_player_did_not_understand_is_told(services, book):
    book.odd.append("drill-1-2: 409 decision-closed")
    assert findings(services, book)["acknowledged once"] == "drill-1-2: 409 decision-closed"


def test_a_row_of_a_read_model_that_the_log_does_not_make_is_found(services, book):
    services.read_models.follower.catch_up()
    with closing(sqlite3.connect(services.settings.projections_path)) as db, db:
        db.execute("DELETE FROM inbox_games")
    assert findings(services, book)["projections agree"] == "inbox: inbox_games differs"
