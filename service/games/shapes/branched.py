"""What is answered about private branches."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from service.games.shapes.answers import ActionSent, Game
from service.shape import Id, Instant, Shape


class PrivateAnswer(Shape, kw_only=True, frozen=True):
    """An answer that was given in a branch."""

    seat: str
    action: ActionSent


class ListedPrivateBranch(Shape, kw_only=True, frozen=True):
    """A private branch of yours."""

    id: Id
    game: Id
    seat: Annotated[str, Meta(description="From what it knows the world is drawn.")]
    version: Annotated[int, Meta(description="Of the game, at which it begins.")]
    began: Instant
    answers: Annotated[list[PrivateAnswer], Meta(description="What was answered in it, in order.")]
    notes: Annotated[dict[str, str], Meta(description="How many answers stand before it -> your note there.")]


class PrivateBranches(Shape, kw_only=True, frozen=True):
    """Your private branches of a game, the oldest first."""

    branches: list[ListedPrivateBranch]


class PrivateBranch(ListedPrivateBranch, kw_only=True, frozen=True):
    """A private branch as it stands after some of its answers."""

    step: Annotated[int, Meta(description="After how many of its answers it is seen.")]
    mark: Annotated[str, Meta(description="Of the note there: to be sent as `over` to change no other.")]
    asked: Annotated[list[str], Meta(description="The seats that must decide there.")]
    view: Annotated[Game, Meta(description="The game as the seat that is looked through sees it there.")]
