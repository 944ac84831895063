"""The package as strangers get it: its sdist makes the wheel, and that is enough in a folder with nothing in it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service.operation.runs import DEADLINE, RUN, RunHouse, wait_until
from workers.together import ROLES

ROOT = Path(__file__).parents[3]
SOURCES = ("domain", "service", "projections", "workers", "verifier")
FILES = ("setup.cfg", "pyproject.toml", "README.md", "LICENSE")

MEMORY = 512 * 10**6
"""Bytes that a small machine has."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel is installed, which the sdist makes, and that what is in the repository."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in SOURCES:
        shutil.copytree(ROOT / name, folder / "sources" / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(ROOT / name, folder / "sources")
    build = [sys.executable, "-c", "from setuptools import build_meta; build_meta.build_sdist('dist')"]
    subprocess.run(build, cwd=folder / "sources", check=True, capture_output=True)
    [sdist] = (folder / "sources/dist").glob("*.tar.gz")
    pip = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", folder / "installed", sdist], check=True, capture_output=True)
    return folder / "installed"


@pytest.fixture
def house(installed: Path, tmp_path: Path) -> Iterator[RunHouse]:
    """An installation of the wheel, run in an empty folder."""
    (tmp_path / "empty").mkdir()
    house = RunHouse(tmp_path / "home", tmp_path / "log", at=tmp_path / "empty", more={"PYTHONPATH": str(installed)})
    yield house
    house.close()


def played(house: RunHouse) -> set[str]:
    """The roles of which a process has done what is due."""
    leases = house.answer("/readyz")["leases"]
    return {role for role, lease in leases.items() if lease["held"] and lease["swept"] is not None}


def test_every_file_that_is_no_module_is_in_it_too(installed: Path) -> None:
    stored = subprocess.run(
        ["git", "ls-files", *SOURCES], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert stored
    assert [name for name in stored if not (installed / name).exists() and not name.endswith(".md")] == []


def test_it_runs_in_an_empty_folder_and_in_the_memory_of_a_small_machine(house: RunHouse, installed: Path) -> None:
    run = house.up([*RUN, "--small"])

    assert house.status("/readyz") == 200
    assert house.status("/") == 200
    assert house.status("/docs") == 200
    assert all(map(house.running, ("service.server", "workers.worker", "workers.together", "redis.sock")))
    wait_until(lambda: played(house) == set(ROLES), "all roles are played")
    assert house.memory() < MEMORY
    assert house.printed("Error") == 0

    run.terminate()
    assert run.wait(DEADLINE) == 0
