"""`nightledger why`: what a game, a series, a league or a challenge waits for, told of real states of each kind."""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args
from uuid import UUID

import pytest
from click.testing import CliRunner
from rq import SimpleWorker
from rq.serializers import JSONSerializer

from service.bootstrap import build
from service.cli import cli
from service.cli.why import NOT_FOUND
from service.dev.servers.redis import RedisServer
from service.games.shapes import Condition, NewGame, Posted
from service.games.timing.delayed import next_release
from service.leagues.ledger import NewLeague
from service.operation.turns import TurnQueue
from service.operation.why.explaining import explain
from service.operation.why.reasons import Kind
from tests.installation import GAMES
from tests.league.seasons import SWISS
from tests.service.clocks import DAILY, DAY, HOUR, Days
from tests.service.playing import AI, HOLD, ME, OPEN, guess, open_pig
from workers import ai, process
from workers.alone import lease_of
from workers.chores import Chores
from workers.dispatcher import Dispatcher

MORE_GAMES = (
    f"{GAMES},chorus-pig=tests.pigs.chorus_pig:ChorusPig,counting-pig=tests.pigs.counting_pig:CountingPig,"
    "hopeless=tests.workers.games:Hopeless"
)
SECRET = "ab" * 32
SEALED = hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()


@pytest.fixture(scope="module")
def redis_server():
    """A server in a folder whose path is short enough for a socket."""
    with TemporaryDirectory(prefix="nl-") as folder:
        server = RedisServer(Path(folder))
        server.start()
        yield server
        server.stop()


@pytest.fixture
def days(tmp_path, redis_server):
    redis_server.client().flushall()
    days = Days(tmp_path / "home", NIGHTLEDGER_EXTRA_GAMES=MORE_GAMES, REDIS_URL=redis_server.url)
    days.sweep()
    yield days
    days.close()


@pytest.fixture
def services(days):
    return days.services


@pytest.fixture
def ann(days):
    return days.people["ann"]


def reasons(services, log_id, kind=None):
    """The reasons, of one kind or all."""
    return [reason for reason in explain(services, log_id).reasons if kind in (None, reason.kind)]


def environ(services):
    """The settings of a process of the installation."""
    return {
        "NIGHTLEDGER_HOME": str(services.settings.home),
        "NIGHTLEDGER_EXTRA_GAMES": MORE_GAMES,
        "REDIS_URL": services.settings.redis_url,
    }


def only(services, log_id, kind):
    """The one reason of a kind."""
    [found] = reasons(services, log_id, kind)
    return found


def test_free_seats_and_those_that_are_kept(services, days, ann):
    game_id = open_pig(services.ledger, ann, ME, {"account": "bob"}, OPEN)
    found = explain(services, game_id)
    assert (found.what, found.status) == ("game", "open")
    assert [(reason.kind, reason.says) for reason in found.reasons] == [
        ("seat", "s2 is kept for bob, who has not taken it."),
        ("seat", "s3 is free, and to be taken by anybody who may."),
    ]


def test_entropy_that_is_owed(services, days, ann):
    game_id = open_pig(services.ledger, ann, ME, OPEN, goal=1)
    services.ledger.sit(days.people["bob"], game_id, entropy_hash=SEALED)
    assert only(services, game_id, "entropy").says == "s2 (bob) has still to open its sealed entropy."
    services.ledger.open_entropy(days.people["bob"], game_id, "s2", SECRET)
    assert reasons(services, game_id, "entropy") == []


def test_a_decision_with_its_clock_and_who_enforces_it(services, days):
    game_id = days.open("ann", "bob", clock={**DAILY, "grace": HOUR})
    days.later(HOUR)
    found = only(services, game_id, "decision")
    assert found.facts["holder"] == "ann"
    assert (found.facts["seat"], found.facts["since"]) == ("s1", days.clock.now - HOUR)
    assert found.facts["decision"] == services.ledger.table(game_id).decision_id("s1")
    clock = only(services, game_id, "clock")
    assert clock.facts["deadline"] == days.clock.now + DAY - HOUR
    assert clock.facts["enforced_from"] == clock.facts["deadline"] + HOUR
    assert "the process `clock` gives the default answer from" in clock.says
    [process] = reasons(services, game_id, "process")
    assert process.facts == {"process": "clock", "last_seen": days.clock.now, "away": False}


def test_a_game_without_a_clock_has_no_deadline(services, days):
    game_id = days.open("ann", "bob")
    assert only(services, game_id, "clock").says == "The game has no clock: there is no deadline."


def test_a_deadline_that_has_passed(services, days):
    game_id = days.open("ann", "bob", clock={"per_decision": DAY})
    days.later(DAY)
    found = only(services, game_id, "clock")
    assert found.facts["passed"] is True
    assert found.says.startswith("Its time was up: the clock process does nothing but remind")


def test_a_vacation_stands_in_the_way_of_a_clock(services, days):
    game_id = days.open("ann", "bob", clock={**DAILY, "vacation": 7 * DAY})
    until = days.go_on_vacation("ann", 3 * DAY)
    assert only(services, game_id, "clock").facts["paused"] == {"vacation": until}
    assert "(vacation)" in only(services, game_id, "clock").says


def test_an_outage_has_stretched_a_clock_and_the_clock_is_away(services, days):
    game_id = days.open("ann", "bob", clock=DAILY)
    days.later(HOUR, awake=False)
    outage = {"id": 1, "from": days.clock.now - HOUR, "to": days.clock.now}
    assert only(services, game_id, "clock").facts["outage"] == outage
    assert "for the outage" in only(services, game_id, "clock").says
    days.clock.now += HOUR
    services.heartbeat.beat()
    [process] = reasons(services, game_id, "process")
    assert process.facts["away"] is True
    assert process.says.endswith("it is away.")


def test_while_nobody_can_act_no_deadline_is_enforced_and_that_is_said(services, days):
    game_id = days.open("ann", "bob", clock=DAILY)
    since = days.clock.now
    days.clock.now += HOUR
    assert since in [reason.facts.get("last_seen") for reason in reasons(services, game_id, "process")]
    assert "Nobody can act since" in " ".join(reason.says for reason in reasons(services, game_id, "process"))


def test_a_takeback_waits_for_the_others(services, days, ann):
    game_id = days.open("ann", "bob", "cy")
    before = services.ledger.table(game_id).version
    days.act("ann", game_id, HOLD)
    days.act("bob", game_id, HOLD)
    table = services.ledger.table(game_id)
    now = Posted([], Condition(if_match=(table.version, table.head.hex())))
    services.corrections.take_back(ann, game_id, None, before, now)
    found = only(services, game_id, "takeback")
    assert found.facts == {"by": "s1", "to": before, "waiting": ["s2", "s3"]}


def test_nobody_at_a_seat_and_somebody_who_has_lost_it_to_an_ai(services, days):
    game_id = days.open("ann", "bob", clock={"per_decision": DAY, "policy": "ai", "level": "random"})
    days.later(DAY)
    facts = only(services, game_id, "decision").facts
    assert facts["holder"] in ("the AI random in the place of ann", "bob")


def test_standing_orders_that_leave_the_decision_open(services, days):
    game_id = days.open("ann", "bob", game="nightfall", options={"draft": "quick"})
    seat = next(iter(services.ledger.table(game_id).pending))
    account = days.people[("ann", "bob")[int(seat[1]) - 1]]
    services.standing_orders.put(account, game_id, seat, [{"order": "pass", "when": "always"}])
    assert only(services, game_id, "standing-orders").facts == {"seat": seat, "orders": 1}


def test_an_answer_that_waits_for_its_release(services, days):
    game_id = days.open("ann", "bob", game="chorus-pig", options={"guess": True}, release=30, clock=DAILY)
    days.act("bob", game_id, guess(3))
    found = only(services, game_id, "delayed-answer")
    assert found.facts["due"] == next_release(services.ledger.table(game_id), days.clock.now)
    assert found.facts["seat"] == "s2"
    assert only(services, game_id, "clock").facts["seat"] == "s1", "whose answer waits has no deadline"
    assert reasons(services, game_id, "process")[0].facts["process"] == "clock"


@pytest.fixture
def queue(services):
    return TurnQueue(services.redis)


@pytest.fixture
def against_an_ai(services, ann):
    """A game in which an AI has to decide first, at a table with a person."""
    return open_pig(services.ledger, ann, AI, ME)


def test_an_ai_turn_that_nobody_has_queued(services, against_an_ai):
    reached = services.read_models.follower.position()
    found = only(services, against_an_ai, "ai-turn")
    assert found.facts == {"queue": "ai", "job": None}
    assert "Its turn is in no queue: the dispatcher puts it into `ai` 0.2 s after" in found.says
    away = {reason.facts["process"]: reason.says for reason in reasons(services, against_an_ai, "process")}
    assert away["worker"] == "Worker: none is there: AI seats wait."
    end = services.store.position()
    assert away["dispatcher"] == (
        f"The dispatcher has brought the read models to position {reached} of the log, which ends at {end}."
    )


def test_an_ai_turn_that_waits_in_the_queue(services, against_an_ai, queue, days):
    queue.put_job("workers.chores.do", ("series", "x"), "another")
    lease = lease_of("dispatcher", services)
    lease.renew()
    dispatcher = Dispatcher(
        services.read_models, services.delayed, queue, {}, days.clock, days.clock, swept=lease.has_swept
    )
    dispatcher.step()
    lease.renew()
    job = only(services, against_an_ai, "ai-turn").facts["job"]
    assert (job["status"], job["ahead"]) == ("queued", 1)
    assert job["since"] is not None
    assert "dispatcher" not in {reason.facts["process"] for reason in reasons(services, against_an_ai, "process")}


def test_the_turn_of_an_ai_that_thinks_ahead_waits_in_a_queue_of_its_own_for_a_thinker(services, ann, queue):
    game_id = services.ledger.open_game(ann, NewGame("thinking-pig", [{"ai": "search"}, ME]))
    assert only(services, game_id, "ai-turn").facts == {"queue": "thinking", "job": None}
    assert "puts it into `thinking`" in only(services, game_id, "ai-turn").says
    queue.put(game_id, "s1", services.ledger.table(game_id).decision_id("s1"), "search")
    found = only(services, game_id, "ai-turn")
    assert (found.facts["queue"], found.facts["job"]["status"]) == ("thinking", "queued")
    assert found.says.startswith("It waits in the queue `thinking` since")
    worker = SimpleWorker([queue.queue], connection=services.redis, serializer=JSONSerializer)
    worker.register_birth()
    away = {reason.facts["process"]: reason.says for reason in reasons(services, game_id, "process")}
    worker.register_death()
    assert away["thinker"] == "Thinker: none is there: AI seats that think ahead wait."


@pytest.fixture
def as_worker(services, monkeypatch):
    """This process has the settings of a worker, and wires its services for itself."""
    for name, value in environ(services).items():
        monkeypatch.setenv(name, value)
    process.services.cache_clear()
    ai.bots.cache_clear()
    yield
    process.services().close()
    process.services.cache_clear()
    ai.bots.cache_clear()


def test_an_ai_turn_whose_job_has_failed(services, ann, queue, as_worker):
    game_id = services.ledger.open_game(ann, NewGame("hopeless", [AI, ME], {"guess": True}))
    queue.put(game_id, "s1", services.ledger.table(game_id).decision_id("s1"))
    SimpleWorker([queue.queue], connection=services.redis, serializer=JSONSerializer).work(burst=True)
    found = only(services, game_id, "ai-turn")
    assert found.facts["job"]["status"] == "failed"
    assert found.facts["job"]["error"].startswith("workers.ai.NoAnswer: random has no answer to guess")
    assert "has failed since" in found.says


def test_a_worker_that_is_at_it(services, against_an_ai, queue):
    """The job explains, while it runs, the game that it is for."""
    decision = services.ledger.table(against_an_ai).decision_id("s1")
    queue.put(against_an_ai, "s1", decision)
    found = []

    class Looking(SimpleWorker):
        def perform_job(self, job, *more):
            self.prepare_job_execution(job)
            found.append(only(services, against_an_ai, "ai-turn"))
            return True

    Looking([queue.queue], connection=services.redis, serializer=JSONSerializer).work(burst=True)
    assert [reason.facts["job"]["status"] for reason in found] == ["started"]
    assert found[0].says.startswith("A worker is at it since")


def test_redis_that_is_away(days, against_an_ai, tmp_path):
    settings = replace(days.services.settings, redis_url=f"unix://{tmp_path}/none.sock")
    with closing(build(settings, days.clock)) as services:
        assert only(services, against_an_ai, "ai-turn").says == "Whether its turn is queued is not known."
        parts = {reason.facts["process"] for reason in reasons(services, against_an_ai, "process")}
    assert "redis" in parts


def test_a_closed_game_waits_for_nothing(services, days):
    game_id = days.open("ann", "bob")
    services.ledger.close(game_id, "void")
    found = explain(services, game_id)
    assert list(found.lines()) == [f"The game {game_id} is closed (void), and waits for nothing."]


def test_a_game_that_cannot_be_read(services, days):
    game_id = days.open("ann", "bob", clock=DAILY)
    days.act("ann", game_id, HOLD)
    with closing(sqlite3.connect(services.settings.events_path)) as db, db:
        db.execute(
            "UPDATE stored_events SET state=CAST(replace(CAST(state AS TEXT), 'PointsBanked', 'PointsBurnt') AS BLOB)"
            " WHERE originator_id=?",
            (UUID(game_id).hex,),
        )
    services.clockwork.stand_still(game_id, days.clock.now - HOUR)
    with closing(build(services.settings, days.clock)) as again:
        found = explain(again, game_id)
    assert found.status == "unreadable"
    assert found.reasons[0].says == "The log of this game cannot be read; nothing of it is lost."
    assert days.clock.now - HOUR in [reason.facts.get("standing_still") for reason in found.reasons]


def test_a_series_waits_for_seats_then_for_its_game(services, days, ann):
    new = NewGame("counting-pig", [ME, OPEN], {"goal": 20})
    series_id = services.series.open(ann, new, 60)
    assert only(services, series_id, "seat").facts == {"seat": "s2"}
    services.series.sit(days.people["bob"], series_id)
    game_id = services.series.look(series_id).current.game_id
    found = explain(services, series_id)
    assert (found.what, found.status) == ("series", "running")
    assert found.reasons[0].facts == {"game": game_id}
    services.ledger.close(game_id, "void")
    services.read_models.follower.catch_up(10)
    Chores(services.read_models, TurnQueue(services.redis)).send(days.clock.now, 0.0)
    step = only(services, series_id, "step")
    assert step.says.startswith("Game 1 is to be tallied. It waits in the queue `ai` since")


def test_a_league_waits_for_its_organiser_then_for_tables(services, days):
    olga = services.accounts.create("olga")[0].id
    league_id = services.leagues.open(olga, NewLeague("counting-pig", "The league", SWISS, False))
    assert only(services, league_id, "organiser").says == "The organiser has still to open a season."
    services.leagues.open_season(olga, league_id)
    assert "close the enrolment of season 1" in only(services, league_id, "organiser").says
    for _ in range(4):
        services.leagues.enrol_ai(olga, league_id, "random")
    services.leagues.organise(olga, league_id, "close-enrolment", {})
    assert "start season 1" in only(services, league_id, "organiser").says
    services.leagues.organise(olga, league_id, "start-season", {})
    stage = f"{league_id}/1/A/1"
    assert only(services, league_id, "step").says.startswith(f"To be done by itself: start-stage {stage}.")
    services.league_play.step(league_id)
    assert only(services, league_id, "stage").facts["left"] == 2
    tables = reasons(services, league_id, "table")
    assert [(reason.facts["stage"], reason.facts["table"]) for reason in tables] == [(stage, 1), (stage, 2)]
    game_id = tables[0].facts["game"]
    assert explain(services, game_id).what == "game"
    assert reasons(services, league_id, "step") == []
    services.ledger.close(game_id, "void")
    assert f"report of {game_id}" in only(services, league_id, "step").says


def test_a_challenge_waits_for_its_tries(services, days, ann):
    olga = services.accounts.create("olga")[0].id
    new = NewGame("last-spell", [{}], {"scenario": "introduction"})
    challenge_id = services.challenges.open(olga, new, "A night")
    assert "Tries may begin until the organiser closes it" in only(services, challenge_id, "organiser").says
    game_id = services.challenges.begin(ann, challenge_id)
    assert only(services, challenge_id, "try").facts == {"number": 1, "game": game_id}
    services.ledger.close(game_id, "void")
    assert only(services, challenge_id, "step").says.startswith("To be done by itself: report of try 1.")


def run(days, *arguments):
    return CliRunner(env=environ(days.services)).invoke(cli, ["why", *arguments])


def test_the_command_tells_in_sentences_and_as_json(days):
    game_id = days.open("ann", "bob", clock=DAILY)
    said, told = run(days, game_id), run(days, game_id, "--json")
    assert (said.exit_code, told.exit_code) == (0, 0)
    assert said.output.splitlines()[0] == f"The game {game_id} is running:"
    found = json.loads(told.output)
    assert (found["what"], found["id"], found["status"]) == ("game", game_id, "running")
    assert [reason["kind"] for reason in found["reasons"]][:2] == ["decision", "clock"]
    assert [f"  {reason['says']}" for reason in found["reasons"]][:2] == said.output.splitlines()[1:3]


@pytest.mark.parametrize("log_id", ["6f9619ff-8b86-4d11-b42d-00cf4fc964ff", "no id at all"])
def test_what_is_not_there_has_a_status_of_its_own(days, log_id):
    result = run(days, log_id)
    assert result.exit_code == NOT_FOUND
    assert "there is no game, series, league or challenge" in result.output


def test_the_page_for_operators_tells_of_each_kind():
    page = (Path(__file__).parents[3] / "docs/operating.md").read_text().split("## Why nothing happens")[1]
    kinds = "".join(re.findall(r"^\|([^|]+)\|", page.split("\n## ")[0], re.MULTILINE))
    assert set(re.findall(r"`([a-z-]+)`", kinds)) == set(get_args(Kind))
