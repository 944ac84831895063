"""Lists read what is on their page: each goes by an index, however many games, leagues and series there are."""

import pytest

from projections.database import SqliteFile
from projections.games.archive import MONTH, PlayedQuery, games_played
from projections.games.lists import GamesQuery, games_wanted
from projections.read_models import ReadModels
from projections.statements import SQLITE, Compiler
from tests.projections.written import WrittenGame, WrittenLog

WANTED = [
    {},
    {"open": True},
    {"status": "running"},
    {"game": "pig"},
    {"game": "pig", "status": "over"},
    {"game": "pig", "open": True},
    {"league": "l"},
    {"mine": True},
    {"my_turn": True},
    {"mine": True, "status": "running"},
    {"apart": frozenset({"ben"})},
    {"apart": frozenset({"ben"}), "status": "open"},
    {"apart": frozenset({"ben"}), "open": True},
]
"""What a list may be asked for."""

DERIVED = ("subquery", "json_each", "page_0", "page_1", "own")
"""What a statement reads of its own parts, as far as they go."""

HUNDREDS = 300
"""Games that nobody asks for."""


def models_of(folder, log, catalog):
    made = ReadModels(SqliteFile(folder / "projections.sqlite"), log, catalog)
    made.create_schema()
    assert made.follower.catch_up()
    return made


@pytest.fixture
def asked(tmp_path, catalog):
    """The statements that the read models carry out when something is asked of them."""
    read = models_of(tmp_path, WrittenLog(WrittenGame("g1", people={"s1": "ann"}, levels={"s2": "random"})), catalog)

    def ask(question):
        told = []
        read.database.connection.set_trace_callback(told.append)
        question(read)
        read.database.connection.set_trace_callback(None)
        return read.database.connection, [statement for statement in told if statement.lstrip().startswith("SELECT")]

    return ask


def scanned(db, statement, values=()):
    """The relations that a statement reads from one end to the other."""
    sql, named = Compiler(SQLITE)(statement, values)
    plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", named)]
    assert plan
    return [step for step in plan if step.startswith("SCAN") and not any(part in step for part in DERIVED)]


@pytest.mark.parametrize("account", [None, "ann"])
@pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: "-".join(wanted) or "all")
def test_no_list_of_games_scans_them(asked, account, wanted):
    if account is None and not wanted.keys().isdisjoint(("mine", "my_turn")):
        account = "ben"
    db, _ = asked(lambda read: None)
    statement, values = games_wanted(GamesQuery(account, **wanted))
    assert scanned(db, statement, {**values, "most": 51}) == []


@pytest.mark.parametrize(
    "question",
    [
        lambda read: read.lists.ai_turns(),
        lambda read: read.lists.idle_open_games(5, 10),
        lambda read: read.lists.has_ended("g1"),
        lambda read: read.lists.running_games_of("ann"),
        lambda read: read.lists.unfinished_games_of("ann"),
        lambda read: read.series.due(),
        lambda read: read.leagues.due(5),
        lambda read: read.leagues.moved(),
        lambda read: read.challenges.due(5),
        lambda read: read.challenges.open_to_tries(),
    ],
)
def test_what_processes_ask_for_goes_by_an_index_of_just_that(asked, question):
    db, statements = asked(question)
    assert statements
    assert [step for statement in statements for step in scanned(db, statement)] == []


@pytest.mark.parametrize("wanted", [{}, {"game": "pig", "since": 5}, {"reader": "ann"}], ids=lambda one: "-".join(one))
def test_no_archive_of_a_player_scans_or_sorts_games(asked, wanted):
    db, _ = asked(lambda read: None)
    statement, values = games_played(PlayedQuery(player="ann", **wanted))
    assert scanned(db, statement, {**values, "most": 100}) == []
    sql, named = Compiler(SQLITE)(statement, {**values, "most": 100})
    plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", named)]
    assert not [step for step in plan if "TEMP B-TREE FOR GROUP" in step or "TEMP B-TREE FOR ORDER" in step]


def test_no_month_of_games_scans_or_sorts_them(asked):
    db, _ = asked(lambda read: None)
    plan = db.execute(f"EXPLAIN QUERY PLAN {MONTH}", {"closed": 0, "id": "", "until": 1, "most": 100}).fetchall()
    assert [row[3].split()[:5] for row in plan] == [["SEARCH", "scores_games", "USING", "INDEX", "scores_games_by_day"]]


def test_a_page_costs_the_same_however_many_other_games_there_are(tmp_path, catalog):
    def steps(folder, others):
        mine = [WrittenGame(f"mine{number}", people={"s1": "ann"}) for number in range(3)]
        crowd = [WrittenGame(f"other{n}", people={"s1": "x"}, terms={"visibility": "private"}) for n in range(others)]
        folder.mkdir()
        read = models_of(folder, WrittenLog(*mine, *crowd), catalog)
        found = []
        for wanted in (GamesQuery("ann"), GamesQuery(), GamesQuery("ann", mine=True), GamesQuery(open=True)):
            read.database.connection.set_progress_handler(lambda: found.append(1), 10)
            assert len(read.lists.games(wanted).games) == 3
            read.database.connection.set_progress_handler(None, 10)
        return len(found)

    few, many = steps(tmp_path / "few", 3), steps(tmp_path / "many", HUNDREDS)
    assert many <= few + 10
