"""From an event to a message: who is told what, when, and once."""

import json

import pytest

from domain.contract.game import to_json
from projections.database import SqliteFile
from projections.notices.deliveries import Deliveries, OutboxStore
from projections.notices.outbox import PATIENCE
from service.games.shapes import NewGame, OperatorAct, Posted
from service.notify.sender import TAKEN_SECONDS
from tests.notify.hooks import confirmed_webhook
from tests.notify.looking import kinds, states
from tests.service.playing import HOLD, ROLL, act, guess

HOUR = 3600
DAY = 24 * HOUR

FULL = 2
"""What SQLite answers where each transaction waits for the disk."""


def test_what_is_to_be_sent_outlasts_a_failure_of_power_as_that_it_was_taken_does(services):
    [synchronous] = services.post.outbox.database.connection.execute("PRAGMA synchronous").fetchone()
    assert synchronous == FULL


def test_a_decision_that_has_waited_a_minute_is_told_once(services, opened, webhook, hook, later):
    game = opened("bob")
    assert later(0) == 1, "that it has begun"
    assert later(PATIENCE - 1) == 0
    assert later(1) == 1
    assert later(DAY) == 0
    assert kinds(hook) == ["started", "turn"]
    [notice] = hook.bodies[1]["notices"]
    table = services.ledger.table(game)
    assert notice["url"] == f"https://games.example/games/{game}/at/{table.version}?seat=s1"
    assert (notice["seat"], notice["decision"], notice["asked"]) == ("s1", table.decision_id("s1"), "turn")
    assert (notice["version"], notice["head"]) == (table.version, table.head.hex())


def test_what_was_answered_within_the_minute_is_told_to_nobody(services, opened, people, post, webhook, hook, later):
    game = opened("bob")
    act(services.ledger, people["ann"], game, HOLD)
    later()
    assert kinds(hook) == ["started"]
    assert sorted(states(post, webhook)) == ["answered", "sent"]


def test_the_other_is_told_when_the_turn_passes(services, opened, people, bobs, hook, later):
    game = opened("bob")
    later()
    assert kinds(hook) == ["started"]
    act(services.ledger, people["ann"], game, HOLD)
    later()
    assert kinds(hook) == ["started", "turn"]


def test_a_decision_that_stays_open_while_others_answer_is_told_once(services, opened, people, bobs, hook, later):
    game = opened("bob", "cy", options={"guess": True})
    later()
    act(services.ledger, people["ann"], game, guess(1))
    later()
    assert kinds(hook) == ["started", "turn"]


def test_what_a_standing_order_answers_is_told_to_nobody(services, opened, people, post, bobs, hook, later):
    game = opened("bob")
    services.standing_orders.put(people["bob"], game, None, [{"order": "default", "decisions": ["turn"]}])
    for _ in range(3):
        act(services.ledger, people["ann"], game, HOLD)
        assert services.ledger.table(game).pending.keys() == {"s1"}, "bob's order has answered"
    later()
    assert kinds(hook) == ["started"]


def test_an_invitation_is_told_as_long_as_the_seat_is_free(services, people, bobs, hook, later):
    new = NewGame("pig", [{"account": "me"}, {"account": "bob"}])
    services.ledger.open_game(people["ann"], new)
    taken = services.ledger.open_game(people["ann"], new)
    services.ledger.sit(people["bob"], taken)
    later()
    assert sorted(kinds(hook)) == ["invited", "started"]


def test_the_end_and_a_takeback_are_told(services, opened, people, bobs, hook, later):
    game = opened("bob", "cy", options={"guess": True})
    start = services.ledger.table(game).version
    act(services.ledger, people["ann"], game, guess(1))
    act(services.ledger, people["bob"], game, guess(2))
    services.corrections.take_back(people["ann"], game, None, start, Posted(()))
    later()
    services.ledger.close(game, "void")
    later()
    assert kinds(hook) == ["started", "takeback", "over"]


def test_a_repeated_decision_after_a_takeback_is_a_new_one(services, opened, people, webhook, hook, later):
    game = opened("bob", game="thinking-pig", options={"goal": 90})
    later()
    start = services.ledger.table(game).version
    act(services.ledger, people["ann"], game, {"type": "think"})
    services.corrections.take_back(people["ann"], game, None, start, Posted(()))
    later()
    assert kinds(hook) == ["started", "turn", "turn"]
    assert len(set(hook.ids)) == 3


def test_who_takes_a_seat_over_is_told_what_waits_there(services, opened, people, post, hook, later):
    game = opened("bob")
    confirmed_webhook(post, people["cy"], hook.url, "generic")
    services.corrections.operate(None, game, OperatorAct("replace", "ann has left", seat="s1", account="cy"))
    later()
    assert kinds(hook) == ["seat-given", "turn"]


def test_a_muted_game_is_silent_and_a_webhook_of_one_game_knows_no_other(services, opened, people, post, hook, later):
    one, other = opened("bob"), opened("bob")
    confirmed_webhook(post, people["ann"], hook.url, "generic", game=one)
    later()
    games = {notice["game"] for body in hook.bodies for notice in body["notices"]}
    assert games == {one}
    third = opened("bob")
    confirmed_webhook(post, people["ann"], hook.url, "generic")
    post.channels.mute(people["ann"], third, True)
    act(services.ledger, people["ann"], other, HOLD)
    act(services.ledger, people["bob"], other, HOLD)
    hook.posted.clear()
    later()
    assert {notice["game"] for body in hook.bodies for notice in body["notices"]} == {other}


def test_a_game_that_is_muted_while_its_notice_waits_is_silent(opened, people, post, webhook, hook, later):
    game, other = opened("bob"), opened("bob")
    assert later(PATIENCE - 1) == 2
    assert states(post, webhook) == ["waiting", "waiting", "sent", "sent"]
    post.channels.mute(people["ann"], game, True)
    hook.posted.clear()

    assert later(1) == 1

    assert [notice["game"] for body in hook.bodies for notice in body["notices"]] == [other]
    assert sorted(states(post, webhook)) == ["dropped", "sent", "sent", "sent"]
    post.channels.mute(people["ann"], game, False)
    assert later(DAY) == 0, "what was dropped does not come later"


def test_a_game_with_an_address_of_its_own_is_told_of_there_only(services, opened, people, post, mails, later):
    one, other = opened("bob"), opened("bob")
    for address, game in (("ann@home.example", None), ("table@home.example", one)):
        channel = post.set_mail(people["ann"], address, None, game)
        post.channels.confirm(post.channels.link(channel))
    third = opened("bob")
    later()
    told = [(mail["To"], game) for mail in mails.taken for game in (one, other, third) if game in mail.as_string()]
    assert set(told) == {("table@home.example", one), ("ann@home.example", other), ("ann@home.example", third)}


def test_the_outbox_is_never_made_anew(opened, services, post, webhook, hook, later):
    opened("bob")
    later()
    before = post.outbox.deliveries.of(webhook.id)
    post.outbox.follower.create_schema()
    with post.outbox.database.writing() as db:
        db.execute("UPDATE projections SET schema = 'of another release'")
    post.outbox.follower.create_schema()
    assert post.outbox.deliveries.of(webhook.id) == before
    assert later() == 0


def test_a_new_outbox_of_an_old_installation_tells_nothing_old(opened, services, people, webhook, tmp_path, post):
    opened("bob")
    database = SqliteFile(tmp_path / "other.sqlite")
    fresh = OutboxStore(database, services.store, {}, post.channels.routes)
    fresh.follower.create_schema()
    fresh.follower.catch_up()
    assert fresh.deliveries.of(webhook.id) == []
    database.close()


def test_a_digest_tells_all_that_still_waits_together_at_its_hour(services, opened, people, post, hook, later, clock):
    services.accounts.change(people["ann"], time_zone="Europe/Paris", language="fr")
    channel = confirmed_webhook(post, people["ann"], hook.url, "generic", digest=18)
    clock.now = 1_800_000_000  # 2027-01-15 08:00 UTC, 09:00 in Paris
    games = [opened("bob") for _ in range(3)]
    act(services.ledger, people["ann"], games[0], HOLD)
    assert later(9 * 3600 - 1) == 0
    assert later(1) == 1
    [body] = hook.bodies
    assert sorted(notice["kind"] for notice in body["notices"]) == ["started"] * 3 + ["turn"] * 2
    assert body["subject"] == "3 de vos parties ont du nouveau"
    assert "C’est à vous de jouer dans Pig" in body["text"]
    assert sorted(states(post, channel)) == ["answered"] + ["sent"] * 5


def test_a_reminder_that_is_due_with_the_digest_is_no_part_of_it(opened, people, post, hook, later, clock):
    confirmed_webhook(post, people["ann"], hook.url, "generic", digest=18)
    clock.now = 1_800_000_000  # 08:00 UTC
    opened("bob", clock={"per_decision": 20 * 3600, "policy": "remind"})

    assert later(10 * 3600) == 2

    told = [[notice["kind"] for notice in body["notices"]] for body in hook.bodies]
    assert sorted(told) == [["reminder-50"], ["started", "turn"]]
    assert len({body["subject"] for body in hook.bodies}) == 2


def test_a_digest_that_is_sent_again_is_the_same_though_less_is_in_it(
    services, opened, people, post, hook, later, clock, monkeypatch
):
    confirmed_webhook(post, people["ann"], hook.url, "generic", digest=18)
    clock.now = 1_800_000_000  # 08:00 UTC
    opened("bob")
    clock.now += 3600
    answered = opened("bob")

    def killed(*given):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Deliveries, "end", killed)
        with pytest.raises(KeyboardInterrupt):
            later(9 * 3600)
    act(services.ledger, people["ann"], answered, HOLD)
    assert later(TAKEN_SECONDS) == 1
    assert len(hook.bodies[0]["notices"]) == 1 + len(hook.bodies[1]["notices"])
    assert hook.ids[0] == hook.ids[1]


def test_reminders_come_at_half_and_later_and_not_twice(services, opened, webhook, hook, later):
    opened("bob", clock={"per_decision": DAY, "policy": "remind"})
    later()
    later(DAY // 2 - 62)
    assert kinds(hook) == ["started", "turn"]
    later(1)
    later(3600)
    later(DAY * 3 // 10)
    later(DAY * 15 // 100)
    later(DAY)
    assert kinds(hook) == ["started", "turn", "reminder-50", "reminder-80", "reminder-95"]


def test_after_a_pause_of_the_service_only_the_last_reminder_comes(opened, webhook, hook, later):
    opened("bob", clock={"per_decision": DAY, "policy": "remind"})
    later()
    later(DAY * 9 // 10)
    later(60)
    assert kinds(hook) == ["started", "turn", "reminder-80"]


def test_while_nobody_can_act_no_reminder_comes_and_then_at_half_of_the_time_that_is_left(
    services, opened, webhook, hook, later, clock
):
    services.heartbeat.beat()
    opened("bob", clock={"per_decision": DAY, "policy": "remind"})
    later(61)
    for _ in range(23):
        later(HOUR)
    assert kinds(hook) == ["started", "turn"]
    services.heartbeat.watch()
    later(1)
    assert kinds(hook) == ["started", "turn"], "the outage is over, and its 23 hours have moved the deadline"
    for _ in range(11):
        later(HOUR)
        services.heartbeat.beat()
    assert kinds(hook) == ["started", "turn"]
    later(2 * HOUR)
    services.heartbeat.beat()
    later(0)
    assert kinds(hook) == ["started", "turn", "reminder-50"]


def test_a_deleted_account_is_told_nothing_and_nothing_is_kept(services, opened, people, post, webhook, hook, later):
    opened("bob", "cy")
    post.outbox.follower.catch_up()
    services.account_deletion.forget(people["ann"])
    later()
    assert hook.posted == []
    assert post.outbox.deliveries.of(webhook.id) == []


def test_no_message_holds_what_only_a_seat_may_know(services, opened, people, post, webhook, hook, later):
    game = opened("bob", "cy", options={"guess": True})
    act(services.ledger, people["bob"], game, guess(4))
    later()
    public = json.dumps([to_json(event["data"]) for event in services.ledger.events(game)])
    for body in hook.bodies:
        for notice in body["notices"]:
            assert set(notice) == {
                "id", "kind", "game", "played", "url", "seat", "decision", "asked", "version", "head", "at",
            }  # fmt: skip
            assert notice["asked"] in public or not notice["asked"]


def test_play_with_dice_goes_on_being_told(services, opened, people, webhook, hook, later):
    game = opened("bob")
    later()
    act(services.ledger, people["ann"], game, ROLL)
    later()
    assert kinds(hook)[:2] == ["started", "turn"]
    assert kinds(hook).count("turn") == 1 + ("s1" in services.ledger.table(game).pending)


def test_of_several_games_is_told_in_the_order_of_time(services, opened, people, bobs, hook, later, clock):
    """However long the log of each is."""
    long = opened("bob")
    for _ in range(3):
        act(services.ledger, people["ann"], long, HOLD)
        act(services.ledger, people["bob"], long, HOLD)
    clock.now += 1
    services.ledger.close(long, "void")
    clock.now += 1
    opened("bob")
    later(0)
    assert kinds(hook) == ["started", "over", "started"]
