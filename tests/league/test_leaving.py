"""Whoever deletes the account gives up places in leagues, and ends series."""

from contextlib import suppress

import pytest

from domain.log.derived import game_id
from service.bootstrap import build
from service.errors import ServiceError
from service.games.shapes import NewGame
from service.store.event_store import Conflict
from tests.league.seasons import GAME
from tests.service.playing import ME, OPEN, refusal
from tests.service.unreadable import rename_an_event


def test_places_in_leagues_are_given_up(seasons):
    ann, bob = seasons.account("ann"), seasons.account("bob")
    enrolling, running = seasons.open(), seasons.open()
    for league_id in (enrolling, running):
        seasons.ledger.open_season(seasons.organiser, league_id)
        for account in (ann, bob):
            seasons.ledger.enrol(account, league_id)
    seasons.organise(running, "close-enrolment")
    seasons.organise(running, "start-season")
    seasons.step(running)
    seasons.services.account_deletion.forget(ann)
    assert list(seasons.look(enrolling, lambda league: league.season.enrolled)) == ["e2"]
    assert seasons.look(running, lambda league: league.season.withdrawn) == ["e1"]
    assert seasons.views.league(running).entrants["e1"].name == "e1"


FINAL = {"kind": "apocalypse-final", "limit": 30}


def with_a_substitute(seasons, stage):
    """The league, the id of the game that runs in it, and who waits for one of the places of the two who play it."""
    league_id = seasons.open(
        divisions=[{"name": "A", "size": 2}],
        stages=[stage],
        eligibility={"substitutes": True},
        clock={"per_decision": 3600, "policy": "forfeit"},
    )
    seasons.ledger.open_season(seasons.organiser, league_id)
    for name in ("ann", "bob", "cleo"):
        seasons.ledger.enrol(seasons.account(name), league_id)
    seasons.organise(league_id, "close-enrolment")
    seasons.organise(league_id, "start-season")
    seasons.step(league_id)
    [running] = seasons.open_games(league_id)
    return league_id, running


def players(services, log_id):
    """Who holds the seats of a game or series."""
    seats = services.series.look(log_id).holders if services.series.is_series(log_id) else None
    held = (seats or services.ledger.table(log_id).seats).values()
    return {services.accounts.names([own.account])[own.account] for own in held}


@pytest.mark.parametrize("stage", [{"kind": "round-robin"}, FINAL], ids=["game", "series"])
def test_the_game_that_runs_is_inherited_by_the_substitute(seasons, stage):
    """LG-ENR-7: it is not resigned, and a series is not ended."""
    league_id, running = with_a_substitute(seasons, stage)
    services = seasons.services
    fixture = seasons.look(league_id, lambda league: next(_tables(league)).game_id)

    services.account_deletion.forget(services.accounts.by_name("ann").id)

    assert players(services, running) == players(services, fixture) == {"bob", "cleo"}
    assert services.ledger.table(running).status == "running"
    assert not services.ledger.table(running).resigned
    seasons.step(league_id)
    assert seasons.open_games(league_id) == [running]


@pytest.mark.parametrize("stage", [{"kind": "round-robin"}, FINAL], ids=["game", "series"])
@pytest.mark.parametrize("writes", [1, 2, 3])
def test_the_substitute_inherits_it_wherever_the_deletion_was_killed(seasons, monkeypatch, stage, writes):
    _, running = with_a_substitute(seasons, stage)
    services = seasons.services
    ann = services.accounts.by_name("ann").id
    append, left = services.store.append, iter(range(writes))

    def dying(batches, *given, **more):
        if batches and next(left, None) is None:
            raise Killed
        return append(batches, *given, **more)

    monkeypatch.setattr(services.store, "append", dying)
    with suppress(Killed):
        services.account_deletion.forget(ann)
    monkeypatch.undo()
    with suppress(ServiceError):
        services.account_deletion.forget(ann)

    assert services.accounts.by_name("ann") is None
    assert players(services, running) == {"bob", "cleo"}
    assert services.ledger.table(running).status == "running"


class Killed(BaseException):
    """Stands for a process that is killed."""


def _tables(league):
    return (table for stage in league.season.stages.values() for table in stage.tables.values())


def test_a_place_that_is_waited_for_is_given_up_too(seasons):
    ann = seasons.account("ann")
    league_id = seasons.begin()
    seasons.ledger.offer(ann, league_id)
    seasons.services.account_deletion.forget(ann)
    assert seasons.services.leagues.substitutes.of(league_id) == []


def test_a_series_ends_with_the_game_that_runs(seasons):
    ann, series = seasons.account("ann"), seasons.services.series
    series_id = series.open(seasons.organiser, NewGame(GAME, [ME, OPEN]))
    series.sit(ann, series_id)
    seasons.services.account_deletion.forget(ann)
    assert series.view(series_id).status == "void"
    assert seasons.services.ledger.table(game_id(series_id, 1)).closed.cause == "void"


def test_a_series_that_cannot_be_read_keeps_nobody_from_leaving(seasons):
    ann, services, league_id = seasons.account("ann"), seasons.services, seasons.open()
    seasons.ledger.open_season(seasons.organiser, league_id)
    seasons.ledger.enrol(ann, league_id)
    broken, sound = (services.series.open(seasons.organiser, NewGame(GAME, [ME, OPEN])) for _ in range(2))
    for series_id in (broken, sound):
        services.series.sit(ann, series_id)
    rename_an_event(services.settings, broken, "GameOpenedInSeries", "GameBegunInSeries")
    other = build(services.settings, seasons.clock)
    assert refusal(other.series.view, broken) == "unreadable"
    other.account_deletion.forget(ann)
    assert other.accounts.names([ann]) == {}
    assert other.series.view(sound).status == "void"
    assert list(seasons.look(league_id, lambda league: league.season.enrolled)) == []
    other.close()


def test_nobody_is_forgotten_while_others_are_faster_in_the_league_each_time(seasons, monkeypatch):
    ann, services, league_id = seasons.account("ann"), seasons.services, seasons.open()
    seasons.ledger.open_season(seasons.organiser, league_id)
    seasons.ledger.enrol(ann, league_id)
    append = services.store.append

    def beaten(batches, *given):
        if batches:
            raise Conflict("the log has moved")
        return append(batches, *given)

    monkeypatch.setattr(services.store, "append", beaten)
    assert refusal(services.account_deletion.forget, ann) == "busy"
    assert services.accounts.names([ann]) == {ann: "ann"}
    monkeypatch.undo()
    services.account_deletion.forget(ann)
    assert services.accounts.names([ann]) == {}
    assert list(seasons.look(league_id, lambda league: league.season.enrolled)) == []
