"""Operations that will go say so: in the document, in every answer, and on the page of versions."""

from datetime import date
from pathlib import Path

import pytest
from flask import Flask

from domain.games.catalog import Catalog
from service.api.deprecation import VERSION, Deprecation
from service.api.described.openapi import document
from service.api.operations import Resource
from service.app.application import RESOURCES

PAGE = (Path(__file__).parents[3] / "docs/versions.md").read_text("utf-8")

SINCE, SUNSET = date(2026, 12, 1), date(2027, 12, 1)


@pytest.fixture
def app():
    app, old = Flask("old"), Resource("old", "old", description="What was.")

    @old.route("/old")
    @old.deprecated(since=SINCE, sunset=SUNSET, instead="/new")
    @old.response(200, {"type": "object"})
    def look():
        """Look."""
        return {"is": "old"}

    app.register_blueprint(old)
    app.extensions["resources"] = [old]
    return app


def test_each_answer_says_since_when_and_until_when(app):
    answer = app.test_client().get("/old")
    assert answer.json == {"is": "old"}
    assert answer.headers["Deprecation"] == "@1796083200"
    assert answer.headers["Sunset"] == "Wed, 01 Dec 2027 00:00:00 GMT"
    assert answer.headers["Link"] == '</new>; rel="successor-version"'


def test_the_document_says_it_too(app):
    operation = document(app, app.extensions["resources"], Catalog())["paths"]["/old"]["get"]
    told = {name: operation[name] for name in ("deprecated", "x-deprecated-since", "x-sunset", "x-instead")}
    assert told == {
        "deprecated": True,
        "x-deprecated-since": "2026-12-01",
        "x-sunset": "2027-12-01",
        "x-instead": "/new",
    }


def test_nothing_goes_within_half_a_year():
    with pytest.raises(ValueError, match="less than 180 days"):
        Deprecation(date(2026, 12, 1), date(2027, 5, 29), "/new")


def test_what_is_deprecated_is_on_the_page():
    """The rows of the table are the operations of the program that say so, each with its two days."""
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    told = [operation for resource in RESOURCES for operation in resource.deprecations]
    assert len(rows) == len(told)
    for name, one in told:
        [row] = [row for row in rows if row.startswith(f"| `{name}`")]
        assert f"{one.since} | {one.sunset}" in row


def test_the_version_has_the_major_part_of_the_address():
    assert VERSION.split(".")[0] == "1"
    assert len(VERSION.split(".")) == 3
