"""Snapshots change nothing but time: replay, restoring and the projection agree at every version, with and without."""

import logging
import subprocess
import sys
from itertools import chain
from shutil import copyfile

import pytest

from domain.bots.simulation import play_logged, random_player
from domain.games.catalog import Catalog
from domain.table.table import Table
from projections.database import SqliteFile
from projections.follow import fold_batch
from projections.games.inbox import Inbox
from projections.games.lists import GameLists, GamesQuery
from projections.projection import projections
from service.bootstrap import build
from service.store.event_store import executing
from service.store.recorder import EVENT_CATALOGUE
from service.store.snapshots import SHARED, Snapshots, sources
from tests.installation import install, settings_of
from tests.pigs import pig
from tests.sameness import differences
from tests.service.playing import HOLD, ME, ROLL, act, open_pig

GAMES = {"pig": ("pig", {"goal": 40, "guess": True}, 3), "nightfall": ("nightfall", {}, 2)}
GAME_ID = "00000000-0000-4000-8000-000000000001"
APART = ("_catalog", "_earlier", "_history")
"""What is not the same object in two tables, though it means the same."""


@pytest.fixture(params=GAMES)
def entries(request, services):
    """The log of a game of random players, stored."""
    game, options, seats = GAMES[request.param]
    ids = [f"s{number}" for number in range(1, seats + 1)]
    players, levels = dict.fromkeys(ids, random_player), dict.fromkeys(ids, "random")
    log = play_logged(services.catalog, GAME_ID, game, options, ids, b"snapshots", players, levels)
    services.store.append([(GAME_ID, 0, log.entries)])
    return services.store.entries(GAME_ID)


@pytest.fixture
def inbox(services, tmp_path):
    """To be made before the log. Says what the inbox, folded up to a version, tells: version, status, who waits."""
    database, projection = SqliteFile(tmp_path / "inbox.sqlite"), Inbox(services.catalog.upcasters)
    with database.writing() as db:
        database.create(db, projections)
        projection.reset(database, db)

    before = services.store.position()

    def at(version):
        with database.writing() as db:
            fold_batch(db, [projection], services.store, before + version)
        [game] = GameLists(database).games(GamesQuery()).games
        return game.version, game.status, {seat: waiting.decision for seat, waiting in game.waiting.items()}

    return at


def seen(table):
    """What the inbox must say of a table."""
    return table.version, table.status, {seat: table.decision_id(seat) for seat in table.pending}


def known(table):
    """All that a table knows but its past."""
    return {name: value for name, value in vars(table).items() if name not in APART}


@pytest.mark.parametrize("every", [0, 1, 25])
def test_replay_restoring_and_projection_agree_at_every_version(services, inbox, entries, every):
    snapshots = Snapshots(services.store, services.catalog, every)
    loaded = snapshots.table_at(entries, len(entries))
    table = Table(services.catalog)
    step = 1 if len(entries) < 500 else 7
    for version, entry in enumerate(entries, 1):
        table.fold(entry)
        if version % step == 0:
            assert inbox(version) == seen(table)
            assert differences(known(table), known(snapshots.table_at(entries, version))) == [], version
    assert differences(known(table), known(loaded)) == []


def load(services, entries, every):
    """The table at the end of the log, with snapshots every so many events."""
    return Snapshots(services.store, services.catalog, every).table_at(entries, len(entries))


def stored(services, game_id=GAME_ID):
    """The versions of a game's snapshots."""
    rows = services.store.rows("SELECT version FROM snapshots WHERE game=:game ORDER BY version", game=game_id)
    return [row["version"] for row in rows]


def test_snapshots_stand_at_the_end_of_commands_not_more_often_than_asked(services, entries):
    load(services, entries, 25)
    versions = stored(services)
    assert len(versions) > 3
    assert all(later - earlier >= 25 for earlier, later in zip([0, *versions], versions))
    ends = {entry.read().version - 1 for entry in entries if entry.read().by is not None} | {len(entries)}
    assert set(versions) <= ends


def test_turned_off_nothing_is_kept_and_nothing_is_used(services, entries, caplog):
    load(services, entries, 0)
    assert stored(services) == []
    spoil(services, entries)
    table = Snapshots(services.store, services.catalog, 0).table_at(entries, len(entries))
    assert table.head.hex() == entries[-1].hash
    assert caplog.records == []


def spoil(services, entries):
    """Keep snapshots that cannot be read."""
    load(services, entries, 25)
    services.store.write(executing("UPDATE snapshots SET content=:content", content=b"garbage"))


def test_one_that_cannot_be_read_is_passed_over(services, entries, caplog):
    spoil(services, entries)
    table = Snapshots(services.store, services.catalog, 25).table_at(entries, len(entries))
    assert table.head.hex() == entries[-1].hash
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


def test_a_program_that_only_reads_keeps_none_and_does_not_complain_each_time(services, entries, caplog):
    newer = executing("UPDATE installation SET value=:value WHERE key='event catalogue'", value=EVENT_CATALOGUE + 1)
    services.store.write(newer)
    table = load(services, entries, 25)
    assert table.head.hex() == entries[-1].hash
    assert stored(services) == []
    assert caplog.records == []


def test_one_of_another_program_is_not_even_read(services, entries, caplog):
    spoil(services, entries)
    services.store.write(executing("UPDATE snapshots SET program=:program", program="of the release before"))
    table = load(services, entries, 25)
    assert table.head.hex() == entries[-1].hash
    assert caplog.records == []
    programs = services.store.rows("SELECT DISTINCT program FROM snapshots")
    assert [row["program"] for row in programs] != ["of the release before"]


MODULES_OF_A_FOLD = "import sys, domain.table.snapshot; print(*(name for name in sys.modules if name[:7] == 'domain.'))"

NOTHING_IN_THEM = ("domain.games",)
"""Packages of which a fold uses nothing but what lies in them."""


def test_the_program_is_all_that_a_fold_uses():
    run = subprocess.run([sys.executable, "-c", MODULES_OF_A_FOLD], stdout=subprocess.PIPE, text=True, check=True)
    used = {name for name in run.stdout.split() if name not in NOTHING_IN_THEM}
    paths = {path for path, _ in chain.from_iterable(map(sources, SHARED))}
    assert {"domain.table.rules.clock", "domain.contract.facets.seating", "domain.games.catalog"} <= used
    for name in used:
        path = name.replace(".", "/")
        assert paths & {f"{path}.py", f"{path}/__init__.py"}, name


def test_a_game_may_be_a_module_that_lies_in_no_package(services, tmp_path, monkeypatch, caplog):
    copyfile(pig.__file__, tmp_path / "lone_pig.py")
    (tmp_path / "beside.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert [path for path, _ in sources("lone_pig")] == ["lone_pig.py"]
    catalog, players = Catalog({"pig": "lone_pig:PIG"}), dict.fromkeys(["s1", "s2"], random_player)
    log = play_logged(
        catalog, GAME_ID, "pig", {"goal": 20}, [*players], b"lone", players, dict.fromkeys(players, "random")
    )
    services.store.append([(GAME_ID, 0, log.entries)])
    entries = services.store.entries(GAME_ID)
    for _ in range(2):
        table = Snapshots(services.store, catalog, 5).table_at(entries, len(entries))
        assert table.head.hex() == entries[-1].hash
        assert len(stored(services)) > 1
    assert caplog.records == []


def test_one_of_a_log_that_went_on_otherwise_is_passed_over(services, entries):
    load(services, entries, 25)
    services.store.write(
        executing("DELETE FROM snapshots WHERE version<>(SELECT min(version) FROM snapshots)"),
        executing("UPDATE snapshots SET version=version+1"),
    )
    table = Snapshots(services.store, services.catalog, 25).table_at(entries, len(entries))
    assert table.version == len(entries)


def test_one_that_is_passed_over_gives_way_to_the_one_before_it(services, entries, monkeypatch):
    load(services, entries, 25)
    *_, before, last = stored(services)
    services.store.write(executing("UPDATE snapshots SET version=version-1 WHERE version=:last", last=last))
    folded, fold = [], Table.fold
    monkeypatch.setattr(Table, "fold", lambda table, entry: folded.append(entry.label.version) or fold(table, entry))
    assert Snapshots(services.store, services.catalog, 25).table_at(entries, last).version == last
    assert folded == [*range(before + 1, last + 1)]


def test_a_restarted_process_goes_on_from_snapshots(tmp_path, database, caplog):
    services = install(tmp_path, NIGHTLEDGER_SNAPSHOT_EVERY="5", **database.environ)
    ann = services.accounts.create("ann")[0].id
    game_id = open_pig(services.ledger, ann, ME, ME)
    for _ in range(10):
        act(services.ledger, ann, game_id, ROLL)
    assert len(stored(services, game_id)) < 3, "while it is played none is made"
    again = build(services.settings)
    assert again.ledger.view(game_id, ann) == services.ledger.view(game_id, ann)
    assert len(stored(services, game_id)) > 3
    restarted = build(services.settings)
    assert restarted.ledger.view(game_id, ann) == services.ledger.view(game_id, ann)
    before = again.ledger.view(game_id, ann).version
    assert act(again.ledger, ann, game_id, HOLD).game.version > before
    assert caplog.records == []
    for each in (services, again, restarted):
        each.close()


def test_the_past_looks_the_same_with_snapshots_and_without(tmp_path):
    services = install(tmp_path, NIGHTLEDGER_SNAPSHOT_EVERY="5")
    ann = services.accounts.create("ann")[0].id
    game_id = open_pig(services.ledger, ann, ME, ME)
    for _ in range(6):
        act(services.ledger, ann, game_id, ROLL)
    without = build(settings_of(tmp_path, NIGHTLEDGER_SNAPSHOT_EVERY="0"))
    last = services.ledger.view(game_id, ann).version
    for version in range(1, last + 1):
        assert services.ledger.view(game_id, ann, at=version) == without.ledger.view(game_id, ann, at=version)
    for each in (services, without):
        each.close()
