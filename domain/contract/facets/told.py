"""Games that have words of their own for their events and decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from domain.contract.game import Decision, Game, Json, S
from domain.contract.sentences import Message, Sentences


class Told(Game[S]):
    """A game with sentences. Its translations lie beside its module, in `po/LANGUAGE.po`."""

    sentences: ClassVar[Sentences] = Sentences()

    def asked_about(self, view: Mapping[str, Json]) -> Mapping[str, Json]:
        """What the sentences of decisions need beside the details, from the table as the seat that is asked sees it."""
        return {}

    def at_stake(self, view: Mapping[str, Json], seat: str, asked: Decision) -> Sequence[Message]:
        """What follows from a decision of the seat, reckoned by the rules from the table as the seat sees it: few
        sentences of `Sentences.stakes`, or what is printed on a card; none where nothing can be said."""
        return ()


def sentences(game: Game[Any]) -> Sentences:
    """The game's sentences; none where it has none."""
    return game.sentences if isinstance(game, Told) else Sentences()


def asked_about(game: Game[Any], view: Mapping[str, Json] | None) -> Mapping[str, Json]:
    """What the sentences of decisions need beside the details; nothing where the table is not known."""
    return game.asked_about(view) if isinstance(game, Told) and view is not None else {}


def at_stake(game: Game[Any], view: Mapping[str, Json] | None, seat: str, asked: Decision) -> Sequence[Message]:
    """What follows from a decision of the seat; nothing where the table is not known."""
    return game.at_stake(view, seat, asked) if isinstance(game, Told) and view is not None else ()
