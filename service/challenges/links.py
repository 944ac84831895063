"""Links to groups of challenges: signed, and worth nothing once the group has begun or is no more."""

from __future__ import annotations

from itsdangerous import BadSignature, URLSafeSerializer

from service.errors import ServiceError
from service.store.event_store import Store


class GroupLinks:
    """The secrets of the links by which people join groups. Nothing of them is stored."""

    def __init__(self, store: Store) -> None:
        self._signed = URLSafeSerializer(store.vault.links, salt="nightledger/challenge/1")

    def make(self, challenge_id: str, number: int) -> str:
        """The secret of the link to a group, the same each time."""
        return str(self._signed.dumps([challenge_id, number]))

    def read(self, invitation: str) -> tuple[str, int]:
        """The challenge and the number of the try that it is to; `not-found` for one that was never made."""
        try:
            challenge_id, number = self._signed.loads(invitation)
        except BadSignature:
            raise ServiceError("not-found", "this invitation is not valid") from None
        return str(challenge_id), int(number)
