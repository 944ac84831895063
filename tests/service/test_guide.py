"""The guide to nights in a row and challenges: its commands, run in order in one shell as a player would."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from service.app.application import create_app
from tests.service.games.nights import won_by
from tests.serving import served

PAGE = (Path(__file__).parents[2] / "docs/nights-and-challenges.md").read_text()
BLOCKS = re.findall(r"```bash\n(.*?)```", PAGE, re.DOTALL)


pytestmark = pytest.mark.slow


@pytest.fixture
def api(services):
    """The address of the API of a service that listens."""
    with served(create_app(services)) as address:
        yield f"{address}/api/v1"


@pytest.fixture
def told(services, api, tmp_path):
    """What the commands print to a player who has won a first night, without the remarks of audits."""
    account, token = services.accounts.create("ann")
    commands = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environ = {**os.environ, "PATH": commands, "API": api, "TOKEN": token.secret, "WON": won_by(services, account.id)}
    done = subprocess.run(
        ["bash", "-c", "set -euo pipefail\n" + "\n".join(BLOCKS)],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return [line for line in done.stdout.splitlines() if not line.startswith(" ")]


def test_every_command_of_the_guide_works(services, told):
    next_game, night, chain, number, link, standing, ended, log = told
    assert services.ledger.table(next_game).header.terms["chain"]["number"] == 2
    assert night == "2"
    assert chain.startswith("chain.json: a prefix, ")
    assert number == "1"
    assert "/challenges/" in link
    assert standing.split()[2:] == list(services.catalog["last-spell"].compared_by)
    assert ended in ("ending", "closed")
    assert log.startswith("challenge.json: ")
