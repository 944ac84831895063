"""Leagues of other games than Nightfall, one of another distribution: tables of AIs, results, and their audit."""

from __future__ import annotations

import pytest

from domain.audit.aggregates import LEAGUE, audit, document
from domain.audit.verdict import CONSISTENT
from tests.distributions import bring_example
from tests.league.seasons import Seasons

PLANS = {
    "darkness": {"seats": 2, "options": {"scenario": "last-bus-out"}},
    "last-spell": {"seats": 2, "options": {"scenario": "introduction"}},
    "oh-hell": {"seats": 3, "options": {"cards": 2}},
}
"""Game -> the size of its tables, a short game each."""


@pytest.fixture
def seasons(tmp_path, monkeypatch):
    """Leagues in an installation beside which the example is installed."""
    monkeypatch.syspath_prepend(bring_example(tmp_path / "site", "oh_hell"))
    seasons = Seasons(tmp_path / "home")
    yield seasons
    seasons.close()


@pytest.mark.parametrize("game", PLANS)
def test_a_season_is_played_and_proved(seasons, game):
    """LG-PTS-3: where a game ranks nobody, everybody at the table has the points of a win, or none."""
    entrants = 2 * PLANS[game]["seats"]
    plan = {"stages": [{"kind": "swiss", "rounds": 1}], "divisions": [{"name": "A", "size": entrants}]}
    league_id = seasons.open(game, **plan, **PLANS[game])
    seasons.begin_season(league_id, entrants)
    seasons.play_season(league_id)
    with seasons.views.reading(league_id) as log:
        events = [entry.read() for entry in log.entries]
        found = audit(document(LEAGUE, log.aggregate, log.entries), seasons.services.catalog)
    results = [event.data for event in events if event.type == "TableFinished"]
    assert len(results) == 2
    assert all(result["places"] or result["won"] is not None for result in results)
    assert found.code == CONSISTENT
