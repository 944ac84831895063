import sqlite3
from contextlib import closing

import pytest

from projections.unavailable import Locked, Unavailable
from service.app.application import create_app
from service.store.event_store import executing
from service.store.recorder import EVENT_CATALOGUE
from tests.installation import install

CATALOGUE = "UPDATE installation SET value=:value WHERE key='event catalogue'"


def test_a_process_that_lives_says_so(nobody):
    response = nobody.client.get("/healthz")
    assert (response.status_code, response.json) == (200, {"status": "ok"})


def test_a_process_with_all_its_parts_is_ready(nobody):
    response = nobody.client.get("/readyz")
    assert response.status_code == 200
    told = response.json
    assert (told["ready"], told["missing"], told["read_only"]) == (True, [], None)


def test_how_far_the_read_models_are_behind_is_told(nobody, services):
    names = [projection.name for projection in services.read_models.projections]
    services.read_models.follower.catch_up()
    assert nobody.client.get("/readyz").json["behind"] == dict.fromkeys(names, 0)
    services.ledger.reserve(services.accounts.create("Ann")[0].id)
    assert nobody.client.get("/readyz").json["behind"] == dict.fromkeys(names, 1)


def test_a_process_older_than_the_store_is_not_ready_and_says_why(nobody, services):
    services.store.write(executing(CATALOGUE, value=EVENT_CATALOGUE + 1))
    response = nobody.client.get("/readyz")
    assert (response.status_code, response.json["ready"]) == (503, False)
    assert f"event catalogue {EVENT_CATALOGUE + 1}" in response.json["read_only"]


def test_a_process_without_its_tables_is_not_ready_and_says_why(nobody, services):
    with services.read_models.database.writing() as db:
        db.execute("DROP TABLE projections")
    response = nobody.client.get("/readyz")
    assert (response.status_code, response.json["ready"], response.json["missing"]) == (503, False, ["read models"])


def broken(path):
    """Take a file of read models the table with which all of them begin."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DROP TABLE projections")


def test_without_its_outbox_a_process_is_ready_and_says_what_waits(nobody, services):
    broken(services.settings.outbox_path)
    response = nobody.client.get("/readyz")
    assert (response.status_code, response.json["ready"]) == (200, True)
    assert "the outbox cannot be read" in response.json["degraded"]["notify"]


@pytest.mark.parametrize(
    ("path", "metric"), [("outbox_path", "nightledger_outbox_lag"), ("projections_path", "nightledger_projection_lag")]
)
def test_metrics_come_without_a_part_that_is_away(nobody, services, path, metric):
    assert metric in nobody.client.get("/metrics").text
    broken(getattr(services.settings, path))
    told = nobody.client.get("/metrics")
    assert told.status_code == 200
    assert metric not in told.text
    assert "nightledger_log_position" in told.text


def test_whoever_brings_the_read_models_up_to_the_log_keeps_nobody_from_being_ready(tmp_path):
    services = install(tmp_path, NIGHTLEDGER_DATABASE_WAIT="0.01")
    with closing(sqlite3.connect(services.settings.projections_path)) as other, closing(services):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Locked, match="database is locked"):
            services.read_models.database.probe()
        told = create_app(services).test_client().get("/readyz")
    assert (told.status_code, told.json["ready"], told.json["read_only"]) == (200, True, None)


def test_a_database_that_goes_while_it_is_asked_is_missing_too(nobody, monkeypatch):
    def away(services):
        raise Unavailable("it is gone")

    monkeypatch.setattr("service.api.health.leases", away)
    response = nobody.client.get("/readyz")
    assert (response.status_code, response.json["ready"], response.json["missing"]) == (503, False, ["processes"])
    assert response.json["read_only"] == "it is gone"
