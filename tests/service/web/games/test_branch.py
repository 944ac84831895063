"""A position of a game that is over: what is noted there, and a practice game that begins there."""

import pytest

from tests.service.web.playing import play

ME, AI = {"account": "me"}, {"ai": "random"}


@pytest.fixture
def game(ann, opened, services):
    """A finished game of pig."""
    game = opened("Ann", ME, AI)
    play(services, game, 5000)
    return game


@pytest.fixture
def at(game, services):
    """A version at which a command ended."""
    return services.films.film(game, None).ends[4]


def test_a_game_is_played_on_from_a_position_with_what_was_noted_there(ann, game, at, services):
    page = ann.open(f"/games/{game}/replay?at={at}&seat=s2")
    page = ann.send(page.form(f"/games/{game}/notes-at"), text="Here I should have held.")
    assert page.path == f"/games/{game}/replay?at={at}&seat=s2"
    assert "Here I should have held." in page.text
    assert page.text.count('class="noted"') == 1
    branch = ann.send(page.form(f"/games/{game}/branches"), others="greedy")
    made = branch.path.removeprefix("/games/")
    account = services.accounts.by_name("Ann").id
    table = services.ledger.table(made)
    assert dict(table.branched_from)["version"] == at
    assert (table.seats["s1"].level, table.seats["s2"].account) == ("greedy", account)
    assert services.notes.read(account, made).text == "Here I should have held."
    assert services.notes.read(account, game).text == ""


def test_between_two_commands_it_goes_on_from_the_end_of_the_one_before(ann, game, at, services):
    following = services.films.film(game, None).scene_after(at)
    form = ann.open(f"/games/{game}/replay?at={following - 1}").form(f"/games/{game}/branches")
    assert form.fields["at"] == str(at)
    assert form.choices["others"] == [["random", "greedy", "search", "me"]]


def test_an_empty_note_is_removed_and_each_reads_its_own(ann, bob, nobody, game, at):
    path, notes = f"/games/{game}/replay?at={at}", f"/games/{game}/notes-at"
    ann.send(ann.open(path).form(notes), text="mine")
    assert "mine" not in bob.open(path).text
    assert notes not in [form.action for form in nobody.open(path).forms]
    page = ann.send(ann.open(path).form(notes), text="")
    assert 'class="noted"' not in page.text


def test_at_its_end_and_while_it_runs_no_game_is_played_on(ann, opened, services, game):
    last = services.ledger.table(game).version
    page = ann.open(f"/games/{game}/replay?at={last}")
    assert f"/games/{game}/branches" not in [form.action for form in page.forms]
    form = ann.open(f"/games/{game}/replay?at=9").form(f"/games/{game}/branches")
    refused = ann.send(form, at=str(last))
    assert "No practice game was opened: nobody has anything to decide" in refused.text
    running = opened("Ann", ME, AI)
    forms = [form.action for form in ann.open(f"/games/{running}/replay").forms]
    assert f"/games/{running}/branches" not in forms


def test_a_note_at_no_version_is_refused(ann, game):
    form = ann.open(f"/games/{game}/replay?at=9").form(f"/games/{game}/notes-at")
    assert "the game has no version 99999" in ann.send(form, at="99999", text="x").text
