"""Branches through the ledger: closed games are played on, running ones never."""

import pytest

from domain.audit import CONSISTENT, audit
from domain.contract.game import to_json
from domain.log.canon import canonical
from domain.records.export import read
from service.errors import ServiceError
from service.games.shapes import NewGame
from service.games.shapes.answers import Origin
from tests.service.playing import AI, HOLD, ME, OPEN, ROLL, act, all_events, guess, open_pig, refusal

STRANGER = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def branch(services, people):
    def call(game_id, at, name="ann", seats=None, **new):
        wanted = None if seats is None else NewGame("", seats, **new)
        return services.practice.branch(people[name], game_id, at, wanted)

    return call


@pytest.fixture
def closed(ledger, people):
    """A void game of ann and bob in which ann has rolled and held: `(id, versions at which a command ended)`."""
    game_id = open_pig(ledger, people["ann"], ME, OPEN, goal=90)
    ledger.sit(people["bob"], game_id)
    act(ledger, people["ann"], game_id, ROLL)
    player = people["ann"] if ledger.view(game_id).table["active"] == "s1" else people["bob"]
    act(ledger, player, game_id, HOLD)
    boundaries = ledger.timeline(game_id)["boundaries"]
    ledger.close(game_id, "void")
    return game_id, boundaries


def test_a_closed_game_is_played_on_from_a_version(ledger, people, branch, closed):
    source, boundaries = closed
    for at in boundaries:
        made = branch(source, at)
        view, then = ledger.view(made, people["ann"]), ledger.view(source, people["ann"], at=at)
        assert view.branch == Origin(id=source, version=at, head=then.head)
        assert (view.status, view.rated, view.options) == ("running", False, then.options)
        assert view.table == then.table
        acted = act(ledger, people["ann"], made, ROLL, seat=next(iter(view.pending)))
        assert acted.game.version > view.version


def test_seats_may_be_held_by_anybody_and_it_begins_when_all_sit(ledger, people, branch, closed):
    source, boundaries = closed
    made = branch(source, boundaries[-1], "cy", [OPEN, AI])
    assert ledger.view(made).status == "open"
    answer = ledger.sit(people["bob"], made)
    assert answer.game.status == "running"
    assert answer.game.table == ledger.view(source, at=boundaries[-1]).table
    assert [event["type"] for event in answer.events[:3]] == ["SeatTaken", "GameStarted", "GameCreated"]


def test_a_branch_of_a_branch_is_one(ledger, people, branch, closed):
    source, boundaries = closed
    first = branch(source, boundaries[0])
    ledger.close(first, "void")
    second = branch(first, ledger.timeline(first)["boundaries"][0])
    assert ledger.view(second).branch.id == first
    assert ledger.view(second).table == ledger.view(source, at=boundaries[0]).table


def test_it_has_chance_of_its_own_and_its_audit_says_where_it_began(ledger, services, people, branch, closed):
    source, boundaries = closed
    made = branch(source, boundaries[0])
    assert services.store.reservation(made).seed != services.store.reservation(source).seed
    for _ in range(3):
        act(ledger, people["ann"], made, ROLL, seat=next(iter(ledger.view(made).pending)))
    ledger.close(made, "void")
    verdict = audit(read(canonical(ledger.record(made))), services.catalog)
    assert (verdict.code, verdict.reason) == (CONSISTENT, None)
    assert "a branch: it begins from a given position" in verdict.remarks


def test_a_running_game_is_never_branched(ledger, people, branch):
    running = open_pig(ledger, people["ann"], ME, ME, guess=True)
    act(ledger, people["ann"], running, guess(1), seat="s1")
    for at in range(1, ledger.view(running).version + 1):
        assert refusal(branch, running, at) == "illegal"


def test_only_where_a_command_has_ended_a_branch_begins(ledger, branch, closed):
    source, boundaries = closed
    last = len(all_events(ledger, source))
    for at in set(range(1, last + 1)) - set(boundaries):
        assert refusal(branch, source, at) == "illegal"
    for at in (0, -1, last + 1):
        assert refusal(branch, source, at) == "not-found"


def test_a_version_in_the_middle_of_a_command_is_refused_with_the_one_at_which_it_ends(branch, closed):
    source, boundaries = closed
    middle, end = next((end - 1, end) for end in boundaries if end - 1 not in boundaries)
    with pytest.raises(ServiceError, match=f"version {middle} is in the middle of a command, which ends at {end}"):
        branch(source, middle)


def test_the_seats_are_those_of_the_position(branch, closed):
    source, boundaries = closed
    assert refusal(branch, source, boundaries[0], "ann", [ME]) == "malformed"
    assert refusal(branch, source, boundaries[0], "ann", [ME, {"ai": "oracle"}]) == "malformed"


def test_a_private_game_is_branched_by_those_who_know_it_and_stays_private(ledger, people, branch):
    private = ledger.open_game(people["ann"], NewGame("pig", [ME, ME], {"goal": 90}, visibility="private"))
    at = ledger.view(private, people["ann"]).version
    ledger.close(private, "void")
    assert refusal(branch, private, at, "bob") == "not-found"
    made = branch(private, at, "ann", [ME, {"account": "bob"}], visibility="public")
    assert refusal(ledger.view, made, people["cy"]) == "not-found"
    assert ledger.view(made, people["bob"]).visibility == "private"


def test_of_a_game_that_is_none_there_is_no_branch(branch):
    assert refusal(branch, STRANGER, 1) == "not-found"


def test_a_game_of_cards_is_branched_wherever_somebody_must_decide(ledger, services, people):
    """From the middle of a game of Nightfall, where hands, decks and agendas are hidden in the log."""
    source = ledger.open_game(people["ann"], NewGame("nightfall", [AI, AI]))
    game = services.catalog["nightfall"]
    for _ in range(120):
        turn = next(found for seat in ("s1", "s2") if (found := ledger.bot_turn(source, seat)) is not None)
        action = game.default(ledger.table(source).state, turn.seat)
        ledger.act_as_bot(source, turn.seat, turn.decision, to_json(action))
    ledger.close(source, "void")
    boundaries = ledger.timeline(source)["boundaries"][:-1]
    for at in boundaries[:: len(boundaries) // 6]:
        made = services.practice.branch(people["ann"], source, at)
        for seat in ("s1", "s2"):
            assert ledger.view(made, people["ann"], seat).table == ledger.view(source, None, seat, at=at).table
        ledger.close(made, "void")
        verdict = audit(read(canonical(ledger.record(made))), services.catalog)
        assert (verdict.code, verdict.reason) == (CONSISTENT, None)
