"""Games that have words of their own for their events and decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from domain.contract.game import Game, Json, S
from domain.contract.sentences import Sentences


class Told(Game[S]):
    """A game with sentences. Its translations lie beside its module, in `po/LANGUAGE.po`."""

    sentences: ClassVar[Sentences] = Sentences()

    def asked_about(self, view: Mapping[str, Json]) -> Mapping[str, Json]:
        """What the sentences of decisions need beside the details, from the table as the seat that is asked sees it."""
        return {}


def sentences(game: Game[Any]) -> Sentences:
    """The game's sentences; none where it has none."""
    return game.sentences if isinstance(game, Told) else Sentences()


def asked_about(game: Game[Any], view: Mapping[str, Json] | None) -> Mapping[str, Json]:
    """What the sentences of decisions need beside the details; nothing where the table is not known."""
    return game.asked_about(view) if isinstance(game, Told) and view is not None else {}
