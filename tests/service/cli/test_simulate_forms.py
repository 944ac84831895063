"""`nightledger simulate --forms`: each form of a game at each level, as a table."""

from __future__ import annotations

from click.testing import CliRunner

from service.cli import cli
from service.dev.forms_page import HEADINGS

INTRODUCTION = '{"scenario": "introduction"}'


def simulated(*arguments: str) -> list[list[str]]:
    """The cells of the table, without its head."""
    done = CliRunner().invoke(cli, ["simulate", "last-spell", "--forms", *arguments])
    assert done.exit_code == 0, done.output
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in done.output.splitlines()]
    assert tuple(head) == HEADINGS
    return rows


def test_every_form_is_played_at_every_level() -> None:
    rows = simulated("--games", "2", "--ai", "greedy,random", "--options", INTRODUCTION)

    assert [row[1:4] for row in rows] == [
        [seats, level, "2"] for seats in ("1", "2", "3", "4", "1") for level in ("greedy", "random")
    ]
    assert all(row[0].startswith("scenario introduction") for row in rows)
    assert all(row[4].endswith("%)") for row in rows)


def test_the_same_seed_gives_the_same_table() -> None:
    arguments = ("--games", "1", "--seed", "7", "--options", INTRODUCTION)

    assert simulated(*arguments) == simulated(*arguments)


def test_only_forms_with_so_many_seats_are_played() -> None:
    rows = simulated("--games", "1", "--seats", "3", "--ai", "greedy", "--options", INTRODUCTION)

    assert [row[1] for row in rows] == ["3"]
