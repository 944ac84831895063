"""Whatever a user does, a command ends with one line and a status of its own, and never with a traceback."""

import json
import os
import random
import sqlite3
import sys
from pathlib import Path

import click
import pytest

from domain.bots.simulation import play_logged, random_player
from domain.games.catalog import Catalog
from domain.records.export import export
from service.cli import cli, main
from service.cli._parts.troubles import FAULT, trouble_of
from tests.installation import prepare
from tests.service.command_tree import commands

GONE_ON_FOR_LONG = {
    ("run",), ("play",), ("bench",), ("arena",), ("witness", "run"), ("league", "simulate"), ("golden", "make"),
    ("golden", "add"), ("data", "tune"), ("data", "tune-ratings"), ("simulate",), ("coverage",), ("openapi",),
    ("rules", "coverage"), ("rules", "verbs"), ("rules", "changes"), ("rules", "tiebreaks"), ("cases", "run"),
}  # fmt: skip
"""What plays, listens, writes documents or measures until it is ended, whatever it is given."""

JUNK = (
    "", "0", "-1", "99999999999999999999", "\x01", "🎲", "nightfall", "s1", "{}", "[", "no/such/file", "/dev/full", ".",
    "a=b", "x:y", "00" * 32, "1:" + "00" * 32, "'; DROP TABLE events", "true", "me", "1/A/1", "marked.json",
    "empty.json", "6f9619ff-8b86-4d11-b42d-00cf4fc964ff", "random", "home/events.sqlite",
)  # fmt: skip
"""What nobody should put there; some of it is there, in the folder of the test."""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """The home of an installation of the test's own, which commands use."""
    settings = prepare(tmp_path / "home")
    monkeypatch.setenv("NIGHTLEDGER_HOME", str(settings.home))
    monkeypatch.setenv("REDIS_URL", "unix:///nowhere")
    monkeypatch.chdir(tmp_path)
    return settings.home


@pytest.fixture
def run(monkeypatch, capsys):
    """Runs a command line: its status and what it said, to each of both."""

    def line(*words):
        monkeypatch.setattr(sys, "argv", ["nightledger", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return ended.value.code or 0, said.out, said.err

    return line


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["record", "schema", "--out", "/dev/full"], 74, "No space left on device"),
        (["record", "schema", "--out", "no/such/folder/x"], 66, "no/such/folder/x: No such file or directory"),
        (["record", "export", "nothing"], 1, "no such game"),
        (["simulate", "nightfall", "--options", "["], 2, "not JSON"),
    ],
)
def test_files_and_disks(home, run, words, status, said):
    code, _, err = run(*words)
    assert (code, said in err) == (status, True), err


def test_a_damaged_database_is_one_line(home, run):
    events = home / "events.sqlite"
    events.write_bytes(b"this is no database, whatever its name says" * 100)
    code, out, err = run("reports", "list")
    assert (code, out) == (65, "")
    assert err.startswith("nightledger: the database is damaged: ")
    assert len(err.splitlines()) == 1


def test_so_is_one_whose_pages_are_spoilt(home, run):
    events = home / "events.sqlite"
    raw = bytearray(events.read_bytes())
    raw[4096:] = bytes(random.Random(1).randbytes(len(raw) - 4096))
    events.write_bytes(raw)
    code, _, err = run("journal", "export")
    assert (code, err.splitlines()) == (65, [err.strip()])


@pytest.mark.parametrize("words", [["db", "due"], ["reports", "list"]], ids=" ".join)
def test_where_there_is_a_secret_alone_no_store_is_made(home, run, words):
    (home / "events.sqlite").unlink()
    code, _, err = run(*words)
    assert (code, len(err.splitlines())) == (2, 1)
    assert "events.sqlite holds no event store: run `nightledger db init`" in err
    assert not (home / "events.sqlite").exists()


@pytest.mark.parametrize("text", [b"no digest\n", b'{"id": 1}\n', b"\xff\n", b"\n"])
def test_what_are_no_digests_is_told_in_a_line(home, run, text):
    Path("digests.jsonl").write_bytes(text)
    code, _, err = run("games", "check-release", home / "events.sqlite", "--digests", "digests.jsonl")
    assert (code, len(err.splitlines())) == (65, 1), err
    assert "digests.jsonl: line 1 is no digest" in err


def test_a_locked_database_may_be_tried_again(home, run, monkeypatch):
    monkeypatch.setenv("NIGHTLEDGER_DATABASE_WAIT", "0.1")
    other = sqlite3.connect(home / "events.sqlite", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    code, _, err = run("account", "create", "Ana")
    other.close()
    assert (code, len(err.splitlines())) == (75, 1)


@pytest.mark.parametrize("words", [["audit"], ["record", "show"], ["record", "import"]])
@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe", b"[]", b"[" * 5000, b'{"format":"nightledger/1"}'])
def test_what_is_no_record_is_told_in_a_line(home, run, words, text):
    Path("record.json").write_bytes(text)
    code, _, err = run(*words, "record.json")
    assert code in (1, 5, 65)
    assert "Traceback" not in err


def test_a_fault_of_the_program_is_told_as_one_and_shown_to_who_asks(run, monkeypatch, home):
    assert trouble_of(ValueError("x\ny")) == (
        "this is a fault of the program: ValueError: x y (NIGHTLEDGER_TRACEBACK=1 shows where)",
        FAULT,
    )


SEEDS = 2
"""Command lines for each command."""


def leaves():
    return [
        (path, command)
        for path, command in commands(cli)
        if not isinstance(command, click.Group) and not any(path[: len(one)] == one for one in GONE_ON_FOR_LONG)
    ]


def words_for(path, command, rng):
    """A command line with junk wherever something is asked for."""
    words = [*path]
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            words += [rng.choice(JUNK) for _ in range(max(parameter.nargs, 1))]
        elif not parameter.is_eager and (parameter.required or rng.random() < 0.4):
            words += parameter.opts[:1] + ([] if parameter.is_flag else [rng.choice(JUNK)])
    return words


@pytest.mark.parametrize("path", [path for path, _ in leaves()], ids=" ".join)
def test_no_command_line_ends_with_a_traceback(home, run, path):
    [command] = [command for one, command in leaves() if one == path]
    Path("empty.json").touch()
    Path("marked.json").write_bytes(b"\xef\xbb\xbf\xff{}")
    for seed in range(SEEDS):
        words = words_for(path, command, random.Random(f"{path} {seed}"))
        code, _, err = run(*words)
        assert code != FAULT, (words, err)
        assert "Traceback" not in err


def test_every_command_that_tells_something_tells_it_as_json():
    lacking = {
        path
        for path, command in commands(cli)
        if not isinstance(command, click.Group) and not any("--json" in one.opts for one in command.params)
    }
    assert lacking == {("play",), ("run",)}


def test_json_is_one_object_a_line(home, run, tmp_path):
    log = play_logged(
        Catalog({"pig": "tests.pigs.pig:PIG"}), "pig-1", "pig", {"goal": 5}, ("s1", "s2"), b"k",
        dict.fromkeys(("s1", "s2"), random_player), dict.fromkeys(("s1", "s2"), "random"),
    )  # fmt: skip
    Path("game.json").write_bytes(export(log.table, log.entries, {}, ()).encode())
    os.environ["NIGHTLEDGER_EXTRA_GAMES"] = "pig=tests.pigs.pig:PIG"
    told = {
        words: [json.loads(line) for line in run(*words, "--json")[1].splitlines()]
        for words in (
            ("account", "create", "Ana"), ("projections", "verify", "inbox"), ("db", "upgrade"), ("audit", "game.json"),
        )
    }  # fmt: skip
    del os.environ["NIGHTLEDGER_EXTRA_GAMES"]
    [account], [inbox], [catalogue], [verdict] = told.values()
    assert account.keys() == {"account", "token"}
    assert inbox == {"projection": "inbox", "agrees": True, "differences": []}
    assert catalogue["before"] == catalogue["catalogue"]
    assert (verdict["verdict"], verdict["head"], verdict["file"]) == ("consistent", log.table.head.hex(), "game.json")


def test_shells_complete_what_there_is(run, monkeypatch):
    monkeypatch.setenv("_NIGHTLEDGER_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "nightledger record ")
    monkeypatch.setenv("COMP_CWORD", "2")
    code, out, _ = run()
    assert (code, out.split()) == (0, ["plain,export", "plain,film", "plain,import", "plain,schema", "plain,show"])
