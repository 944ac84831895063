"""The commands of the README and of the page about the API, run as a reader would: in order, in one shell each."""

import os
import re
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from tests.house import wait_until

ROOT = Path(__file__).parents[2]


def blocks(page):
    """The commands of a page, one text for each block."""
    return re.findall(r"```bash\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)


RUN, *REST = blocks("README.md")


@pytest.fixture
def service(tmp_path):
    """The README's first block, `make run`, on a free port and with a home of its own; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {**os.environ, "NIGHTLEDGER_HOME": str(tmp_path / "var"), "NIGHTLEDGER_PORT": str(port)}
    output = tmp_path / "run.log"
    with output.open("w") as log:
        process = subprocess.Popen(
            ["bash", "-c", f"exec {RUN.strip()}"],
            cwd=ROOT,
            env=env,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        wait_until(lambda: "answers at" in output.read_text() or process.poll() is not None, "it answers", 120)
        assert process.poll() is None, output.read_text()
        yield str(port)
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(30)


def done_in(folder, commands, port):
    """The lines that commands print, in a folder with the program."""
    for name in (".venv", "verifier"):
        (folder / name).symlink_to(ROOT / name)
    session = "set -euo pipefail\n" + "\n".join(commands).replace("8420", port)
    done = subprocess.run(["bash", "-c", session], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def test_every_command_of_the_readme_works(tmp_path):
    lines = done_in(tmp_path, REST, "8420")
    assert "consistent" in "\n".join(lines)
    assert '"version": 40' in "\n".join(lines)
    assert lines[-1] == "promotions are right, and every table of standings is what its results make"


def test_every_command_of_the_page_about_the_api_works(service, tmp_path):
    (tmp_path / "folder").mkdir()
    lines = done_in(tmp_path / "folder", blocks("docs/api.md"), service)
    assert lines[1:4] == ["DraftCardPicked"] * 3
    assert any(line.startswith("1 GameOpened") for line in lines)
    assert any(line.startswith("move 3 brought about ") for line in lines)
