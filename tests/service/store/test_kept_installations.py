"""What an earlier program has left is read, shown, proved and played on by this one, whatever its schema was."""

import shutil
import sqlite3
from contextlib import ExitStack, closing
from itertools import count, product
from uuid import UUID

import pytest
from sqlalchemy import MetaData, insert, text

from domain.audit import CONSISTENT, PREFIX, aggregates, audit
from domain.audit.characters import audit_character
from domain.audit.characters import read as read_character
from domain.games.catalog import Catalog
from domain.log.canon import canonical
from domain.log.journal import checked, read_journal
from domain.records.export import read
from projections.rebuild import Rebuilder
from service.store.published.receipts import read_receipt
from service.store.schema import migrate
from tests.databases import DATABASES
from tests.kept import NAMES, Kept
from tests.kept.upgraded import Installation, moves, seen_by_somebody
from tests.service.api.conftest import Caller
from tests.service.clocks import DAY
from tests.service.web.visitor import Visitor

CATALOG = Catalog({})

SEASON = 100 * DAY

FIRST = "0001"
"""The migration that gives the schema of then."""

NAMES_IN_A_FILE = {"notification_id": "rowid"}
"""Columns of PostgreSQL that a file has under another name."""


def move(file, database):
    """Move what an event file holds to PostgreSQL: into the relations of then, as the first migration makes them, and
    which know no migrations either."""
    with database.engine().begin() as there, closing(sqlite3.connect(file)) as here:
        migrate(there, FIRST)
        there.execute(text("DROP TABLE alembic_version"))
        there.execute(text("DELETE FROM installation"))
        (relations := MetaData()).reflect(there)
        for relation in relations.tables.values():
            columns = ", ".join(NAMES_IN_A_FILE.get(column.name, column.name) for column in relation.c)
            rows = here.execute(f"SELECT {columns} FROM {relation.name}").fetchall()
            if rows:
                names = [column.name for column in relation.c]
                there.execute(insert(relation), [_with_uuid(dict(zip(names, row, strict=True))) for row in rows])
    file.unlink()


def _with_uuid(row):
    return row | {"originator_id": UUID(row["originator_id"])} if "originator_id" in row else row


@pytest.fixture(scope="module", params=product(NAMES, DATABASES), ids="-".join)
def copies(request, tmp_path_factory):
    """Makes installations that are as one is after its upgrade, each in a folder."""
    name, kind = request.param
    kept, folder = Kept(name), tmp_path_factory.mktemp("kept")
    home, database = kept.unpack(folder), DATABASES[kind](request.getfixturevalue, folder)
    with ExitStack() as databases:
        if database.environ:
            upgraded = databases.enter_context(database.beside("upgraded"))
            move(home / "events.sqlite", upgraded)
        else:
            upgraded = database
        Installation(kept, home, **upgraded.environ).services.close()
        names = (f"upgraded_{number}" for number in count())

        def copy(folder):
            lies = database
            if database.environ:
                lies = databases.enter_context(database.beside(next(names), "upgraded"))
            return Installation(kept, shutil.copytree(home, folder / "home"), **lies.environ)

        yield copy


@pytest.fixture(scope="module")
def looked_at(copies, tmp_path_factory):
    """An installation that no test changes."""
    yield from used(copies(tmp_path_factory.mktemp("looked-at")))


@pytest.fixture
def installation(copies, tmp_path):
    """An installation that goes on."""
    yield from used(copies(tmp_path))


def used(installation):
    yield installation
    installation.services.close()


@pytest.fixture
def kept(looked_at):
    return looked_at.kept


@pytest.fixture
def services(looked_at):
    return looked_at.services


@pytest.fixture
def app(looked_at):
    return looked_at.app


@pytest.fixture
def callers(looked_at):
    """Everybody, with the tokens of then."""
    return looked_at.callers


def test_people_are_who_they_were(app, kept, callers):
    for name, caller in callers.items():
        assert caller.get("/accounts/me").json["name"] == name
        login = {"name": name, "password": kept.passwords[name], "token_name": "again"}
        assert Caller(app.test_client()).post("/tokens", login).status_code == 201
    assert callers["ann"].get("/accounts/me/blocks").json["people"][0]["name"] == "dora"
    hooks = [hook["id"] for name in ("ann", "bob") for hook in callers[name].get("/webhooks").json["webhooks"]]
    assert hooks == kept.listed["webhooks"]


def test_every_game_is_as_it_was(kept, callers):
    for label, game in kept.games.items():
        _, found = seen_by_somebody(callers, f"/games/{game['id']}")
        assert {name: found[name] for name in game} == game, label


def test_every_receipt_is_signed_by_a_key_of_the_installation(kept, services):
    [known] = services.signer.keys()
    for receipt in kept.receipts:
        read_receipt(canonical(receipt)).check(known.key)
    assert len(kept.receipts) > len(kept.games)


def test_every_record_proves_itself_with_what_was_kept_of_it(kept, services, callers):
    journal = checked(read_journal(services.journal.document().encode()))
    for label, game in kept.games.items():
        _, document = seen_by_somebody(callers, f"/games/{game['id']}/record")
        heads = {one["version"]: one["head"] for one in kept.receipts if one["game"] == game["id"]}
        verdict = audit(read(canonical(document)), CATALOG, heads, journal)
        closed = game["status"] in ("over", "void", "cancelled")
        assert (verdict.code, verdict.seen) == (CONSISTENT if closed else PREFIX, tuple(sorted(heads))), label


@pytest.mark.parametrize(
    ("kind", "proved"),
    [("series", [PREFIX, PREFIX]), ("leagues", [CONSISTENT, CONSISTENT, PREFIX]), ("challenges", [PREFIX])],
)
def test_the_logs_of_many_games_prove_themselves(kept, callers, kind, proved):
    documents = [seen_by_somebody(callers, f"/{kind}/{one}/record")[1] for one in kept.listed[kind]]
    verdicts = [aggregates.audit(aggregates.read(canonical(document)), CATALOG) for document in documents]
    assert [verdict.code for verdict in verdicts] == proved, verdicts


def test_a_character_proves_itself(kept, callers):
    [character] = kept.listed["characters"]
    _, document = seen_by_somebody(callers, f"/characters/{character}/record")
    assert audit_character(read_character(canonical(document)), CATALOG).code == PREFIX


def test_the_lists_of_then_are_those_that_are_made_from_the_log(services):
    models = services.read_models
    rebuilder = Rebuilder(models.database, services.store, models.projections)
    for name in rebuilder.names:
        assert rebuilder.verify(name, lambda position: None) == [], name


def test_every_running_game_goes_on_and_proves_itself_again(installation):
    callers = installation.callers
    running = {label: game for label, game in installation.kept.games.items() if game["status"] == "running"}
    moved = {label for label, game in running.items() if moves(callers, game)}
    assert {looked["game"] for label, looked in running.items() if label in moved} == {
        "nightfall", "darkness", "last-spell"
    }  # fmt: skip
    for label in moved:
        game = running[label]
        _, document = seen_by_somebody(callers, f"/games/{game['id']}/record")
        verdict = audit(read(canonical(document)), CATALOG, {game["version"]: game["head"]})
        assert verdict.code == PREFIX, (label, verdict)
        assert document["events"][-1]["version"] > game["version"]


def test_an_invitation_of_then_seats_whom_it_was_sent_to(installation):
    callers, token = installation.callers, installation.kept.listed["invitation"]["token"]
    game = installation.kept.games["nightfall-bank"]["id"]
    answer = callers["dora"].post(f"/games/{game}/seats", {"invitation": token})
    assert answer.status_code == 200, answer.text
    assert answer.json["game"]["status"] == "running"


def test_every_page_is_drawn(app, kept, callers):
    """To whom it concerns: what the API does not find for somebody is no page either."""
    of_some = [f"/games/{game['id']}" for game in kept.games.values()]
    of_some += [f"/series/{series}" for series in kept.listed["series"]]
    paths = ["/", "/leagues", "/challenges", "/characters", "/ratings", "/account", "/account/notices", *of_some]
    paths += [f"/games/{game['id']}/replay" for game in kept.games.values()]
    paths += [f"/leagues/{league}{more}" for league in kept.listed["leagues"] for more in ("", "/log")]
    paths += [f"/challenges/{challenge}" for challenge in kept.listed["challenges"]]
    for name in ("ann", "olga"):
        visitor = Visitor(app)
        visitor.sign_in(name, kept.passwords[name])
        answers = {path: visitor.client.get(path).status_code for path in paths}
        hidden = tuple(path for path in of_some if callers[name].get(path).status_code == 404)
        assert answers == {path: 404 if path.startswith(hidden) else 200 for path in paths}
        assert list(answers.values()).count(200) > len(paths) / 2


def expired(label):
    """How an open game ends that nobody has joined for a season: void where sealed entropy is owed."""
    return "void" if label == "nightfall-sealed" else "cancelled"


def test_a_season_later_no_deadline_has_passed_unseen(installation):
    """While it lay there nobody could act: no time of a game has gone by."""
    installation.sweep()
    installation.clock.now += SEASON
    installation.sweep()
    deadlines = []
    for label, game in installation.kept.games.items():
        _, found = seen_by_somebody(installation.callers, f"/games/{game['id']}")
        assert found["status"] == game["status"], label
        deadlines += [clock["deadline"] for clock in found["clocks"].values() if clock["deadline"]]
    assert len(deadlines) > 3
    assert min(deadlines) > installation.clock.now


def test_a_season_in_which_nobody_joins_ends_games_that_are_open(installation):
    installation.sweep()
    installation.clock.now += SEASON
    installation.services.heartbeat.beat()
    installation.sweep()
    ends = {
        label: seen_by_somebody(installation.callers, f"/games/{game['id']}")[1]["status"]
        for label, game in installation.kept.games.items()
        if game["status"] == "open"
    }
    assert len(ends) > 1
    assert ends == {label: expired(label) for label in ends}
