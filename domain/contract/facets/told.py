"""Games that have words of their own for their events, decisions and actions."""

from __future__ import annotations

from typing import Any, ClassVar

from domain.contract.game import Game, S
from domain.contract.sentences import Sentences


class Told(Game[S]):
    """A game with sentences. Its translations lie beside its module, in `po/LANGUAGE.po`."""

    sentences: ClassVar[Sentences] = Sentences()


def sentences(game: Game[Any]) -> Sentences:
    """The game's sentences; none where it has none."""
    return game.sentences if isinstance(game, Told) else Sentences()
