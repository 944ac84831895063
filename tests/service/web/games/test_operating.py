"""Operators act by page as they do by API: each verb with its reason, and never where they have a part."""

import pytest

HOUR = 3600


@pytest.fixture
def oskar(person, services):
    """An operator who has nothing to do with the games."""
    visitor = person("Oskar")
    services.accounts.set_operator(services.accounts.by_name("Oskar").id, True)
    return visitor


@pytest.fixture
def game(ann, bob, opened, services):
    game = opened("Ann", {"account": "me"}, {"account": "Bob"}, clock={"per_decision": 24 * HOUR, "policy": "remind"})
    services.ledger.sit(services.accounts.by_name("Bob").id, game)
    return game


def form_of(page, verb):
    return next(form for form in page.forms if form.fields.get("verb") == verb)


def test_nobody_else_finds_it(ann, oskar, game):
    path = f"/games/{game}/operate"
    assert ann.open(path).status == 403
    assert path not in ann.open(f"/games/{game}").links
    assert path in oskar.open(f"/games/{game}").links
    assert ann.client.post(path, data=oskar.open(path).forms[-1].fields).status_code == 403


def test_each_verb_of_clocks_and_seats_is_done_and_all_read_why(ann, oskar, game, services):
    def send(verb, **fields):
        page = oskar.send(form_of(oskar.open(f"/games/{game}/operate"), verb), reason=f"For {verb}.", **fields)
        assert "It is done, and all who may see the game read why." in page.text, page.text

    now = services.clock()
    due = services.ledger.table(game).clocks.seats["s1"].deadline
    send("extend", seat="s1", hours="5")
    assert services.ledger.table(game).clocks.seats["s1"].deadline == due + 5 * HOUR
    send("bring-forward", hours="2")
    assert now + 2 * HOUR <= services.ledger.table(game).clocks.seats["s1"].deadline <= services.clock() + 2 * HOUR
    send("pause", hours="")
    send("resume")
    send("replace", seat="s2", level="random")
    assert services.ledger.table(game).seats["s2"].level == "random"
    send("adjudicate", **{"place-s1": "1", "place-s2": "2"})
    assert services.ledger.table(game).status == "over"
    page = ann.open(f"/games/{game}").text
    assert "For adjudicate." in page


def test_a_takeback_goes_to_the_version_and_a_void_game_counts_for_nothing(ann, oskar, game, services):
    start = services.ledger.table(game).version
    page = ann.open(f"/games/{game}")
    ann.send(page.answer, page.answer.button("Hold"))
    page = oskar.send(form_of(oskar.open(f"/games/{game}/operate"), "take-back"), to=str(start), reason="A slip.")
    assert "It is done" in page.text
    assert services.ledger.table(game).pending.keys() == {"s1"}
    page = oskar.send(form_of(page, "void"), reason="It broke.")
    assert services.ledger.table(game).closed.cause == "void"


def test_what_is_refused_is_told_and_the_form_stays(oskar, game, services):
    page = oskar.open(f"/games/{game}/operate")
    page = oskar.send(form_of(page, "replace"), seat="s2", account="Nobody at all", reason="Gone.")
    assert "This was not done: there is no account &#39;Nobody at all&#39;." in page.text
    assert form_of(page, "replace").fields["account"] == "Nobody at all"
    page = oskar.send(form_of(page, "replace"), seat="s2", account="Oskar", reason="Mine.")
    assert "no operator gives a seat to itself" in page.text
    assert services.ledger.table(game).seats["s2"].account == services.accounts.by_name("Bob").id


def test_in_a_game_of_ones_own_nothing_is_done(ann, game, services):
    services.accounts.set_operator(services.accounts.by_name("Ann").id, True)
    page = ann.send(form_of(ann.open(f"/games/{game}/operate"), "void"), reason="I lose.")
    assert "This was not done" in page.text
    assert services.ledger.table(game).closed is None
