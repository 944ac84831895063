"""Standings and sums worked out from logs alone, by a file that shares no code with what writes them."""

import hmac
import json
import random
import subprocess
import sys

import pytest

from domain.audit.aggregates import LEAGUE, SERIES, document
from domain.contract.chance import joined
from domain.contract.game import to_json
from domain.league import actions as a
from domain.league.standings import standings as standings_of
from domain.league.tiebreaks.registry import IN_PLANS
from domain.log.canon import canonical
from domain.log.derived import game_id, game_seed
from domain.records.export import export
from domain.series.actions import Close, Tally
from domain.table import actions as t
from domain.table.gamelog import GameLog
from tests.domain.altered import rechained
from tests.domain.league.by_hand import STAGE
from tests.domain.league.running import BECAUSE, Running, by_strength
from tests.domain.series.test_series import SEED, Played
from tests.pigs.pig import Hold, Roll
from tests.streams import random_bytes
from tests.verifier.both import CATALOG
from tests.verifier.conftest import FOLDER
from tests.verifier.leagues import PLANS, SMALL, example, played, playing, told, two_plans


@pytest.fixture(scope="module")
def small():
    running = example()
    return document(LEAGUE, running.league, running.log.entries)


@pytest.fixture
def run(standings, monkeypatch, capsys):
    """Runs it as a command, without a process of its own: the exit code, and the lines that it prints."""

    def carry_out(*arguments):
        monkeypatch.setattr(sys, "argv", ["standings.py", *map(str, arguments)])
        code = standings.main()
        told = capsys.readouterr()
        assert told.err == ""
        return code, told.out.splitlines()

    return carry_out


def test_it_needs_nothing_but_python_and_the_file_beside_it(run):
    league = FOLDER.parent / "examples/league/league.json"
    asked = [sys.executable, "-S", FOLDER / "standings.py", league]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (done.stderr, done.returncode, done.stdout.splitlines()) == ("", *run(league))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("plan", PLANS)
def test_every_value_of_every_stage_is_worked_out_alike(standings, plan, seed):
    league = standings.League(told(played(plan, random.Random(f"{plan} {seed}"))))
    assert league.differences == []
    assert [stage.is_open for stage in league.stages.values()] == [False] * len(PLANS[plan]["stages"])


@pytest.mark.parametrize("plan", PLANS)
def test_so_are_those_of_stages_that_go_on(standings, plan):
    """Before lots are drawn who cannot be told apart shares a rank (LG-TIE-2)."""
    looked_at = 0
    for running in playing(plan, random.Random(plan)):
        league = standings.League(told(running))
        for stage in running.league.stages.values():
            if stage.status == "running":
                looked_at += 1
                own = [to_json(line) for line in standings_of(running.league, stage)]
                for line in own:
                    line["values"] = {value["name"]: value["value"] for value in line["values"]}
                lines = [line._asdict() for line in league.standings(league.stages[stage.id])]
                assert lines == own
    assert looked_at > 4


def test_each_season_is_worked_out_by_its_own_plan(standings):
    """LG-DIV-8: points, seats and tie-breaks of the second season are not those of the first."""
    league = standings.League(told(two_plans()))
    assert league.differences == []
    names = [[name for name in lines[0].values] for lines in map(league.standings, league.stages.values())]
    assert names == [["wins", "lots"], ["tally", "lots"]]


def test_a_place_that_a_substitute_takes_is_left_no_more(standings):
    """LG-ENR-7, LG-KO-4: whoever takes a place over in the final wins it for the place."""
    plan = {"divisions": [{"name": "A", "size": 2}], "stages": [{"kind": "knock-out"}], "tiebreaks": ["wins", "lots"]}
    running = Running({**SMALL, **plan, "eligibility": {"substitutes": True}})
    running.start(2)
    running.step()
    running.step()
    assert running.post("seat", a.Withdraw("e1"), "e1") == ["EntrantWithdrew"]
    assert "SubstituteSeated" in running.post("seat", a.Enrol(1000, account="late"))
    running.play(by_strength)
    assert running.league.season.order[0] == "e1"
    assert standings.League(told(running)).differences == []


def test_a_plan_of_an_older_program_by_which_a_win_brings_nothing_is_worked_out_alike(standings):
    """LG-TIE-8, LG-TIE-12: what a bye or a forfeit brings is no part of a win then."""
    running = Running({**SMALL, "bye": 2, "tiebreaks": [*IN_PLANS]}, older={"points": [0]})
    running.start(5)
    running.play()
    assert standings.League(told(running)).differences == []


def test_the_example_is_what_the_rules_make_of_it(small):
    assert (FOLDER.parent / "examples/league/league.json").read_bytes() == small.encode() + b"\n"


def test_byes_and_forfeits_stand_beside_the_values(standings):
    [table] = standings.tables(standings.League(told(example())))
    lines = {line["entrant"]: line for line in table["lines"]}
    assert {entrant: (line["byes"], line["forfeits"]) for entrant, line in lines.items()} == {
        "e1": (0, 0), "e2": (0, 0), "e3": (1, 0), "e4": (1, 0), "e5": (1, 1),
    }  # fmt: skip
    assert lines["e4"] == {
        "rank": 3, "entrant": "e4", "points": 2, "byes": 1, "forfeits": 0, "buchholz": 5, "wins": 1, "lots": 5,
    }  # fmt: skip


def _frozen(events):
    return next(event for event in events if event["type"] == "StageClosed")


@pytest.mark.parametrize("name", ["rank", "points", "buchholz", "wins", "lots"])
def test_a_difference_is_named_by_player_and_value(tmp_path, small, name, run):
    def alter(events):
        line = _frozen(events)["data"]["standings"][2]
        holder, key = line, name
        if name not in line:
            holder, key = next(value for value in line["values"] if value["name"] == name), "value"
        holder[key] += 7

    file = tmp_path / "league.json"
    file.write_bytes(rechained(_copied(small), alter).encode())
    own = {"rank": 3, "points": 2, "buchholz": 5, "wins": 1, "lots": 5}[name]
    code, lines = run(file)
    version = _frozen(small.events)["version"]
    assert (code, lines[-1]) == (
        1,
        f"event {version}: example-league/1/A/1: e4: {name} is {own}, and {own + 7} stands there",
    )


def _copied(log):
    return type(log)(log.format, log.id, json.loads(json.dumps(log.events)), log.head)


def test_a_result_that_was_altered_shows_in_everybodys_values(tmp_path, small, run):
    def alter(events):
        places = next(event for event in events if event["type"] == "TableFinished")["data"]["places"]
        places.update(zip(places, reversed([*places.values()])))

    (tmp_path / "league.json").write_bytes(rechained(_copied(small), alter).encode())
    code, lines = run(tmp_path / "league.json")
    assert code == 1
    assert {line.rpartition(" is ")[0].rpartition(" ")[2] for line in lines if " is " in line} == {
        "rank",
        "points",
        "wins",
    }


@pytest.mark.parametrize(
    ("alter", "said"),
    [
        (lambda frozen: frozen["data"].update(seed="ab" * 32), "was not committed to"),
        (lambda frozen: frozen["draws"][0]["result"].reverse(), "(lots) does not come from the seed"),
    ],
)
def test_seeds_and_lots_are_made_anew(tmp_path, small, alter, said, run):
    (tmp_path / "league.json").write_bytes(rechained(_copied(small), lambda events: alter(_frozen(events))).encode())
    code, [line] = run(tmp_path / "league.json")
    assert code == 1
    assert line.endswith(said)


@pytest.mark.parametrize(("text", "code"), [("[]", 5), ("{", 5), ('{"format":"nightledger/league/1"}', 5)])
def test_what_is_no_log_is_malformed(tmp_path, text, code, run):
    (tmp_path / "league.json").write_text(text)
    assert run(tmp_path / "league.json")[0] == code
    assert run(tmp_path / "nowhere.json")[0] == 66


def test_a_log_that_does_not_fit_together_is_refused(tmp_path, small, run):
    file = tmp_path / "league.json"
    file.write_bytes(rechained(_copied(small), lambda events: events[0]["data"].pop("plan")).encode())
    assert run(file) == (1, [f"{file}: it does not fit together: KeyError: 'plan'"])


def game(game_id, seed, cause="over"):
    """The record of a game of pig under this id, from this seed: played out, or closed for a cause."""
    log = GameLog(CATALOG, game_id, seed, random_bytes())
    log.post("service", None, log.opening("pig", {"goal": 5}, ["s1", "s2"]), 100)
    for seat in ("s1", "s2"):
        log.post("seat", seat, t.Sit(account=seat), 101)
    log.post("service", None, t.Start(), 102)
    if cause != "over":
        log.post("service", None, t.Close(cause), 103)
    while log.table.status == "running":
        [seat] = log.table.pending
        log.post("seat", seat, Hold() if log.table.state.turn_points > 2 else Roll(), 103)
    return export(log.table, log.entries, {}, ()).encode()


def test_records_of_its_games_come_from_its_seed(tmp_path, small, run):
    first = next(event for event in small.events if event["type"] == "RoundPaired")["data"]["tables"][0]
    seed = hmac.digest(bytes.fromhex(_frozen(small.events)["data"]["seed"]), joined("game", first["game"]), "sha256")
    files = {"league": small.encode(), "own": game(first["game_id"], seed), "other": game(first["game_id"], bytes(32))}
    files["stranger"] = game("00000000-0000-4000-8000-000000000001", seed)
    for name, raw in files.items():
        (tmp_path / f"{name}.json").write_bytes(raw)
    league, own, other, stranger = (tmp_path / f"{name}.json" for name in files)
    code, lines = run(league, own)
    assert (code, lines[-2:]) == (0, ["own.json: consistent", "nothing differs"])
    assert run(league, other) == (1, [f"{other}: its seed is not that of its stage or series"])
    assert run(league, stranger) == (1, [f"{stranger}: it is no game of this league or series"])


@pytest.fixture
def held(tmp_path, run):
    """Holds a league against records of games of a stage, each by its number and how it ended: what is said of them."""

    def hold(running, stage, *games):
        (tmp_path / "league.json").write_bytes(document(LEAGUE, running.league, running.log.entries).encode())
        for number, cause in games:
            seed = game_seed(running.seeds[stage], number)
            (tmp_path / f"{number}.json").write_bytes(game(game_id(stage, number), seed, cause))
        code, lines = run(tmp_path / "league.json", *(tmp_path / f"{number}.json" for number, _ in games))
        return code, lines[-1].removeprefix(f"{tmp_path}/")

    return hold


@pytest.fixture
def decided():
    """A league of three tables: the game at the first was void and played again, that at the second abandoned and its
    result corrected, that at the third played and declared void; and the id of its stage."""
    running = Running({**SMALL, "divisions": [{"name": "A", "size": 6}], "stages": [{"kind": "swiss", "rounds": 1}]})
    running.start(6)
    running.step()
    running.step()
    running.service(a.Report(STAGE, 1, "void"))
    running.organiser(a.Replay(STAGE, 1))
    running.service(a.Report(STAGE, 2, "abandoned"))
    running.play(by_strength)
    first, second = running.league.stages[STAGE].table(2).seats
    running.organiser(a.Correct(STAGE, 2, BECAUSE, {first: 1, second: 2}))
    running.organiser(a.Correct(STAGE, 3, BECAUSE, void=True))
    return running


PLAYED = {1: "void", 2: "abandoned", 3: "over", 4: "over"}
"""How the games of that league ended, by their numbers."""


def test_games_that_were_played_again_and_results_that_were_corrected_leave_how_the_game_ended(decided, held):
    """LG-RES-5, LG-COR-1"""
    assert held(decided, STAGE, *PLAYED.items()) == (0, "nothing differs")


@pytest.mark.parametrize(("number", "cause"), [(1, "over"), (2, "over"), (2, "void"), (3, "abandoned"), (4, "void")])
def test_a_game_that_ended_otherwise_is_none_of_them_whatever_was_decided_since(decided, held, number, cause):
    said = f"{number}.json: it ended otherwise than as {PLAYED[number]!r}"
    assert held(decided, STAGE, (number, cause)) == (1, said)


def test_a_game_of_a_round_that_was_paired_anew_is_one_of_the_league(held):
    """LG-RND-4: no table waits for it, so nothing says how it ended."""
    running = Running(SMALL)
    running.start(5)
    running.step()
    running.step()
    tables = tuple(table.seats[::-1] for table in running.league.stages[STAGE].tables.values())
    running.organiser(a.PairByHand(STAGE, 1, tables, BECAUSE))
    running.play(by_strength)
    assert held(running, STAGE, (1, "void"), (2, "over"), (3, "over")) == (0, "nothing differs")
    assert held(running, STAGE, (3, "void")) == (1, "3.json: it ended otherwise than as 'over'")


def test_of_a_game_that_was_forfeited_or_due_nothing_says_how_it_ended(held):
    """LG-RES-3, LG-RND-2"""
    running = Running({**SMALL, "stages": [{"kind": "swiss", "rounds": 1, "days": 1}]})
    running.start(5)
    running.step()
    running.step()
    running.organiser(a.Forfeit(STAGE, 1, running.league.stages[STAGE].table(1).seats[:1]))
    running.at += 86_400
    running.play(by_strength)
    assert running.league.stages[STAGE].table(2).result.void
    for cause in ("over", "void"):
        assert held(running, STAGE, (1, cause), (2, cause)) == (0, "nothing differs")


def series():
    run = Played()
    for wounds in ({"s1": 30, "s2": 44, "s3": 55}, {"s1": 60, "s2": 46, "s3": 50}):
        run.open_next()
        run.tally(wounds)
    if run.series.status == "running":
        run.post(Close(), by="operator")
    return document(SERIES, run.series, run.log.entries)


def test_the_sums_and_the_ranking_of_a_series(tmp_path, run):
    (tmp_path / "series.json").write_bytes(series().encode())
    code, lines = run(tmp_path / "series.json")
    assert (code, lines) == (
        0,
        ["S", "  entrant s1, sum 90", "  entrant s2, sum 90", "  entrant s3, sum 105", "nothing differs"],
    )


def test_records_of_the_games_of_a_series_come_from_its_seed(tmp_path, run):
    told = series()
    first = next(event for event in told.events if event["type"] == "GameOpenedInSeries")["data"]
    seed = hmac.digest(bytes.fromhex(told.events[-1]["data"]["seed"]), joined("game", first["number"]), "sha256")
    files = {"series": told.encode(), "own": game(first["game_id"], seed), "other": game(first["game_id"], bytes(32))}
    for name, raw in files.items():
        (tmp_path / f"{name}.json").write_bytes(raw)
    log, own, other = (tmp_path / f"{name}.json" for name in files)
    code, lines = run(log, own)
    assert (code, lines[-2:]) == (0, ["own.json: consistent", "nothing differs"])
    assert run(log, other) == (1, [f"{other}: its seed is not that of its stage or series"])


def test_a_record_that_ended_otherwise_than_its_series_tells_is_named(tmp_path, run):
    run_of = Played()
    step = run_of.open_next()
    run_of.post(Tally(step.number, "void", {}, {}))
    (tmp_path / "series.json").write_bytes(document(SERIES, run_of.series, run_of.log.entries).encode())
    seed = hmac.digest(SEED, joined("game", step.number), "sha256")
    (tmp_path / "own.json").write_bytes(game(step.game_id, seed))
    own = tmp_path / "own.json"
    assert run(tmp_path / "series.json", own) == (1, [f"{own}: it ended otherwise than as 'void'"])


def test_a_sum_that_differs_is_named(tmp_path, run):
    def alter(events):
        next(event for event in events if event["type"] == "GameTallied")["data"]["sums"]["s2"] = 4

    (tmp_path / "series.json").write_bytes(rechained(_copied(series()), alter).encode())
    code, lines = run(tmp_path / "series.json", "--json")
    assert code == 1
    assert json.loads("\n".join(lines))["differences"][0].endswith("s2: sum is 44, and 4 stands there")
    assert canonical(json.loads("\n".join(lines)))
