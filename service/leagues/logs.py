"""The logs of leagues: words are kept outside them, and a round is claimed by whoever stores its pairing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import insert

from domain.contract.game import Action
from domain.league.decide import decide
from domain.league.events import new_league
from domain.league.state import League
from domain.log.aggregate import Chronicle
from domain.log.journal import Listed
from domain.log.record import Command, Entry
from service.errors import ServiceError
from service.games.aggregates import Chronicles, Seeds
from service.games.commands import Keeper
from service.store.event_store import Change, executing
from service.store.relations import claims
from service.store.texts import without_words

Log = Chronicle[League]

Check = Callable[[League], None]
"""Raises `ServiceError` for whoever may not do this in the league."""

CLAIM = insert(claims)


class LeagueLogs:
    """Decides commands of leagues and keeps what they brought about. Thread-safe; raises `ServiceError`."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.logs: Chronicles[League] = Chronicles(keeper, "LeagueOpened", self._begin)

    def open(self, league_id: str, action: Action, account_id: str, extra: Sequence[Change] = ()) -> int:
        """Store the first command of a league, and `extra` with it: the position of its event."""
        written, kept = without_words(action, league_id, account_id, self.keeper.entropy)
        command = Command("service", None, written, self.keeper.clock())
        return self.logs.open(self.logs.new(league_id), command, [*kept, *extra], ())

    def post(
        self,
        league_id: str,
        by: str,
        action: Action,
        *,
        seat: str | None = None,
        account_id: str | None = None,
        check: Check | None = None,
        extra: Sequence[Change] = (),
        listed: Sequence[Listed] = (),
    ) -> list[Entry]:
        """Decide a command on the newest version and keep its entries; none if there was nothing left to do.

        `check` looks at the league first; `account_id` is whose words are kept.
        """

        def attempt(log: Log) -> list[Entry]:
            if check is not None:
                check(log.aggregate)
            written, kept = without_words(action, league_id, account_id, self.keeper.entropy)
            entries = log.decide(Command(by, seat, written, self.keeper.clock()))
            self.logs.keep(log, entries, [*extra, *kept, *_claims(league_id, entries)], listed=listed)
            return entries

        return self.logs.attempt(league_id, attempt)

    def _begin(self, league_id: str) -> Log:
        return Chronicle(new_league(), league_id, decide, Seeds(self.keeper.store), self.keeper.entropy)


def _claims(league_id: str, entries: Sequence[Entry]) -> list[Change]:
    """The claims of the rounds that are paired: a second one for the same key clashes, and nothing is stored."""
    paired = [public.data["key"] for entry in entries if (public := entry.read()).type == "RoundPaired"]
    return [executing(CLAIM, key=key, log=league_id) for key in paired]


def check_organiser(keeper: Keeper, account_id: str) -> Check:
    """A check that the account is the league's organiser, or an operator of the installation."""

    def check(league: League) -> None:
        if league.organiser != account_id and not keeper.accounts.is_operator(account_id):
            raise ServiceError("forbidden", "the organiser of the league decides this")

    return check
