"""Games of series and of leagues' tables whose seeds are shared, each with an ask of its own."""

import pytest

from domain.audit import CONSISTENT, audit
from domain.audit.aggregates import audit as audit_series
from domain.log.canon import canonical
from domain.log.derived import game_id
from domain.records.export import read
from domain.table.terms import SHARED
from service.games.shapes import NewGame
from service.leagues.ledger import NewLeague
from tests.installation import install
from tests.league.bots import MORE_GAMES, play_on
from tests.league.seasons import SWISS
from tests.service.playing import AI, refusal

GAME = "counting-pig"
OF_TWO_AIS = {**SWISS, "divisions": [{"name": "A", "size": 2}], "stages": [{"kind": "swiss", "rounds": 1}]}


def opened(house, shared=True):
    """A series of two AIs at a house."""
    account = house.services.accounts.create("ann")[0].id
    new = NewGame(GAME, [AI, AI], {"goal": 12}, shared_seed=shared)
    return house.services.series.open(account, new, limit=30)


def begun(house):
    """A league of two AIs at a house, with one table to be played."""
    leagues, organiser = house.services.leagues, house.services.accounts.create("olga")[0].id
    league = leagues.open(organiser, NewLeague(GAME, "Shared", {**OF_TWO_AIS, "shared_seed": True}, False))
    leagues.open_season(organiser, league)
    for _ in range(2):
        leagues.enrol_ai(organiser, league, "random")
    for verb in ("close-enrolment", "start-season"):
        leagues.organise(organiser, league, verb, {})
    return league


def partner_of(house, game):
    """The term of a game that names who shares its seed."""
    return house.services.ledger.table(game).header.terms.get(SHARED)


def record(house, game):
    return read(canonical(house.services.ledger.record(game)))


def test_each_game_of_a_series_has_an_ask_of_its_own(houses):
    host, partner = houses
    series = opened(host)
    for number in (1, 2):
        game = game_id(series, number)
        play_on(host.services, game)
        host.services.series.step(series)
        proof = record(host, game)
        given = [event["type"] for event in proof.events].count("ShareGiven")
        assert partner_of(host, game)["key"] == partner.key
        assert given == proof.revealed.shares > 0
        assert audit(proof, host.services.catalog).code == CONSISTENT
    first, second = (partner_of(host, game_id(series, number)) for number in (1, 2))
    assert first["commitment"] != second["commitment"]


def test_the_series_says_it_and_its_log_is_audited(houses):
    host, _ = houses
    shared, alone = opened(host), host.services.series
    account = host.services.accounts.create("bob")[0].id
    other = alone.open(account, NewGame(GAME, [AI, AI], {"goal": 12}), limit=30)
    assert [host.services.series.view(one).shared_seed for one in (shared, other)] == [True, False]
    assert partner_of(host, game_id(other, 1)) is None
    document = host.services.series.document(shared)
    assert not audit_series(document, host.services.catalog).is_refused


def test_a_series_waits_for_a_partner_that_is_away_and_then_begins(houses):
    host, partner = houses
    partner.open = False
    series = opened(host)
    assert host.services.series.view(series).games == []
    assert host.services.series.step(series) == 0
    partner.open = True
    host.services.read_models.follower.follow()
    assert series in dict(host.services.read_models.series.due())
    host.now += 6
    assert host.services.series.step(series) == 1
    assert host.services.ledger.table(game_id(series, 1)).status == "running"


def test_the_tables_of_a_league_wait_for_it_too(houses):
    host, partner = houses
    partner.open = False
    league = begun(host)
    host.services.league_play.step(league)
    [game] = tables(host, league)
    assert not host.services.store.version(game)
    partner.open = True
    host.now += 6
    host.services.league_play.step(league)
    assert partner_of(host, game)["key"] == partner.key
    play_on(host.services, game)
    assert audit(record(host, game), host.services.catalog).code == CONSISTENT


def tables(house, league):
    """The ids of the games of the league's open tables."""
    with house.services.league_views.reading(league) as log:
        stages = log.aggregate.season.stages.values()
        return [table.game_id for stage in stages for table in stage.tables.values()]


@pytest.mark.parametrize("what", [opened, begun])
def test_where_no_partner_is_named_nothing_is_opened(tmp_path, what):
    class Alone:
        services = install(tmp_path / "home", NIGHTLEDGER_EXTRA_GAMES=MORE_GAMES)

    before = Alone.services.store.position()
    assert refusal(what, Alone) == "illegal"
    assert Alone.services.store.position() == before
    Alone.services.close()
