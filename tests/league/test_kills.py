"""Processes that are killed at random moments change nothing in the outcome of a league."""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from domain.contract.chance import Stream
from service.bootstrap import build
from service.dev.league_simulation import Shape, SimulatedLeague
from service.settings import Settings
from tests.house import House, free_port
from tests.installation import prepare
from tests.league.bots import MORE_GAMES, play_on

pytestmark = pytest.mark.slow

SHAPE = Shape("counting-pig", players=10, divisions=2, level="random", seats=4, final=100, relegated=2)
SEASONS = 2
ENTROPY = b"the same league twice"

KILLED = ("worker", "dispatcher", "web")
KILLS = 3
"""How often one of them is killed, at least; on a quick machine the league is over soon."""

MOST_KILLS = 6
"""How often in a season, at most: on a slow one a process that has just begun would never get anywhere."""

MOST_SECONDS = 300.0


def entropy():
    return Stream(ENTROPY).random_bytes


def undisturbed(home):
    """What comes of the league when nothing happens to those who play it, and its games."""
    settings = prepare(home, NIGHTLEDGER_EXTRA_GAMES=MORE_GAMES)
    organiser, services = build(settings, entropy=entropy()), build(settings)
    league = SimulatedLeague(organiser, SHAPE)
    for _ in range(SEASONS):
        league.begin_season()
        over = False
        while not over:
            services.league_play.step(league.id)
            for game_id in services.store.games():
                if services.ledger.table(game_id).closed is None:
                    play_on(services, game_id)
            _, _, over = league.progress()
    found = league.outcome(), services.store.games()
    organiser.close()
    services.close()
    return found


def disturbed(house):
    """The same, played by processes of which one after the other is killed; and how often that was."""
    services = build(Settings.from_env(house.environ), entropy=entropy())
    rng, kills, until = Stream(b"moments"), 0, time.monotonic() + MOST_SECONDS
    league = SimulatedLeague(services, SHAPE)
    for _ in range(SEASONS):
        league.begin_season()
        most = kills + MOST_KILLS
        while not league.progress()[2]:
            assert time.monotonic() < until, f"not over after {MOST_SECONDS} s: {league.progress()}"
            wait_a_moment(league, 0.2 + rng.below(800) / 1000)
            if kills < most and not league.progress()[2]:
                name = rng.choice(KILLED)
                house.kill(name)
                house.start(name)
                kills += 1
                wait_a_moment(league, 1.5)
    assert league.faults() == []
    found = league.outcome(), services.store.games(), kills
    check_next_season(house, services, league)
    services.close()
    return found


def check_next_season(house, services, league):
    """The next season opens by itself, once, whoever is killed over it; everybody is in it, in order."""
    organiser = services.accounts.by_name("Organiser").id
    services.leagues.organise(organiser, league.id, "next-season", {"by_itself": True})
    for seconds in (1, 3, MOST_SECONDS):
        house.kill("worker")
        house.start("worker")
        pause, opened = time.monotonic() + seconds, 0
        while time.monotonic() < pause and opened <= SEASONS:
            with services.league_views.reading(league.id) as log:
                opened = len(log.aggregate.seasons)
    with services.league_views.reading(league.id) as log:
        before, season = log.aggregate.seasons[SEASONS - 1 :]
        assert (season.status, tuple(season.enrolled)) == ("enrolling", before.order)


def wait_a_moment(league, seconds):
    """Look at the league until so many seconds are over, or it is."""
    until = time.monotonic() + seconds
    while time.monotonic() < until and not league.progress()[2]:
        league.progress()


def test_killed_processes_change_nothing(tmp_path):
    outcome, games = undisturbed(tmp_path / "home")
    with TemporaryDirectory(prefix="nl-") as folder:
        house = House(Path(folder), free_port(), MORE_GAMES)
        try:
            house.up()
            other, others_games, kills = disturbed(house)
        finally:
            house.down()
            print(house.log())
    assert kills >= KILLS
    assert other == outcome
    assert others_games == games
