"""The quickstart of the client's README, run as a reader would, in a game that ends soon and needs no AI."""

import re
import subprocess
import sys

import pytest

from builder.writer import FOLDER

PROGRAMS = re.findall(r"```python\n(.*?)```", (FOLDER / "README.md").read_text("utf-8"), re.DOTALL)
INSTEAD = {"nightfall": "pig", '{"ai": "greedy"}]': '{"account": "me"}], options={"goal": 2}'}


@pytest.mark.parametrize("program", PROGRAMS, ids=["sync", "asyncio"])
def test_the_quickstart_plays_a_game_to_its_end(address, program):
    for written, instead in {**INSTEAD, "http://127.0.0.1:8420": address}.items():
        assert written in program
        program = program.replace(written, instead)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert re.fullmatch(r"places: {'s\d': 1, 's\d': 2}", done.stdout.splitlines()[-1]), done.stderr
