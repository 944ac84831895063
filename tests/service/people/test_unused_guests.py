"""Guests who never came back are deleted, as anybody is who leaves; everybody else stays."""

import pytest

from service.deletion.account import AccountDeletion
from service.errors import ServiceError
from service.games.shapes import NewGame
from tests.service.clocks import DAY, Days
from tests.service.playing import ME, OPEN
from workers.clock import MOST_GUESTS, GuestSweeper

SEATS = [{"account": "me"}, {"ai": "random"}]


@pytest.fixture(scope="module")
def days(tmp_path_factory):
    days = Days(tmp_path_factory.mktemp("guests") / "home")
    yield days
    days.close()


def look(days):
    """Let the clock process look for guests now."""
    days.services.read_models.follower.catch_up(10)
    days.services.unused_guests.forget(MOST_GUESTS)


def is_there(days, account):
    try:
        days.services.accounts.get(account.id)
    except ServiceError:
        return False
    return True


def test_a_guest_who_never_came_back_is_deleted_and_its_game_stays(days):
    guest, token = days.services.accounts.create_guest()
    game = days.services.ledger.open_game(guest.id, NewGame("pig", SEATS))
    days.clock.now += 60 * DAY - 1
    look(days)
    assert is_there(days, guest)
    days.clock.now += 1
    look(days)
    assert not is_there(days, guest)
    assert days.services.accounts.authenticate(token.secret) is None
    view = days.services.ledger.view(game)
    assert view.status != "running"
    assert view.seats["s1"].name is None


def test_a_guest_who_was_there_meanwhile_stays(days):
    guest, token = days.services.accounts.create_guest()
    days.clock.now += 59 * DAY
    assert days.services.accounts.authenticate(token.secret) == guest.id
    days.clock.now += 59 * DAY
    look(days)
    assert is_there(days, guest)


def test_who_has_kept_the_account_a_person_and_a_program_stay(days):
    accounts = days.services.accounts
    kept, _ = accounts.create_guest()
    accounts.change(kept.id, password="a good long one")
    program, _ = accounts.create_guest()
    accounts.change(program.id, bot=True)
    named, _ = accounts.create("Guest of honour")
    days.clock.now += 400 * DAY
    look(days)
    assert all(is_there(days, one) for one in (kept, program, named))
    assert all(is_there(days, accounts.get(account)) for account in days.people.values())


def test_so_many_are_forgotten_in_one_look_and_it_looks_once_an_hour(days):
    days.clock.now += 61 * DAY
    look(days)
    guests = [days.services.accounts.create_guest()[0] for _ in range(3)]
    days.clock.now += 61 * DAY
    elapsed = [0.0]
    days.services.read_models.follower.catch_up(10)
    days.services.unused_guests.forget(2)
    assert [is_there(days, guest) for guest in guests].count(True) == 1
    sweeper = GuestSweeper(days.services.unused_guests, lambda: elapsed[0])
    sweeper.step()
    assert not any(is_there(days, guest) for guest in guests)
    late, _ = days.services.accounts.create_guest()
    days.clock.now += 61 * DAY
    elapsed[0] = 3599.0
    sweeper.step()
    assert is_there(days, late)
    elapsed[0] = 3600.0
    days.services.read_models.follower.catch_up(10)
    sweeper.step()
    assert not is_there(days, late)


@pytest.fixture
def outage(tmp_path):
    """A service that knows since when actions can be stored."""
    days = Days(tmp_path / "home", people=())
    days.pass_time(1)
    yield days
    days.close()


def test_days_in_which_nobody_could_come_back_do_not_count(outage):
    guest, _ = outage.services.accounts.create_guest()
    outage.pass_time(61 * DAY, awake=False)
    look(outage)
    assert is_there(outage, guest)
    outage.services.heartbeat.watch()
    look(outage)
    assert is_there(outage, guest)
    outage.pass_time(60 * DAY - 1)
    look(outage)
    assert is_there(outage, guest)
    outage.pass_time(3601)  # The hour that a long outage gives besides, and a second.
    look(outage)
    assert not is_there(outage, guest)


@pytest.mark.parametrize(
    "error", [ServiceError("awaits-share", "its game waits for the partner"), KeyError("s1")], ids=["refused", "fails"]
)
def test_one_that_cannot_be_deleted_now_keeps_no_other_waiting(days, monkeypatch, error):
    days.clock.now += 60 * DAY
    look(days)  # The guests of other tests are gone.
    guests = []
    for _ in range(2):
        guests.append(days.services.accounts.create_guest()[0])
        days.clock.now += 1
    days.clock.now += 60 * DAY
    days.services.read_models.follower.catch_up(10)
    forget = AccountDeletion.forget

    def forget_all_but_one(self, account_id):
        if account_id == guests[0].id:
            raise error
        forget(self, account_id)

    with monkeypatch.context() as patched:
        patched.setattr(AccountDeletion, "forget", forget_all_but_one)
        for _ in range(2):
            days.services.unused_guests.forget(1)
    assert [is_there(days, guest) for guest in guests] == [True, False]
    days.services.unused_guests.forget(1)
    assert not is_there(days, guests[0])


def test_how_long_it_takes_is_a_setting(tmp_path):
    for setting, stays in (("0", True), ("2", False)):
        days = Days(tmp_path / setting, people=(), NIGHTLEDGER_GUEST_DAYS=setting)
        guest, _ = days.services.accounts.create_guest()
        days.clock.now += 2 * DAY
        look(days)
        assert is_there(days, guest) is stays
        days.close()


def test_a_guest_who_never_came_back_holds_no_seat_that_an_ai_keeps(tmp_path):
    days = Days(tmp_path / "home")
    guest, _ = days.services.accounts.create_guest()
    clock = {"per_decision": DAY, "policy": "ai", "level": "random"}
    game = days.services.ledger.open_game(guest.id, NewGame("pig", [ME, OPEN], {"goal": 90}, clock=clock))
    days.services.ledger.sit(days.people["bob"], game)
    days.later(DAY)
    assert days.services.ledger.table(game).kept_for == {"s1": guest.id}
    days.pass_time(60 * DAY)
    look(days)
    assert not is_there(days, guest)
    assert days.services.ledger.table(game).kept_for == {}
    days.close()
