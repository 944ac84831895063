"""What can be done with a character."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.contract.game import Action, Refused, Text
from domain.log.canon import Json

LEFT = "left"
"""Why a character comes back from a game that has not begun: its seat was left, or brings somebody else."""


class Make(Action, tag="keepsake/make", frozen=True):
    """Make one for a game, as its rules of a number allow a new one with these data files, name -> SHA-256 (hex).

    The oldest logs name neither.
    """

    id: str
    game: str
    owner: str
    content: dict[str, Json]
    name: Text | str | None = None
    rules: int | None = None
    data: dict[str, str] = {}


class Bring(Action, tag="keepsake/bring", frozen=True):
    """Bring it to a seat of a game that has not begun."""

    game_id: str
    seat: str


class Return(Action, tag="keepsake/return", frozen=True):
    """Take it away from the game, which ended for `cause`, or before whose start its seat was `left`.

    `version` and `head` (hex) are those of the game's log then; `content` as the game left it, None if it is unchanged.
    """

    game_id: str
    cause: str
    version: int
    head: str
    content: dict[str, Json] | None = None


class Retire(Action, tag="keepsake/retire", frozen=True):
    """Put it away for good."""


CharacterAction = Make | Bring | Return | Retire


def parse(raw: Mapping[str, Json]) -> Action:
    """A command of a character from JSON; `Refused("malformed")` if it is none."""
    try:
        action: Action = msgspec.convert(raw, CharacterAction, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", str(error)) from None
    return action
