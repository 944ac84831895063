"""A name that was given up is free to others after a while, and to whoever gave it up at once; on each database."""

import pytest

from domain.contract.quantities import DAY
from service.errors import ServiceError
from tests.installation import install
from tests.service.playing import at_once


@pytest.fixture
def services(tmp_path, database, clock):
    services = install(tmp_path / "home", clock, **database.environ)
    yield services
    services.close()


@pytest.fixture
def accounts(services):
    return services.accounts


def refused(call, *arguments, **named):
    with pytest.raises(ServiceError) as error:
        call(*arguments, **named)
    return error.value.code, error.value.retry_after


def test_it_is_free_to_others_after_ninety_days(accounts, clock):
    ann = accounts.create("Ann")[0]
    bob = accounts.create("Bob")[0]
    accounts.change(ann.id, name="Anna")
    clock.now += 90 * DAY - 1
    assert refused(accounts.create, "ＡＮＮ") == ("name-taken", 1)
    assert refused(accounts.change, bob.id, name="ann") == ("name-taken", 1)
    clock.now += 1
    assert accounts.change(bob.id, name="ann").name == "ann"


def test_whoever_gave_it_up_takes_it_back_at_once(accounts):
    ann = accounts.create("Ann")[0]
    accounts.change(ann.id, name="Anna")
    assert accounts.change(ann.id, name="Ann").name == "Ann"
    assert refused(accounts.create, "Anna")[0] == "name-taken"


def test_a_name_in_another_case_is_not_given_up(accounts):
    ann = accounts.create("Ann")[0]
    accounts.change(ann.id, name="ANN")
    accounts.change(ann.id, name="Anna")
    assert refused(accounts.create, "ann")[0] == "name-taken"


def test_the_name_of_a_deleted_account_is_kept_from_all_and_cannot_be_read(accounts, services, clock):
    gone = accounts.create("Zacharias")[0]
    accounts.change(gone.id, name="Zebedaeus")
    accounts.forget(gone.id)
    rows = services.store.rows("SELECT name, account FROM former_names")
    assert {row["account"] for row in rows} == {None}
    assert not any("z" in row["name"] for row in rows)
    for name in ("Zacharias", "Zebedaeus"):
        assert refused(accounts.create, name)[0] == "name-taken"
    clock.now += 90 * DAY
    assert accounts.create("Zacharias")[0].name == "Zacharias"


def test_names_that_were_free_long_ago_are_dropped(accounts, services, clock):
    ann = accounts.create("Ann")[0]
    accounts.change(ann.id, name="Anna")
    clock.now += 91 * DAY
    accounts.change(ann.id, name="Hanna")
    [row] = services.store.rows("SELECT given_up FROM former_names")
    assert row["given_up"] == clock.now


def test_how_long_it_is_kept_is_a_setting(tmp_path, clock):
    services = install(tmp_path / "other", clock, NIGHTLEDGER_NAMES_KEPT_DAYS="0")
    ann = services.accounts.create("Ann")[0]
    services.accounts.change(ann.id, name="Anna")
    assert services.accounts.create("Ann")[0].name == "Ann"
    services.close()


def test_so_many_names_are_taken_a_day(accounts, clock):
    ann = accounts.create("Ann")[0]
    for number in range(10):
        accounts.change(ann.id, name=f"Ann {number}")
    assert refused(accounts.change, ann.id, name="Anna") == ("budget-spent", DAY)
    assert accounts.change(ann.id, name="ANN 9").name == "ANN 9"
    assert accounts.create("Anna")[0].name == "Anna"
    clock.now += DAY
    assert accounts.change(ann.id, name="Ann").name == "Ann"


def test_nobody_slips_in_while_a_name_is_given_up(accounts):
    ann = accounts.create("Ann")[0]
    gives_up, takes = at_once(
        2, lambda second: accounts.create("Ann") if second else accounts.change(ann.id, name="Anna")
    )
    assert (gives_up.name, takes) == ("Anna", "name-taken")


def test_of_two_new_names_at_once_the_one_that_was_left_is_given_up_as_well(accounts):
    ann = accounts.create("Ann")[0]
    at_once(2, lambda number: accounts.change(ann.id, name=f"Anna {number}"))
    left = {"Ann", "Anna 0", "Anna 1"} - {accounts.get(ann.id).name}
    assert len(left) == 2
    assert {refused(accounts.create, name)[0] for name in left} == {"name-taken"}
    assert [accounts.change(ann.id, name=name).name for name in sorted(left)] == sorted(left)


def test_who_is_deleted_while_taking_a_name_leaves_no_name_behind(accounts):
    ann = accounts.create("Ann")[0]
    _, renamed = at_once(2, lambda second: accounts.change(ann.id, name="Anna") if second else accounts.forget(ann.id))
    assert renamed == "not-found" or renamed.name == "Anna"
    assert refused(accounts.create, "Ann")[0] == "name-taken"
    assert renamed == "not-found" or refused(accounts.create, "Anna")[0] == "name-taken"
