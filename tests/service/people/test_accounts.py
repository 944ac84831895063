"""Accounts, passwords and tokens, on each kind of database."""

from os import urandom

import pytest

from service.errors import ServiceError
from service.people.accounts import Accounts
from tests.installation import install
from tests.service.playing import refusal as refused

SEVEN = bytes(5) + b"\x07"


@pytest.fixture
def services(tmp_path, database):
    services = install(tmp_path / "home", **database.environ)
    yield services
    services.close()


@pytest.fixture
def accounts(services):
    return services.accounts


def test_a_new_account_is_logged_in_by_its_token(accounts):
    account, token = accounts.create("Ann", "correct horse")
    assert accounts.authenticate(token.secret) == account.id
    assert accounts.get(account.id) == accounts.by_name("Ann") == account
    assert account.name == "Ann"


def test_a_guest_has_a_free_name_and_no_password(services):
    accounts = Accounts(services.store, lambda: 0, lambda size: urandom(size) if size != len(SEVEN) else SEVEN)
    names = []
    for _ in range(2):
        account, token = accounts.create_guest()
        assert accounts.authenticate(token.secret) == account.id
        assert accounts.get(account.id) == account
        assert not account.has_password
        names.append(account.name)
    assert names == ["Guest 0007", "Guest 00007"]
    kept = accounts.change(account.id, name="Gwen", password="correct horse")
    assert (kept.name, kept.has_password) == ("Gwen", True)


def test_a_name_that_guests_get_is_nobody_elses(accounts):
    ann, _ = accounts.create("Ann")
    guest, _ = accounts.create_guest()
    for name in ("Guest 4821", "guest 4821", "GUEST 00000000001", "Guest \uff14\uff18\uff12\uff11"):
        assert refused(accounts.create, name) == refused(accounts.change, ann.id, name=name) == "malformed", name
    assert accounts.create("Guest 1")[0].name == "Guest 1"
    assert accounts.change(guest.id, name=guest.name.upper()).name == guest.name.upper()


def test_names_that_differ_by_case_or_width_are_the_same(accounts):
    accounts.create("ann")
    for name in ("Ann", "ANN", "ann", "ａｎｎ"):
        assert refused(accounts.create, name) == "name-taken", name
        assert accounts.by_name(name).name == "ann", name


def test_a_name_must_be_fit_to_be_shown_and_to_stand_in_an_address(accounts):
    unfit = ("", " ann", "ann ", "a\nb", "a\x00b", "n" * 41, "me", "Me", "\ud800", "a/b", "/", "//", ".", "..")
    assert {name: refused(accounts.create, name) for name in unfit} == dict.fromkeys(unfit, "malformed")


def test_names_of_all_languages_are_welcome(accounts):
    for name in ("a", "n" * 40, "José", "Анна", "two words"):
        assert accounts.create(name)[0].name == name


def test_a_password_has_a_length_that_helps(accounts):
    for password in ("", "short12", "p" * 201):
        assert refused(accounts.create, "ann", password) == "malformed", password
        assert accounts.by_name("ann") is None


def test_who_knows_the_password_gets_another_token(accounts):
    account, first = accounts.create("Ann", "correct horse")
    token = accounts.login("ANN", "correct horse")
    assert token.secret != first.secret
    assert accounts.authenticate(token.secret) == accounts.authenticate(first.secret) == account.id


def test_whatever_is_wrong_the_answer_is_the_same(accounts):
    accounts.create("Ann", "correct horse")
    accounts.create("Bob")
    of_ann = [("Ann", password) for password in ("wrong horse", "", "p" * 500)]
    for name, password in (*of_ann, ("nobody", "correct horse"), ("Bob", ""), ("", "")):
        with pytest.raises(ServiceError) as error:
            accounts.login(name, password)
        assert (error.value.code, error.value.reason) == ("wrong-credentials", "no account has this name and password")


def test_a_token_ends_by_logging_out(accounts):
    ann, token = accounts.create("Ann", "correct horse")
    bob, _ = accounts.create("Bob")
    other = accounts.login("Ann", "correct horse")
    assert refused(accounts.logout, bob.id, token.id) == "not-found"
    accounts.logout(ann.id, token.id)
    assert accounts.authenticate(token.secret) is None
    assert accounts.authenticate(other.secret) == ann.id
    assert refused(accounts.logout, ann.id, token.id) == "not-found"


def test_what_is_no_token_logs_nobody_in(accounts):
    accounts.create("Ann")
    for secret in ("", "nonsense", "Ω", "x" * 10_000):
        assert accounts.authenticate(secret) is None, secret


def test_name_and_password_can_be_changed(accounts):
    ann, token = accounts.create("Ann", "correct horse")
    accounts.create("Bob")
    assert refused(accounts.change, ann.id, name="bob") == "name-taken"
    assert accounts.change(ann.id, name="ANN").name == "ANN"
    second = accounts.login("ann", "correct horse")
    accounts.change(ann.id, password="battery staple", old_password="correct horse", keeping=token.secret)
    assert refused(accounts.login, "ann", "correct horse") == "wrong-credentials"
    assert accounts.authenticate(token.secret) == ann.id
    assert accounts.authenticate(second.secret) is None
    assert accounts.authenticate(accounts.login("ann", "battery staple").secret) == ann.id


def test_a_person_can_be_forgotten(accounts):
    ann, token = accounts.create("Annabella", "correct horse")
    accounts.forget(ann.id)
    assert accounts.authenticate(token.secret) is None
    assert accounts.by_name("annabella") is None
    assert accounts.names([ann.id]) == {}
    assert refused(accounts.get, ann.id) == refused(accounts.forget, ann.id) == "not-found"


def test_names_are_looked_up_together(accounts):
    ann, _ = accounts.create("Ann")
    bob, _ = accounts.create("Bob")
    assert accounts.names([ann.id, bob.id, "nobody"]) == {ann.id: "Ann", bob.id: "Bob"}
    assert accounts.names([]) == {}
