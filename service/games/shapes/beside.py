"""What is answered about what lies beside a game: talk, notes, orders, invitations, reservations, previews."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from service.games.shapes.answers import Game
from service.shape import Instant, Object, Shape, ShownOnce

Order: TypeAlias = Annotated[Object, Meta(extra_json_schema={"$ref": "#/components/schemas/Order"})]
"""A standing order of one of the games."""

InvitedSeat: TypeAlias = Annotated[str | None, Meta(description="Null: any that is free.")]


class Reservation(Shape, kw_only=True, frozen=True):
    """The id of a game to be and the commitment to its seed."""

    id: str
    commitment: Annotated[str, Meta(description="SHA-256, hex.")]


class NewInvitation(Shape, kw_only=True, frozen=True):
    """A new invitation, whose link is null where the answer is given again: the list of invitations has it."""

    id: Annotated[str, Meta(description="Names the invitation for revoking it.")]
    seat: InvitedSeat
    created: Instant
    token: Annotated[ShownOnce, Meta(description="To be sent as `invitation` when sitting down.")]
    link: Annotated[ShownOnce, Meta(description="A page for people.")]


class Invitation(NewInvitation, kw_only=True, frozen=True):
    """An invitation: whoever has the link sees the game and may sit down."""

    token: Annotated[str, Meta(description="To be sent as `invitation` when sitting down.")]
    link: Annotated[str, Meta(description="A page for people.")]


class Invitations(Shape, kw_only=True, frozen=True):
    """The invitations to a game."""

    invitations: list[Invitation]


class Invited(Shape, kw_only=True, frozen=True):
    """What an invitation is to."""

    seat: InvitedSeat
    game: Game


class Message(Shape, kw_only=True, frozen=True):
    """Something that was said."""

    number: int
    by: Annotated[str | None, Meta(description="Null: somebody who is gone.")]
    seat: Annotated[str | None, Meta(description="Where they sat.")]
    at: Instant
    text: Annotated[str | None, Meta(description="Null: muted, or deleted.")]
    muted: bool


class Messages(Shape, kw_only=True, frozen=True):
    """A part of the talk, oldest first."""

    messages: list[Message]
    next: Annotated[int, Meta(description="What to send as `after` next.")]


class Reported(Shape, kw_only=True, frozen=True):
    """The report."""

    id: str


class Note(Shape, kw_only=True, frozen=True):
    """Your note on a game."""

    text: str
    changed: Annotated[int | None, Meta(description="Seconds UTC; null while there is none.")]
    mark: Annotated[str, Meta(description="Of this text: to be sent as `over` to change no other.")]


class KeptOrders(Shape, kw_only=True, frozen=True):
    """A seat's standing orders."""

    seat: str
    orders: list[Order]
    suggested: Annotated[list[Order], Meta(description="What suits most people of this game, for a start.")]


class Previewed(Shape, kw_only=True, frozen=True):
    """An event as it would be read."""

    type: str
    data: Object


class Preview(Shape, kw_only=True, frozen=True):
    """What the action would do."""

    events: list[Previewed]
    stopped: Annotated[
        Literal["draw", "disclosure", "decision"] | None,
        Meta(description="What it ends before, or at: null if you go on by yourself."),
    ]
    table: Annotated[Object, Meta(description="The table after it.")]
