"""What a command brings about in a character. Pure: refuses, or returns what happened; the character is unchanged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.characters import actions as a
from domain.characters import state as st
from domain.characters.state import Character
from domain.contract.facets.characters import character_is_spent, new_character
from domain.contract.facets.data_files import begun_with
from domain.contract.game import Game, Refused, Text
from domain.log.record import Command, Happened


def decide(game: Game[Any], character: Character, command: Command, seeds: Mapping[str, bytes]) -> list[Happened]:
    """The events of a command; none if it was done before. `Refused` if it is not accepted."""
    match command.action:
        case a.Make() as make:
            return _make(game, character, make)
        case a.Bring(game_id, seat):
            _check_at_home(character)
            if character_is_spent(game, character.content):
                raise Refused("illegal", "it goes to no further game")
            return [Happened(st.KeepsakeBrought(game_id, seat))]
        case a.Return() as back:
            return _return(character, back)
        case a.Retire():
            _check_at_home(character)
            return [Happened(st.KeepsakeRetired())]
        case other:
            raise Refused("malformed", "{command} is no command of a keepsake", command=type(other).__name__)


def _make(game: Game[Any], character: Character, make: a.Make) -> list[Happened]:
    if character.version:
        raise Refused("illegal", "it is made already")
    rules = game.rules if make.rules is None else make.rules
    if not 1 <= rules <= game.rules:
        raise Refused(
            "malformed", "there are no rules {rules}; the newest are {newest}", rules=rules, newest=game.rules
        )
    name = make.name if isinstance(make.name, Text) else None
    content = new_character(begun_with(game, make.data), make.content)
    return [Happened(st.KeepsakeMade(make.id, game.id, rules, make.owner, name, content, make.data))]


def _return(character: Character, back: a.Return) -> list[Happened]:
    """It comes back from a game once, changed only by one that was played to its end."""
    away = character.away
    if away is None or away.game_id != back.game_id:
        return []
    if back.cause == "over" and back.content is not None:
        return [Happened(st.KeepsakeAdvanced(back.game_id, back.version, back.head, back.content))]
    return [Happened(st.KeepsakeReturned(back.game_id, back.cause, back.version, back.head))]


def _check_at_home(character: Character) -> None:
    if character.is_retired:
        raise Refused("illegal", "it was put away for good")
    if character.away is not None:
        raise Refused("illegal", "it is in game {game}", game=character.away.game_id)
