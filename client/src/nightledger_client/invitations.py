"""Invitations by secret link. Made by `nightledger client --write`."""

from __future__ import annotations

import msgspec

from nightledger_client.connection import UNSET, Connection, Unset
from nightledger_client.shapes import Game


class Invitation(msgspec.Struct, kw_only=True, frozen=True):
    """An invitation: whoever has the link sees the game and may sit down."""

    id: str
    seat: str | None
    created: int
    token: str
    link: str


class Invitations(msgspec.Struct, kw_only=True, frozen=True):
    """The invitations to a game."""

    invitations: list[Invitation]


class Invited(msgspec.Struct, kw_only=True, frozen=True):
    """What an invitation is to."""

    seat: str | None
    game: Game


class InvitationsResource:
    """Invitations by secret link."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def list_invitations(self, game_id: str) -> Invitations:
        """The links to a game that you opened."""
        return self._connection.ask(
            Invitations, "GET", self._connection.path("/api/v1/games/{game_id}/invitations", game_id)
        )

    def invite(self, game_id: str, *, seat: str | Unset | None = UNSET) -> Invitation:
        """Make a secret link to a game that you opened and that has not begun."""
        return self._connection.ask(
            Invitation,
            "POST",
            self._connection.path("/api/v1/games/{game_id}/invitations", game_id),
            body={"seat": seat},
        )

    def revoke_invitation(self, game_id: str, invitation_id: str) -> None:
        """Revoke a link: it is worth nothing from now on."""
        self._connection.do(
            "DELETE",
            self._connection.path("/api/v1/games/{game_id}/invitations/{invitation_id}", game_id, invitation_id),
        )

    def look_at_invitation(self, token: str) -> Invited:
        """What an invitation is to, for whoever has its token, until the game begins."""
        return self._connection.ask(Invited, "GET", self._connection.path("/api/v1/invitations/{token}", token))
