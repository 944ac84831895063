"""A league goes on by itself: games opened, results passed on, rounds paired, stages frozen (docs/leagues.md)."""

import hashlib
import sqlite3
from collections import Counter
from contextlib import closing
from uuid import UUID

import pytest

from domain.audit.aggregates import LEAGUE, audit, document
from domain.audit.verdict import CONSISTENT, PREFIX
from domain.league.results import met_at
from domain.log.derived import game_id, game_seed
from domain.log.record import seed_commitment
from projections.series import SeriesQuery
from service.bootstrap import build
from service.leagues.looking import Stages
from tests.league.bots import play_on
from tests.service.playing import refusal

BECAUSE = {"reason": "agreed with all who are concerned"}
DAY = 86_400


def the_stage(league):
    [stage] = league.season.stages.values()
    return stage


def test_starting_a_season_pairs_the_first_round_and_opens_its_games(seasons):
    league_id = seasons.begin()
    assert seasons.step(league_id) > 0
    stage = seasons.look(league_id, lambda league: the_stage(league).id)
    assert seasons.open_games(league_id) == [game_id(stage, 1), game_id(stage, 2)]
    for number in (1, 2):
        table = seasons.services.ledger.table(game_id(stage, number))
        assert table.status == "running"
        assert table.header.terms["league"] == {"id": league_id, "stage": stage, "round": 1, "table": number}
        assert table.header.terms["rated"] is True
        assert [held.level for held in table.seats.values()] == ["random", "random"]


def test_a_season_is_played_to_its_end(seasons):
    league_id = seasons.begin()
    seasons.play_season(league_id)
    kinds = Counter(seasons.events(league_id))
    assert kinds["RoundPaired"] == kinds["RoundClosed"] == 2
    assert kinds["TableFinished"] == 4
    assert kinds["StageClosed"] == kinds["SeasonClosed"] == 1


def test_whoever_is_given_a_place_while_enrolment_is_open_may_give_entropy_of_their_own(seasons):
    """LG-CH-2: what the one before has sealed is not shown as theirs."""
    ann, bob, league_id = seasons.account("ann"), seasons.account("bob"), seasons.open()
    seasons.ledger.open_season(seasons.organiser, league_id)
    seasons.ledger.enrol(ann, league_id, hashlib.sha256(b"ann's").hexdigest())
    seasons.ledger.offer(bob, league_id)
    seasons.organise(league_id, "replace", entrant="e1", account="bob", **BECAUSE)

    def shown():
        return [own.entropy for own in seasons.views.league(league_id).seasons[-1].enrolled]

    assert shown() == [None]
    seasons.ledger.enrol(bob, league_id, hashlib.sha256(b"bob's").hexdigest())
    assert shown() == ["sealed"]


def test_a_step_that_is_done_twice_changes_nothing(seasons):
    league_id = seasons.begin()
    for _ in range(3):
        seasons.step(league_id)
        before = seasons.events(league_id)
        assert seasons.step(league_id) == 0
        assert seasons.events(league_id) == before
        seasons.play_round(league_id)


def test_a_game_that_nobody_waits_for_and_nobody_can_read_holds_up_no_other(seasons):
    league_id = seasons.begin()
    seasons.step(league_id)
    stage = seasons.look(league_id, the_stage)
    unwanted, wanted = seasons.open_games(league_id)
    seasons.organise(league_id, "forfeit", stage=stage.id, table=1, absent=[stage.tables[1].seats[0]], **BECAUSE)
    for one in (unwanted, wanted):
        play_on(seasons.services, one)
    spoil(seasons, unwanted)
    with closing(build(seasons.settings, seasons.clock)) as started_again:
        started_again.league_play.step(league_id)
    assert seasons.look(league_id, lambda league: the_stage(league).tables[2].result) is not None
    assert seasons.events(league_id).count("RoundPaired") == 2


def spoil(seasons, game_id):
    """The log of a game cannot be read any more: an event has a name that no program knows."""
    with closing(sqlite3.connect(seasons.settings.events_path)) as db, db:
        db.execute(
            "UPDATE stored_events SET state=CAST(replace(CAST(state AS TEXT), 'GameStarted', 'GameStirred') AS BLOB)"
            " WHERE originator_id=?",
            (UUID(game_id).hex,),
        )


def test_the_results_are_those_of_the_games(seasons):
    league_id = seasons.begin()
    seasons.play_season(league_id)
    tables = seasons.look(league_id, lambda league: list(the_stage(league).tables.values()))
    assert len(tables) == 4
    for table in tables:
        played = seasons.services.ledger.table(table.game_id)
        entrants = dict(zip(("s1", "s2"), table.seats))
        assert table.result.places == {entrants[seat]: place for seat, place in played.result.places.items()}
        counted = played.game.tally(played.state)
        assert table.result.tally == {entrants[seat]: wounds for seat, wounds in counted.items()}


def test_seeds_are_committed_to_before_enrolment_and_games_derive_theirs(seasons):
    league_id = seasons.open()
    seasons.ledger.open_season(seasons.organiser, league_id)
    [(stage, commitment)] = seasons.look(league_id, lambda league: league.season.commitments.items())
    listed = [entry["data"] for entry in seasons.services.journal.entries() if entry["data"].get("id") == stage]
    assert [entry["commitment"] for entry in listed] == [commitment]
    for _ in range(4):
        seasons.ledger.enrol_ai(seasons.organiser, league_id, "random")
    seasons.organise(league_id, "close-enrolment")
    seasons.organise(league_id, "start-season")
    seasons.play_season(league_id)
    seed = bytes.fromhex(seasons.look(league_id, lambda league: the_stage(league).seed))
    assert seed_commitment(stage, seed) == commitment
    for number in range(1, 5):
        header = seasons.services.ledger.table(game_id(stage, number)).header
        assert header.commitment == seed_commitment(header.id, game_seed(seed, number))


def test_what_people_give_to_chance_enters_their_games(seasons):
    entropy = {name: hashlib.sha256(name.encode()).digest() for name in ("ann", "bob")}
    people = {name: seasons.account(name) for name in entropy}
    league_id = seasons.open(divisions=[{"name": "A", "size": 2}], stages=[{"kind": "swiss", "rounds": 1}])
    seasons.ledger.open_season(seasons.organiser, league_id)
    for name, account in people.items():
        seasons.ledger.enrol(account, league_id, hashlib.sha256(entropy[name]).hexdigest())
    seasons.organise(league_id, "close-enrolment")
    for name, account in people.items():
        assert refusal(seasons.ledger.open_entropy, account, league_id, bytes(32).hex()) == "illegal"
        seasons.ledger.open_entropy(account, league_id, entropy[name].hex())
    seasons.organise(league_id, "start-season")
    seasons.step(league_id)
    [game] = seasons.open_games(league_id)
    table = seasons.services.ledger.table(game)
    held = {seat: held.account for seat, held in table.seats.items()}
    given = {account: entropy[name].hex() for name, account in people.items()}
    assert table.given_entropy() == tuple((seat, given[account]) for seat, account in held.items())


def test_a_void_game_brings_nothing_and_may_be_played_again(seasons):
    league_id = seasons.begin()
    seasons.step(league_id)
    first, _ = seasons.open_games(league_id)
    seasons.services.ledger.close(first, "void")
    seasons.step(league_id)
    stage = seasons.look(league_id, lambda league: the_stage(league).id)
    assert seasons.look(league_id, lambda league: the_stage(league).tables[1].result.void)
    assert seasons.organise(league_id, "replay", stage=stage, table=1, **BECAUSE) == ["TableReplayed"]
    seasons.step(league_id)
    assert set(seasons.open_games(league_id)) == {game_id(stage, 2), game_id(stage, 3)}
    seasons.play_season(league_id)


def test_what_is_not_over_when_a_round_is_due_is_void(seasons):
    league_id = seasons.begin(stages=[{"kind": "swiss", "rounds": 2, "days": 7}])
    seasons.step(league_id)
    late, *_ = seasons.open_games(league_id)
    seasons.clock.now += 7 * DAY - 1
    assert seasons.step(league_id) == 0
    seasons.clock.now += 1
    seasons.step(league_id)
    assert seasons.services.ledger.table(late).closed.cause == "void"
    kinds = Counter(seasons.events(league_id))
    assert kinds["TableVoided"] == 2
    assert kinds["RoundPaired"] == 2


def test_a_round_that_cannot_be_paired_waits_for_the_organiser(seasons):
    league_id = seasons.begin(ais=3, divisions=[{"name": "A", "size": 3}], stages=[{"kind": "swiss", "rounds": 4}])
    seasons.step(league_id)
    for _ in range(3):
        seasons.play_round(league_id)
    stage = seasons.look(league_id, lambda league: the_stage(league).id)
    assert seasons.look(league_id, lambda league: the_stage(league).failed)
    assert seasons.events(league_id)[-1] == "PairingFailed"
    assert seasons.step(league_id) == 0
    by_hand = {"stage": stage, "round": 4, "tables": [["e1", "e2"]]}
    assert refusal(seasons.organise, league_id, "pair-by-hand", **by_hand) == "malformed"
    assert seasons.organise(league_id, "pair-by-hand", **by_hand, **BECAUSE) == ["RoundPaired"]
    seasons.play_season(league_id)


def test_a_round_that_is_paired_anew_ends_the_games_of_the_first_pairing(seasons):
    league_id = seasons.begin()
    seasons.step(league_id)
    before = seasons.open_games(league_id)
    stage, seats = seasons.look(
        league_id, lambda league: (the_stage(league).id, [t.seats for t in the_stage(league).tables.values()])
    )
    crossed = [[seats[0][0], seats[1][0]], [seats[0][1], seats[1][1]]]
    seasons.organise(league_id, "pair-by-hand", stage=stage, round=1, tables=crossed, **BECAUSE)
    seasons.step(league_id)
    assert [seasons.services.ledger.table(game).closed.cause for game in before] == ["void", "void"]
    assert not set(before) & set(seasons.open_games(league_id))
    seasons.play_season(league_id)
    assert Counter(seasons.events(league_id))["TableFinished"] == 4


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501])
def test_a_reason_is_as_long_by_page_as_by_api(seasons, reason):
    league_id = seasons.begin()
    assert refusal(seasons.organise, league_id, "withdraw", entrant="e1", reason=reason) == "malformed"
    assert seasons.organise(league_id, "withdraw", entrant="e1", reason="x" * 500) == ["EntrantWithdrew"]


def test_a_forfeit_ends_the_game_of_the_table(seasons):
    league_id = seasons.begin()
    seasons.step(league_id)
    first, _ = seasons.open_games(league_id)
    stage, absent = seasons.look(league_id, lambda league: (the_stage(league).id, the_stage(league).tables[1].seats[0]))
    seasons.organise(league_id, "forfeit", stage=stage, table=1, absent=[absent], **BECAUSE)
    seasons.step(league_id)
    assert seasons.services.ledger.table(first).closed.cause == "void"


def test_who_replaces_an_entrant_gets_its_seat(seasons):
    ann = seasons.account("ann")
    league_id = seasons.begin()
    seasons.step(league_id)
    entrant, game, seat = seasons.look(league_id, lambda league: _first_seat(the_stage(league)))
    replaced = {"entrant": entrant, "account": "ann", **BECAUSE}
    assert refusal(seasons.organise, league_id, "replace", **replaced) == "forbidden"
    seasons.ledger.offer(ann, league_id)
    seasons.organise(league_id, "replace", **replaced)
    seasons.step(league_id)
    assert seasons.services.ledger.table(game).seats[seat].account == ann


def test_who_replaces_an_entrant_in_a_final_plays_its_game_and_those_that_follow(seasons):
    """LG-RES-8"""
    ann, final = seasons.account("ann"), {"kind": "apocalypse-final", "limit": 1000}
    league_id = seasons.begin(ais=2, divisions=[{"name": "A", "size": 2}], stages=[final])
    seasons.step(league_id)
    entrant, series_id, seat = seasons.look(league_id, lambda league: _first_seat(the_stage(league)))
    seasons.ledger.offer(ann, league_id)
    seasons.organise(league_id, "replace", entrant=entrant, account="ann", **BECAUSE)
    seasons.step(league_id)
    assert seasons.services.series.view(series_id).seats[seat].name == "ann"
    assert seasons.services.ledger.table(game_id(series_id, 1)).seats[seat].account == ann
    assert seasons.step(league_id) == 0
    seasons.services.ledger.close(game_id(series_id, 1), "void")
    seasons.services.series.step(series_id)
    assert seasons.services.ledger.table(game_id(series_id, 2)).seats[seat].account == ann
    assert audit(seasons.services.series.document(series_id), seasons.services.catalog).code == PREFIX
    assert seasons.services.read_models.follower.catch_up(10)
    assert [one.id for one in seasons.services.read_models.series.page(SeriesQuery(ann, mine=True)).series] == [
        series_id
    ]


def _first_seat(stage):
    table = stage.tables[1]
    return table.seats[0], table.game_id, "s1"


def test_who_resigns_or_is_late_has_the_last_places_with_their_points_though_no_move_was_made(seasons):
    """LG-RES-1: at a larger table; who went first is the last, and all have met."""
    services, clock = seasons.services, {"per_decision": 3600, "policy": "forfeit"}
    accounts = [seasons.account(name) for name in ("ann", "bob", "cleo")]
    divisions, stages = [{"name": "A", "size": 3}], [{"kind": "swiss", "rounds": 1}]
    league_id = seasons.open(seats=3, fewest=3, divisions=divisions, stages=stages, clock=clock)
    seasons.ledger.open_season(seasons.organiser, league_id)
    for account in accounts:
        seasons.ledger.enrol(account, league_id)
    for verb in ("close-enrolment", "start-season"):
        seasons.organise(league_id, verb)
    seasons.step(league_id)
    [running] = seasons.open_games(league_id)

    services.absence.resign(accounts[0], running, None)
    table = services.ledger.table(running)
    [late] = [f"e{accounts.index(table.seats[seat].account) + 1}" for seat in table.pending]
    seasons.be_an_hour_late()
    seasons.step(league_id)

    [table] = seasons.views.tables(league_id, Stages())
    [winner] = {"e2", "e3"} - {late}
    told = {own.entrant: (own.place, own.points, own.absent) for own in table.seats}
    assert told == {winner: (1, 10, False), late: (2, 6, False), "e1": (3, 3, False)}
    assert seasons.look(league_id, lambda league: len(met_at(the_stage(league).table(1)))) == 3


def test_who_enters_late_is_paired_from_the_next_round_on(seasons):
    ann = seasons.account("ann")
    league_id = seasons.begin(ais=3, divisions=[{"name": "A", "size": 3}], eligibility={"late_until": 2})
    seasons.step(league_id)
    stage = seasons.look(league_id, lambda league: the_stage(league).id)
    assert refusal(seasons.organise, league_id, "enter-late", stage=stage, account="ann") == "forbidden"
    seasons.ledger.offer(ann, league_id)
    assert seasons.organise(league_id, "enter-late", stage=stage, account="ann") == ["EntrantEnteredLate"]
    seasons.play_round(league_id)
    assert ann in [
        held.account
        for game in seasons.open_games(league_id)
        for held in seasons.services.ledger.table(game).seats.values()
    ]


def test_who_offered_to_stand_in_may_take_it_back(seasons):
    ann = seasons.account("ann")
    league_id = seasons.begin()
    seasons.ledger.offer(ann, league_id)
    seasons.ledger.offer(ann, league_id)
    assert seasons.views.league(league_id).substitutes == ["ann"]
    seasons.ledger.take_offer_back(ann, league_id)
    assert seasons.views.league(league_id).substitutes == []
    assert refusal(seasons.ledger.offer, ann, "x") == "not-found"


def test_who_withdraws_plays_on_to_the_end_of_the_round(seasons):
    ann = seasons.account("ann")
    league_id = seasons.open(stages=[{"kind": "swiss", "rounds": 2}])
    seasons.ledger.open_season(seasons.organiser, league_id)
    seasons.ledger.enrol(ann, league_id)
    for _ in range(3):
        seasons.ledger.enrol_ai(seasons.organiser, league_id, "random")
    seasons.organise(league_id, "close-enrolment")
    seasons.organise(league_id, "start-season")
    seasons.step(league_id)
    seasons.ledger.withdraw(ann, league_id)
    game = next(g for g in seasons.open_games(league_id) if _sits(seasons, g, ann))
    seasons.services.ledger.close(game, "void")
    for other in seasons.open_games(league_id):
        if other != game:
            seasons.services.ledger.close(other, "void")
    seasons.step(league_id)
    seated = seasons.look(
        league_id, lambda league: {e for t in the_stage(league).tables.values() if t.round == 2 for e in t.seats}
    )
    assert "e1" not in seated
    assert len(seated) == 2


def _sits(seasons, game, account):
    return account in [held.account for held in seasons.services.ledger.table(game).seats.values()]


def test_an_apocalypse_final_is_a_series_of_the_best(seasons):
    league_id = seasons.begin(stages=[{"kind": "swiss", "rounds": 1}, {"kind": "apocalypse-final", "limit": 30}])
    seasons.play_season(league_id)
    final = seasons.look(league_id, lambda league: list(league.season.stages.values())[-1])
    [table] = final.tables.values()
    view = seasons.services.series.view(table.game_id)
    assert view.status == "over"
    assert view.league == {"id": league_id, "stage": final.id, "round": 1, "table": 1}
    entrants = dict(zip(("s1", "s2"), table.seats))
    assert [entrants[seat] for seat in view.ranking] == [line.entrant for line in final.standings][:2]
    assert view.commitment == seed_commitment(table.game_id, game_seed(bytes.fromhex(final.seed), 1))


@pytest.mark.parametrize("how", ["stop", "close"])
def test_a_final_that_is_not_wanted_any_more_ends(seasons, how):
    league_id = seasons.begin(ais=2, stages=[{"kind": "apocalypse-final"}], divisions=[{"name": "A", "size": 2}])
    seasons.step(league_id)
    series_id, stage, seats = seasons.look(league_id, lambda league: _final(the_stage(league)))
    if how == "stop":
        seasons.organise(league_id, "forfeit", stage=stage, table=1, absent=[seats[0]], **BECAUSE)
    else:
        tables = [list(reversed(seats))]
        seasons.organise(league_id, "pair-by-hand", stage=stage, round=1, tables=tables, **BECAUSE)
    seasons.step(league_id)
    assert seasons.services.series.view(series_id).status == "void"
    assert seasons.services.ledger.table(game_id(series_id, 1)).closed.cause == "void"


def _final(stage):
    return stage.tables[1].game_id, stage.id, stage.tables[1].seats


def test_promoted_and_relegated_meet_the_next_season_where_they_belong(seasons):
    divisions = [{"name": "A", "size": 4, "relegated": 1}, {"name": "B", "size": 4}]
    league_id = seasons.begin(ais=8, divisions=divisions)
    seasons.play_season(league_id)
    before, order = seasons.look(
        league_id,
        lambda league: (
            {s.division: [line.entrant for line in s.standings] for s in league.season.stages.values()},
            league.season.order,
        ),
    )
    seasons.begin_season(league_id, entrants=order)
    now = seasons.look(league_id, lambda league: league.season.divisions)
    assert set(now["A"]) == {*before["A"][:-1], before["B"][0]}
    assert set(now["B"]) == {before["A"][-1], *before["B"][1:]}
    seasons.play_season(league_id)


def test_the_log_passes_the_audit(seasons):
    league_id = seasons.begin(stages=[{"kind": "swiss", "rounds": 2}, {"kind": "apocalypse-final", "limit": 30}])
    seasons.play_season(league_id)
    with seasons.views.reading(league_id) as log:
        made = document(LEAGUE, log.aggregate, log.entries)
    assert audit(made, seasons.services.catalog).code == CONSISTENT


def test_rounds_are_due_at_an_hour_of_the_leagues_zone(seasons):
    stages = [{"kind": "swiss", "rounds": 2, "days": 7}]
    league_id = seasons.begin(zone="Europe/Warsaw", until="21:00", stages=stages)
    seasons.step(league_id)
    [stage] = seasons.views.rounds(league_id, Stages())
    [played] = stage.rounds
    assert "T21:00:00+0" in played.due_local
    assert 7 * DAY <= played.due - seasons.clock() < 8 * DAY
    calendar = seasons.views.calendar(league_id, Stages()).decode()
    assert "DTSTART;TZID=Europe/Warsaw:" in calendar
    assert "BEGIN:VTIMEZONE" in calendar
    assert audit(seasons.views.document(league_id), seasons.services.catalog).code == PREFIX
