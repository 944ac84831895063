"""Leaving for good: what becomes of the seats."""

import pytest

from domain.audit import CONSISTENT, audit
from domain.log.canon import canonical
from domain.records.export import read
from service.bootstrap import build
from service.deletion.account import AccountDeletion
from service.deletion.places import Places
from service.errors import ServiceError
from service.games.shapes import NewGame
from service.games.shapes.answers import Seat
from service.store.event_store import executing
from tests.service.clocks import DAY, Days
from tests.service.playing import ME, OPEN, open_pig, refusal


def three(services, people):
    """A running game of bob, ann and cy."""
    game_id = open_pig(services.ledger, people["bob"], ME, OPEN, OPEN)
    for name in ("ann", "cy"):
        services.ledger.sit(people[name], game_id)
    return game_id


def test_a_seat_that_waits_for_the_start_is_free_again_and_own_open_games_are_cancelled(services, people):
    ledger = services.ledger
    others = open_pig(ledger, people["bob"], ME, OPEN, OPEN)
    ledger.sit(people["ann"], others)
    own = open_pig(ledger, people["ann"], ME, OPEN)
    services.account_deletion.forget(people["ann"])
    assert ledger.view(others).seats["s2"] == Seat(name=None, kind="open", level=None)
    assert ledger.view(own).status == "cancelled"


def test_of_two_ranked_seats_the_other_wins(services, people):
    game_id = open_pig(services.ledger, people["bob"], ME, OPEN)
    services.ledger.sit(people["ann"], game_id)
    services.account_deletion.forget(people["ann"])
    view = services.ledger.view(game_id)
    assert view.status == "over"
    assert view.result.places == {"s1": 1, "s2": 2}
    assert view.seats["s2"].name is None


def test_of_more_the_game_goes_on_with_default_answers(services, people):
    game_id = three(services, people)
    services.account_deletion.forget(people["ann"])
    view = services.ledger.view(game_id)
    assert view.status == "running"
    assert "SeatResigned" in [event["type"] for event in services.ledger.events(game_id)]
    assert "s2" not in view.pending


@pytest.mark.parametrize("resigned", ["s1", "s2"])
def test_who_has_resigned_one_seat_leaves_the_others_of_the_game_too(services, people, resigned):
    game_id = open_pig(services.ledger, people["ann"], ME, ME, OPEN, OPEN)
    for name in ("bob", "cy"):
        services.ledger.sit(people[name], game_id)
    services.absence.resign(people["ann"], game_id, resigned)
    services.account_deletion.forget(people["ann"])
    table = services.ledger.table(game_id)
    assert (table.status, set(table.resigned)) == ("running", {"s1", "s2"})


AI_TAKES = {"per_decision": DAY, "policy": "ai", "level": "random"}


@pytest.fixture
def days(tmp_path):
    days = Days(tmp_path / "home")
    yield days
    days.close()


def kept_for_ann(days, games=1):
    """Running games of ann and bob in which an AI keeps the seat of ann."""
    found = [days.open("ann", "bob", clock=AI_TAKES, options={"goal": 90}) for _ in range(games)]
    days.later(DAY)
    return found


def test_a_seat_that_an_ai_has_kept_is_the_ais_own_and_is_given_back_to_nobody(days):
    [game_id] = kept_for_ann(days)
    days.services.account_deletion.forget(days.people["ann"])
    seat = days.view(game_id).seats["s1"]
    assert (seat.kind, seat.name, bool(seat.kept_for)) == ("ai", "random", False)
    assert days.view(game_id).status == "running"

    days.services.absence.resign(days.people["bob"], game_id, None)

    assert (days.view(game_id).status, days.view(game_id).result.places) == ("over", {"s1": 1, "s2": 2})
    assert audit(read(canonical(days.services.ledger.record(game_id))), days.services.catalog).code == CONSISTENT


def test_a_seat_that_was_let_pass_twice_is_the_ais_own_too(days):
    [game_id] = kept_for_ann(days)
    days.services.ledger.sit(days.people["ann"], game_id)
    days.later(DAY)
    days.services.account_deletion.forget(days.people["ann"])
    assert not days.services.ledger.table(game_id).kept_for


def test_of_two_seats_the_one_that_is_kept_does_not_come_back_as_the_other_is_resigned(days):
    ledger, (ann, bob) = days.services.ledger, (days.people[name] for name in ("ann", "bob"))
    game_id = ledger.open_game(ann, NewGame("pig", [ME, ME, OPEN], {"goal": 90}, clock=AI_TAKES))
    ledger.sit(bob, game_id)
    days.later(DAY)
    assert [*ledger.table(game_id).kept_for] == ["s1"]
    days.services.absence.resign(bob, game_id, None)
    days.services.account_deletion.forget(ann)
    table = ledger.table(game_id)
    assert (table.kept_for, table.seats["s1"].level) == ({}, "random")
    assert table.resigned == ("s3", "s2")


def test_a_deletion_that_was_killed_between_two_games_gives_up_the_rest_when_it_is_done_again(days, monkeypatch):
    games = kept_for_ann(days, games=2)
    stay_away, left = days.services.absence.stay_away, iter(range(2))

    def dying(account_id, game_id):
        if next(left, None) is None:
            raise KeyboardInterrupt
        stay_away(account_id, game_id)

    with monkeypatch.context() as patched:
        patched.setattr(days.services.absence, "stay_away", dying)
        with pytest.raises(KeyboardInterrupt):
            days.services.account_deletion.forget(days.people["ann"])
    assert [[*days.services.ledger.table(game_id).kept_for] for game_id in games] == [[], ["s1"]]

    days.services.account_deletion.forget(days.people["ann"])

    assert [days.services.ledger.table(game_id).kept_for for game_id in games] == [{}, {}]


def test_a_seat_that_the_clock_gives_to_an_ai_before_it_is_resigned_is_not_kept(days, monkeypatch):
    game_id = days.open("ann", "bob", clock=AI_TAKES, options={"goal": 90})
    resign = days.services.absence.resign

    def late(account_id, game_id, seat):
        days.later(DAY)
        return resign(account_id, game_id, seat)

    monkeypatch.setattr(days.services.absence, "resign", late)
    days.services.account_deletion.forget(days.people["ann"])
    table = days.services.ledger.table(game_id)
    assert (table.status, table.seats["s1"].level, table.kept_for) == ("running", "random", {})


def test_the_record_stays_consistent_and_nothing_is_left_of_the_person(services, people):
    game_id = three(services, people)
    services.talk.say(people["ann"], game_id, "good-bye")
    services.account_deletion.forget(people["ann"])
    services.ledger.close(game_id, "void")
    record = read(canonical(services.ledger.record(game_id)))
    assert audit(record, services.catalog).code == CONSISTENT
    for table in ("accounts", "tokens", "token_uses", "notes", "account_settings"):
        column = "id" if table == "accounts" else "account"
        assert services.store.rows(f"SELECT * FROM {table} WHERE {column}=:id", id=people["ann"]) == []


def test_nothing_is_left_of_whom_the_person_blocked_nor_of_who_blocked_the_person(services, people):
    blocks, (ann, bob, cy) = services.blocks, (people[name] for name in ("ann", "bob", "cy"))
    for who, whom in ((ann, "bob"), (cy, "ann"), (bob, "cy")):
        blocks.add(who, whom, "blocked")
    blocks.add(bob, "ann", "muted")
    services.account_deletion.forget(ann)
    rows = services.store.rows("SELECT account, other, how FROM shunned")
    assert [dict(row) for row in rows] == [{"account": bob, "other": cy, "how": "blocked"}]
    assert (blocks.apart(bob), blocks.apart(cy), blocks.unheard(bob)) == ({cy}, {bob}, {cy})


def test_closed_games_stay_as_they_are(services, people):
    game_id = three(services, people)
    services.ledger.close(game_id, "void")
    version = services.ledger.view(game_id).version
    services.account_deletion.forget(people["ann"])
    assert services.ledger.view(game_id).version == version


def test_nobody_is_forgotten_before_all_seats_are_known(services, people):
    account, token = services.accounts.create("Dee")
    game_id = open_pig(services.ledger, people["bob"], ME, OPEN)
    services.ledger.sit(account.id, game_id)
    hasty = AccountDeletion(
        services.accounts,
        services.ledger,
        services.absence,
        Places(services.series, services.leagues, services.league_play, services.challenges, services.read_models),
        services.read_models,
        services.post,
        patience=-1,
    )
    with pytest.raises(ServiceError) as refused:
        hasty.forget(account.id)
    assert refused.value.code == "behind"
    assert services.accounts.authenticate(token.secret) == account.id
    services.account_deletion.forget(account.id)
    assert services.ledger.view(game_id).status == "over"


def test_who_cannot_be_forgotten_yet_keeps_the_token_by_which_it_was_asked_for(services, monkeypatch):
    """By it the person asks again: an account without a password has no other way in."""
    account, token = services.accounts.create("Dee")
    another = services.accounts.make_token(account.id)
    up_to_date = iter([True, False])
    with monkeypatch.context() as patched:
        patched.setattr(services.read_models.follower, "catch_up", lambda patience: next(up_to_date))
        assert refusal(services.account_deletion.forget, account.id, token.secret) == "behind"
    assert services.accounts.authenticate(another.secret) is None
    assert services.accounts.authenticate(token.secret) == account.id
    services.account_deletion.forget(account.id, token.secret)
    assert services.accounts.authenticate(token.secret) is None
    assert services.store.rows("SELECT id FROM tokens WHERE account=:account", account=account.id) == []


def test_a_game_that_cannot_be_read_keeps_nobody_from_leaving(services, people):
    broken, sound = (open_pig(services.ledger, people["bob"], ME, OPEN) for _ in range(2))
    for game_id in (broken, sound):
        services.ledger.sit(people["ann"], game_id)
    services.store.write(executing("DELETE FROM seeds WHERE game=:game", game=broken))
    other = build(services.settings, services.clock)
    other.account_deletion.forget(people["ann"])
    assert other.accounts.names([people["ann"]]) == {}
    assert other.ledger.view(sound).status == "over"
    other.close()


def test_who_is_forgotten_is_nobody(services, people):
    services.account_deletion.forget(people["ann"])
    with pytest.raises(ServiceError) as refused:
        services.account_deletion.forget(people["ann"])
    assert refused.value.code == "not-found"
