"""What tools of others make of the document. Their packages come from the registries of npm and PyPI."""

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from openapi_generator_cli import run as openapi_generator

from service.app.application import create_app
from tests.installation import install
from tests.npm import Package

HERE = Path(__file__).parent

pytestmark = pytest.mark.slow


@pytest.fixture
def document(address):
    """The document, as it is served."""
    return httpx.get(f"{address}/api/v1/openapi.json").content


def test_redocly_finds_nothing_in_it(tmp_path):
    services = install(tmp_path / "home", NIGHTLEDGER_EXTRA_GAMES="")
    document = create_app(services).test_client().get("/api/v1/openapi.json").data
    services.close()
    package = Package(HERE.parent / "service" / "api" / "redocly", tmp_path / "redocly")
    (package.folder / "openapi.json").write_bytes(document)
    package.run("lint")


def test_the_client_that_openapi_generator_makes_plays_a_game_to_its_end(tmp_path, address, document):
    (tmp_path / "openapi.json").write_bytes(document)
    given, told = f"{tmp_path}/openapi.json", "apiDocs=false,modelDocs=false,apiTests=false,modelTests=false"
    made = openapi_generator(
        ["generate", "-g", "python", "-i", given, "-o", f"{tmp_path}/made", "--global-property", told]
    )
    assert made.returncode == 0
    done = subprocess.run(
        [sys.executable, HERE / "generated_bot.py", address],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}/made"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout.startswith("nightfall is over: "), done.stderr
