"""Who loses a seat, or gets one, without doing anything is told so, as long as it is so."""

import pytest

from service.games.shapes import NewGame, OperatorAct
from service.notify.messages import said
from tests.notify.conftest import PUBLIC
from tests.notify.hooks import confirmed_webhook
from tests.service.playing import HOLD, act, guess

DAY = 24 * 3600
AI = {"per_decision": DAY, "policy": "ai", "level": "random"}
OF_SEATS = ("seat-ai", "seat-lost", "seat-given")


@pytest.fixture
def webhooks(post, people, hook):
    """Everybody's webhook, by name."""
    return {name: confirmed_webhook(post, account, hook.url, "generic") for name, account in people.items()}


@pytest.fixture
def told(post, webhooks):
    """What somebody was to be told of seats: kinds, with what became of each, the oldest first."""

    def of(name):
        rows = sorted(post.outbox.deliveries.of(webhooks[name].id), key=lambda row: row.version)
        return [(row.kind, row.state) for row in rows if row.kind in OF_SEATS]

    return of


@pytest.fixture
def operate(services):
    """Acts as an operator, by the command line."""

    def act_as_operator(game, verb, **more):
        return services.corrections.operate(None, game, OperatorAct(verb, "a reason", **more))

    return act_as_operator


@pytest.fixture
def taken(services, opened, clock):
    """A game of ann and bob in which an AI has taken ann's seat."""
    game = opened("bob", clock=AI)
    clock.now += DAY
    services.clockwork.enforce(game)
    return game


def test_the_person_whose_seat_an_ai_takes_is_told_where_to_take_it_back(taken, told, webhooks, hook, later):
    later()
    later()
    assert told("ann") == [("seat-ai", "sent")]
    assert told("bob") == []
    [notice] = [notice for body in hook.bodies for notice in body["notices"] if notice["kind"] == "seat-ai"]
    assert (notice["url"], notice["seat"]) == (f"{PUBLIC}/games/{taken}", "s1")


def test_who_is_back_needs_not_be_told(services, people, taken, told, later):
    services.ledger.sit(people["ann"], taken)
    later()
    assert told("ann") == [("seat-ai", "answered")]


def test_nor_does_who_was_away_when_the_game_is_over(services, taken, told, later):
    services.ledger.close(taken, "void")
    later()
    assert told("ann") == [("seat-ai", "answered")]


def test_but_who_is_kept_a_seat_is_told_that_it_is_over(services, people, taken, post, webhooks, later):
    services.ledger.close(taken, "void")
    later()
    rows = [row for name in ("ann", "bob", "cy") for row in post.outbox.deliveries.of(webhooks[name].id)]
    over = [(row.account, row.seat, row.asked, row.state) for row in rows if row.kind == "over"]
    assert over == [(people["ann"], "s1", "void", "sent"), (people["bob"], "s2", "void", "sent")]


def test_whose_seat_was_given_away_is_not_told_of_the_end(services, taken, post, webhooks, operate, later):
    operate(taken, "replace", seat="s1", account="cy")
    services.ledger.close(taken, "void")
    later()
    told = {name: {row.kind for row in post.outbox.deliveries.of(webhooks[name].id)} for name in ("ann", "cy")}
    assert "over" not in told["ann"]
    assert "over" in told["cy"]


def test_a_second_time_is_told_anew(services, people, taken, told, clock, later):
    later()
    turn = services.ledger.bot_turn(taken, "s1")
    services.ledger.act_as_bot(taken, "s1", turn.decision, HOLD)
    services.ledger.sit(people["ann"], taken)
    act(services.ledger, people["bob"], taken, HOLD)
    clock.now += DAY
    services.clockwork.enforce(taken)
    later()
    assert told("ann") == [("seat-ai", "sent")] * 2


def test_the_last_person_is_told_that_the_game_is_about_to_end(services, taken, told, post, webhooks, clock, later):
    turn = services.ledger.bot_turn(taken, "s1")
    services.ledger.act_as_bot(taken, "s1", turn.decision, HOLD)
    clock.now += DAY
    services.clockwork.enforce(taken)
    later()
    [(state, decision)] = [
        (row.state, row.decision) for row in post.outbox.deliveries.of(webhooks["bob"].id) if row.kind == "last-call"
    ]
    assert state == "sent"
    assert decision == services.ledger.table(taken).decision_id("s2")


def test_nobody_is_told_so_of_a_deadline_that_an_operator_moves(opened, post, webhooks, operate, later):
    game = opened("bob", clock=AI)
    operate(game, "extend", to=60)
    later()
    assert not [row for row in post.outbox.deliveries.of(webhooks["ann"].id) if row.kind == "last-call"]


def test_a_seat_that_another_claims_for_an_ai_is_told_of(services, opened, people, told, clock, later):
    game = opened("bob", "cy", clock={"per_decision": DAY})
    clock.now += DAY
    services.clockwork.enforce(game)
    services.absence.claim_replacement(people["bob"], game)
    later()
    assert [told(name) for name in ("ann", "bob", "cy")] == [[("seat-ai", "sent")], [], []]


def test_an_operator_s_change_is_told_to_both(opened, told, operate, later):
    game = opened("bob")
    operate(game, "replace", seat="s2", account="cy")
    later()
    assert (told("bob"), told("cy"), told("ann")) == ([("seat-lost", "sent")], [("seat-given", "sent")], [])
    operate(game, "replace", seat="s2", account="bob")
    later()
    assert told("bob")[-1] == ("seat-given", "sent")
    assert told("cy")[-1] == ("seat-lost", "sent")


def test_who_gets_the_seat_back_at_once_is_not_told_that_it_was_lost(opened, told, operate, later):
    game = opened("bob")
    operate(game, "replace", seat="s2", account="cy")
    operate(game, "replace", seat="s2", account="bob")
    later()
    assert told("bob") == [("seat-lost", "answered"), ("seat-given", "sent")]
    assert told("cy") == [("seat-given", "answered"), ("seat-lost", "sent")]


def test_an_operator_gives_back_or_away_what_an_ai_keeps(taken, told, operate, later):
    later()
    operate(taken, "replace", seat="s1", level="greedy")
    later()
    assert told("ann") == [("seat-ai", "sent"), ("seat-lost", "sent")]
    operate(taken, "replace", seat="s1", account="ann")
    later()
    assert told("ann")[-1] == ("seat-given", "sent")


def test_who_is_kept_a_seat_is_told_that_somebody_else_got_it(taken, told, operate, later):
    later()
    operate(taken, "replace", seat="s1", account="cy")
    later()
    assert told("ann") == [("seat-ai", "sent"), ("seat-lost", "sent")]
    assert told("cy") == [("seat-given", "sent")]


def test_who_has_a_seat_back_as_nobody_else_is_left_is_told(services, people, told, clock, later):
    seats = [{"account": "me"}, {"account": "bob"}, {"ai": "random"}]
    game = services.ledger.open_game(people["ann"], NewGame("pig", seats, clock=AI))
    services.ledger.sit(people["bob"], game)
    clock.now += DAY
    services.clockwork.enforce(game)
    services.absence.resign(people["bob"], game, None)
    later()
    assert services.ledger.table(game).seats["s1"].account == people["ann"]
    assert told("ann") == [("seat-ai", "answered"), ("seat-given", "sent")]


def test_who_forfeits_at_a_table_that_plays_on_is_told(services, opened, people, told, clock, later):
    game = opened("bob", "cy", clock={"per_decision": DAY, "policy": "forfeit"})
    clock.now += DAY
    services.clockwork.enforce(game)
    later()
    assert services.ledger.table(game).status == "running"
    assert told("ann") == [("seat-lost", "sent")]


def test_who_resigns_or_takes_a_seat_knows_it(services, opened, people, told, later):
    game = opened("bob", "cy", options={"guess": True})
    act(services.ledger, people["ann"], game, guess(1))
    services.absence.resign(people["bob"], game, None)
    later()
    assert [told(name) for name in ("ann", "bob", "cy")] == [[], [], []]


@pytest.mark.parametrize("language", ["en", "fr", "de", "pl"])
def test_it_is_said_in_every_language(language):
    kinds = (*OF_SEATS, "last-call")
    words = {said(language, kind, game="Nightfall", seat="s2") for kind in kinds}
    assert len(words) == len(kinds)
    assert all("Nightfall" in sentence and "s2" in sentence for sentence in words)
