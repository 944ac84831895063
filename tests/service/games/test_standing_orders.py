"""Standing orders: carried out as the seat's own answers, which nobody can tell from answers by hand."""

import json
from contextlib import closing

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.contract.chance import Stream
from domain.contract.game import to_json
from domain.games.nightfall.orders import suggested_orders
from domain.table.rules.standing_orders import MOST_IN_A_ROW, answer
from service.cli.authors.bench import command as bench
from service.games.orders import StandingOrders
from service.games.shapes import Condition, NewGame, OperatorAct, Posted
from service.people.accounts import Accounts
from tests.installation import install
from tests.service.clocks import HOUR, Days
from tests.service.parts import other_games
from tests.service.playing import HOLD, refusal
from tests.streams import random_bytes

PASS = [{"order": "pass", "when": "always"}]
HOLDING = [{"order": "default", "decisions": ["turn"]}]
ALL_BY_DEFAULT = [{"order": "default", "decisions": ["link", "treat", "block", "choose"]}]


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home")
    yield days
    days.close()


def give(days, name, game_id, orders, seat=None):
    return days.services.standing_orders.put(days.people[name], game_id, seat, orders)


def test_an_order_answers_at_once_and_in_the_command_of_the_other(days):
    game_id = days.open("ann", "bob")
    give(days, "bob", game_id, HOLDING)
    done = days.act("ann", game_id, HOLD)
    assert [(event["seat"], event["type"]) for event in done.events if event["type"] == "PointsBanked"] == [
        ("s1", "PointsBanked"),
        ("s2", "PointsBanked"),
    ]
    assert list(done.game.pending) == ["s1"]


def test_a_repeated_request_gets_what_orders_answered_with_it_and_no_more(days):
    game_id = days.open("ann", "bob", "cy")
    give(days, "bob", game_id, HOLDING)
    ledger, ann = days.services.ledger, days.people["ann"]
    posted = Posted([HOLD], Condition(decision=days.view(game_id, "ann").decision), "key", b"body")
    first = ledger.act(ann, game_id, None, posted)
    days.clock.now += 1
    give(days, "cy", game_id, HOLDING)
    assert list(days.view(game_id).pending) == ["s1"], "cy's order has answered at once"
    again = ledger.act(ann, game_id, None, posted)
    assert again.repeated
    assert (again.events, again.receipt) == (first.events, first.receipt)
    assert list(again.game.pending) == ["s3"]


def test_an_order_answers_what_is_open_when_it_is_given(days):
    game_id = days.open("ann", "bob")
    give(days, "ann", game_id, HOLDING)
    assert list(days.view(game_id).pending) == ["s2"]


def test_orders_end_after_twenty_decisions_without_an_action_of_the_seat_s_own(days):
    game_id = days.open("ann", "bob")
    give(days, "ann", game_id, HOLDING)
    give(days, "bob", game_id, HOLDING)
    assert days.types(game_id).count("PointsBanked") == 2 * MOST_IN_A_ROW
    days.act("ann", game_id, HOLD)
    assert days.types(game_id).count("PointsBanked") == 2 * MOST_IN_A_ROW + 1
    days.act("bob", game_id, HOLD)
    assert days.types(game_id).count("PointsBanked") > 2 * MOST_IN_A_ROW + 2


def test_orders_are_the_seat_s_own_secret_and_can_be_taken_back(days):
    game_id = days.open("ann", "bob", "cy")
    give(days, "bob", game_id, HOLDING)
    orders = days.services.standing_orders
    assert orders.get(days.people["bob"], game_id, None).orders == HOLDING
    assert orders.get(days.people["ann"], game_id, None).orders == []
    assert refusal(orders.get, days.people["ann"], game_id, "s2") == "forbidden"
    orders.delete(days.people["bob"], game_id, None)
    days.act("ann", game_id, HOLD)
    assert list(days.view(game_id).pending) == ["s2"]


def test_orders_are_gone_when_the_seat_changes_hands(days):
    game_id = days.open("ann", "bob", "cy")
    give(days, "bob", game_id, HOLDING)
    days.services.absence.resign(days.people["bob"], game_id, None)
    assert days.services.store.rows("SELECT * FROM standing_orders") == []


def test_nor_does_an_ai_or_another_person_that_takes_the_seat_find_them(days):
    for account, level in ((None, "random"), ("cy", None)):
        game_id = days.open("ann", "bob")
        give(days, "bob", game_id, HOLDING)
        act = OperatorAct("replace", "bob has left", seat="s2", account=account, level=level)
        days.services.corrections.operate(None, game_id, act)
        assert days.services.store.rows("SELECT * FROM standing_orders") == []
        days.act("ann", game_id, HOLD)
        assert list(days.view(game_id).pending) == ["s2"]


def test_what_an_order_answers_later_is_stored_at_that_time(days):
    game_id = days.open("ann", "bob")
    days.clock.now += HOUR
    give(days, "ann", game_id, HOLDING)
    [held] = [event for event in days.services.ledger.events(game_id) if event["type"] == "PointsBanked"]
    assert held["at"] == days.clock.now


@pytest.mark.parametrize(
    "order",
    [
        {"order": "dance"},
        {"order": "default"},
        {"order": "default", "decisions": []},
        {"order": "default", "decisions": [1]},
        {"order": "pass"},
        {"order": "pass", "when": "never"},
        {"order": "block", "with": "all", "seat": "s1"},
        "pass",
        {"order": "pass", "when": 1.5},
    ],
)
def test_orders_that_make_no_sense_are_refused(days, order):
    game_id = days.open("ann", "bob", game="nightfall")
    assert refusal(give, days, "ann", game_id, [order]) == "malformed"


def test_an_order_for_this_turn_knows_which_turn_it_is(days):
    game_id = days.open("ann", "bob", game="nightfall", options={"draft": "quick"})
    kept = give(days, "bob", game_id, [{"order": "pass", "when": "this-turn"}]).orders
    assert kept == [{"order": "pass", "when": "this-turn", "turn": days.view(game_id).table["turn"]}]


class Twin:
    """One of two services in which the same chance gives the same accounts, games and seeds."""

    def __init__(self, home):
        self.services = install(home)
        self.now = 1_800_000_000
        accounts = Accounts(self.services.store, lambda: self.now, random_bytes(b"accounts"))
        people = [accounts.create(name)[0].id for name in ("ann", "bob", "cy", "dee")]
        games = other_games(self.services, lambda: self.now, random_bytes(b"games"), accounts=accounts)
        self.ledger = games.ledger
        self.orders = StandingOrders(self.services.store, games.commands, games.following, random_bytes(b"orders"))
        seats = [{"account": "me"}, {"account": "bob"}, {"account": "cy"}]
        self.game_id = self.ledger.open_game(people[0], NewGame("nightfall", seats, {"draft": "quick"}))
        for account in people[1:3]:
            self.ledger.sit(account, self.game_id)
        self.people = dict(zip(("s1", "s2", "s3", "a spectator"), people, strict=True))
        self.asked_by_hand = 0

    @property
    def table(self):
        return self.ledger.table(self.game_id)

    def answer(self, seat, action):
        """Answer the seat's open decision by hand, a minute after the last answer."""
        self.now += 60
        self.asked_by_hand += 1
        condition = Condition(decision=self.table.decision_id(seat))
        self.ledger.act(self.people[seat], self.game_id, seat, Posted([action], condition))

    def seen_by(self, reader):
        """Everything that somebody gets to see of the game, without times and what hangs on them."""
        account = self.people[reader]
        events = self.ledger.events(self.game_id, account, limit=10_000)
        record = self.ledger.record(self.game_id, account)
        view = self.ledger.view(self.game_id, account)
        return {
            "events": [timeless(event) for event in events],
            "record": {**record, "head": None, "events": [timeless(event) for event in record["events"]]},
            "view": replace(view, head=None, at=None),
            "timeline": [{**mark, "at": None} for mark in self.ledger.timeline(self.game_id, account)["marks"]],
        }

    def close(self):
        self.services.close()


def timeless(event):
    """The event without its time, and what is salted or hashes the time: that these are there stays."""
    commitments = {name: value for name, value in event["commitments"].items() if name != "closed"}
    return {**event, "at": None, "hash": None, "commitments": commitments, "closed": "closed" in event["commitments"]}


def play_both(by_hand, by_order, orders, answers, decisions=40):
    """Play the same game twice: what orders say of `s2` is answered by hand in one, by these orders in the other."""
    by_order.orders.put(by_order.people["s2"], by_order.game_id, "s2", orders)
    rng = Stream(answers)
    answer_as_ordered(by_hand, orders)
    for _ in range(decisions):
        table = by_hand.table
        if table.status != "running":
            return
        seat = next(iter(table.pending))
        action = to_json(rng.choice(table.game.legal(table.state, seat).actions))
        by_hand.answer(seat, action)
        by_order.answer(seat, action)
        answer_as_ordered(by_hand, orders)


def answer_as_ordered(twin, orders):
    """Answer by hand what the orders would answer for `s2`."""
    while "s2" in (table := twin.table).pending:
        told = answer(table.game, table.state, "s2", orders)
        if told is None:
            return
        twin.answer("s2", to_json(told))


@settings(max_examples=6, deadline=None, database=None)
@given(orders=st.sampled_from([PASS, list(suggested_orders()), ALL_BY_DEFAULT]), answers=st.binary(min_size=4))
def test_nobody_can_tell_an_answer_by_order_from_one_by_hand(tmp_path_factory, orders, answers):
    home = tmp_path_factory.mktemp("twins")
    by_hand, by_order = Twin(home / "hand"), Twin(home / "order")
    with closing(by_hand), closing(by_order):
        play_both(by_hand, by_order, orders, answers)
        assert by_order.asked_by_hand <= by_hand.asked_by_hand
        for reader in by_hand.people:
            ordered, given_by_hand = by_order.seen_by(reader), by_hand.seen_by(reader)
            assert ordered["events"], "there is something to compare"
            assert ordered == given_by_hand


def test_what_is_answered_by_order_is_not_asked_by_hand(tmp_path):
    by_hand, by_order = Twin(tmp_path / "hand"), Twin(tmp_path / "order")
    with closing(by_hand), closing(by_order):
        play_both(by_hand, by_order, PASS, b"answers", 60)
        assert by_order.asked_by_hand < by_hand.asked_by_hand


@pytest.mark.parametrize("level", ["greedy", "random"])
def test_with_the_suggested_orders_a_game_of_four_needs_at_most_half_the_round_trips(level):
    result = CliRunner().invoke(bench, ["orders", "--games", "10", "--ai", level])
    assert result.exit_code == 0, result.output
    told = {line["metric"]: line["value"] for line in map(json.loads, result.output.splitlines())}
    assert told["round_trips_a_game_with_orders"] < told["round_trips_a_game_without_orders"]
    assert told["round_trips_left"] <= 50


@pytest.mark.slow
def test_with_conditional_answers_besides_it_needs_less_than_a_third():
    result = CliRunner().invoke(bench, ["orders", "--games", "12", "--planning"])
    told = {line["metric"]: line["value"] for line in map(json.loads, result.output.splitlines())}
    assert told["round_trips_left_with_conditions"] < 33


def test_a_conditional_answer_is_given_as_the_seat_s_own_and_ends_when_the_situation_differs(days):
    game_id = days.open("ann", "bob")
    roll = {"order": "if", "asked": "turn", "view": {"/turn_points": 0}, "answer": {"type": "roll"}}
    bank = days.view(game_id).table["bank"]
    kept = give(days, "bob", game_id, [{**roll, "while": {"/bank": bank}}, *HOLDING]).orders
    assert [order["order"] for order in kept] == ["if", "default"]
    done = days.act("ann", game_id, HOLD)
    rolled = [event for event in done.events if event["type"] == "DieRolled"]
    assert [event["seat"] for event in rolled] == ["s2"]
    orders = days.services.standing_orders.get(days.people["bob"], game_id, None).orders
    assert [order["order"] for order in orders] == ["if", "default"]


def test_one_for_another_situation_is_gone_as_soon_as_its_seat_is_asked(days):
    game_id = days.open("ann", "bob")
    never = {"order": "if", "asked": "turn", "while": {"/turn_points": 99}, "answer": {"type": "hold"}}
    give(days, "bob", game_id, [never])
    orders = days.services.standing_orders
    assert len(orders.get(days.people["bob"], game_id, None).orders) == 1, "nobody has asked bob yet"
    days.act("ann", game_id, HOLD)
    assert list(days.view(game_id).pending) == ["s2"]
    assert orders.get(days.people["bob"], game_id, None).orders == []
