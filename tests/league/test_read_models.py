"""The read models of series and leagues: lists, and what is to be done; the log makes them again."""

import pytest

from domain.league.stages import lots_of
from domain.league.standings import standings
from projections.cursors import BadCursor
from projections.series import SeriesQuery
from service.bootstrap import build
from service.games.shapes import NewGame
from tests.league.bots import play_on
from tests.league.seasons import GAME
from tests.service.playing import AI, ME, OPEN
from tests.service.unreadable import spoil_an_event

DAY = 86_400
ONE_TABLE = {"divisions": [{"name": "A", "size": 2}], "stages": [{"kind": "swiss", "rounds": 1}]}
FINAL = {"kind": "apocalypse-final", "limit": 30}


@pytest.fixture
def read_models(seasons):
    return seasons.services.read_models


def caught_up(read_models):
    assert read_models.follower.catch_up(10)
    return read_models


def due(seasons, now=None):
    """What is to be done at a time, by kind."""
    read_models = caught_up(seasons.services.read_models)
    leagues = read_models.leagues.due(seasons.clock.now if now is None else now)
    return [one for one, _ in leagues], [one for one, _ in read_models.series.due()]


def open_series(seasons, *seats, **more):
    return seasons.services.series.open(seasons.organiser, NewGame(GAME, list(seats), {"goal": 20}, **more), 30)


def test_a_series_is_due_when_its_game_has_ended(seasons):
    series_id = open_series(seasons, AI, AI)
    assert due(seasons) == ([], [])
    play_on(seasons.services, seasons.services.series.view(series_id).games[0].game_id)
    assert due(seasons) == ([], [series_id])
    seasons.services.series.step(series_id)
    assert due(seasons) == ([], [])


def test_a_series_is_listed_with_the_time_and_due_at_the_version_of_its_last_change(seasons, read_models):
    """What happens in its games changes them, and not it, until they are tallied."""
    services, clock, opened = seasons.services, seasons.clock, seasons.clock.now
    series_id = open_series(seasons, AI, OPEN)

    def listed():
        [one] = caught_up(read_models).series.page(SeriesQuery()).series
        return one.opened, one.changed

    assert listed() == (opened, opened)
    clock.now += 60
    services.series.sit(services.accounts.create("Cy")[0].id, series_id)
    sat = services.series.view(series_id)
    assert listed() == (opened, clock.now)
    clock.now += 60
    services.ledger.close(sat.games[0].game_id, "void")
    assert listed() == (opened, clock.now - 60)
    assert read_models.series.due() == [(series_id, sat.version)]
    services.series.step(series_id)
    assert listed() == (opened, clock.now)
    after = services.series.view(series_id)
    assert after.version == services.series.events(series_id)[-1]["version"] > sat.version
    services.ledger.close(after.games[-1].game_id, "void")
    assert caught_up(read_models).series.due() == [(series_id, after.version)]


def test_a_series_waits_for_its_seats(seasons):
    series_id = open_series(seasons, ME, OPEN)
    assert due(seasons) == ([], [])
    [listed] = caught_up(seasons.services.read_models).series.page(SeriesQuery()).series
    assert (listed.id, listed.status, listed.games) == (series_id, "running", 0)
    assert [(seat.account, seat.level) for seat in listed.seats.values()] == [(seasons.organiser, None), (None, None)]


def test_series_are_listed_the_newest_first_and_private_ones_for_their_own(seasons, read_models):
    first, second = open_series(seasons, ME, OPEN), open_series(seasons, AI, AI, visibility="private")
    lists = caught_up(read_models).series
    assert [one.id for one in lists.page(SeriesQuery(seasons.organiser)).series] == [second, first]
    assert [one.id for one in lists.page(SeriesQuery()).series] == [first]
    assert [one.id for one in lists.page(SeriesQuery(seasons.organiser, mine=True)).series] == [first]
    page = lists.page(SeriesQuery(seasons.organiser, limit=1))
    assert [one.id for one in page.series] == [second]
    assert [one.id for one in lists.page(SeriesQuery(seasons.organiser, cursor=page.next)).series] == [first]
    with pytest.raises(BadCursor, match="'x' is no cursor of a page"):
        lists.page(SeriesQuery(cursor="x"))


def test_the_sums_of_a_series_are_those_of_its_log(seasons, read_models):
    league_id = seasons.begin(stages=[FINAL], ais=2, divisions=[{"name": "A", "size": 2}])
    seasons.play_season(league_id)
    [listed] = caught_up(read_models).series.page(SeriesQuery()).series
    view = seasons.services.series.view(listed.id)
    assert {seat: held.total for seat, held in listed.seats.items()} == view.sums
    assert list(listed.ranking) == view.ranking
    assert listed.games == len(view.games)


def test_a_league_is_due_when_a_game_has_ended_and_when_a_round_is_due(seasons):
    league_id = seasons.begin(stages=[{"kind": "swiss", "rounds": 2, "days": 7}])
    assert due(seasons) == ([league_id], [])
    seasons.step(league_id)
    assert due(seasons) == ([], [])
    assert due(seasons, seasons.clock.now + 7 * DAY) == ([league_id], [])
    play_on(seasons.services, seasons.open_games(league_id)[0])
    assert due(seasons) == ([league_id], [])
    seasons.step(league_id)
    assert due(seasons) == ([], [])


def test_a_league_is_due_while_a_game_runs_that_nobody_waits_for(seasons):
    league_id = seasons.begin()
    seasons.step(league_id)
    stage, absent = seasons.look(league_id, lambda league: _first_table(league))
    seasons.organise(league_id, "forfeit", stage=stage, table=1, absent=[absent], reason="did not come")
    assert due(seasons) == ([league_id], [])
    seasons.step(league_id)
    assert due(seasons) == ([], [])


def _first_table(league):
    [stage] = league.season.stages.values()
    return stage.id, stage.tables[1].seats[0]


def test_leagues_are_listed_with_their_season(seasons, read_models):
    first, second = seasons.begin(), seasons.open()
    page = caught_up(read_models).leagues.page()
    assert [(one.id, one.season, one.status, one.entrants) for one in page.leagues] == [
        (second, 0, "announced", 0),
        (first, 1, "running", 4),
    ]
    cut = read_models.leagues.page(limit=1)
    assert [one.id for one in read_models.leagues.page(cut.next).leagues] == [first]
    seasons.play_season(first)
    assert [one.status for one in caught_up(read_models).leagues.page().leagues] == ["announced", "closed"]


def test_who_is_given_a_place_holds_it_in_place_of_the_one_on_the_waiting_list(seasons, read_models):
    """LG-RES-8, LG-ENR-2"""
    ann, league_id = seasons.account("ann"), seasons.open(divisions=[{"name": "A", "size": 2}])
    seasons.ledger.open_season(seasons.organiser, league_id)
    for _ in range(2):
        seasons.ledger.enrol_ai(seasons.organiser, league_id, "random")
    seasons.ledger.enrol(ann, league_id)
    seasons.organise(league_id, "close-enrolment")
    seasons.organise(league_id, "start-season")
    seasons.ledger.offer(ann, league_id)
    assert seasons.organise(league_id, "replace", entrant="e1", account="ann", reason="agreed") == ["EntrantReplaced"]
    assert caught_up(read_models).leagues.places_of(ann) == [league_id]
    assert seasons.ledger.place_of(ann, league_id) == "e1"


def _season_of_two(seasons, league_id, account, ai=None):
    """A season of a person and an AI up to its first round: its stage."""
    seasons.ledger.open_season(seasons.organiser, league_id)
    seasons.ledger.enrol(account, league_id)
    seasons.ledger.enrol_ai(seasons.organiser, league_id, "random", ai)
    seasons.organise(league_id, "close-enrolment")
    seasons.organise(league_id, "start-season")
    seasons.step(league_id)
    return seasons.look(league_id, lambda league: next(iter(league.season.stages)))


def test_a_season_was_won_by_who_had_the_place_then_and_is_no_more_once_that_is_corrected(seasons, read_models):
    """LG-COR-2, LG-RES-8"""
    ann, bob, league_id = seasons.account("ann"), seasons.account("bob"), seasons.open(**ONE_TABLE)
    stage = _season_of_two(seasons, league_id, ann)
    seasons.organise(league_id, "forfeit", stage=stage, table=1, absent=["e2"], reason="did not come")
    seasons.step(league_id)
    assert [one.season for one in caught_up(read_models).leagues.won_by(ann)] == [1]
    _season_of_two(seasons, league_id, ann, "e2")
    seasons.ledger.offer(bob, league_id)
    seasons.organise(league_id, "replace", entrant="e1", account="bob", reason="agreed")
    caught_up(read_models)
    assert [[one.season for one in read_models.leagues.won_by(who)] for who in (ann, bob)] == [[1], []]
    assert seasons.views.champions(league_id) == [(1, "e1")]
    seasons.organise(league_id, "correct", stage=stage, table=1, places={"e1": 2, "e2": 1}, reason="it was played")
    assert seasons.views.champions(league_id) == [(1, "e2")]
    assert caught_up(read_models).leagues.won_by(ann) == []


def test_the_standings_that_results_make_again_are_the_frozen_ones(seasons):
    divisions = [{"name": "A", "size": 4, "relegated": 1}, {"name": "B", "size": 4}]
    league_id = seasons.begin(ais=8, divisions=divisions, stages=[{"kind": "swiss", "rounds": 3}])
    seasons.play_season(league_id)
    with seasons.views.reading(league_id) as log:
        for stage in log.aggregate.season.stages.values():
            assert standings(log.aggregate, stage, lots_of(stage)) == stage.standings


@pytest.mark.parametrize("name", ["series", "leagues"])
def test_what_is_followed_is_what_a_rebuild_makes(seasons, read_models, name):
    league_id = seasons.begin(stages=[{"kind": "swiss", "rounds": 2}, FINAL])
    for _ in range(3):
        seasons.play_round(league_id)
        caught_up(read_models)
    stage, absent = seasons.look(league_id, lambda league: _some_stage(league))
    seasons.organise(league_id, "adjust", stage=stage, entrant=absent, points=-1, reason="talked in the game")
    seasons.play_season(league_id)
    caught_up(read_models)
    assert read_models.rebuilder.verify(name, lambda position: None) == []
    read_models.rebuilder.rebuild(name, lambda position: None)
    assert read_models.rebuilder.verify(name, lambda position: None) == []
    assert due(seasons) == ([], [])


def _some_stage(league):
    stage = next(iter(league.season.stages.values()))
    return stage.id, stage.entrants[0]


def test_a_follower_that_begins_in_the_middle_agrees(seasons, read_models):
    league_id = seasons.begin()
    seasons.step(league_id)
    caught_up(read_models)
    fresh = type(read_models)(read_models.database, seasons.services.store, seasons.services.catalog)
    seasons.play_season(league_id)
    assert fresh.follower.catch_up(10)
    assert fresh.rebuilder.verify("leagues", lambda position: None) == []
    fresh.database.close()


def test_a_league_in_which_an_event_cannot_be_decoded_is_left_as_it_was_and_keeps_no_other_waiting(seasons):
    """Who has the league in memory goes on with it; who folds it does not have it."""
    services, spoiled = seasons.services, seasons.begin()
    assert caught_up(services.read_models).leagues.due(seasons.clock.now)
    spoil_an_event(seasons.settings, spoiled, 2)
    seasons.step(spoiled)
    other = seasons.begin()
    again = build(seasons.settings, seasons.clock)
    due_then = caught_up(again.read_models).leagues.due(seasons.clock.now)
    again.post.step()
    again.close()
    assert other in [league for league, _ in due_then]
