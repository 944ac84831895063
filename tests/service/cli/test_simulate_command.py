"""Whole games from the command line, and what can be done with their records."""

import json

import pytest
from click.testing import CliRunner

from service.cli import cli

PIG = {"NIGHTLEDGER_EXTRA_GAMES": "pig=tests.pigs.pig:PIG"}


def run(*arguments, code=0, answers=None):
    done = CliRunner().invoke(cli, [str(a) for a in arguments], env=PIG, input=answers)
    assert done.exit_code == code, done.output
    return done.output


@pytest.fixture
def records(tmp_path):
    """Two games of pig between bots, as files."""
    folder = tmp_path / "records"
    run("simulate", "pig", "--seats", 3, "--games", 2, "--seed", "x", "--options", '{"goal": 20}', "--records", folder)
    return sorted(folder.iterdir())


def test_wins_decisions_and_speed_are_counted():
    counted = json.loads(run("simulate", "pig", "--ai", "random,greedy", "--games", 5, "--json"))
    assert counted["games"] == 5
    assert counted["void"] == 0
    assert sum(counted["wins"].values()) == 5
    assert counted["seats"] == {"random": 5, "greedy": 5}
    assert counted["decisions"] > 50


def test_the_same_seed_plays_the_same_games(tmp_path, records):
    again = tmp_path / "again"
    run("simulate", "pig", "--seats", 3, "--games", 2, "--seed", "x", "--options", '{"goal": 20}', "--records", again)
    assert [file.read_bytes() for file in sorted(again.iterdir())] == [file.read_bytes() for file in records]


@pytest.mark.parametrize("seed", ["A", "of mine", "s" * 64])
def test_no_record_gets_an_id_that_no_installation_takes_in(tmp_path, seed):
    games = ("simulate", "pig", "--games", 1, "--seed", seed, "--options", '{"goal": 20}')
    assert "1 to 64 of a-z" in " ".join(run(*games, "--records", tmp_path, code=2).replace("\u2502", "").split())
    assert list(tmp_path.iterdir()) == []
    run(*games)


def test_a_record_of_a_simulation_is_consistent_and_says_that_its_seed_was_given(records):
    said = run("audit", *records)
    assert said.count("consistent, ") == 2
    assert "the seed was given, not drawn from the operating system" in said


def test_an_altered_record_is_refused_and_the_event_is_named(records):
    raw = records[0].read_bytes()
    at = raw.index(b'"type":"DieRolled"')
    altered = raw[:at].rindex(b'"result":')
    records[0].write_bytes(raw[:altered] + raw[altered:].replace(b'"result":[', b'"result":[6,', 1))
    said = run("audit", records[0], code=1)
    assert "refused: event " in said


def test_what_is_no_record_is_refused(tmp_path):
    file = tmp_path / "none.json"
    file.write_text("{}")
    assert "it is no record" in run("audit", file, code=5)


def test_kept_heads_are_checked(records):
    record = json.loads(records[0].read_bytes())
    kept = f"9:{record['events'][8]['hash']}"
    assert "consistent" in run("audit", records[0], "--seen", kept)
    assert "refused: event 9" in run("audit", records[0], "--seen", f"9:{'0' * 64}", code=1)
    assert "VERSION:HEAD" in run("audit", records[0], "--seen", "nine", code=64)


def test_the_table_is_shown_at_any_version_through_any_eyes(records):
    begun = json.loads(run("record", "show", records[0], "--at", 8, "--as", "s1"))
    ended = json.loads(run("record", "show", records[0]))
    assert begun["version"] == 8
    assert begun["table"]["goal"] == 20
    assert ended["status"] == "over"
    assert "no version 9999" in run("record", "show", records[0], "--at", 9999, code=1)
    assert "no seat" in run("record", "show", records[0], "--as", "s9", code=2)


def test_the_event_of_a_version_is_shown_and_in_mid_command_where_the_command_ends(records):
    events = json.loads(records[0].read_bytes())["events"]
    rolled = next(event for event in events if event["type"] == "DieRolled")
    closed = next(event for event in events if event["version"] > rolled["version"] and event["type"] == "Asked")
    within = json.loads(run("record", "show", records[0], "--at", rolled["version"]))
    at_the_end = json.loads(run("record", "show", records[0], "--at", closed["version"]))
    assert within["event"]["data"] == rolled["data"]
    assert within["under_way"] == f"command {rolled['command']} goes on to version {closed['version']}"
    assert "pending" not in within
    assert at_the_end["pending"]
    assert "under_way" not in at_the_end


def test_a_record_and_its_audit_say_why_it_ended_so(records):
    winner = json.loads(records[0].read_bytes())["events"][-3]["data"]["seat"]
    why = f"{winner} was the first to reach the goal"
    assert json.loads(run("record", "show", records[0]))["why"] == [why]
    assert json.loads(run("record", "show", records[0], "--at", 9))["why"] == []
    assert why in run("audit", records[0])


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["chess"], 2, "unknown game"),
        (["pig", "--ai", "genius"], 2, "unknown level 'genius'"),
        (["pig", "--options", "{"], 2, "not JSON"),
        (["pig", "--options", "[]"], 2, "not a JSON object"),
        (["pig", "--options", '{"goal": 0}'], 1, "goal is a number"),
        (["pig", "--seats", "9"], 1, "2 to 6 seats"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(arguments, code, said):
    done = CliRunner().invoke(cli, ["simulate", *arguments], env=PIG)
    assert done.exit_code == code
    assert said in done.output


def test_the_bench_prints_one_figure_a_line():
    lines = [json.loads(line) for line in run("bench", "engine", "--game", "pig", "--seconds", "0.02").splitlines()]
    assert [line["metric"] for line in lines] == [
        "decisions_per_second",
        "games_per_second",
        "decisions_per_second_recorded",
        "games_per_second_recorded",
    ]
    assert all(line["value"] > 0 for line in lines)
