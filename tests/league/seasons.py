"""Leagues of AIs in a service whose time a test turns on by hand."""

import os

from service.bootstrap import build
from service.leagues.ledger import NewLeague
from tests.installation import prepare
from tests.league.bots import MORE_GAMES, play_on
from tests.service.clocks import HandClock
from workers.clock import Sweeper

GAME = "counting-pig"

SWISS = {
    "seats": 2,
    "divisions": [{"name": "A", "size": 4}],
    "stages": [{"kind": "swiss", "rounds": 2}],
    "options": {"goal": 20},
}
"""One division of four, two rounds at tables of two."""


class Seasons:
    """A service with an organiser; leagues in it are played by hand, step by step."""

    def __init__(self, home, entropy=os.urandom, **environ) -> None:
        self.clock = HandClock()
        self.settings = prepare(home, NIGHTLEDGER_EXTRA_GAMES=MORE_GAMES, **environ)
        self.services = build(self.settings, self.clock, entropy)
        self.ledger, self.play = self.services.leagues, self.services.league_play
        self.views = self.services.league_views
        self.organiser = self.account("olga")

    def account(self, name) -> str:
        return self.services.accounts.create(name)[0].id

    def open(self, game=GAME, *, next_season=False, **plan) -> str:
        """A league: its id."""
        return self.ledger.open(self.organiser, NewLeague(game, "The league", {**SWISS, **plan}, next_season))

    def begin(self, ais=4, **plan) -> str:
        """A league whose first season has begun, with AIs in all places: its id."""
        league_id = self.open(**plan)
        self.begin_season(league_id, ais)
        return league_id

    def begin_season(self, league_id, ais=0, entrants=()) -> None:
        """A season with new AIs, and those of before, up to its start."""
        self.ledger.open_season(self.organiser, league_id)
        for entrant in entrants:
            self.ledger.enrol_ai(self.organiser, league_id, "random", entrant)
        for _ in range(ais):
            self.ledger.enrol_ai(self.organiser, league_id, "random")
        self.organise(league_id, "close-enrolment")
        self.organise(league_id, "start-season")

    def organise(self, league_id, verb, **arguments) -> list[str]:
        """The types of the events that a verb of the organiser's brings about."""
        entries = self.ledger.organise(self.organiser, league_id, verb, arguments)
        return [entry.read().type for entry in entries]

    def step(self, league_id) -> int:
        return self.play.step(league_id)

    def look(self, league_id, read):
        """What `read` finds in the league."""
        with self.views.reading(league_id) as log:
            return read(log.aggregate)

    def events(self, league_id) -> list[str]:
        with self.views.reading(league_id) as log:
            return [entry.read().type for entry in log.entries]

    def open_games(self, league_id) -> list[str]:
        """The ids of the games that are to be played now, those of series included."""
        games = self.look(league_id, lambda league: [(t.game_id, t.series) for t in _waiting(league)])
        return [
            self.services.series.view(game_id).games[-1].game_id if series else game_id for game_id, series in games
        ]

    def play_round(self, league_id) -> None:
        """Play the games that are open, and pass their results on."""
        for game_id in self.open_games(league_id):
            play_on(self.services, game_id)
        self.step(league_id)

    def play_season(self, league_id) -> None:
        """Play the season to its end; the next one may open by itself."""
        number = self.look(league_id, lambda league: league.season.number)
        self.step(league_id)
        for _ in range(500):
            if self.look(league_id, lambda league: league.seasons[number - 1].status) == "closed":
                return
            self.play_round(league_id)
        raise AssertionError("the season has no end")

    def be_an_hour_late(self) -> None:
        """Let an hour pass, and the clock process look."""
        parts = self.services
        parts.heartbeat.beat()
        self.clock.now += 3601
        parts.heartbeat.beat()
        parts.read_models.follower.catch_up(10)
        Sweeper(parts.read_models, parts.clockwork, parts.vacations, parts.expiry).step()

    def close(self) -> None:
        self.services.close()


def _waiting(league):
    for stage in league.season.stages.values():
        if stage.status == "running" and stage.open_round is not None:
            yield from (table for table in stage.tables_of(stage.open_round) if table.result is None)
