"""What is answered about the analysis of a game that is over."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from domain.mirror.analysis import WhyNot
from service.games.shapes.answers import Decision
from service.shape import Object, Shape

Chance = Annotated[float, Meta(description="How likely the seat is to win, from 0 to 1.")]

AnalysisStatus = Literal["none", "impossible", "waiting", "under-way", "done"]


class AnalysedAnswer(Shape, kw_only=True, frozen=True):
    """An answer that was played on."""

    action: Object
    value: Chance
    playouts: int


class Weighed(Shape, kw_only=True, frozen=True):
    """What an AI thought of an answer when it chose."""

    action: Object
    value: Annotated[float, Meta(description="Points, or of one that thinks ahead how likely it was to win.")]


class AnalysedDecision(Shape, kw_only=True, frozen=True):
    """What was found of a decision."""

    at: Annotated[int, Meta(description="The version at which it was decided.")]
    seat: str
    level: Annotated[str | None, Meta(description="Of the AI that decided; null: a person.")]
    decision: Annotated[Decision, Meta(description="What was asked.")]
    played: AnalysedAnswer
    best: AnalysedAnswer
    options: Annotated[list[AnalysedAnswer], Meta(description="The other answers, the best first.")]
    chances: Annotated[Object, Meta(description="How likely each seat is to win after what was played.")]
    is_blunder: bool
    is_turning_point: bool
    reasons: Annotated[list[Weighed], Meta(description="What the AI weighed, the best first.")]


class Analysis(Shape, kw_only=True, frozen=True):
    """The analysis of a game."""

    status: AnalysisStatus
    why_not: Annotated[WhyNot | None, Meta(description="Why there is none of this game; null: there can be one.")] = (
        None
    )
    seed: str = ""
    playouts: int = 0
    decisions: Annotated[int, Meta(description="How many there are to be judged; 0 while nobody has counted them.")] = 0
    found: Annotated[list[AnalysedDecision], Meta(description="Of those that are judged, in their order.")] = []
