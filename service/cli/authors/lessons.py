"""`nightledger lessons`: guided games, as their authors try them."""

from __future__ import annotations

import json

import click

from domain.contract.game import Refused, to_json
from domain.games.catalog import Catalog
from domain.lessons.lesson import Lesson, lessons_of
from domain.lessons.playing import Playing
from service.cli._parts.games import games_named, installed_catalog
from service.cli._parts.telling import say

LISTED = 12
"""So many legal moves are listed where a suggested one fails."""


@click.group("lessons")
def command() -> None:
    """Guided games (docs/how-to/add-a-guided-game.md).

    Example: nightledger lessons check nightfall
    """


@command.command("check")
@click.argument("games", nargs=-1)
def check(games: tuple[str, ...]) -> None:
    """Play the guided games of GAMES, or of all games, through what they suggest; exit 1 if one does not come to its
    end, and say which moves could be made there.

    Example: nightledger lessons check nightfall
    """
    catalog = installed_catalog()
    lessons = [lesson for game in games_named(catalog, games) for lesson in lessons_of(game, "en")]
    if not all([_comes_to_its_end(catalog, lesson) for lesson in lessons]):
        raise SystemExit(1)


def _comes_to_its_end(catalog: Catalog, lesson: Lesson) -> bool:
    playing = Playing(catalog, lesson)
    while not playing.is_over and playing.step is not None:
        move = playing.step.action
        try:
            suggested = playing.suggested
            assert suggested is not None
            playing.act(suggested)
        except Refused as refused:
            _tell(playing, f", move {playing.followed + 1}, {move}: {refused.reason}")
            return False
    if not playing.is_over:
        _tell(playing, f": the game goes on after its {playing.followed} moves")
        return False
    _tell(playing, f": {playing.followed} moves, and the game is over")
    return True


def _tell(playing: Playing, told: str) -> None:
    """How far a guided game came; where it does not end, with moves that the learner could make, as pages post them."""
    lesson, table = playing.lesson, playing.table
    ends = playing.is_over
    moves = [] if ends else [to_json(one) for one in table.game.legal(table.state, lesson.learner).actions[:LISTED]]
    lines = [f"{lesson.game}/{lesson.id}{told}", *(f"  {json.dumps(move)}" for move in moves)]
    say("\n".join(lines), game=lesson.game, lesson=lesson.id, moves=playing.followed, ends=ends, could_be_made=moves)
