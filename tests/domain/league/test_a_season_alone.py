"""A season of a hundred players that nobody organises once it is drafted: all that happens follows by itself.

Players are scripted by their numbers: some leave in the middle, some never move and lose each game to the clock, some
come late to the waiting list, and all others play by strength. Time is stepped by the hour in which something is due.
"""

from __future__ import annotations

from collections import Counter

import pytest

from domain.audit.aggregates import LEAGUE, audit, document
from domain.audit.verdict import CONSISTENT
from domain.games.catalog import Catalog
from domain.league import actions as a
from domain.league.conduct import actions as c
from domain.league.conduct.drafts import times
from domain.league.plan import stage_ids
from domain.league.stages import lots_of
from domain.league.standings import standings
from domain.league.steps import due
from domain.log.record import seed_commitment
from tests.domain.league.running import BECAUSE, Running, by_strength

DAY = 86_400


class Alone:
    """A season with so many players, of whom the ones of these numbers leave, never move, or come while it runs."""

    def __init__(self, players: int, size: int, *, leave: set[int], asleep: set[int], late: int, rounds: int) -> None:
        self.running = Running(
            {
                "seats": 2,
                "points": [1, "1/2", 0],
                "divisions": [{"name": "A", "size": size, "relegated": 4}, {"name": "B", "size": size}],
                "stages": [{"kind": "swiss", "rounds": rounds, "days": 7, "accelerated": "baku"}],
                "eligibility": {"substitutes": True, "missed": 2},
                "tiebreaks": ["buchholz-cut-1-2026", "buchholz-2026", "lots"],
                "zone": "Europe/Warsaw",
            }
        )
        self.players, self.leave, self.asleep, self.late = players, leave, asleep, late
        self.drafted = len(self.running.log.entries)

    @property
    def league(self):
        return self.running.league

    def draft(self) -> None:
        """The only acts of an organiser."""
        now = self.running.at
        self.running.organiser(c.SetReminders((24,), BECAUSE))
        self.running.organiser(c.DraftSeason(now + DAY, now + 3 * DAY, now + 4 * DAY))
        self.drafted = len(self.running.log.entries)

    def play(self) -> None:
        """Let time pass until the season is over, as a worker and the players would see it."""
        self._begin()
        for _ in range(200):
            if self.league.season.status == "closed":
                return
            while any(self.running.service(self._dated(action)) for action in due(self.league, self.running.at)):
                pass
            self._live()
        raise AssertionError("the season has no end")

    def _begin(self) -> None:
        running = self.running
        [running.at] = times(self.league)
        ids = stage_ids("L", 1, self.league.plan)
        running.seeds |= {stage: bytes([number]) * 32 for number, stage in enumerate(ids)}
        running.service(a.OpenSeason({stage: seed_commitment(stage, running.seeds[stage]) for stage in ids}))
        running.enrol(self.players, [3000 - number for number in range(self.players)])
        running.at += 2 * DAY
        running.step()
        running.open_all_entropy()
        running.at += DAY
        running.step()

    def _dated(self, action):
        return (
            a.PairRound(action.stage, self.running.at + 7 * DAY + 3600) if isinstance(action, a.PairRound) else action
        )

    def _live(self) -> None:
        """A day on: who leaves leaves, who comes comes, the games of the rounds are played or lost to the clock."""
        self.running.at += DAY
        played = max((len(stage.rounds) for stage in self.league.season.stages.values()), default=0)
        for number in sorted(self.leave) if played == 2 else ():
            account = f"p{number}"
            [entrant] = [own.id for own in self.league.entrants.values() if own.account == account]
            self.leave.discard(number)
            self.running.post("seat", a.Withdraw(entrant), entrant)
        while self.late and played:
            self.late -= 1
            self.running.post("seat", a.Enrol(1000, account=f"p{900 + self.late}"))
        self.running.report_all(self._outcome)

    def _outcome(self, stage, table):
        asleep = [entrant for entrant in table.seats if self._sleeps(entrant)]
        if len(asleep) == len(table.seats):
            return {"places": dict.fromkeys(table.seats, 1), "late": tuple(asleep)}
        if not asleep:
            return by_strength(stage, table)
        return {"places": {one: 2 if one in asleep else 1 for one in table.seats}, "late": tuple(asleep)}

    def _sleeps(self, entrant: str) -> bool:
        account = self.league.entrants[entrant].account
        return account is not None and int(account[1:]) in self.asleep


@pytest.fixture(scope="module")
def hundred():
    """96 places and four on the waiting list; six more come while the season runs. Five leave, four never move."""
    season = Alone(100, 48, leave={3, 17, 40, 60, 88}, asleep={10, 33, 52, 77}, late=6, rounds=5)
    season.draft()
    season.play()
    return season


def test_nothing_is_decided_by_anybody_but_players_and_the_program(hundred):
    by = Counter(entry.read().by for entry in hundred.running.log.entries[hundred.drafted :])
    assert set(by) <= {"seat", "service", None}
    assert hundred.league.season.status == "closed"


def test_who_left_and_who_never_moved_has_a_substitute(hundred):
    kinds = Counter(entry.read().type for entry in hundred.running.log.entries)
    assert kinds["SubstituteSeated"] == kinds["EntrantWithdrew"] == 9
    assert hundred.league.season.withdrawn == []
    held = {own.account for own in hundred.league.entrants.values()}
    assert not {f"p{number}" for number in (3, 17, 40, 60, 88, 10, 33, 52, 77)} & held
    assert {"p97", "p98", "p99", "p100"} <= held


def test_every_place_was_paired_in_every_round(hundred):
    for stage in hundred.league.season.stages.values():
        assert [len(played.tables) for played in stage.rounds] == [24] * 5
        assert all(table.result is not None for table in stage.tables.values())


def test_standings_and_promotion_are_what_the_results_make(hundred):
    league = hundred.league
    for stage in league.season.stages.values():
        assert standings(league, stage, lots_of(stage)) == stage.standings
    closed = next(entry.read().data for entry in hundred.running.log.entries if entry.read().type == "SeasonClosed")
    assert (len(closed["promoted"]), len(closed["relegated"])) == (4, 4)
    assert len(league.season.order) == 96


def test_the_audit_decides_all_of_it_again(hundred):
    assert audit(document(LEAGUE, hundred.league, hundred.running.log.entries), Catalog()).code == CONSISTENT
