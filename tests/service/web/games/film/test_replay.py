"""The replay: every version as it was, through the eyes of who looks."""

import re

import pytest

from tests.service.web.playing import play

ME = {"account": "me"}
AI = {"ai": "random"}


@pytest.fixture
def game(ann, opened, services):
    """A game of Nightfall under way."""
    game = opened("Ann", ME, AI, game="nightfall")
    play(services, game, 120)
    return game


def table_of(page):
    """What a page draws as its table, without what a click answers."""
    drawn = re.search(r'<div id="table".*?</div>\s*<(section id="log"|div class="seat-side")', page.text, re.DOTALL)[0]
    return re.findall(r'aria-label="([^"]*)"|<dd>([^<]*)</dd>', drawn)


def test_at_the_last_version_it_shows_the_table_of_the_game(ann, game, services):
    last = services.ledger.table(game).version
    assert table_of(ann.open(f"/games/{game}/replay?at={last}")) == table_of(ann.open(f"/games/{game}"))


def test_at_each_version_it_shows_what_the_ledger_gives_for_it(ann, game, services):
    account, last = services.accounts.by_name("Ann").id, services.ledger.table(game).version
    for at in range(1, last + 1, 29):
        page = ann.open(f"/games/{game}/replay?at={at}")
        assert f"Version <b>{at}</b> of {last}" in page.text
        assert page.form(f"/games/{game}/replay").fields["at"] == str(at)
        check_hand(page, services.ledger.view(game, account, "s1", at).table, services)


def check_hand(page, table, services):
    """The own hand that the page shows is that of the view; there is none before the start."""
    shown = re.search(r'aria-label="Your hand">.*?</div>', page.text, re.DOTALL)
    if table is None or "draft" in table:
        assert shown is None
        return
    labels = services.catalog["nightfall"].describe().labels["en"]
    hand = table["seats"]["s1"]["hand"]
    names = [labels[card] for card in hand]
    drawn = re.findall(r'aria-label="([^":]+): [^"]+"', shown[0])
    assert [name.replace("&#34;", '"') for name in drawn] == names


def test_steps_lead_one_event_on_and_back_and_to_the_ends(ann, game, services):
    last = services.ledger.table(game).version
    path = f"/games/{game}/replay?at="

    def steps(at):
        return [link for link in ann.open(f"{path}{at}").links if link and link.startswith(path)]

    assert steps(40)[:4] == [f"{path}{at}" for at in (1, 39, 41, last)]
    assert f"{path}0" not in steps(1)
    assert f"{path}{last + 1}" not in steps(last)


@pytest.mark.parametrize(("at", "shown"), [("0", 1), ("-5", 1), ("x", 1), ("100000", None), ("", 1)])
def test_beyond_the_ends_it_shows_the_ends(ann, game, services, at, shown):
    expected = shown or services.ledger.table(game).version
    assert f"Version <b>{expected}</b>" in ann.open(f"/games/{game}/replay?at={at}").text


def test_it_has_no_buttons_to_answer_with(ann, game):
    path = f"/games/{game}/replay"
    beside = [f"/games/{game}/notes-at", f"/games/{game}/private-branches"]
    assert [form.action for form in ann.open(f"{path}?at=60").forms] == ["/sign-out", path, *beside]


def test_a_running_game_is_seen_through_ones_own_eyes_only(ann, bob, nobody, game):
    assert "Your hand" in ann.open(f"/games/{game}/replay?at=60").text
    for visitor in (bob, nobody):
        assert "Your hand" not in visitor.open(f"/games/{game}/replay?at=60").text
        assert visitor.open(f"/games/{game}/replay?at=60&seat=s1").status == 403
    assert ann.open(f"/games/{game}/replay?at=60&seat=referee").status == 403


def test_the_eyes_stay_the_same_while_one_steps_through_a_game_of_two_own_seats(ann, opened, services):
    game = opened("Ann", ME, ME, game="nightfall")
    play(services, game, 30)
    last = services.ledger.table(game).version
    pages = [ann.open(f"/games/{game}/replay?at={at}").text for at in (20, 60, last)]
    assert len({re.search(r'aria-current="page">([^<]*)', page)[1] for page in pages}) == 1


def test_a_closed_game_is_open_to_everybody_through_all_eyes(nobody, ann, opened, services):
    game = opened("Ann", ME, AI, game="nightfall", draft="quick")
    play(services, game, 5000)
    assert services.ledger.table(game).status == "over"
    for seat in ("s1", "s2", "spectator", "referee"):
        page = nobody.open(f"/games/{game}/replay?at=60&seat={seat}")
        assert page.status == 200
        assert ("Your hand" in page.text) == (seat in ("s1", "s2"))
