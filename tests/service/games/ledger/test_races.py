"""Several at once, on each kind of database: threads, a second process's ledger, a restart."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from domain.contract.game import to_json
from service.bootstrap import build
from service.games.seats.hosting import Hosting
from service.games.shapes import Condition, NewGame
from tests.installation import install
from tests.service.parts import other_games
from tests.service.playing import (
    AI,
    HOLD,
    ME,
    OPEN,
    ROLL,
    THINK,
    WAVE,
    act,
    all_events,
    at_once,
    guess,
    open_pig,
    refusal,
)  # fmt: skip

HOLDING = [{"order": "default", "decisions": ["turn"]}]
GUESSING = [{"order": "default", "decisions": ["guess"]}]


@pytest.fixture
def services(tmp_path, database):
    services = install(tmp_path / "home", **database.environ)
    yield services
    services.close()


@pytest.fixture
def duel(ledger, people):
    game_id = open_pig(ledger, people["ann"], ME, OPEN, game="thinking-pig")
    ledger.sit(people["bob"], game_id)
    return game_id


def interrupted_games(services, interrupt):
    """Use cases that let `interrupt(attempt)` happen after they have read the game and before they store."""
    attempts = iter(range(1000))

    def clock():
        interrupt(next(attempts))
        return 0

    return other_games(services, clock)


def interrupting(services, interrupt):
    """The ledger of such use cases."""
    return interrupted_games(services, interrupt).ledger


@pytest.fixture
def before_storing(elsewhere, monkeypatch):
    """Has something happen once, when what the other process was asked for is worked out and is to be stored."""
    append = elsewhere.store.append

    def prepare(interrupt):
        once = iter([interrupt])

        def appended(*given, **named):
            next(once, lambda: None)()
            return append(*given, **named)

        monkeypatch.setattr(elsewhere.store, "append", appended)

    return prepare


@pytest.fixture
def table(ledger, people):
    """A game of ann, bob and cy, in whose turn each may hold."""
    game_id = open_pig(ledger, people["ann"], ME, OPEN, OPEN, goal=90)
    for name in ("bob", "cy"):
        ledger.sit(people[name], game_id)
    return game_id


def test_of_the_same_action_posted_many_times_at_once_one_is_stored(ledger, people, duel):
    condition = Condition(decision=ledger.view(duel, people["ann"]).decision)
    outcomes = at_once(8, lambda _: act(ledger, people["ann"], duel, HOLD, condition=condition))
    assert sorted(outcome for outcome in outcomes if isinstance(outcome, str)) == ["decision-closed"] * 7
    assert [event["type"] for event in all_events(ledger, duel)].count("PointsBanked") == 1


def test_of_the_same_request_sent_many_times_at_once_all_get_one_answer(ledger, elsewhere, people, duel):
    condition = Condition(decision=ledger.view(duel, people["ann"]).decision)
    ledgers = [ledger, elsewhere.ledger]
    answers = at_once(8, lambda n: act(ledgers[n % 2], people["ann"], duel, HOLD, condition=condition, key="k"))
    assert sorted(answer.repeated for answer in answers) == [False] + [True] * 7
    assert len({json.dumps(to_json([answer.game, answer.events])) for answer in answers}) == 1


def test_answers_to_parallel_decisions_are_all_stored(ledger, elsewhere, people):
    game_id = open_pig(ledger, people["ann"], *[ME] * 6, guess=True)
    ledgers = [ledger, elsewhere.ledger]
    conditions = [Condition(decision=ledger.view(game_id, people["ann"], f"s{seat}").decision) for seat in range(1, 7)]

    def pick(number):
        return act(
            ledgers[number % 2], people["ann"], game_id, guess(number + 1), seat=f"s{number + 1}",
            condition=conditions[number],
        )  # fmt: skip

    assert not [answer for answer in at_once(6, pick) if isinstance(answer, str)]
    shown = next(event for event in all_events(ledger, game_id) if event["type"] == "NumbersShown")
    assert shown["data"]["numbers"] == {f"s{number}": number for number in range(1, 7)}


def test_the_last_open_seat_is_taken_once(ledger, elsewhere, services, people):
    game_id = open_pig(ledger, people["ann"], ME, OPEN)
    ledgers = [ledger, elsewhere.ledger]
    newcomers = [services.accounts.create(f"newcomer {number}")[0].id for number in range(6)]
    outcomes = at_once(6, lambda n: ledgers[n % 2].sit(newcomers[n], game_id))
    assert sorted(outcome for outcome in outcomes if isinstance(outcome, str)) == ["illegal"] * 5
    assert [event["type"] for event in all_events(ledger, game_id)].count("GameStarted") == 1


def test_whom_the_host_blocks_meanwhile_does_not_sit_down(services, elsewhere, people):
    game_id = open_pig(services.ledger, people["ann"], ME, OPEN)
    ledger = interrupting(services, lambda attempt: elsewhere.blocks.add(people["ann"], "bob", "blocked"))
    assert refusal(ledger.sit, people["bob"], game_id) == "illegal"
    assert services.ledger.view(game_id).seats["s2"].kind == "open"


def test_a_link_that_is_revoked_meanwhile_seats_nobody(services, elsewhere, people):
    game_id = services.ledger.open_game(people["ann"], NewGame("pig", [ME, OPEN], visibility="private"))
    link = services.hosting.invite(people["ann"], game_id)
    ledger = interrupting(services, lambda attempt: elsewhere.hosting.revoke(people["ann"], game_id, link.id))
    assert refusal(ledger.sit, people["bob"], game_id, invitation=link.token) == "not-found"
    assert services.ledger.view(game_id, people["ann"]).seats["s2"].kind == "open"


def test_no_link_is_made_to_a_game_that_begins_meanwhile(services, elsewhere, people):
    game_id = open_pig(services.ledger, people["ann"], ME, OPEN)

    def sit_once(attempt):
        if attempt == 0:
            elsewhere.ledger.sit(people["bob"], game_id)

    games = interrupted_games(services, sit_once)
    hosting = Hosting(games.logs, games.commands, games.views, games.before_start, games.invitations, services.accounts)
    assert [refusal(hosting.invite, people["ann"], game_id) for _ in range(2)] == ["busy", "illegal"]
    assert services.hosting.invitations(people["ann"], game_id) == []


def test_a_name_is_given_once(services):
    outcomes = at_once(6, lambda _: services.accounts.create("Zoe"))
    assert outcomes.count("name-taken") == 5


def test_what_another_process_stored_is_seen_at_once(ledger, elsewhere, people, duel):
    seen = ledger.view(duel, people["bob"])
    act(elsewhere.ledger, people["ann"], duel, HOLD)
    now = ledger.view(duel, people["bob"])
    assert now.version > seen.version
    assert now == elsewhere.ledger.view(duel, people["bob"])
    assert act(ledger, people["bob"], duel, HOLD).game.table["active"] == "s1"


def test_an_action_goes_on_when_another_was_stored_meanwhile(services, elsewhere, people, duel):
    def wave_once(attempt):
        if attempt == 0:
            act(elsewhere.ledger, people["bob"], duel, WAVE, condition=Condition())

    ledger = interrupting(services, wave_once)
    answer = act(ledger, people["ann"], duel, HOLD)
    assert answer.game.table["active"] == "s2"
    assert [event["type"] for event in all_events(ledger, duel)][-5:] == [
        "Waved", "Asked", "PointsBanked", "TurnPassed", "Asked",
    ]  # fmt: skip


def test_the_condition_is_checked_again_when_another_action_was_stored_meanwhile(services, elsewhere, people, duel):
    def think_once(attempt):
        if attempt == 0:
            act(elsewhere.ledger, people["ann"], duel, THINK)

    view = services.ledger.view(duel)
    by_decision = Condition(decision=services.ledger.view(duel, people["ann"]).decision)
    ledger = interrupting(services, think_once)
    assert refusal(act, ledger, people["ann"], duel, HOLD, condition=by_decision) == "decision-closed"
    by_table = Condition(if_match=(ledger.view(duel).version, ledger.view(duel).head))
    assert refusal(act, interrupting(services, think_once), people["ann"], duel, HOLD, condition=by_table) == "stale"
    assert ledger.view(duel).version == view.version + 4


def test_who_is_overtaken_five_times_is_told_so(services, elsewhere, people, duel):
    attempts = []

    def wave(attempt):
        attempts.append(attempt)
        act(elsewhere.ledger, people["bob"], duel, WAVE, condition=Condition())

    ledger = interrupting(services, wave)
    assert refusal(act, ledger, people["ann"], duel, HOLD) == "busy"
    assert len(attempts) == 5
    assert ledger.view(duel).table["active"] == "s1"


def test_a_clock_that_runs_backwards_does_not_show(services, people, duel):
    last = all_events(services.ledger, duel)[-1]["at"]
    act(interrupting(services, lambda attempt: None), people["ann"], duel, HOLD)
    assert all_events(services.ledger, duel)[-1]["at"] == last


def test_a_refused_command_leaves_the_game_in_memory_as_it_was(ledger, elsewhere, people, duel):
    before = ledger.view(duel, people["ann"])
    for actions in ([guess(1)], [THINK, THINK, guess(1)], [THINK, ROLL, THINK]):
        refusal(act, ledger, people["ann"], duel, *actions)
    assert ledger.view(duel, people["ann"]) == before
    act(ledger, people["ann"], duel, ROLL)
    assert ledger.view(duel, people["ann"]) == elsewhere.ledger.view(duel, people["ann"])


def test_a_restart_loses_nothing(ledger, services, people):
    game_id = open_pig(ledger, people["ann"], ME, AI, guess=True)
    act(ledger, people["ann"], game_id, guess(3), key="k")
    view, record = ledger.view(game_id, people["ann"]), ledger.record(game_id, people["ann"])
    turn = ledger.bot_turn(game_id, "s2")
    services.close()
    again = build(services.settings)
    assert again.ledger.view(game_id, people["ann"]) == view
    assert json.dumps(again.ledger.record(game_id, people["ann"])) == json.dumps(record)
    assert again.ledger.bot_turn(game_id, "s2") == turn
    condition = Condition(decision="5.s1")
    assert act(again.ledger, people["ann"], game_id, guess(3), key="k", condition=condition).repeated
    again.close()


def test_who_waits_is_woken_by_the_next_move(ledger, elsewhere, people, duel):
    for mover in (ledger, elsewhere.ledger):
        version = ledger.view(duel).version
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(ledger.news(duel, version, 60).block)
            act(mover, people["bob"], duel, WAVE, condition=Condition())
            assert waiting.result(timeout=30) is True


def test_who_waits_in_vain_is_told_so(ledger, people, duel):
    version = ledger.view(duel).version
    assert ledger.news(duel, version, 0.01).block() is False
    assert ledger.news(duel, version - 1, 0).block() is True


def test_more_games_than_are_kept_in_memory_can_be_played(services, people):
    games = [open_pig(services.ledger, people["ann"], ME, AI) for _ in range(70)]
    for game_id in games:
        assert act(services.ledger, people["ann"], game_id, HOLD).game.table["active"] == "s2"


def test_a_move_on_what_another_process_has_moved_counts_at_its_newest_version(services, elsewhere, people):
    """This process last saw the first decision, and knows of the later ones from the caller alone."""
    ann, here, there = people["ann"], services.ledger, elsewhere.ledger
    game_id = open_pig(here, ann, ME, ME, game="thinking-pig")
    first = here.view(game_id, ann)
    act(there, ann, game_id, THINK)
    act(there, ann, game_id, HOLD)
    now = there.view(game_id, ann)
    assert now.seat != first.seat
    late = Condition(decision=first.decision)
    assert refusal(act, here, ann, game_id, HOLD, condition=late) == "decision-closed"
    act(there, ann, game_id, HOLD)
    newest = Condition(decision=there.view(game_id, ann).decision)
    done = act(here, ann, game_id, HOLD, condition=newest)
    assert done.game.version == there.view(game_id, ann).version


def test_a_repeated_post_is_known_in_a_process_that_has_not_seen_it(services, elsewhere, people):
    ann = people["ann"]
    game_id = open_pig(services.ledger, ann, ME, ME)
    condition = Condition(decision=services.ledger.view(game_id, ann).decision)
    first = act(elsewhere.ledger, ann, game_id, HOLD, condition=condition, key="once")
    again = act(services.ledger, ann, game_id, HOLD, condition=condition, key="once")
    assert (again.repeated, again.events, again.receipt) == (True, first.events, first.receipt)


def test_an_order_from_another_process_is_carried_out_with_the_next_move(services, elsewhere, people):
    game_id = open_pig(services.ledger, people["ann"], ME, OPEN)
    services.ledger.sit(people["bob"], game_id)
    before = services.ledger.view(game_id, people["ann"])
    elsewhere.standing_orders.put(people["bob"], game_id, None, [{"order": "default", "decisions": ["turn"]}])
    done = act(services.ledger, people["ann"], game_id, HOLD, condition=Condition(decision=before.decision))
    assert [event["seat"] for event in done.events if event["type"] == "PointsBanked"] == ["s1", "s2"]


def test_orders_given_while_a_command_is_stored_that_earlier_ones_answered_are_kept(
    services, elsewhere, people, table, before_storing
):
    orders, bob = services.standing_orders, people["bob"]
    orders.put(bob, table, None, HOLDING)
    before_storing(lambda: orders.put(bob, table, None, GUESSING))
    act(elsewhere.ledger, people["ann"], table, HOLD)
    assert orders.get(bob, table, None).orders == GUESSING
    assert list(services.ledger.view(table).pending) == ["s2"], "what was in the place of these answers no more"


def test_orders_taken_back_while_a_command_is_stored_answer_nothing(services, elsewhere, people, table, before_storing):
    orders, bob = services.standing_orders, people["bob"]
    for name in ("bob", "cy"):
        orders.put(people[name], table, None, HOLDING)
    before_storing(lambda: orders.delete(bob, table, None))
    act(elsewhere.ledger, people["ann"], table, HOLD)
    assert list(services.ledger.view(table).pending) == ["s2"]
    assert orders.get(bob, table, None).orders == []


def test_first_orders_of_a_seat_given_while_a_command_is_stored_answer_what_it_asks(
    services, elsewhere, people, table, before_storing
):
    orders = services.standing_orders
    orders.put(people["cy"], table, None, GUESSING)
    before_storing(lambda: orders.put(people["bob"], table, None, HOLDING))
    act(elsewhere.ledger, people["ann"], table, HOLD)
    assert list(services.ledger.view(table).pending) == ["s3"]


def test_no_orders_are_kept_of_who_loses_the_seat_while_they_are_given(
    services, elsewhere, people, table, before_storing
):
    before_storing(lambda: services.absence.resign(people["bob"], table, None))
    assert refusal(elsewhere.standing_orders.put, people["bob"], table, None, HOLDING) == "illegal"
    assert services.store.rows("SELECT * FROM standing_orders") == []


def test_orders_given_while_a_command_is_being_stored_answer_what_it_asks(
    services, elsewhere, people, table, monkeypatch
):
    """The command's transaction has compared what lies beside the log, and is not committed."""
    write, command, reached = services.store.append, elsewhere.store.append, Event()

    def reaching(*given, **named):
        reached.set()
        return write(*given, **named)

    with ThreadPoolExecutor(1) as pool:
        given = []

        def give(cursor):
            given.append(pool.submit(services.standing_orders.put, people["bob"], table, None, HOLDING))
            assert reached.wait(30)
            Event().wait(0.2)

        def interrupted(batches, extra=(), *more, **named):
            return command(batches, [*extra, give], *more, **named)

        monkeypatch.setattr(services.store, "append", reaching)
        monkeypatch.setattr(elsewhere.store, "append", interrupted)
        act(elsewhere.ledger, people["ann"], table, HOLD)
        assert given[0].result(30).orders == HOLDING
    assert list(services.ledger.view(table).pending) == ["s3"]


def test_words_from_another_process_are_shown_with_the_next_move(services, elsewhere, people):
    ann = people["ann"]
    game_id = open_pig(services.ledger, ann, ME, ME, game="talking-pig")
    before = services.ledger.view(game_id, ann)
    act(elsewhere.ledger, ann, game_id, {"type": "say", "words": "good evening"}, condition=Condition())
    done = act(services.ledger, ann, game_id, HOLD, condition=Condition(decision=before.decision))
    assert "good evening" in [words.text for words in done.game.texts.values()]
