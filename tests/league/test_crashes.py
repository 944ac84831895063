"""Whatever is killed, and however many do the same at once: a league comes out as if nothing had happened."""

import logging
import threading
from collections import Counter

import pytest

from domain.contract.chance import Stream
from domain.league import steps
from domain.log.record import seed_commitment
from service.bootstrap import build
from service.dev.league_simulation import Shape, SimulatedLeague
from service.leagues import play
from tests.league.bots import play_on
from tests.league.seasons import Seasons

SHAPE = Shape(
    "counting-pig", players=6, divisions=2, level="random", seats=2, final=30, relegated=1, options={"goal": 20}
)


class Killed(BaseException):
    """Stands for a process that is killed."""


class Doomed:
    """Services of a process that is killed at its next write: just before it, or just after."""

    def __init__(self, settings, *, before) -> None:
        self.services = build(settings)
        self._append = self.services.store.append
        self._before = before
        self.services.store.append = self._dying

    def _dying(self, *batches, **more):
        if not self._before:
            self._append(*batches, **more)
        raise Killed

    def step(self, league_id) -> bool:
        """Do what is to be done: whether it was killed over it."""
        try:
            self.services.league_play.step(league_id)
        except Killed:
            return True
        finally:
            self.services.close()
        return False


@pytest.fixture
def seasons(tmp_path):
    seasons = Seasons(tmp_path / "home", Stream(b"the same league").random_bytes)
    yield seasons
    seasons.close()


def played(seasons, step):
    """The outcome of a season that is played with this in place of each step, and the games that there were."""
    league = SimulatedLeague(seasons.services, SHAPE)
    players = build(seasons.settings)
    league.begin_season()
    over = False
    while not over:
        step(league.id)
        for game_id in players.store.games():
            if players.ledger.table(game_id).closed is None:
                play_on(players, game_id)
        _, _, over = league.progress()
    assert league.faults() == []
    found = league.outcome(), players.store.games()
    players.close()
    return found


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    seasons = Seasons(tmp_path_factory.mktemp("undisturbed") / "home", Stream(b"the same league").random_bytes)
    others = build(seasons.settings)
    found = played(seasons, others.league_play.step)
    others.close()
    seasons.close()
    return found


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_a_worker_that_is_killed_at_every_write(seasons, undisturbed, before):
    killed = Counter()

    def step(league_id):
        if before:
            # Killed before its write it gets nowhere: another one does it then.
            killed.update(before=Doomed(seasons.settings, before=True).step(league_id))
            other = build(seasons.settings)
            other.league_play.step(league_id)
            other.close()
            return
        while Doomed(seasons.settings, before=False).step(league_id):
            killed.update(after=1)

    assert played(seasons, step) == undisturbed
    assert killed.total() >= (6 if before else 20)


def test_many_workers_at_once(seasons, undisturbed):
    others = [build(seasons.settings) for _ in range(3)]

    assert played(seasons, lambda league_id: at_once(others, league_id)) == undisturbed
    for other in others:
        other.close()


def at_once(others, league_id):
    """Let all of these services do what is to be done, at the same moment."""
    together = threading.Barrier(len(others))

    def work(other):
        together.wait()
        other.league_play.step(league_id)

    threads = [threading.Thread(target=work, args=(other,)) for other in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def about_to_close(seasons):
    """A league whose games are over, but for nobody having looked: its next season opens by itself."""
    league_id = seasons.begin(stages=[{"kind": "swiss", "rounds": 1}], next_season=True)
    seasons.step(league_id)
    for game_id in seasons.open_games(league_id):
        play_on(seasons.services, game_id)
    return league_id


def check_opened_once(seasons, league_id):
    """The next season has opened once, with everybody in the order that the last one left, and its seeds are kept."""
    kinds = Counter(seasons.events(league_id))
    assert (kinds["SeasonClosed"], kinds["SeasonOpened"]) == (1, 2)
    before, season = seasons.look(league_id, lambda league: league.seasons)
    assert season.status == "enrolling"
    assert tuple(season.enrolled) == before.order
    assert all(seasons.services.store.reservation(stage) for stage in season.commitments)


@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_the_next_season_opens_once_whoever_is_killed_over_it(seasons, before):
    league_id = about_to_close(seasons)
    if before:
        assert Doomed(seasons.settings, before=True).step(league_id)
        seasons.step(league_id)
    else:
        while Doomed(seasons.settings, before=False).step(league_id):
            pass
    check_opened_once(seasons, league_id)
    assert seasons.step(league_id) == 0


def test_the_next_season_opens_once_however_many_try(seasons):
    league_id = about_to_close(seasons)
    at_once([build(seasons.settings) for _ in range(3)], league_id)
    check_opened_once(seasons, league_id)


def test_the_seeds_of_the_next_season_are_those_it_commits_to(seasons):
    league_id = about_to_close(seasons)
    seasons.step(league_id)
    [(stage, commitment)] = seasons.look(league_id, lambda league: league.season.commitments.items())
    assert seed_commitment(stage, seasons.services.store.reservation(stage).seed) == commitment
    seasons.organise(league_id, "close-enrolment")
    seasons.organise(league_id, "start-season")
    seasons.organise(league_id, "next-season", by_itself=False)
    seasons.play_season(league_id)
    assert Counter(seasons.events(league_id))["SeasonOpened"] == 2


def test_who_is_forgotten_does_not_come_back(seasons):
    ann = seasons.account("ann")
    league_id = seasons.open(stages=[{"kind": "swiss", "rounds": 1}], next_season=True)
    seasons.ledger.open_season(seasons.organiser, league_id)
    seasons.ledger.enrol(ann, league_id)
    for _ in range(3):
        seasons.ledger.enrol_ai(seasons.organiser, league_id, "random")
    seasons.organise(league_id, "close-enrolment")
    seasons.organise(league_id, "start-season")
    seasons.step(league_id)
    seasons.services.accounts.forget(ann)
    [stage] = seasons.look(league_id, lambda league: league.season.stages.values())
    for table in list(stage.tables.values()):
        seasons.organise(
            league_id, "forfeit", stage=stage.id, table=table.number, absent=list(table.seats), reason="nobody came"
        )
    seasons.step(league_id)
    assert seasons.look(league_id, lambda league: set(league.season.enrolled)) == {"e2", "e3", "e4"}


def test_a_round_is_claimed_once_in_the_installation(seasons):
    league_id = seasons.begin()
    seasons.step(league_id)
    [row] = seasons.services.store.rows("SELECT * FROM claims")
    stage = seasons.look(league_id, lambda league: next(iter(league.stages)))
    assert (row["key"], row["log"]) == (f"{stage}/1/1", league_id)


def test_a_fault_in_one_division_does_not_hold_up_the_other(seasons, monkeypatch, caplog):
    divisions = [{"name": "A", "size": 2}, {"name": "B", "size": 2}]
    league_id = seasons.begin(divisions=divisions)
    due = steps.due

    def with_a_fault(league, at):
        found = due(league, at)
        return [Unknown(), *found] if found else found

    monkeypatch.setattr(play, "due", with_a_fault)
    with caplog.at_level(logging.ERROR):
        seasons.step(league_id)
    assert Counter(seasons.events(league_id))["RoundPaired"] == 2
    assert "Unknown" in caplog.text


class Unknown:
    """No action at all: whoever decides on it stumbles."""


def test_a_season_on_each_kind_of_database(tmp_path, database):
    seasons = Seasons(tmp_path / "home", **database.environ)
    final = {"kind": "apocalypse-final", "limit": 30}
    league_id = seasons.begin(
        ais=2, divisions=[{"name": "A", "size": 2}], stages=[{"kind": "swiss", "rounds": 1}, final]
    )
    seasons.play_season(league_id)
    assert Counter(seasons.events(league_id))["StageClosed"] == 2
    assert seasons.services.read_models.follower.catch_up(10)
    assert seasons.services.read_models.rebuilder.verify("leagues", lambda position: None) == []
    seasons.close()
