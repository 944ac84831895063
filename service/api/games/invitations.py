"""Invitations by secret link to games that have not begun."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import url_for
from marshmallow import fields

from service.api.callers import anybody, signed_in
from service.api.context import services
from service.api.fields import SeatId, Shown, Wanted
from service.api.operations import Resource
from service.api.schemas import GameSchema
from service.people.invitations import Invitation
from service.shape import SHOWN_ONCE

invitations = Resource("invitations", __name__, description="Invitations by secret link.")

Body = dict[str, Any]


class InviteSchema(Wanted):
    """To which seat."""

    seat = SeatId(allow_none=True, load_default=None, description="Any that is free if you leave it out.")


class InvitationSchema(Shown):
    """An invitation: whoever has the link sees the game and may sit down."""

    id = fields.String(required=True, metadata={"description": "Names the invitation for revoking it."})
    seat = fields.String(required=True, allow_none=True, metadata={"description": "Null: any that is free."})
    created = fields.Integer(required=True, metadata={"description": "Seconds UTC."})
    token = fields.String(required=True, metadata={"description": "To be sent as `invitation` when sitting down."})
    link = fields.String(required=True, metadata={"description": "A page for people."})


class NewInvitationSchema(InvitationSchema):
    """A new invitation, whose link is null where the answer is given again: the list of invitations has it."""

    token = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "To be sent as `invitation` when sitting down.", SHOWN_ONCE: True},
    )
    link = fields.String(
        required=True, allow_none=True, metadata={"description": "A page for people.", SHOWN_ONCE: True}
    )


class InvitationsSchema(Shown):
    """The invitations to a game."""

    invitations = fields.List(fields.Nested(InvitationSchema), required=True)


class InvitedSchema(Shown):
    """What an invitation is to."""

    seat = fields.String(required=True, allow_none=True, metadata={"description": "Null: any that is free."})
    game = fields.Nested(GameSchema, required=True)


@invitations.route("/games/<uuid:game_id>/invitations", methods=["POST"])
@signed_in
@invitations.arguments(InviteSchema)
@invitations.response(201, NewInvitationSchema)
def invite(body: Body, game_id: UUID, account: str) -> Body:
    """Make a secret link to a game that you opened and that has not begun."""
    return _shown(services().hosting.invite(account, str(game_id), body["seat"]))


@invitations.route("/games/<uuid:game_id>/invitations")
@signed_in
@invitations.response(200, InvitationsSchema)
def list_invitations(game_id: UUID, account: str) -> Body:
    """The links to a game that you opened."""
    found = services().hosting.invitations(account, str(game_id))
    return {"invitations": [_shown(invitation) for invitation in found]}


@invitations.route("/games/<uuid:game_id>/invitations/<invitation_id>", methods=["DELETE"])
@signed_in
@invitations.response(204)
def revoke_invitation(game_id: UUID, invitation_id: str, account: str) -> None:
    """Revoke a link: it is worth nothing from now on."""
    services().hosting.revoke(account, str(game_id), invitation_id)


@invitations.route("/invitations/<token>")
@anybody
@invitations.response(200, InvitedSchema)
def look_at_invitation(token: str, account: str | None) -> Body:
    """What an invitation is to, for whoever has its token, until the game begins."""
    invitation, game = services().hosting.invited_to(token)
    return {"seat": invitation.seat, "game": game}


def _shown(invitation: Invitation) -> Body:
    link = url_for("pages.invitation.show", token=invitation.token, _external=True)
    return {**vars(invitation), "link": link}
