"""What a game's run brought about, as the table stores it."""

from __future__ import annotations

from typing import Any

from domain.contract.game import Asked, Run
from domain.log.record import Happened
from domain.table import events as e
from domain.table.table import Table


def happened(run: Run[Any]) -> list[Happened]:
    """A run's events, each with its draws."""
    draws: dict[int, list[Any]] = {}
    for index, draw in run.draws:
        draws.setdefault(index, []).append(draw)
    return [Happened(event, tuple(draws.get(index, ()))) for index, event in enumerate(run.events)]


def happened_and_closed(table: Table, run: Run[Any], seed: bytes) -> list[Happened]:
    """A run's events, and the closing one if the game has ended."""
    done = happened(run)
    if table.game.is_over(run.state):
        done.append(Happened(e.GameClosed("over", table.published(seed))))
    return done


def still_asked(table: Table) -> list[Happened]:
    """The close of a command that changed nothing of what is asked; nothing before the start."""
    if table.state is None:
        return []
    return [Happened(Asked((), table.state.open, table.state.agenda))]
