"""Private branches as pages: begun at a game or in its replay, played by hand, seen by nobody else."""

import re

import msgspec
import pytest
from sqlalchemy import bindparam, select, update

from projections.statements import matching
from service.store.event_store import executing
from service.store.relations import private_branches

ANSWERS = select(private_branches.c.answers).where(matching(private_branches.c.id))

ME, OPEN = {"account": "me"}, {"open": True}


@pytest.fixture
def game(ann, bob, opened, services):
    """A running game of Nightfall of Ann and Bob."""
    game = opened("Ann", ME, OPEN, {"ai": "random"}, game="nightfall")
    services.ledger.sit(services.accounts.by_name("Bob").id, game)
    return game


def begun(visitor, game, where=""):
    page = visitor.open(f"/games/{game}{where}")
    return visitor.send(page.form(f"/games/{game}/private-branches"))


def answered(visitor, page):
    """The page after the first answer that it offers."""
    name, value, _ = next(button for button in page.answer.buttons if button[0] == "action" and button[1])
    return visitor.send(page.answer, **{name: value})


def test_a_branch_is_played_by_hand_for_all_seats(ann, game, services):
    page = begun(ann, game)
    assert "a private branch" in page.text
    place = page.path
    for number in range(1, 4):
        page = answered(ann, page)
        assert page.path == place
        assert page.text.count('aria-current="step"') == 1
        assert f"?step={number - 1}" in page.text
    assert place in ann.open(f"/games/{game}").links
    earlier = ann.open(f"{place}?step=1")
    assert "takes the place of those that followed" in earlier.text
    page = answered(ann, earlier)
    assert f"{place}?step=3" not in page.links


def test_the_others_are_answered_for_on_a_wish(ann, game):
    page = begun(ann, game)
    others = page.path + "/others"
    while others not in [form.action for form in page.forms]:
        page = answered(ann, page)
    page = ann.send(page.form(others))
    assert others not in [form.action for form in page.forms]


def test_an_answer_becomes_a_conditional_one_by_a_button(ann, game):
    page = begun(ann, game)
    page = answered(ann, page)
    page = ann.send(page.form(page.path + "/condition"))
    assert "It is among your standing orders" in page.text
    shown = ann.open(f"/games/{game}").text
    assert "If asked" in shown
    assert re.search(r"From version [0-9]+, 1 answer<", shown)


def test_it_begins_in_the_replay_with_the_note_that_is_there_and_keeps_notes_of_its_own(ann, game, services):
    at = services.ledger.table(game).version
    page = ann.open(f"/games/{game}/replay?at={at}")
    ann.send(page.form(f"/games/{game}/notes-at"), text="Which card?")
    page = begun(ann, game, f"/replay?at={at}")
    assert "Which card?" in page.text
    page = answered(ann, page)
    assert "Which card?" in page.text, "beside the answer that was given there"
    page = ann.send(page.form(page.path + "/note"), text="Better so.")
    assert "Your note is kept." in page.text
    assert "Better so." in page.text


def test_nobody_else_sees_it(ann, bob, nobody, game):
    page = answered(ann, begun(ann, game))
    ann.send(page.form(page.path + "/note"), text="my own thought")
    branch = re.search(r"/private-branches/([0-9a-f-]+)", page.path)[1]
    assert bob.open(f"/private-branches/{branch}").status == 404
    assert "a private branch" not in nobody.open(f"/private-branches/{branch}").text
    for visitor in (bob, nobody):
        for path in (f"/games/{game}", f"/games/{game}?seat=spectator", f"/games/{game}/replay?at=9"):
            found = visitor.open(path).text
            assert branch not in found
            assert "my own thought" not in found


def test_a_window_that_comes_late_is_told(ann, game):
    page = begun(ann, game)
    other = ann.open(page.path)
    answered(ann, page)
    late = answered(ann, other)
    assert late.text.count("changed in another window") == 1


def test_it_is_forgotten_when_its_owner_says_so(ann, game):
    page = begun(ann, game)
    back = ann.send(page.form(page.path + "/remove"))
    assert "The branch is gone." in back.text
    assert ann.open(page.path).status == 404


def test_there_is_none_for_who_only_watches(ann, bob, nobody, person, game):
    cy = person("Cy")
    for visitor in (cy, nobody):
        assert "private-branches" not in visitor.open(f"/games/{game}").text
        assert "private-branches" not in visitor.open(f"/games/{game}/replay?at=9").text


def test_of_two_notes_neither_is_lost(ann, game):
    page = answered(ann, begun(ann, game))
    place = page.path
    ann.send(page.form(place + "/note"), text="first")
    both = ann.send(page.form(place + "/note"), text="second")
    assert both.status == 412
    assert all(text in both.text for text in ("Your note was changed elsewhere", "first", "second"))
    kept = ann.send(both.form(place + "/note"), text="first and second")
    assert "first and second" in kept.text
    assert f"{place}?step=1" in kept.path


def test_a_note_at_a_position_that_another_window_took_back_is_put_to_the_end(ann, game):
    page = answered(ann, answered(ann, begun(ann, game)))
    place = page.path
    answered(ann, ann.open(f"{place}?step=0"))
    both = ann.send(page.form(place + "/note"), text="what I thought")
    assert "what I thought" in both.text
    kept = ann.send(both.form(place + "/note"), text="what I thought")
    assert kept.path == f"{place}?step=1"
    assert "what I thought" in kept.text


def test_what_is_refused_is_told_at_the_position_where_it_was_asked(ann, game):
    place = answered(ann, begun(ann, game)).path
    page = ann.open(f"{place}?step=0")
    refused = ann.send(page.answer, action='{"type": "pass"}')
    assert refused.path == f"{place}?step=0"
    assert "This was not done" in refused.text


def test_an_answer_that_is_no_longer_possible_is_told_at_the_position_before_it(ann, game, services):
    page = answered(ann, answered(ann, begun(ann, game)))
    branch = page.path.rpartition("/")[2]
    answers = [["s1", {"type": "pass"}], ["s1", {"type": "pass"}]]
    answers[0] = msgspec.json.decode(next(iter(services.store.rows(ANSWERS, id=branch)))["answers"])[0]
    changed = update(private_branches).values(answers=bindparam("given")).where(matching(private_branches.c.id))
    services.store.write(executing(changed, id=branch, given=msgspec.json.encode(answers).decode()))
    page = ann.open(page.path)
    assert page.path.endswith("?step=1")
    assert "Answer 2 of the branch is no longer possible" in page.text
    assert f"{page.path.partition('?')[0]}?step=0" in page.links


@pytest.mark.parametrize("ends", ["over", "goes on"])
def test_it_is_found_at_its_game_when_its_seat_is_given_up_and_when_the_game_is_over(ann, game, services, ends):
    place = begun(ann, game).path
    me = services.accounts.by_name("Ann").id
    services.absence.resign(me, game, "s1")
    if ends == "over":
        services.absence.resign(services.accounts.by_name("Bob").id, game, "s2")
    assert place in ann.open(f"/games/{game}").links


def test_a_game_that_foresees_no_answers_offers_no_conditional_ones(ann, opened):
    page = begun(ann, opened("Ann", ME, ME))
    page = answered(ann, page)
    assert page.path + "/condition" not in [form.action for form in page.forms]
