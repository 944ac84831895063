"""Who is invited to a group of a challenge is told so, once, as long as it is true."""

import pytest

from service.games.shapes import NewGame
from tests.notify.conftest import PUBLIC
from tests.service.playing import ME

BOB = {"account": "bob"}


@pytest.fixture
def opened_challenge(services):
    """Opens a challenge for tables of so many people: its id."""
    olga = services.accounts.create("olga")[0].id

    def open_challenge(seats=2):
        new = NewGame("last-spell", [{}] * seats, {"scenario": "introduction"})
        return services.challenges.open(olga, new, "Winter nights")

    return open_challenge


def states(post, channel):
    return [(row.kind, row.state) for row in post.outbox.deliveries.of(channel.id)]


def test_whom_a_group_keeps_a_seat_for_is_told(services, people, bobs, opened_challenge, hook, later):
    challenge = opened_challenge()
    number = services.challenges.form(people["ann"], challenge, [ME, BOB])
    assert later(0) == 1
    assert later() == 0
    [body] = hook.bodies
    assert body["subject"] == "You are invited to a group of the challenge Winter nights in The Last Spell"
    assert f"{PUBLIC}/challenges/{challenge}" in body["text"]
    [notice] = body["notices"]
    view = services.challenges.view(challenge)
    assert notice == {
        "id": body["id"], "kind": "challenge-invited", "game": challenge, "played": "last-spell",
        "url": f"{PUBLIC}/challenges/{challenge}", "seat": "s2", "decision": str(number), "asked": "",
        "version": view.version, "head": view.head, "at": notice["at"],
    }  # fmt: skip


def test_who_is_kept_two_seats_is_told_once(services, people, bobs, opened_challenge, hook, later):
    services.challenges.form(people["ann"], opened_challenge(3), [ME, BOB, BOB])
    assert later(0) == 1
    assert hook.bodies[0]["notices"][0]["seat"] == "s2"


def test_each_group_invites_by_itself(services, people, bobs, opened_challenge, hook, later):
    challenge = opened_challenge()
    numbers = [services.challenges.form(people[leader], challenge, [ME, BOB]) for leader in ("ann", "cy")]
    assert later(0) == 2
    assert {body["notices"][0]["decision"] for body in hook.bodies} == {str(number) for number in numbers}


@pytest.mark.parametrize("happened", ["joined", "alone", "dissolved", "ended", "led", "elsewhere"])
def test_nobody_is_told_of_a_seat_that_is_kept_no_more(
    services, people, post, bobs, opened_challenge, hook, later, happened
):
    ledger, challenge = services.challenges, opened_challenge()
    number = ledger.form(people["ann"], challenge, [ME, BOB])
    match happened:
        case "joined":
            ledger.join(people["bob"], challenge, number)
        case "alone":
            ledger.begin(people["bob"], challenge)
        case "dissolved":
            ledger.leave(people["ann"], challenge, number)
        case "ended":
            ledger.close_entries(services.accounts.by_name("olga").id, challenge)
        case "led":
            ledger.form(people["bob"], challenge, [ME, {"open": True}])
        case "elsewhere":
            other = ledger.form(people["cy"], challenge, [ME, BOB])
            ledger.join(people["bob"], challenge, other)
    later(0)
    told = states(post, bobs)
    assert ("challenge-invited", "answered") in told
    assert ("challenge-invited", "sent") not in told


def test_an_invitation_that_the_peer_missed_is_told_later(services, people, bobs, opened_challenge, hook, later):
    hook.answers = [503]
    services.challenges.form(people["ann"], opened_challenge(), [ME, BOB])
    later(0)
    later()
    assert len(hook.ids) == 2
    assert len(set(hook.ids)) == 1


def test_who_blocks_the_leader_is_neither_told_nor_shown_a_way_in(
    services, people, post, bobs, opened_challenge, hook, later
):
    challenge = opened_challenge()
    services.blocks.add(people["bob"], "ann", "blocked")
    services.challenges.form(people["ann"], challenge, [ME, BOB])
    later(0)
    assert states(post, bobs) == []
    assert services.challenges.invited(people["bob"], challenge) == []


def test_a_challenge_can_be_muted(services, people, post, bobs, opened_challenge, hook, later):
    challenge = opened_challenge()
    post.channels.mute(people["bob"], challenge, True)
    services.challenges.form(people["ann"], challenge, [ME, BOB])
    later(0)
    assert hook.posted == []
