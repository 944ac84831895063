"""What is installed for whoever plays may be given away with a program under the MIT licence."""

from pathlib import Path

import pytest

from service.dev.licences import OF_FILES, PERMISSIVE, licences, parts

PAGE = Path(__file__).parents[2] / "docs/licences.md"
FOUND = licences()


def test_all_that_is_needed_is_looked_at():
    assert {"flask", "eventsourcing", "marshmallow", "redis", "rq", "psycopg", "werkzeug"} <= FOUND.keys()


@pytest.mark.parametrize("name", FOUND)
def test_its_licence_is_told_and_compatible(name):
    assert set(parts(FOUND[name])) <= {*PERMISSIVE, *OF_FILES}


def test_the_page_names_all_that_setup_asks_for():
    stated = {
        line.split(" | ")[0].removeprefix("| ") for line in PAGE.read_text().splitlines() if line.startswith("| ")
    }
    assert {"flask", "sqlalchemy", "pynacl", "psycopg"} <= stated
