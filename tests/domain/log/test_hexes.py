"""Hex of seeds and hashes: there is one way to write so many bytes."""

import pytest

from domain.log.hexes import is_hex


def test_bytes_of_their_size_in_lower_case_are_hex():
    assert is_hex(bytes(range(32)).hex())
    assert is_hex("ab" * 64, 64)


@pytest.mark.parametrize(
    "given", ["", "ab" * 31, "ab" * 33, "AB" * 32, "gh" * 32, " " + "ab" * 31 + "a", "ab" * 32 + "\n", None, 7]
)
def test_anything_else_is_none(given):
    assert not is_hex(given)
