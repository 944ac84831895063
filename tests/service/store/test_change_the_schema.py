"""docs/how-to/change-the-schema.md, as it stands there: a program that has done it upgrades what this one has left."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.installation import prepare

ROOT = Path(__file__).parents[3]

COMPARE = """
import sys
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine
from service.store.relations import METADATA
ours = lambda thing, name, *rest: name != "stored_events"
with create_engine(f"sqlite:///{sys.argv[1]}").connect() as connection:
    print(compare_metadata(MigrationContext.configure(connection, opts={"include_object": ours}), METADATA))
"""


@pytest.fixture
def changed(tmp_path):
    """The folder of a program in which the page was followed."""
    column, number, migration = re.findall(r"```python\n(.*?)```", page(), re.DOTALL)
    program = tmp_path / "program"
    for package in ("domain", "projections", "service", "workers"):
        shutil.copytree(ROOT / package, program / package)
    relations = program / "service/store/relations.py"
    text = re.sub(r'^REVISION = "\d+"\n', number, relations.read_text(), flags=re.MULTILINE)
    relations.write_text(text.replace('    "accounts",\n', f'    "accounts",\n    {column.strip()},\n'))
    (program / "service/store/migrations/versions" / name_of_migration()).write_text(migration)
    return program


def page():
    return (ROOT / "docs/how-to/change-the-schema.md").read_text()


def name_of_migration():
    [name] = re.findall(r"`(\d+_\w+\.py)`", page())
    return name


def run(program, home, *arguments):
    environ = {**os.environ, "NIGHTLEDGER_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=program, env=environ, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_page_leads_to_a_database_with_the_column(changed, tmp_path):
    settings = prepare(tmp_path / "home")
    run(changed, settings.home, "-m", "service.cli", "db", "upgrade")
    with closing(sqlite3.connect(settings.events_path)) as file:
        assert "pronoun" in [row[1] for row in file.execute("PRAGMA table_info(accounts)")]
    assert run(changed, settings.home, "-c", COMPARE, str(settings.events_path)) == "[]\n"
