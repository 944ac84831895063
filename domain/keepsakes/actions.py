"""What can be done with a keepsake."""

from __future__ import annotations

from domain.canon import Json
from domain.game import Action, Text


class Make(Action, tag="keepsake/make", frozen=True):
    """Make one for a game, as its rules allow a new one."""

    id: str
    game: str
    owner: str
    content: dict[str, Json]
    name: Text | str | None = None


class Bring(Action, tag="keepsake/bring", frozen=True):
    """Bring it to a seat of a game that is about to be opened."""

    game_id: str
    seat: str


class Return(Action, tag="keepsake/return", frozen=True):
    """Take it away from the game, which ended for `cause`; `content` as the game left it, None if it is unchanged."""

    game_id: str
    cause: str
    content: dict[str, Json] | None = None


class Retire(Action, tag="keepsake/retire", frozen=True):
    """Put it away for good."""
