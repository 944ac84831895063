"""TOML of strangers: read within bounds, refused beyond them, and never slowly."""

import hashlib
from tomllib import TOMLDecodeError

import pytest

from domain.contract.datafiles import Editions, UnknownData
from domain.contract.toml import MOST_BYTES, read_toml
from domain.games.darkness import data as darkness
from domain.games.last_spell import data as last_spell
from domain.games.nightfall import data as nightfall
from domain.games.nightfall.data_check import check_data

HOSTILE = {
    "nested too deeply": "x = " + "[" * 50_000 + "]" * 50_000,
    "more than 100 dots": ".".join(["a"] * 20_000) + " = 1",
    "more than a data file may have": "#" * (MOST_BYTES + 1),
    "beyond 10000": "x = [{ y = 10_001 }]",
}


@pytest.mark.parametrize("module", [darkness, last_spell, nightfall], ids=lambda module: module.__name__)
def test_the_files_of_the_package_are_within_the_bounds(module):
    assert read_toml(module.built_in())


@pytest.mark.parametrize(("told", "text"), HOSTILE.items(), ids=list(HOSTILE))
def test_what_is_beyond_a_bound_is_refused(told, text):
    with pytest.raises(TOMLDecodeError, match=told):
        read_toml(text.encode())


@pytest.mark.parametrize("text", HOSTILE.values(), ids=list(HOSTILE))
def test_no_game_is_begun_with_such_a_file(text):
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    for module, read in ((darkness, darkness.read_data), (last_spell, last_spell.read_data)):
        with pytest.raises(UnknownData, match="cannot be read"):
            Editions(module.built_in, read, {sha256: text}.get).by_hash(sha256)
    [told] = check_data(text.encode())
    assert told.startswith("the file is not TOML")


def test_a_card_set_of_millions_of_wounds_is_refused():
    text = nightfall.built_in().decode().replace("burn = ", "burn = 30_000_00")
    assert text != nightfall.built_in().decode()
    assert check_data(text.encode()) == ["the file is not TOML: a number is beyond 10000"]
