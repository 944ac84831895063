"""The processes as they are started: what they say when they cannot."""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize("name", ["worker", "dispatcher"])
def test_without_a_database_a_process_says_so_in_one_line(tmp_path, name):
    done = subprocess.run(
        [sys.executable, "-m", f"workers.{name}"],
        env=os.environ | {"NIGHTLEDGER_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert line.startswith(f"{name}: ")
    assert "nightledger db init" in line
