"""People who would take a place that becomes free: an organiser seats nobody who has not offered it."""

from __future__ import annotations

from sqlalchemy import delete, select

from projections.statements import Cursor, matching, once
from service.errors import ServiceError
from service.store.event_store import Change, Store, executing
from service.store.relations import substitutes

OFFER = once(substitutes)

TAKE_BACK = delete(substitutes).where(matching(*substitutes.c))

OF_LEAGUE = select(substitutes.c.account).where(matching(substitutes.c.league)).order_by(substitutes.c.account)


class Substitutes:
    """Who has offered to stand in, by league; what one offered is forgotten with one's account."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def offer(self, league_id: str, account_id: str) -> None:
        """Be ready to take a place. Doing it twice does no harm."""
        self._store.write(executing(OFFER, league=league_id, account=account_id))

    def take_back(self, league_id: str, account_id: str) -> None:
        """Be no longer ready."""
        self._store.write(executing(TAKE_BACK, league=league_id, account=account_id))

    def of(self, league_id: str) -> list[str]:
        """The accounts that are ready."""
        found = self._store.rows(OF_LEAGUE, league=league_id)
        return [row["account"] for row in found]

    def taken_up(self, league_id: str, account_id: str, organiser_id: str) -> Change:
        """The change that uses up an account's offer, stored with the place that it is given: `forbidden` for one who
        has made none, or has taken it back by then, unless it is the organiser's own account."""

        def take_up(cursor: Cursor) -> None:
            used = cursor.execute(TAKE_BACK, league=league_id, account=account_id).rowcount
            if not used and account_id != organiser_id:
                raise ServiceError("forbidden", "somebody takes a place who has offered to, as a substitute")

        return take_up
