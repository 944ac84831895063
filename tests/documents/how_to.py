"""A how-to page carried out: its code blocks, one after the other, in a copy of the project.

| block | what is done with it |
| --- | --- |
| ```` ```LANGUAGE title=PATH ```` | written into a new file |
| ```` ```LANGUAGE from=PATH ```` | compared with that file, in which it stands once |
| ```` ```diff ```` | carried out: after `+++ b/PATH` each part from `@@` on, less `+` lines, stands in it once |
| ```` ```bash ```` | run in the copy |
| ```` ```text ```` | compared with what the commands before it printed; `...` stands for anything |
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from typing import NamedTuple

HOME = Path(__file__).parents[2]

ROOMS = ("client", "domain", "examples", "projections", "service", "verifier", "workers", "docs", "tests")
"""What pages change or run, with the bytecode of it, which is true of a copy that keeps the times of its files."""

LEFT_OUT_OF_TESTS = shutil.ignore_patterns("cases", "golden", "stored", "kept", "*.json", "*.sqlite", "*.gz")
"""What no page needs of the tests: stored games, and the cases of all rulebooks."""

BLOCK = re.compile(r"^```(\w+)(?: (title|from)=(\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)

SECONDS = 300

BARE_PYTEST = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
"""Has pytest begin without its plugins, which takes half the time and which no page needs."""


class Block(NamedTuple):
    """A code block: its language, the file that it is of, its text, and its first line.

    `use` says whether it is written into that file (`title`) or quoted from there (`from`); empty: it is of no file.
    """

    language: str
    use: str
    file: str
    text: str
    line: int


def blocks(page: str) -> Iterator[Block]:
    """The code blocks of a page, in order."""
    for found in BLOCK.finditer(page):
        yield Block(found[1], found[2] or "", found[3] or "", found[4], page.count("\n", 0, found.start()) + 1)


def carry_out(page: Path, folder: Path) -> list[str]:
    """Do what the page says, in a copy in the folder: the outputs that were compared. AssertionError names the line."""
    copy = _copied(folder)
    printed, compared = "", []
    for block in blocks(page.read_text("utf-8")):
        where = f"{page.name}, line {block.line}"
        if block.use == "title":
            _write(copy / block.file, block.text, where)
        elif block.use == "from":
            _compare(copy / block.file, block.text, where)
            compared.append(block.text)
        elif block.language == "diff":
            _change(copy, block.text, where)
        elif block.language == "bash":
            printed = _run(copy, block.text, where)
        elif block.language == "text":
            same = OutputChecker().check_output(block.text, printed, ELLIPSIS)
            assert same, f"{where}: printed is\n{printed}"
            compared.append(block.text)
        else:
            raise AssertionError(f"{where}: a block of {block.language} says no file")
    return compared


def _copied(folder: Path) -> Path:
    copy = folder / "nightledger"
    for room in ROOMS:
        shutil.copytree(HOME / room, copy / room, ignore=LEFT_OUT_OF_TESTS if room == "tests" else None)
    shutil.copy(HOME / "setup.cfg", copy)
    return copy


def _write(file: Path, text: str, where: str) -> None:
    assert not file.exists(), f"{where}: {file.name} is there already"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def _compare(file: Path, quoted: str, where: str) -> None:
    """A quotation stands in its file, once, from the beginning of a line to the end of one."""
    found = f"\n{file.read_text('utf-8')}".count(f"\n{quoted}")
    assert found == 1, f"{where}: {file.name} has {found} times\n{quoted}"


def _change(copy: Path, diff: str, where: str) -> None:
    """Carry a diff out; its parts are found by what stands there, and not by numbers of lines."""
    head, *parts = re.split(r"^@@.*\n", diff, flags=re.MULTILINE)
    file = copy / re.findall(r"^\+\+\+ b/(\S+)$", head, re.MULTILINE)[0]
    text = file.read_text("utf-8")
    for part in parts:
        lines = part.splitlines(keepends=True)
        old = "".join(line[1:] or "\n" for line in lines if not line.startswith("+"))
        new = "".join(line[1:] or "\n" for line in lines if not line.startswith("-"))
        assert text.count(old) == 1, f"{where}: {file.name} has {text.count(old)} times\n{old}"
        text = text.replace(old, new)
    file.write_text(text, "utf-8")


def _run(copy: Path, commands: str, where: str) -> str:
    """What the commands print; those of this Python's folder are found, and import the copy."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    home = copy.parent / "home"
    done = subprocess.run(
        ["bash", "-c", f"set -euo pipefail\n{commands}"],
        cwd=copy,
        env={**os.environ, **BARE_PYTEST, "PATH": path, "PYTHONPATH": str(copy), "NIGHTLEDGER_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, f"{where}: exit {done.returncode}\n{done.stdout}"
    return done.stdout
