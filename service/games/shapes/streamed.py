"""What a stream of decisions tells a program that lives from it."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from service.games.shapes.answers import Game, LegalAction
from service.shape import Id, Shape

InGame = Annotated[Id, Meta(description="The id of the game.")]
OfSeat = Annotated[str, Meta(description="The seat that has to decide.")]
DecisionId = Annotated[str, Meta(description="The id of the decision, to be sent with its answer.")]


class ToldDecision(Shape, kw_only=True, frozen=True):
    """A decision that waits for you: the data of the event `decision`."""

    game: InGame
    seat: OfSeat
    kind: str
    decision: DecisionId
    version: Annotated[int, Meta(description="Number of events in the game's log.")]
    legal: Annotated[list[LegalAction], Meta(description="Your legal actions, ready to post; the first 200.")]
    legal_complete: Annotated[bool, Meta(description="Whether `legal` holds all of them.")]
    view: Annotated[Game | UnsetType, Meta(description="The game as the seat sees it, with `?view=true`.")] = UNSET


class GoneDecision(Shape, kw_only=True, frozen=True):
    """A decision that does not wait any more: the data of the event `gone`."""

    game: InGame
    seat: OfSeat
    decision: DecisionId


class GameOver(Shape, kw_only=True, frozen=True):
    """A game in which you sit is closed: the data of the event `over`."""

    game: InGame


TOLD = (ToldDecision, GoneDecision, GameOver)
"""What there is in the stream."""
