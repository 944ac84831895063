"""Processes whose store is full or away: they say so, end nothing, and go on by themselves when that is over."""

import os
import subprocess
import sys
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import pytest

from service.dev.servers.postgres import PostgresServer
from tests.databases import DATABASES
from tests.house import Client, House, free_port, wait_until

pytestmark = pytest.mark.slow

DATABASE = "NIGHTLEDGER_DATABASE_URL"

STEPPING = ("dispatcher", "clock", "notify")
SIDES = ("worker", *STEPPING)

GAME = {"game": "pig", "options": {"goal": 1000}, "seats": [{"account": "me"}, {"account": "me"}]}

LONG = 120.0
"""Seconds for what may wait for the longest pause of a process."""

soon = partial(wait_until, seconds=LONG)


@contextmanager
def disk(folder, size):
    """A disk of its own for this folder."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def house_of(folder, **environ):
    """A house with these settings, whose processes wait for no store longer than a second."""
    house = House(folder, free_port())
    house.environ |= {"NIGHTLEDGER_DATABASE_WAIT": "1", **environ}
    try:
        yield house
    finally:
        house.down()
        print(house.log())


@contextmanager
def player(house):
    """Somebody with a game."""
    with closing(Client(house.port)) as newcomer:
        token = newcomer.post("/accounts", {"name": "ann"})["token"]
    with closing(Client(house.port, token)) as ann:
        yield ann, ann.post("/games", GAME)


@contextmanager
def running(home):
    """An installation in this folder, by `nightledger run`."""
    with TemporaryDirectory(prefix="nl-") as short, house_of(Path(short), NIGHTLEDGER_HOME=str(home)) as house:
        house.redis.start()
        house.start("run", [sys.executable, "-m", "service.cli", "run"])
        soon(lambda: house.is_ready(house.port), "the web answers")
        yield house


def move(ann, game):
    """Status, Retry-After and code of a roll, or whatever is open."""
    view = ann.get(f"/games/{game['id']}")
    body = {"action": view["legal"][0], "decision": view["decision"]}
    status, retry, told = ann.try_to_post(f"/games/{game['id']}/actions", body)
    return status, retry, told.get("code")


def fill(folder):
    """Write until there is no room left."""
    with (folder / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while filler.write(b"\0" * 4096):
            pass


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a disk")
def test_a_full_disk_ends_nothing_and_when_there_is_room_all_goes_on(tmp_path):
    with disk(tmp_path / "disk", "24m") as home, running(home) as house, player(house) as (ann, game):
        assert move(ann, game)[0] == 200
        fill(home)
        soon(lambda: move(ann, game) == (503, "5", "unavailable"), "moves are refused")
        soon(lambda: not house.is_ready(house.port), "it is not ready")
        assert "disk is full" in house.readiness()[1]["read_only"]

        lines = house.log().count("\n")
        for _ in range(300):
            assert move(ann, game)[0] == 503
        assert house.log().count("\n") - lines < 30
        assert house.runs("run")

        (home / "filler").unlink()
        soon(lambda: move(ann, game)[0] == 200, "moves are stored")
        soon(lambda: house.is_ready(house.port) and not house.readiness()[1]["degraded"], "all go on")
        assert house.runs("run")


if "postgresql" in DATABASES:

    @pytest.fixture
    def server():
        server = PostgresServer()
        try:
            server.start()
            yield server
        finally:
            server.stop()

    @pytest.fixture
    def house(server):
        """A house whose store is in the server's database."""
        with TemporaryDirectory(prefix="nl-") as short, house_of(Path(short), **{DATABASE: server.url}) as house:
            yield house

    def test_a_database_that_is_away_is_waited_for_by_all(server, house):
        house.run("db", "init")
        house.redis.start()
        for name in ("web", *SIDES):
            house.start(name)
        soon(lambda: house.is_ready(house.port), "the web answers")
        soon(lambda: house.readiness()[1]["degraded"] == {}, "all processes are there")
        with player(house) as (ann, game):
            before = len(house.log())

            def said():
                return house.log()[before:]

            server.pause()
            begun = monotonic()
            status, retry, told = ann.try_to_post("/games", GAME)
            assert (status, retry, told["code"]) == (503, "5", "unavailable")
            assert monotonic() - begun < 10
            status, told = house.readiness()
            assert (status, "store" in told["missing"], told["read_only"] is None) == (503, True, False)
            soon(lambda: all(f"{name}: couldn't get" in said() for name in STEPPING), "all wait")

            server.go_on()
            soon(lambda: ann.try_to_post("/games", GAME)[0] == 201, "games are opened again")
            soon(lambda: house.readiness()[0] == 200, "it is ready")
            soon(lambda: all(f"{name}: it goes on" in said() for name in STEPPING), "all go on")
            assert [said().count(f"{name}: ") for name in STEPPING] == [2, 2, 2], "a line each when it begins and ends"
            assert all(map(house.runs, SIDES))
            assert move(ann, game)[0] == 200

    def test_processes_that_are_started_while_the_database_is_away_wait_for_it(server, house):
        house.run("db", "init")
        house.redis.start()
        server.pause()
        for name in SIDES:
            house.start(name)
        soon(lambda: house.log().count("until that is over") == len(SIDES), "all wait")
        server.go_on()
        soon(lambda: "clock: it goes on" in house.log(), "the clock goes on")
        soon(lambda: "worker: jobs are done again" in house.log(), "the worker goes on")
        assert all(map(house.runs, SIDES))
