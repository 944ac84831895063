"""What is not true any more when it comes to sending is told to nobody."""

import pytest

from service.games.shapes import NewGame, OperatorAct, Posted
from tests.notify.hooks import confirmed_webhook
from tests.service.playing import act, guess

DAY = 24 * 3600


@pytest.fixture
def asked_back(services, opened, people):
    """A game of ann, bob and cy in which ann asks both others for a takeback: its id, and what takes it back."""
    game = opened("bob", "cy", options={"guess": True})
    start = services.ledger.table(game).version
    act(services.ledger, people["ann"], game, guess(1))
    act(services.ledger, people["bob"], game, guess(2))
    services.corrections.take_back(people["ann"], game, None, start, Posted(()))
    return game


def states(post, channel, kind):
    return [row.state for row in post.outbox.deliveries.of(channel.id) if row.kind == kind]


@pytest.mark.parametrize("terms", [None, {"per_decision": DAY, "policy": "remind"}])
def test_who_has_lost_the_seat_is_not_told_to_play_on_it(services, opened, people, post, webhook, later, terms):
    game = opened("bob", clock=terms)
    services.corrections.operate(None, game, OperatorAct("replace", "ann has left", seat="s1", account="cy"))
    later()
    later(DAY)
    assert states(post, webhook, "turn") == ["answered"]
    assert states(post, webhook, "reminder-95") == []


@pytest.mark.parametrize("agreed", [True, False])
def test_a_takeback_that_is_settled_waits_for_nobody(services, people, post, bobs, asked_back, later, agreed):
    for name in ("bob", "cy") if agreed else ("cy",):
        services.corrections.answer_takeback(people[name], asked_back, None, agreed, Posted(()))
    later()
    assert states(post, bobs, "takeback") == ["answered"]


def test_who_has_agreed_to_a_takeback_is_not_asked_once_more(services, people, post, bobs, asked_back, hook, later):
    cys = confirmed_webhook(post, people["cy"], hook.url, "generic")
    services.corrections.answer_takeback(people["bob"], asked_back, None, True, Posted(()))
    later()
    assert states(post, bobs, "takeback") == ["answered"]
    assert states(post, cys, "takeback") == ["sent"]


@pytest.mark.parametrize("agreed", [True, False])
def test_who_takes_a_seat_over_is_asked_for_a_takeback_whatever_was_answered_there(
    services, people, post, bobs, asked_back, hook, later, agreed
):
    people["dan"] = services.accounts.create("dan")[0].id
    dans = confirmed_webhook(post, people["dan"], hook.url, "generic")
    if agreed:
        services.corrections.answer_takeback(people["bob"], asked_back, None, True, Posted(()))
    services.corrections.operate(None, asked_back, OperatorAct("replace", "bob has left", seat="s2", account="dan"))
    later()
    assert states(post, bobs, "takeback") == ["answered"]
    assert states(post, dans, "takeback") == ["sent"]


@pytest.mark.parametrize("taken_by", [{"account": "dan"}, {"level": "random"}], ids=["a person", "an AI"])
def test_a_takeback_of_who_is_gone_waits_for_nobody(services, people, post, bobs, asked_back, hook, later, taken_by):
    people["dan"] = services.accounts.create("dan")[0].id
    dans = confirmed_webhook(post, people["dan"], hook.url, "generic")
    services.corrections.operate(None, asked_back, OperatorAct("replace", "ann has left", seat="s1", **taken_by))
    later()
    assert states(post, bobs, "takeback") == ["answered"]
    assert states(post, dans, "takeback") == []


def test_nobody_is_invited_to_a_game_that_is_cancelled(services, people, post, bobs, later):
    game = services.ledger.open_game(people["ann"], NewGame("pig", [{"account": "me"}, {"account": "bob"}]))
    services.ledger.cancel(people["ann"], game)
    later()
    assert states(post, bobs, "invited") == ["answered"]


def test_nobody_is_invited_to_a_seat_that_an_ai_has_taken(services, people, post, bobs, later):
    game = services.ledger.open_game(people["ann"], NewGame("pig", [{"account": "me"}, {"account": "bob"}]))
    services.hosting.seat_ai(people["ann"], game, "s2", "random")
    later()
    assert states(post, bobs, "invited") == ["answered"]


@pytest.mark.parametrize(("who", "whom"), [("bob", "ann"), ("ann", "bob")])
def test_who_blocks_somebody_invites_not_nor_is_invited(services, people, post, bobs, later, who, whom):
    services.blocks.add(people[who], whom, "blocked")
    services.ledger.open_game(people["ann"], NewGame("pig", [{"account": "me"}, {"account": "bob"}]))
    later()
    assert post.outbox.deliveries.of(bobs.id) == []
