"""Leagues of When Darkness Comes and of The Last Spell: tables of AIs, results, standings, and their audit."""

from __future__ import annotations

import pytest

from domain.audit.aggregates import LEAGUE, audit, document
from domain.audit.verdict import CONSISTENT
from domain.games.catalog import Catalog

PLANS = {
    "darkness": {"seats": 2, "options": {"scenario": "last-bus-out"}},
    "last-spell": {"seats": 2, "options": {"scenario": "introduction"}},
}
"""Game -> tables of two, a short game each."""


@pytest.mark.parametrize("game", PLANS)
def test_a_season_is_played_and_proved(seasons, game):
    """LG-PTS-3: where a game ranks nobody, everybody at the table has the points of a win, or none."""
    league_id = seasons.open(game, stages=[{"kind": "swiss", "rounds": 1}], **PLANS[game])
    seasons.begin_season(league_id, 4)
    seasons.play_season(league_id)
    with seasons.views.reading(league_id) as log:
        events = [entry.read() for entry in log.entries]
        found = audit(document(LEAGUE, log.aggregate, log.entries), Catalog())
    results = [event.data for event in events if event.type == "TableFinished"]
    assert len(results) == 2
    assert all(result["places"] or result["won"] is not None for result in results)
    assert found.code == CONSISTENT
