"""Private branches as pages: begun at a game or in its replay, played by hand, seen by nobody else."""

import re

import pytest

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
        assert page.text.count("aria-current=\"step\"") == 1
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
    assert "If asked" in ann.open(f"/games/{game}").text


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
    assert "changed in another window" in late.text


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
