"""Leagues as they were after an event of theirs, for projections that need more of them than the event says."""

from __future__ import annotations

import logging

import msgspec

from domain.league.events import new_league
from domain.league.state import League
from projections.log import Log, Notification

logger = logging.getLogger(__name__)

REMEMBERED = 16
"""How many leagues are kept in mind, folded."""


class FoldedLeagues:
    """Folds leagues from the log; those asked for last are kept in mind."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._folded: dict[str, League] = {}

    def after(self, notification: Notification) -> League | None:
        """The league after this event; not to be changed. None of one whose log cannot be read before it."""
        try:
            return self._after(notification)
        except msgspec.DecodeError:
            # Whatever is wrong with one league must not stop all others.
            logger.exception("league %s cannot be read: it is left as it was before", notification[1])
            return None

    def _after(self, notification: Notification) -> League:
        _, league_id, entry = notification
        league, version = self._folded.pop(league_id, None), entry.label.version
        if league is None or league.version >= version:
            league = new_league()
        if league.version < version - 1:
            for earlier in self._log.entries(league_id, league.version)[: version - 1 - league.version]:
                league.fold(earlier)
        league.fold(entry)
        while len(self._folded) >= REMEMBERED:
            self._folded.pop(next(iter(self._folded)))
        self._folded[league_id] = league
        return league
