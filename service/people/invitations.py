"""Invitations by secret link: whoever has the link may see a private game and sit down there, until it is revoked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import delete, func, insert, select

from domain.contract.reason import Reason
from domain.table.table import Table
from projections.statements import matching
from service.errors import ServiceError
from service.games import views
from service.games.spending import IS_LINK, GameBudgets
from service.people.in_turn import at_most, in_turn
from service.store.event_store import Conflict, Store, executing
from service.store.recorder import Expected
from service.store.relations import invitations

MOST = 50
"""Invitations to one game at a time."""

HAS_BEGUN = Reason("the game that this was an invitation to has begun")
"""Why a link leads nowhere any more."""

KEEP = insert(invitations)

OF_GAME = select(invitations).where(matching(invitations.c.game)).order_by(invitations.c.created, invitations.c.id)

COUNT = select(func.count().label("count")).where(matching(invitations.c.game))

INVITATION = select(invitations).where(matching(invitations.c.id))

REVOKE = delete(invitations).where(matching(invitations.c.id))


@dataclass(frozen=True)
class Invitation:
    """An invitation to a game: to one seat, or (`seat` None) to any that is free. `created` is in seconds UTC.

    `token` is the secret of the link.
    """

    id: str
    token: str
    game: str
    seat: str | None
    created: int


class Invitations:
    """The invitations of an installation. Raises `ServiceError`; a link is signed, and worth nothing once revoked."""

    def __init__(
        self, store: Store, clock: Callable[[], int], entropy: Callable[[int], bytes], budgets: GameBudgets
    ) -> None:
        self._budgets = budgets
        self._store = store
        self._clock = clock
        self._entropy = entropy
        self._signed = URLSafeSerializer(store.vault.links, salt="nightledger/invitation/1")

    def make(self, account_id: str, table: Table, seat: str | None) -> Invitation:
        """Invite to a free seat (None: to any); only who opened the game does, and only before the start.

        `illegal` for one more than `MOST`, `busy` if the table has moved on meanwhile.
        """
        _check_host(table, account_id)
        if table.status != "open":
            raise ServiceError("illegal", "the game has begun already")
        if seat is not None and (seat not in table.seats or table.seats[seat].taken or seat in views.invited(table)):
            raise ServiceError("illegal", "{seat} is not free", seat=seat)
        made, game, now = self._entropy(16).hex(), table.header.id, self._clock()
        changes = [
            in_turn(account_id),
            executing(KEEP, id=made, game=game, account=account_id, seat=seat, created=now),
            at_most(MOST, COUNT, Reason("{most} invitations at most; revoke some", most=MOST), game=game),
            *self._budgets.inviting(account_id, game, made),
        ]
        try:
            self._store.append((), changes, expected=[self._store.unmoved(game, table.version)])
        except Conflict:
            raise ServiceError("busy", "somebody else was faster; try again") from None
        return Invitation(made, self._token(made), game, seat, now)

    def of(self, account_id: str, table: Table) -> list[Invitation]:
        """The invitations to a game, the oldest first, for who opened it."""
        _check_host(table, account_id)
        found = self._store.rows(OF_GAME, game=table.header.id)
        return [
            Invitation(row["id"], self._token(row["id"]), row["game"], row["seat"], row["created"]) for row in found
        ]

    def revoke(self, account_id: str, table: Table, invitation_id: str) -> None:
        """Make a link worth nothing; `not-found` if there is none such."""
        if all(known.id != invitation_id for known in self.of(account_id, table)):
            raise ServiceError("not-found", "there is no such invitation")
        self._store.write(executing(REVOKE, id=invitation_id))

    def read(self, token: str) -> Invitation:
        """The invitation of a link; `not-found` for one that was never made, or is revoked."""
        try:
            invitation_id = self._signed.loads(token)
        except BadSignature:
            invitation_id = None
        for row in self._store.rows(INVITATION, id=str(invitation_id)):
            return Invitation(row["id"], token, row["game"], row["seat"], row["created"])
        raise ServiceError("not-found", "this invitation is not valid, or no longer")

    def valid(self, invitation: Invitation) -> Expected:
        """That the invitation is not revoked, while something is stored."""
        return Expected(IS_LINK, {"id": invitation.id}, True, "the invitation was revoked")

    def _token(self, invitation_id: str) -> str:
        return str(self._signed.dumps(invitation_id))


def _check_host(table: Table, account_id: str) -> None:
    """`not-found` for a stranger to a private game, `forbidden` for everybody but who opened it."""
    views.check_may_know(table, account_id)
    if views.creator(table) != account_id:
        raise ServiceError("forbidden", "only who opened a game invites to it")
