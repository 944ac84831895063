"""Who may come to a table and sit down: strangers to a private one by an invitation, and nobody who is blocked."""

from __future__ import annotations

from domain.table.table import Table
from service.errors import ServiceError
from service.games import views
from service.people.blocks import Blocks
from service.people.invitations import Invitations


class Admission:
    """Lets people in. Raises `ServiceError`."""

    def __init__(self, invitations: Invitations, blocks: Blocks) -> None:
        self._invitations = invitations
        self._blocks = blocks

    def seat_wanted(self, table: Table, account_id: str, seat: str | None, invitation: str | None) -> str | None:
        """The seat that is wanted (None: any): that of the invitation where there is one.

        `not-found` for a stranger to a private game without one, `illegal` for another seat than the invitation's.
        """
        if invitation is None:
            views.check_may_know(table, account_id)
        else:
            seat = self._seat_of(table, seat, invitation)
        if views.creator(table) in self._blocks.apart(account_id):
            raise ServiceError("illegal", "no seat is open to you")
        return seat

    def _seat_of(self, table: Table, seat: str | None, invitation: str) -> str | None:
        found = self._invitations.read(invitation)
        if found.game != table.header.id:
            raise ServiceError("not-found", "this invitation is to another game")
        if found.seat is not None and seat not in (None, found.seat):
            raise ServiceError("illegal", f"the invitation is to {found.seat}")
        return found.seat or seat
