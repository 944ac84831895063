"""`nightledger cases run`."""

import pytest
from click.testing import CliRunner

from service.cli.authors.cases import command

CASE = "{case: pig-x, title: x, game: pig, rules: [PIG-1], seats: [ana, ben], expect: {table: {goal: %s}}}"
PIG = ("--game", "pig=tests.pigs.pig:PIG")


@pytest.fixture
def invoke(tmp_path):
    def run(text, *options):
        (tmp_path / "x.yaml").write_text(text)
        return CliRunner().invoke(command, ["run", str(tmp_path), *options])

    return run


@pytest.mark.parametrize(
    ("text", "output", "code"),
    [
        (CASE % 100, "ok pig-x\n1 passed, 0 failed\n", 0),
        (CASE % 99, "FAIL pig-x: expect.table.goal: expected 99, is 100\n0 passed, 1 failed\n", 1),
        ("", "0 passed, 0 failed\n", 1),
    ],
)
def test_a_line_for_each_case_a_sum_and_an_exit_code(invoke, text, output, code):
    result = invoke(text, *PIG)
    assert (result.output, result.exit_code) == (output, code)


def test_a_game_of_ones_own_is_named_by_its_place(invoke):
    assert "FAIL pig-x: there is no game 'pig'" in invoke(CASE % 100).output
    assert invoke(CASE % 100, "--game", "pig").exit_code == 2


def test_a_path_that_is_not_there_is_an_error_of_use():
    assert CliRunner().invoke(command, ["run", "no/such/folder"]).exit_code == 2
