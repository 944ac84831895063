"""What leagues cost: pairing a round, standings from nothing, ratings from nothing beside openskill alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import isqrt
from typing import Any

from openskill.models import PlackettLuce

from domain.contract.chance import Stream
from domain.games.catalog import Catalog
from domain.league import actions as a
from domain.league.decide import league_log, opening
from domain.league.events import new_league
from domain.league.plan import stage_ids
from domain.league.ratings import Finished, Player, rebuilt
from domain.league.standings import standings
from domain.league.state import League, TableGame
from domain.league.steps import due
from domain.log.canon import Json
from domain.log.log import Log
from domain.log.record import seed_commitment
from service.dev.bench.figures import milliseconds, per_second, tell, typical

FIELDS = (64, 256)
"""How many entrants are paired."""

ROUNDS = 11

LATE = 3
"""How many rounds at the end are told by themselves: many have met by then."""

LEVEL_IN = 4
"""One in so many games ends with the first two level."""

GAMES = 10_000
"""How many finished games standings are made from, about."""

RATED = 5_000
"""How many games are rated, of five players each."""

RATED_PLAYERS = 200


def measure(catalog: Catalog, game: str) -> None:
    """Milliseconds to pair a round: the first, the median, the longest of the last few, the longest of all.

    Then seconds for standings, and games rated in a CPU second.
    """
    for seats in (2, 4):
        for entrants in FIELDS:
            times = list(_pairing_times(catalog, game, entrants, seats))
            name = f"pair_{entrants}_at_tables_of_{seats}"
            tell("league", f"{name}_first", times[0], "ms")
            tell("league", f"{name}_typical", typical(times), "ms")
            tell("league", f"{name}_late", max(times[-LATE:]), "ms")
            tell("league", f"{name}_worst", max(times), "ms")
    _standings(catalog, game)
    _ratings()


class _Season:
    """A season of AIs in memory, its results made up."""

    def __init__(self, catalog: Catalog, game: str, entrants: int, plan: Mapping[str, Json]) -> None:
        self._rng = Stream(b"bench/league")
        seeds: dict[str, bytes] = {}
        self.log: Log[League] = league_log("bench", seeds, self._bytes)
        full = {"divisions": [{"name": "A", "size": entrants}], **plan}
        self.post("service", opening(catalog[game], "bench", full))
        [stage] = stage_ids("bench", 1, self.league.plan)
        seeds[stage] = self._bytes(32)
        self.post("operator", a.OpenSeason({stage: seed_commitment(stage, seeds[stage])}))
        for number in range(entrants):
            self.post("operator", a.Enrol(2000 - number, level="random"))
        self.post("operator", a.CloseEnrolment())
        self.post("service", a.StartSeason())
        self.stage = self.league.stage(stage)

    @property
    def league(self) -> League:
        return self.log.aggregate

    def _bytes(self, count: int) -> bytes:
        return bytes(self._rng.below(256) for _ in range(count))

    def post(self, by: str, action: Any) -> None:
        self.log.post(by, None, action, 0)

    def step(self) -> list[Any]:
        """What is to be done next."""
        return due(self.league, 0)

    def report_round(self) -> None:
        """Make up the results of the open round."""
        if self.stage.open_round is not None:
            for table in list(self.stage.tables_of(self.stage.open_round)):
                self.post("service", self._report(table))

    def _report(self, table: TableGame) -> a.Report:
        order = self._rng.shuffled(table.seats)
        places = {entrant: place for place, entrant in enumerate(order, 1)}
        tally = {entrant: 3 * place + self._rng.below(3) for entrant, place in places.items()}
        if not self._rng.below(LEVEL_IN):
            places[order[1]] = 1
        return a.Report(self.stage.id, table.number, "over", places, tally=tally)


def _pairing_times(catalog: Catalog, game: str, entrants: int, seats: int) -> Iterator[float]:
    stage: Json = {"kind": "swiss", "rounds": ROUNDS}
    season = _Season(catalog, game, entrants, {"seats": seats, "stages": [stage]})
    while season.stage.status != "closed":
        for action in season.step():
            spent = milliseconds(partial(season.post, "service", action))
            if isinstance(action, a.PairRound):
                yield spent
        season.report_round()


def _standings(catalog: Catalog, game: str) -> None:
    """All play all until so many games are over; then the log is folded again and the standings are made."""
    entrants = 1 + isqrt(2 * GAMES)
    season = _Season(catalog, game, entrants, {"seats": 2, "stages": [{"kind": "round-robin"}]})
    while season.stage.status != "closed":
        for action in season.step():
            season.post("service", action)
        season.report_round()

    def rebuild() -> None:
        league = new_league()
        for entry in season.log.entries:
            league.fold(entry)
        standings(league, league.stage(season.stage.id))

    tell("league", "games_in_the_standings", len(season.stage.tables), "games")
    tell("league", "rebuild_standings", milliseconds(rebuild) / 1000, "s")


def _ratings() -> None:
    games = _finished(RATED)
    bare = per_second(RATED, lambda: _rated_bare(games))
    ours = per_second(RATED, lambda: rebuilt(games))
    tell("league", "rate_by_openskill_alone", bare, "games/s")
    tell("league", "rebuild_ratings", ours, "games/s")
    tell("league", "rebuild_ratings_to_openskill_alone", ours / bare, "")


def _finished(count: int) -> list[Finished]:
    rng = Stream(b"bench/ratings")
    holders = [f"p{number}" for number in range(RATED_PLAYERS)]
    tables = [rng.shuffled(holders)[:5] for _ in range(count)]
    return [
        Finished(str(number), "over", tuple(Player(holder, False, place) for place, holder in enumerate(table, 1)))
        for number, table in enumerate(tables)
    ]


def _rated_bare(games: Sequence[Finished]) -> None:
    """The same games by openskill, and nothing else."""
    model = PlackettLuce()
    rated: dict[str, Any] = {}
    for game in games:
        teams = [[rated.get(player.holder) or model.rating()] for player in game.players]
        places = [float(player.place or 0) for player in game.players]
        for player, [own] in zip(game.players, model.rate(teams, ranks=places)):
            rated[player.holder] = own
