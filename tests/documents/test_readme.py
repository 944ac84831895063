"""The README's commands, run as a reader would: in order, in one shell, against a service started as it says."""

import os
import re
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from tests.house import wait_until

ROOT = Path(__file__).parents[2]
BLOCKS = re.findall(r"```bash\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)


@pytest.fixture
def service(tmp_path):
    """The first block, `make run`, on a free port and with a home of its own; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    env = {**os.environ, "NIGHTLEDGER_HOME": str(tmp_path / "var"), "NIGHTLEDGER_PORT": str(port)}
    output = tmp_path / "run.log"
    with output.open("w") as log:
        process = subprocess.Popen(
            ["bash", "-c", f"exec {BLOCKS[0].strip()}"],
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


def test_every_command_of_the_readme_works(service, tmp_path):
    for folder in (".venv", "verifier"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    session = "set -euo pipefail\n" + "\n".join(BLOCKS[1:]).replace("8420", service)
    done = subprocess.run(
        ["bash", "-c", session], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[1:4] == ["DraftCardPicked"] * 3
    assert any(line.startswith("1 GameOpened") for line in lines)
    assert "move 3 brought about " in done.stdout
    assert "consistent" in done.stdout
    assert '"version": 40' in done.stdout
