"""The published schema of a record is the one that the program reads."""

import json
from pathlib import Path

import jsonschema_rs
import pytest

from domain.bots.simulation import play_logged, random_player
from domain.games.catalog import Catalog
from domain.records.export import export
from domain.records.schema import record_schema

FILE = Path(__file__).parents[3] / "docs/record.schema.json"
SEATS = ["s1", "s2"]


@pytest.fixture(scope="module")
def record():
    everyone, levels = dict.fromkeys(SEATS, random_player), dict.fromkeys(SEATS, "random")
    log = play_logged(
        Catalog({"pig": "tests.pigs.pig:PIG"}), "g", "pig", {"guess": True}, SEATS, b"k", everyone, levels
    )
    return json.loads(export(log.table, log.entries, {}, ()).encode())


def test_the_file_is_fresh():
    """`nightledger record schema --out docs/record.schema.json` makes it."""
    assert json.loads(FILE.read_text()) == record_schema()


def test_a_record_fits_it(record):
    jsonschema_rs.Draft202012Validator(record_schema()).validate(record)


@pytest.mark.parametrize(
    "alter",
    [
        lambda record: record.update(more=1),
        lambda record: record.update(head="x"),
        lambda record: record["events"][0].update(more=1),
        lambda record: record["events"][0].update(by="nobody"),
        lambda record: record["events"][0].update(version=0),
        lambda record: record["events"][0]["commitments"].update(nobody="00" * 32),
    ],
)
def test_what_is_no_record_does_not(record, alter):
    altered = json.loads(json.dumps(record))
    alter(altered)
    assert not jsonschema_rs.Draft202012Validator(record_schema()).is_valid(altered)
