"""The documents as a site: it is built without a warning, every page has its place, and every operation its row."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from service.app.own_document import own_document
from service.dev.site import operations, reference

ROOT = Path(__file__).parents[2]
MADE = {"reference.md"}


def pages(nav):
    """The pages that are named in a part of the navigation."""
    for one in nav:
        if isinstance(one, str):
            yield one
        else:
            for below in one.values():
                yield from pages(below if isinstance(below, list) else [below])


def test_every_page_has_its_place():
    nav = list(pages(yaml.safe_load((ROOT / "mkdocs.yml").read_text())["nav"]))
    there = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert sorted(nav) == sorted(there | MADE)


def test_every_operation_has_its_row():
    document = own_document()
    lines = list(reference(document))
    found = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(found) > 100
    assert sorted(line.split("`")[1] for line in lines if line.startswith("| `")) == sorted(found)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """What building the site says, and the folder that it is built into."""
    folder = tmp_path_factory.mktemp("site")
    mkdocs = [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(folder)]
    environ = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(mkdocs, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr, folder


def test_it_is_built_without_a_warning(built):
    told, folder = built
    assert [line for line in told.splitlines() if not line.startswith("INFO")] == []
    assert (folder / "operating/index.html").exists()
    assert "operationId" in (folder / "openapi.json").read_text()
