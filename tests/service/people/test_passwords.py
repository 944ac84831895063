"""Passwords are checked a few at a time: who comes then waits a moment, and no longer."""

from threading import Thread

import pytest

from service.errors import ServiceError
from service.people.passwords import RETRY_AFTER, Passwords

LONG = 20.0
"""Seconds of patience that no test needs."""


@pytest.fixture(scope="module")
def kept():
    return Passwords().hashed("correct horse")


def test_a_password_fits_what_is_kept_of_it_alone(kept):
    passwords = Passwords()
    assert "correct horse" not in kept
    tried = ("correct horse", "correct horsE", "", "correct horse" + 200 * "!")
    assert [passwords.fits(kept, password) for password in tried] == [True, False, False, False]
    assert [passwords.fits(nothing, "correct horse") for nothing in (None, "", "no hash")] == [False, False, False]


@pytest.mark.parametrize("check", [lambda one, kept: one.hashed("correct horse"), lambda one, kept: one.fits(kept, "")])
def test_who_finds_no_place_is_told_when_to_come_again(kept, check):
    passwords = Passwords(at_once=2, patience=0)
    with passwords.place(), passwords.place(), pytest.raises(ServiceError) as refused:
        check(passwords, kept)
    assert (refused.value.code, refused.value.status, refused.value.retry_after) == ("crowded", 503, RETRY_AFTER)
    check(passwords, kept)


def test_who_waits_is_served_when_a_place_is_free(kept):
    passwords, found = Passwords(at_once=1, patience=LONG), []
    waiting = Thread(target=lambda: found.append(passwords.fits(kept, "correct horse")))
    with passwords.place():
        waiting.start()
        assert found == []
    waiting.join(LONG)
    assert found == [True]


def test_a_place_is_free_again_whatever_was_wrong(kept):
    passwords = Passwords(at_once=1, patience=0)
    assert not passwords.fits("no hash", "correct horse")
    with pytest.raises(RuntimeError), passwords.place():
        raise RuntimeError
    assert passwords.fits(kept, "correct horse")
