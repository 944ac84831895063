"""Operators keep out of what is their own; the command line of the machine does not have to."""

import pytest
from click.testing import CliRunner

from domain.audit import CONSISTENT, aggregates, audit
from domain.log.canon import canonical
from domain.records.export import read
from service.cli.operate import command
from service.games.shapes import NewGame, OperatorAct
from service.shape import Decided
from tests.installation import GAMES, install
from tests.league.bots import MORE_GAMES
from tests.league.seasons import Seasons
from tests.service.playing import ME, OPEN, open_pig, refusal
from tests.verifier.both import command_line
from verifier import verify

VOID = OperatorAct("void", "the tables were mixed up")


@pytest.fixture
def operator(services, people):
    """Cy, who is an operator."""
    services.accounts.set_operator(people["cy"], True)
    return people["cy"]


@pytest.fixture
def duel(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, OPEN)
    ledger.sit(people["bob"], game_id)
    return game_id


def test_none_acts_in_a_game_in_which_the_operator_sits(services, ledger, people, operator):
    own = open_pig(ledger, people["ann"], ME, OPEN)
    ledger.sit(operator, own)
    assert refusal(services.corrections.operate, operator, own, VOID) == "forbidden"
    assert ledger.view(own).status == "running"


def test_nor_in_which_the_operator_sat(services, ledger, people, operator):
    left = open_pig(ledger, people["ann"], ME, OPEN)
    ledger.sit(operator, left)
    services.accounts.set_operator(people["bob"], True)
    services.corrections.operate(people["bob"], left, OperatorAct("replace", "ill", seat="s2", level="random"))
    assert refusal(services.corrections.operate, operator, left, VOID) == "forbidden"
    assert services.corrections.operate(people["bob"], left, VOID).game.status == "void"


def test_nor_in_one_that_the_operator_has_opened_for_others(services, ledger, people, operator):
    opened = open_pig(ledger, operator, OPEN, OPEN)
    ledger.sit(people["ann"], opened)
    assert refusal(services.corrections.operate, operator, opened, VOID) == "forbidden"


def test_none_gives_a_seat_to_itself(services, ledger, people, operator, duel):
    itself = OperatorAct("replace", "I play better", seat="s2", account="cy")
    assert refusal(services.corrections.operate, operator, duel, itself) == "forbidden"
    assert ledger.table(duel).members.seats_of(people["bob"]) == ("s2",)
    services.accounts.set_operator(people["bob"], True)
    others = open_pig(ledger, people["ann"], ME, ME)
    assert services.corrections.operate(people["bob"], others, itself).game.seats["s2"].name == "cy"


def test_in_a_game_of_others_an_operator_acts(services, operator, duel):
    assert services.corrections.operate(operator, duel, VOID).game.status == "void"


def test_the_command_line_acts_in_every_game_and_both_verdicts_remark_on_it(tmp_path, monkeypatch):
    monkeypatch.setenv("NIGHTLEDGER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NIGHTLEDGER_EXTRA_GAMES", GAMES)
    services = install(tmp_path / "home")
    ann = services.accounts.create("ann")[0].id
    services.accounts.set_operator(ann, True)
    own = open_pig(services.ledger, ann, ME, ME)
    assert refusal(services.corrections.operate, ann, own, VOID) == "forbidden"
    done = CliRunner().invoke(command, [own, "adjudicate", "--reason", "agreed", "--place", "s1=1", "--place", "s2=2"])
    assert (done.exit_code, done.output.partition(" at version")[0]) == (0, "adjudicate: the game is over,")
    view = services.ledger.view(own)
    [told] = view.operated
    assert (told.verb, view.texts[told.reason["id"]].text) == ("adjudicate", "agreed")
    document = canonical(services.ledger.record(own))
    verdict = audit(read(document), services.catalog)
    remark = f"an operator acted at version {told.version}: adjudicate"
    assert (verdict.code, remark in verdict.remarks) == (CONSISTENT, True)
    path = tmp_path / "record.json"
    path.write_bytes(document)
    assert (command_line(path), verify.operators_acts(services.ledger.record(own))) == (0, [remark])
    services.close()


@pytest.mark.parametrize("arguments", [["--place", "s1"], []])
def test_a_command_line_that_makes_no_sense_says_so(arguments, tmp_path, monkeypatch):
    result = CliRunner().invoke(command, ["g", "void", *arguments])
    assert result.exit_code == 2


@pytest.fixture
def seasons(tmp_path):
    seasons = Seasons(tmp_path / "home")
    yield seasons
    seasons.close()


@pytest.fixture
def played(seasons):
    """A league in which ann, an operator, has a place beside three AIs, and its first game between others."""
    ann = seasons.account("ann")
    seasons.services.accounts.set_operator(ann, True)
    league_id = seasons.open()
    seasons.ledger.open_season(seasons.organiser, league_id)
    seasons.ledger.enrol(ann, league_id)
    for _ in range(3):
        seasons.ledger.enrol_ai(seasons.organiser, league_id, "random")
    seasons.organise(league_id, "close-enrolment")
    seasons.organise(league_id, "start-season")
    seasons.step(league_id)
    tables = [seasons.services.ledger.table(game_id) for game_id in seasons.open_games(league_id)]
    others = next(table.header.id for table in tables if not table.members.seats_of(ann))
    return ann, league_id, others


def test_in_a_league_in_which_an_operator_plays_the_other_tables_are_its_own_too(seasons, played):
    ann, league_id, others = played
    assert refusal(seasons.services.corrections.operate, ann, others, VOID) == "forbidden"
    assert refusal(seasons.ledger.organise, ann, league_id, "close-enrolment", {}) == "forbidden"
    assert not seasons.ledger.organises(ann, league_id)
    seasons.services.accounts.set_operator(seasons.organiser, True)
    assert refusal(seasons.services.corrections.operate, seasons.organiser, others, VOID) == "forbidden"
    bob = seasons.account("bob")
    seasons.services.accounts.set_operator(bob, True)
    assert seasons.ledger.organises(bob, league_id)
    assert seasons.services.corrections.operate(bob, others, VOID).game.status == "void"


def test_a_place_that_was_given_away_remains_a_part(seasons, played):
    ann, league_id, _ = played
    entrant = seasons.ledger.place_of(ann, league_id)
    seasons.organise(league_id, "replace", reason="she asked for it", entrant=entrant, level="random")
    assert seasons.ledger.has_part(ann, league_id)
    assert not seasons.ledger.organises(ann, league_id)


def test_no_operator_gives_a_place_to_itself(seasons, played):
    ann, league_id, _ = played
    bob = seasons.account("bob")
    seasons.services.accounts.set_operator(bob, True)
    seasons.ledger.offer(bob, league_id)
    place = {"reason": "ill", "entrant": seasons.ledger.place_of(ann, league_id), "account": "bob"}
    assert refusal(seasons.ledger.organise, bob, league_id, "replace", place) == "forbidden"
    seasons.ledger.organise(seasons.organiser, league_id, "replace", place)
    assert seasons.ledger.place_of(bob, league_id) == place["entrant"]


def acts(seasons, league_id):
    """The remarks of a league's audit on what somebody decided."""
    verdict = aggregates.audit(seasons.views.document(league_id), seasons.services.catalog)
    return [remark for remark in verdict.remarks if " acted at version " in remark]


def test_of_what_is_decided_in_a_league_an_operators_acts_alone_are_remarks(seasons):
    league_id = seasons.open()
    seasons.ledger.open_season(seasons.organiser, league_id)
    assert acts(seasons, league_id) == []
    bob = seasons.account("bob")
    seasons.services.accounts.set_operator(bob, True)
    seasons.ledger.organise(bob, league_id, "next-season", {"by_itself": True})
    opened, decided = seasons.views.operated(league_id)
    assert acts(seasons, league_id) == [f"the organiser or an operator acted at version {decided.version}: next-season"]
    assert opened == Decided(version=opened.version, at=seasons.clock.now, verb="open-season")


def test_an_operator_ends_no_series_of_its_own(tmp_path):
    services = install(tmp_path / "home", NIGHTLEDGER_EXTRA_GAMES=MORE_GAMES)
    ann, cy = (services.accounts.create(name)[0].id for name in ("ann", "cy"))
    for account in (ann, cy):
        services.accounts.set_operator(account, True)
    series_id = services.series.open(ann, NewGame("counting-pig", [ME, {"ai": "random"}], {"goal": 20}))
    assert refusal(services.series.close, ann, series_id) == "forbidden"
    game_id = services.series.view(series_id).games[0].game_id
    assert refusal(services.corrections.operate, ann, game_id, VOID) == "forbidden"
    services.series.close(cy, series_id)
    view = services.series.view(series_id)
    [told] = view.operated
    assert (view.status, told.verb) == ("void", "close")
    verdict = aggregates.audit(services.series.document(series_id), services.catalog)
    remark = f"the organiser or an operator acted at version {told.version}: close"
    assert (verdict.code, verdict.remarks) == (CONSISTENT, (remark,))
    services.close()


def test_who_has_tried_a_challenge_decides_nothing_in_it(services, people, operator):
    wanted = NewGame("last-spell", [{}], {"scenario": "introduction"})
    challenge_id = services.challenges.open(people["ann"], wanted, "The first night")
    assert services.challenges.organises(operator, challenge_id)
    game_id = services.challenges.begin(people["bob"], challenge_id)
    services.challenges.begin(operator, challenge_id)
    assert not services.challenges.organises(operator, challenge_id)
    assert refusal(services.corrections.operate, operator, game_id, VOID) == "forbidden"
    assert refusal(services.challenges.close_entries, operator, challenge_id) == "forbidden"
