"""What a command brings about in a keepsake. Pure: refuses, or returns what happened; the keepsake is unchanged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.characters import actions as a
from domain.characters import state as st
from domain.characters.state import Keepsake
from domain.contract.facets.characters import keepsake_is_spent, new_keepsake
from domain.contract.facets.data_files import begun_with
from domain.contract.game import Game, Refused, Text
from domain.log.record import Command, Happened


def decide(game: Game[Any], keepsake: Keepsake, command: Command, seeds: Mapping[str, bytes]) -> list[Happened]:
    """The events of a command; none if it was done before. `Refused` if it is not accepted."""
    match command.action:
        case a.Make() as make:
            return _make(game, keepsake, make)
        case a.Bring(game_id, seat):
            _check_at_home(keepsake)
            if keepsake_is_spent(game, keepsake.content):
                raise Refused("illegal", "it goes to no further game")
            return [Happened(st.KeepsakeBrought(game_id, seat))]
        case a.Return() as back:
            return _return(keepsake, back)
        case a.Retire():
            _check_at_home(keepsake)
            return [Happened(st.KeepsakeRetired())]
        case other:
            raise Refused("malformed", f"{type(other).__name__} is no command of a keepsake")


def _make(game: Game[Any], keepsake: Keepsake, make: a.Make) -> list[Happened]:
    if keepsake.version:
        raise Refused("illegal", "it is made already")
    rules = game.rules if make.rules is None else make.rules
    if not 1 <= rules <= game.rules:
        raise Refused("malformed", f"there are no rules {rules}; the newest are {game.rules}")
    name = make.name if isinstance(make.name, Text) else None
    content = new_keepsake(begun_with(game, make.data), make.content)
    return [Happened(st.KeepsakeMade(make.id, game.id, rules, make.owner, name, content, make.data))]


def _return(keepsake: Keepsake, back: a.Return) -> list[Happened]:
    """It comes back from a game once, changed only by one that was played to its end."""
    away = keepsake.away
    if away is None or away.game_id != back.game_id:
        return []
    if back.cause == "over" and back.content is not None:
        return [Happened(st.KeepsakeAdvanced(back.game_id, back.version, back.head, back.content))]
    return [Happened(st.KeepsakeReturned(back.game_id, back.cause, back.version, back.head))]


def _check_at_home(keepsake: Keepsake) -> None:
    if keepsake.is_retired:
        raise Refused("illegal", "it was put away for good")
    if keepsake.away is not None:
        raise Refused("illegal", f"it is in game {keepsake.away.game_id}")
