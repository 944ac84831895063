"""The form of a game's id: one way to write each."""

import lzma
from pathlib import Path

import pytest

from domain.log.canon import parse
from domain.log.gameid import is_game_id

UUID = "00c0ffee-0000-4000-8000-00000000000a"


@pytest.mark.parametrize("text", [UUID, "nightfall-readme-0", "golden-last-spell-4-10", "1", "a" * 64, "-"])
def test_ids_of_games(text):
    assert is_game_id(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "a" * 65, "a" * 5_000_000, "\x00", "\ud800", "<b>", "../..", "league/1/A/1", "pig 1", "Pig-1",
        "pig-\u0664", "pig-1\n",
        UUID.upper(), UUID.replace("-", ""), f"{{{UUID}}}", f"urn:uuid:{UUID}", f"{UUID}-", UUID.replace("-", "--"),
        UUID.replace("-4", "4-"), "0-" * 31 + "0",
    ],
    ids=range(20),
)  # fmt: skip
def test_what_is_none(text):
    assert not is_game_id(text)


def test_golden_games_have_ids_of_this_form():
    for folder in Path("tests/games").iterdir():
        file = min(folder.glob("*.json.xz"), key=lambda file: file.stat().st_size)
        assert is_game_id(parse(lzma.decompress(file.read_bytes()))["id"])
