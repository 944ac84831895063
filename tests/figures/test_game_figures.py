"""A few of the games whose figures are in docs: none ends in an error, and nothing is lost on the way."""

import pytest

from tests.figures.game_figures import main


@pytest.mark.slow
def test_games_of_every_level_are_played_and_told(capsys):
    main("darkness", 45)

    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("| scenario | level | games |")
    assert sum(int(line.split("|")[3]) for line in told[2:]) == 45
