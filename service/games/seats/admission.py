"""Who may come to a table and sit down: strangers to a private one by an invitation, and nobody who is blocked, or was
sent away."""

from __future__ import annotations

from domain.table.rules.absence import may_return
from domain.table.table import Table
from service.errors import ServiceError
from service.games import views
from service.games.seats.absence import seats_to_take_over
from service.games.seats.taking import NO_SEAT
from service.people.blocks import Blocks
from service.people.invitations import Invitation, Invitations


class Admission:
    """Lets people in. Raises `ServiceError`."""

    def __init__(self, invitations: Invitations, blocks: Blocks) -> None:
        self._invitations = invitations
        self._blocks = blocks

    def seat_wanted(self, table: Table, account_id: str, seat: str | None, invitation: str | None) -> str | None:
        """The seat that is wanted (None: any): that of the invitation where there is one.

        `not-found` for a stranger to a private game without one, `illegal` for another seat than the invitation's,
        `forbidden` for whom the host or an operator has sent away.
        """
        if invitation is None:
            views.check_may_know(table, account_id)
        else:
            seat = self._seat_of(table, seat, invitation)
        if views.creator(table) in self._blocks.apart(account_id):
            raise ServiceError("illegal", NO_SEAT)
        if not table.members.may_come(account_id, by_link=invitation is not None):
            raise ServiceError("forbidden", "you have left this game, or were sent away: a new invitation lets you in")
        return seat

    def offered(self, table: Table, account_id: str | None, link: Invitation | None = None) -> list[str]:
        """The seats that the account may take now, perhaps by a link: what a page offers to who does not sit there."""
        if account_id is None or views.creator(table) in self._blocks.apart(account_id):
            return []
        if not table.members.may_come(account_id, by_link=link is not None):
            return []
        if table.status == "running":
            seats = seats_to_take_over(table, account_id)
            return [name for name in seats if name not in table.kept_for or may_return(table, account_id, name)]
        if table.status != "open" or views.own_seats(table, account_id):
            return []
        meant = list(table.seats) if link is None or link.seat is None else [link.seat]
        free = [name for name in meant if not table.seats[name].taken]
        return [name for name in free if views.invited(table).get(name, account_id) == account_id]

    def _seat_of(self, table: Table, seat: str | None, invitation: str) -> str | None:
        found = self._invitations.read(invitation)
        if found.game != table.header.id:
            raise ServiceError("not-found", "this invitation is to another game")
        if found.seat is not None and seat not in (None, found.seat):
            raise ServiceError("illegal", "the invitation is to {seat}", seat=found.seat)
        return found.seat or seat
