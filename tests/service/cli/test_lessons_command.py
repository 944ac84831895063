"""`nightledger lessons check`."""

import json

from click.testing import CliRunner

from domain.lessons.lesson import Step, lessons_of
from service.cli import cli


def check(*games):
    return CliRunner().invoke(cli, ["lessons", "check", *games])


def test_every_guided_game_comes_to_its_end():
    result = check()
    assert result.exit_code == 0
    assert "nightfall/first-fight: 14 moves, and the game is over" in result.output.splitlines()
    assert len(result.output.splitlines()) == 3


def test_it_is_told_to_programs():
    [line] = check("nightfall", "--json").output.splitlines()
    assert json.loads(line) == {
        "game": "nightfall", "lesson": "first-fight", "moves": 14, "ends": True, "could_be_made": [],
    }  # fmt: skip


def test_a_move_that_fails_is_told_with_those_that_could_be_made(monkeypatch):
    def altered(game, language):
        [lesson] = lessons_of(game, language)
        steps = (Step("s1", {"link": "wound:bite"}), *lesson.steps[1:])
        return [type(lesson)(**{name: getattr(lesson, name) for name in lesson.__struct_fields__} | {"steps": steps})]

    monkeypatch.setattr("service.cli.authors.lessons.lessons_of", altered)
    result = check("nightfall")
    assert result.exit_code == 1
    first, *moves = result.output.splitlines()
    assert first.startswith("nightfall/first-fight, move 1, {'link': 'wound:bite'}: ")
    assert '  {"type": "link", "card": "enraged-wight"}' in moves


def test_one_that_stops_before_the_end_is_told(monkeypatch):
    def shortened(game, language):
        [lesson] = lessons_of(game, language)
        fields = {name: getattr(lesson, name) for name in lesson.__struct_fields__}
        return [type(lesson)(**fields | {"steps": lesson.steps[:2]})]

    monkeypatch.setattr("service.cli.authors.lessons.lessons_of", shortened)
    result = check("nightfall")
    assert result.exit_code == 1
    assert "nightfall/first-fight: the game goes on after its 2 moves" in result.output
