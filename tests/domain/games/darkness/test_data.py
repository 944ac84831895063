"""The data agrees with itself, and says what clients show (what is wrong in a file: `test_data_faults`)."""

from __future__ import annotations

import pytest

from domain.games.darkness.data import built_in, labels, load
from domain.games.darkness.data_check import check_data


def test_nothing_is_wrong_with_the_data():
    assert check_data(built_in()) == []


def test_every_name_is_there_in_english_and_those_that_are_french_in_french():
    named = labels(load())
    assert named["fr"].keys() < named["en"].keys()
    assert named["fr"]["church"] == "Eglise"
    assert named["en"]["bandaged-king"] == "The Bandaged King"
    assert "bandaged-king" not in named["fr"], "catalogues translate it"


@pytest.mark.parametrize(("tile", "count"), [("bar", 3), ("museum", 4), ("high-school-b", 3)])
def test_encounter_spaces_are_in_reading_order(tile, count):
    spaces = load().tiles[tile].encounter
    assert len(spaces) == count
    assert list(spaces) == sorted(spaces)
