"""Seats of a running game follow the places of a league (LG-RES-8), as far as those who have the places want them."""

import pytest

BECAUSE = {"reason": "agreed with all who are concerned"}
ONE_ROUND = [{"kind": "swiss", "rounds": 1}]


def night_of(seasons, *names):
    """A league of The Last Spell, at whose tables all play together, with one table for these people."""
    return table_of(seasons, *names, game="last-spell", options={"scenario": "introduction"})


def table_of(seasons, *names, **plan):
    """A league with one table for these people, who play there."""
    league_id = seasons.open(divisions=[{"name": "A", "size": len(names)}], stages=ONE_ROUND, **plan)
    seasons.ledger.open_season(seasons.organiser, league_id)
    for name in names:
        seasons.ledger.enrol(seasons.account(name), league_id)
    seasons.organise(league_id, "close-enrolment")
    seasons.organise(league_id, "start-season")
    seasons.step(league_id)
    return league_id


def place(seasons, league_id):
    """The entrant who has the first seat of the only table, the game that is played there, and the seat."""

    def first(league):
        [stage] = league.season.stages.values()
        return stage.tables[1].seats[0], stage.tables[1].game_id, "s1"

    return seasons.look(league_id, first)


def give_away(seasons, league_id, entrant, account, name, steps=True):
    """The organiser gives a place to somebody who has offered to take it, and the league goes on."""
    seasons.clock.now += 1
    seasons.ledger.offer(account, league_id)
    seasons.organise(league_id, "replace", entrant=entrant, account=name, **BECAUSE)
    if steps:
        seasons.step(league_id)


def test_whoever_gives_up_the_seat_is_not_seated_again_until_the_organiser_names_them_anew(seasons):
    """LG-RES-8: where all play together a seat that is resigned is free."""
    league_id, cleo, dora = night_of(seasons, "ann", "bob"), seasons.account("cleo"), seasons.account("dora")
    entrant, game, seat = place(seasons, league_id)
    give_away(seasons, league_id, entrant, cleo, "cleo")

    seasons.clock.now += 1
    seasons.services.absence.resign(cleo, game, seat)

    assert seasons.step(league_id) == 0
    assert not seasons.services.ledger.table(game).seats[seat].taken
    for account, name in ((dora, "dora"), (cleo, "cleo")):
        give_away(seasons, league_id, entrant, account, name)
        assert seasons.services.ledger.table(game).seats[seat].account == account
        assert seasons.step(league_id) == 0


@pytest.mark.parametrize("ahead", [0, 5])
def test_whoever_gets_the_place_back_gets_the_seat_back_whatever_the_clocks_of_the_machines_say(seasons, ahead):
    """LG-RES-8: a worker whose clock is ahead hands the seat over, and then the organiser corrects it."""
    league_id, cleo = table_of(seasons, "ann", "bob"), seasons.account("cleo")
    entrant, game, seat = place(seasons, league_id)
    first = seasons.services.ledger.table(game).seats[seat].account
    give_away(seasons, league_id, entrant, cleo, "cleo", steps=False)
    seasons.clock.now += ahead
    seasons.step(league_id)
    seasons.clock.now -= ahead

    give_away(seasons, league_id, entrant, first, seasons.services.accounts.get(first).name)

    assert seasons.services.ledger.table(game).seats[seat].account == first


@pytest.mark.parametrize("seated", [True, False], ids=["seated", "not yet"])
def test_whose_account_is_deleted_is_seated_no_more(seasons, seated):
    """LG-RES-8"""
    league_id, cleo = night_of(seasons, "ann", "bob"), seasons.account("cleo")
    entrant, game, seat = place(seasons, league_id)
    give_away(seasons, league_id, entrant, cleo, "cleo", steps=seated)

    seasons.services.account_deletion.forget(cleo)

    before = seasons.services.ledger.table(game).seats[seat].account
    assert seasons.step(league_id) == 0
    assert seasons.services.ledger.table(game).seats[seat].account == before != cleo


def test_a_place_that_an_ai_takes_is_nobodys_to_come_back_to(seasons):
    """LG-RES-8: the seat was kept by an AI of the same level."""
    clock = {"per_decision": 3600, "policy": "ai", "level": "random"}
    league_id = table_of(seasons, "ann", "bob", clock=clock)
    [game] = seasons.open_games(league_id)
    seasons.be_an_hour_late()
    [(seat, away)] = seasons.services.ledger.table(game).kept_for.items()
    entrant = seasons.look(league_id, lambda league: league.entrant_of(away).id)

    seasons.organise(league_id, "replace", entrant=entrant, level="random", **BECAUSE)
    seasons.step(league_id)

    table = seasons.services.ledger.table(game)
    assert (table.seats[seat].level, table.kept_for) == ("random", {})
    assert seasons.step(league_id) == 0
