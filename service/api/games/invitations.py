"""Invitations by secret link to games that have not begun."""

from __future__ import annotations

from uuid import UUID

from flask import url_for

from service.api.callers import anybody, signed_in
from service.api.context import services
from service.api.fields import SeatId, Wanted
from service.api.operations import Resource
from service.api.schemas import Body
from service.games.shapes import beside as shapes
from service.people.invitations import Invitation

invitations = Resource("invitations", __name__, scope="play", description="Invitations by secret link.")


class InviteSchema(Wanted):
    """To which seat."""

    seat = SeatId(allow_none=True, load_default=None, description="Any that is free if you leave it out.")


@invitations.route("/games/<uuid:game_id>/invitations", methods=["POST"])
@signed_in
@invitations.arguments(InviteSchema)
@invitations.response(201, shapes.NewInvitation)
def invite(body: Body, game_id: UUID, account: str) -> shapes.NewInvitation:
    """Make a secret link to a game that you opened and that has not begun.

    A game has 50 at most.
    """
    made = services().hosting.invite(account, str(game_id), body["seat"])
    return shapes.NewInvitation.of(made, link=_link(made))


@invitations.route("/games/<uuid:game_id>/invitations")
@signed_in
@invitations.response(200, shapes.Invitations)
def list_invitations(game_id: UUID, account: str) -> shapes.Invitations:
    """The links to a game that you opened."""
    found = services().hosting.invitations(account, str(game_id))
    return shapes.Invitations(invitations=[_shown(invitation) for invitation in found])


@invitations.route("/games/<uuid:game_id>/invitations/<invitation_id>", methods=["DELETE"])
@signed_in
@invitations.response(204)
def revoke_invitation(game_id: UUID, invitation_id: str, account: str) -> None:
    """Revoke a link: it is worth nothing from now on."""
    services().hosting.revoke(account, str(game_id), invitation_id)


@invitations.route("/invitations/<token>")
@anybody
@invitations.response(200, shapes.Invited)
def look_at_invitation(token: str, account: str | None) -> shapes.Invited:
    """What an invitation is to, for whoever has its token, until the game begins."""
    invitation, game = services().hosting.invited_to(token)
    return shapes.Invited(seat=invitation.seat, game=game)


def _shown(invitation: Invitation) -> shapes.Invitation:
    return shapes.Invitation.of(invitation, link=_link(invitation))


def _link(invitation: Invitation) -> str:
    return url_for("pages.invitation.show", token=invitation.token, _external=True)
