"""Positions in which there is something to touch on a map, found by playing until one comes: the same at every run."""

from collections.abc import Callable

from domain.contract.game import Json, to_json
from domain.games.last_spell.drawing.aim import struck_by
from service.games.shapes import NewGame
from tests.service.web.playing import play, play_well

ME, AI = {"account": "me"}, {"ai": "random"}
MOST_ANSWERS = 400


def position_of(services, account: str, game: str, options: dict[str, Json], ready: Callable) -> str:
    """A game of the account whose first seat is asked, the table being ready for it."""
    for seats in ([ME, AI], [ME]):
        game_id = services.ledger.open_game(account, NewGame(game, seats, options))
        for _ in range(MOST_ANSWERS):
            table = services.ledger.table(game_id)
            if table.closed is not None:
                break
            if "s1" in table.pending and ready(table):
                return game_id
            play_well(services, game_id) if game == "last-spell" else play(services, game_id, 1)
    raise AssertionError(f"no such position came in {game}")


def asks_how_a_tile_lies(table) -> bool:
    """Whether a drawn tile is to be turned."""
    return table.pending["s1"].kind == "orient"


def has_a_way_in(table) -> bool:
    """Whether the character stands at a locked door or a window."""
    return any(action["type"] in ("pick_lock", "force", "climb") for action in _answers(table))


def has_a_target(table) -> bool:
    """Whether a weapon could strike a monster."""
    return any(
        one.name in table.state.monsters
        for action in _answers(table)
        if action["type"] == "attack"
        for one in struck_by(table.state, action)
    )


def _answers(table) -> list[dict[str, Json]]:
    return [to_json(action) for action in table.game.legal(table.state, "s1").actions]
