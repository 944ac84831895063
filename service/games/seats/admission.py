"""Who may come to a table and sit down: strangers to a private one by an invitation, and nobody who is blocked, or was
sent away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain.table.rules.absence import may_return
from domain.table.table import Table
from service.errors import ServiceError
from service.games import views
from service.games.seats.absence import seats_to_take_over
from service.games.seats.taking import NO_SEAT
from service.people.blocks import Blocks
from service.people.invitations import HAS_BEGUN, Invitation, Invitations
from service.store.recorder import Expected


class Admitted(NamedTuple):
    """The seat that somebody may take (None: any), and what must still be so when it is taken."""

    seat: str | None
    expected: Sequence[Expected]


class Admission:
    """Lets people in. Raises `ServiceError`."""

    def __init__(self, invitations: Invitations, blocks: Blocks) -> None:
        self._invitations = invitations
        self._blocks = blocks

    def admitted(self, table: Table, account_id: str, seat: str | None, invitation: str | None) -> Admitted:
        """The seat that is wanted, that of the invitation where there is one, and what must be so when it is taken.

        `not-found` for a stranger to a private game without one, and for whom it leads into a game that has begun;
        `illegal` for another seat than the invitation's, `forbidden` for whom the host or an operator has sent away.
        """
        link = None if invitation is None else self._link(table, account_id, seat, invitation)
        if link is None:
            views.check_may_know(table, account_id)
        host = views.creator(table)
        if host in self._blocks.apart(account_id):
            raise ServiceError("illegal", NO_SEAT)
        if not table.members.may_come(account_id, by_link=invitation is not None):
            raise ServiceError("forbidden", "you have left this game, or were sent away: a new invitation lets you in")
        expected = [] if host is None else [self._blocks.not_apart(account_id, host)]
        if link is None:
            return Admitted(seat, expected)
        return Admitted(link.seat or seat, [*expected, self._invitations.valid(link)])

    def offered(self, table: Table, account_id: str | None, link: Invitation | None = None) -> list[str]:
        """The seats that the account may take now, perhaps by a link: what a page offers it."""
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

    def _link(self, table: Table, account_id: str, seat: str | None, invitation: str) -> Invitation:
        """The invitation of a link; once the game has begun only who belongs there may still name it."""
        found = self._invitations.read(invitation)
        if found.game != table.header.id:
            raise ServiceError("not-found", "this invitation is to another game")
        if table.status != "open" and not table.members.belongs(account_id):
            raise ServiceError("not-found", HAS_BEGUN)
        if found.seat is not None and seat not in (None, found.seat):
            raise ServiceError("illegal", "the invitation is to {seat}", seat=found.seat)
        return found
