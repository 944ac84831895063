"""The menu beside the panel: takebacks, standing orders, resignations and claims by forms alone."""

import pytest

from tests.installation import install
from tests.service.clocks import DAILY, DAY, HOUR
from tests.service.playing import AI, ME, act, guess


@pytest.fixture
def services(tmp_path, clock):
    installed = install(tmp_path / "home", clock)
    yield installed
    installed.close()


@pytest.fixture
def table(ann, bob, opened, services):
    """A running game of Ann and Bob, and others: its id and the path of its page."""

    def open_table(*others, game="pig", clock=None, **options):
        accounts = services.accounts
        game_id = opened("Ann", ME, {"account": "Bob"}, *others, game=game, clock=clock, **options)
        services.ledger.sit(accounts.by_name("Bob").id, game_id)
        return game_id, f"/games/{game_id}"

    return open_table


def press(visitor, path, where, label, **changes):
    """Press a button of the menu: the page after it."""
    form = next(
        form
        for form in visitor.open(path).forms
        if form.action == f"{path}/{where}" and any(text == label for *_, text in form.buttons)
    )
    return visitor.send(form, form.button(label), **changes)


def labels(page):
    return [text for form in page.forms for *_, text in form.buttons]


def test_who_holds_no_seat_has_no_menu(table, nobody, person):
    _, path = table()
    for visitor in (nobody, person("Cy")):
        assert "Yes, resign" not in labels(visitor.open(path))


def test_the_last_action_is_taken_back_by_a_button(table, ann, services):
    game, path = table(game="nightfall")
    account = services.accounts.by_name("Ann").id
    before = services.ledger.table(game).version
    view = services.ledger.view(game, account)
    act(services.ledger, account, game, view.legal[0])
    assert services.ledger.view(game, account).may_take_back == [before]

    page = press(ann, path, "take-back", "My last action")

    assert "This was not done" not in page.text
    assert "TakenBack" in [entry["type"] for entry in services.ledger.events(game)]
    assert services.ledger.view(game, account).table == view.table


def test_past_the_action_of_another_the_others_are_asked_and_answer_by_a_button(table, ann, bob, services):
    game, path = table(AI, guess=True)
    before = services.ledger.table(game).version
    for number, name in enumerate(("Ann", "Bob"), 1):
        act(services.ledger, services.accounts.by_name(name).id, game, guess(number))

    press(ann, path, "take-back", "Ask the others", to=str(before))
    assert f"Ann asks to go back to version {before}" in bob.open(path).text
    assert "waits for consent" in ann.open(path).text
    press(bob, path, "take-back/answer", "Agree")

    assert "TakenBack" in [entry["type"] for entry in services.ledger.events(game)]
    assert "Agree" not in labels(bob.open(path))


def test_a_takeback_that_the_rules_forbid_is_refused_in_words(table, ann):
    _, path = table()
    page = press(ann, path, "take-back", "Ask the others", to="1")
    assert "This was not done" in page.text


def test_standing_orders_are_added_and_taken_back(table, ann, bob, services):
    game, path = table(game="nightfall")
    account = services.accounts.by_name("Ann").id

    def kept():
        return services.standing_orders.get(account, game, "s1").orders

    page = press(ann, path, "standing-orders", "Add the order", order='{"order":"block","with":"all"}')
    assert "Block: All" in page.text
    assert kept() == [{"order": "block", "with": "all"}]
    assert "Block: All" not in bob.open(path).text.split("Add the order")[0].split("<select")[0]

    press(ann, path, "standing-orders", "Take them back")
    assert kept() == []

    suggested = next(text for text in labels(ann.open(path)) if text.startswith("What suits most"))
    press(ann, path, "standing-orders", suggested)
    assert kept() == services.standing_orders.get(account, game, "s1").suggested


def test_looking_ahead_gives_conditional_answers_in_words_and_leaves_other_orders(table, ann, services):
    game, path = table(game="nightfall")
    account = services.accounts.by_name("Ann").id
    press(ann, path, "standing-orders", "Add the order", order='{"order":"block","with":"all"}')
    page = press(ann, path, "look-ahead", "Look ahead: conditional answers")
    assert "If asked “Draft”: Draft " in page.text
    kept = [order["order"] for order in services.standing_orders.get(account, game, "s1").orders]
    assert kept[-1] == "block"
    assert set(kept[:-1]) == {"if"}


def test_a_game_that_foresees_no_answers_offers_no_look_ahead(table, ann):
    _, path = table()
    assert "Look ahead: conditional answers" not in labels(ann.open(path))


@pytest.mark.parametrize("order", ["{", "on", "1" * 5000, '{"order": 1.5}', "7", "[]", '{"order": "dance"}'])
def test_an_order_that_is_none_is_refused_and_changes_nothing(table, ann, services, order):
    game, path = table(game="nightfall")
    account = services.accounts.by_name("Ann").id
    assert "This was not done" in press(ann, path, "standing-orders", "Add the order", order=order).text
    assert services.standing_orders.get(account, game, "s1").orders == []


def test_who_resigns_loses_a_game_of_two(table, ann, services):
    game, path = table()
    page = press(ann, path, "resign", "Yes, resign")
    assert ">Over</h2>" in page.text
    assert services.ledger.view(game).result.places == {"s1": 2, "s2": 1}


def test_an_ai_is_claimed_for_a_seat_whose_deadline_has_passed(table, ann, bob, services, clock):
    game, path = table(clock={**DAILY, "policy": "remind"})
    first = "s1" in services.ledger.table(game).pending
    late, waiting, name = (ann, bob, "Ann") if first else (bob, ann, "Bob")
    assert f"{name}: until" in waiting.open(path).text
    assert f"An AI for {name}" not in labels(waiting.open(path))
    assert "This was not done" in press(waiting, path, "claim", "Yes, claim the end").text

    clock.now += DAY + HOUR
    services.clockwork.enforce(game)
    page = press(waiting, path, "claim", f"An AI for {name}")

    assert "This was not done" not in page.text
    seats = services.ledger.view(game).seats
    assert seats["s1" if first else "s2"].kind == "ai"
    assert late.open(path).status == 200


def test_who_was_late_takes_the_seat_back_by_a_button(table, ann, bob, person, services, clock):
    game, path = table(AI, clock={**DAILY, "policy": "ai", "level": "random"}, guess=True)
    clock.now += DAY
    services.clockwork.enforce(game)
    assert services.ledger.view(game).seats["s1"].kind == "ai"
    assert "Sit down" not in labels(person("Cy").open(path)), "an AI keeps the seat for Ann"
    press(ann, path, "sit", "Sit down")
    assert services.ledger.view(game).seats["s1"].name == "Ann"
    assert "Sit down" not in labels(ann.open(path))


def test_a_seat_that_was_left_where_all_play_together_is_taken_by_a_button(table, ann, bob, person, services):
    game, path = table(game="last-spell", scenario="introduction")
    press(bob, path, "resign", "Yes, resign")
    assert "Sit down" not in labels(ann.open(path)), "Ann plays already"
    press(person("Cy"), path, "sit", "Sit down")
    assert services.ledger.view(game).seats["s2"].name == "Cy"
