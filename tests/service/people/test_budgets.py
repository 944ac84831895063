"""So many open games, invitations and webhooks has an account, at a time and a day; on each kind of database."""

import pytest

from domain.contract.quantities import DAY
from service.errors import ServiceError
from service.games.shapes import NewGame, Posted
from service.people.budgets import LOOK_AGAIN
from service.store.repeats import KeyedRequest
from tests.installation import install
from tests.service.playing import act, at_once, guess

ME, OPEN, BOB = {"account": "me"}, {"open": True}, {"account": "Bob"}
FEW = {
    "NIGHTLEDGER_OPEN_GAMES": "2",
    "NIGHTLEDGER_OPEN_GAMES_A_DAY": "3",
    "NIGHTLEDGER_INVITATIONS": "2",
    "NIGHTLEDGER_INVITATIONS_A_DAY": "3",
    "NIGHTLEDGER_TAKEBACKS_A_DAY": "2",
}


@pytest.fixture
def services(tmp_path, database, clock):
    services = install(tmp_path / "home", clock, **FEW, **database.environ)
    yield services
    services.close()


@pytest.fixture
def sqlite(tmp_path, clock):
    services = install(tmp_path / "home", clock, **FEW)
    yield services
    services.close()


def people(services):
    return [services.accounts.create(name)[0].id for name in ("Ann", "Bob")]


def open_game(services, account, *seats):
    return services.ledger.open_game(account, NewGame("pig", seats or (ME, OPEN)))


def refused(call, *arguments):
    with pytest.raises(ServiceError) as error:
        call(*arguments)
    assert (error.value.code, error.value.status) == ("budget-spent", 429)
    return error.value.reason, error.value.retry_after


def test_games_that_wait_for_people_are_counted_as_long_as_they_do(services):
    ann, bob = people(services)
    first, second = open_game(services, ann), open_game(services, ann)
    told = "an account has 2 open games at a time, and you have 2"
    assert refused(open_game, services, ann) == (told, LOOK_AGAIN)
    assert open_game(services, bob)
    services.ledger.sit(bob, first)
    assert open_game(services, ann)
    services.ledger.cancel(ann, second)
    assert refused(open_game, services, ann)[0] == "an account has 3 open games a day, and you had 3"


def test_the_day_is_the_last_twenty_four_hours(sqlite, clock):
    ann, _ = people(sqlite)
    for _ in range(3):
        sqlite.ledger.cancel(ann, open_game(sqlite, ann))
        clock.now += 3600
    assert refused(open_game, sqlite, ann)[1] == DAY - 3 * 3600
    clock.now += DAY - 3 * 3600
    assert open_game(sqlite, ann)


def test_a_game_that_begins_at_once_counts_nowhere(sqlite):
    ann, _ = people(sqlite)
    games = {open_game(sqlite, ann, ME, {"ai": "random"}) for _ in range(4)}
    assert len(games) == 4


def test_a_game_that_is_refused_is_not_there(sqlite):
    ann, _ = people(sqlite)
    open_game(sqlite, ann), open_game(sqlite, ann)
    refused(open_game, sqlite, ann)
    assert len(sqlite.store.games()) == 2


def test_a_request_that_is_refused_uses_no_key_up_though_older_games_were_looked_at(sqlite, clock):
    ann, _ = people(sqlite)
    first, second = open_game(sqlite, ann), open_game(sqlite, ann)
    sqlite.ledger.cancel(ann, first)
    open_game(sqlite, ann)
    sqlite.ledger.cancel(ann, second)
    asked = KeyedRequest.of("account", ann, "open_game", "key", body=b"{}", account=ann)
    opening = (asked, lambda: open_game(sqlite, ann), lambda game_id, stored: game_id.encode())
    assert refused(sqlite.repeats.once, *opening)[0] == "an account has 3 open games a day, and you had 3"
    clock.now += DAY
    assert sqlite.repeats.once(*opening) in sqlite.store.games()


def test_seats_that_are_kept_for_others_and_links_are_invitations(services):
    ann, bob = people(services)
    game = open_game(services, ann, ME, BOB, OPEN)
    link = services.hosting.invite(ann, game)
    told = "an account has 2 pending invitations at a time, and you have 2"
    assert refused(services.hosting.invite, ann, game) == (told, LOOK_AGAIN)
    services.hosting.revoke(ann, game, link.id)
    assert services.hosting.invite(ann, game)
    services.ledger.sit(bob, game)
    assert refused(services.hosting.invite, ann, game)[0] == "an account has 3 pending invitations a day, and you had 3"


def test_as_many_people_as_a_game_has_cannot_be_invited_game_after_game(sqlite):
    ann, _ = people(sqlite)
    sqlite.ledger.cancel(ann, open_game(sqlite, ann, ME, BOB, BOB))
    assert refused(open_game, sqlite, ann, ME, BOB, BOB)[0].startswith("an account has 3 pending invitations a day")


def test_requests_at_once_exceed_nothing_together(services):
    ann, _ = people(services)
    game = open_game(services, ann)
    answers = at_once(4, lambda _: services.hosting.invite(ann, game).seat)
    assert sorted(answers, key=str) == [None, None, "budget-spent", "budget-spent"]


def test_what_is_counted_is_forgotten_with_the_account(sqlite):
    ann, _ = people(sqlite)
    open_game(sqlite, ann)
    sqlite.account_deletion.forget(ann)
    assert sqlite.store.rows("SELECT * FROM spendings") == []


def test_takebacks_that_others_are_asked_for_are_counted_for_the_day(services):
    ann, bob = people(services)
    game = services.ledger.open_game(ann, NewGame("pig", (ME, OPEN, {"ai": "random"}), {"guess": True}))
    services.ledger.sit(bob, game)
    start = services.ledger.view(game).version
    for number, account in enumerate((ann, bob), 1):
        act(services.ledger, account, game, guess(number))
    asking = (services.corrections.take_back, ann, game, None, start, Posted(()))
    for _ in range(2):
        asking[0](*asking[1:])
        services.corrections.answer_takeback(bob, game, None, False, Posted(()))
    version = services.ledger.view(game).version
    assert refused(*asking)[0] == "an account has 2 takebacks that others are asked for a day, and you had 2"
    assert services.ledger.view(game).version == version
