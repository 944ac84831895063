"""The logs of leagues: words are kept outside them, and a round is claimed by whoever stores its pairing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import insert

from domain.contract.game import Action
from domain.league.decide import league_log
from domain.league.state import League
from domain.log.journal import Listed
from domain.log.log import Log
from domain.log.record import Command, Entry
from service.errors import ServiceError
from service.leagues.calendar import dated
from service.people.accounts import Accounts
from service.store.commands import Commands
from service.store.event_store import Change, Store, executing
from service.store.log_repository import LogRepository
from service.store.relations import claims
from service.store.seeds import Seeds
from service.store.texts import without_words
from service.store.waiting import Moves

LeagueLog = Log[League]

Check = Callable[[League], None]
"""Raises `ServiceError` for whoever may not do this in the league."""

CLAIM = insert(claims)


class LeagueCommands(Commands[LeagueLog]):
    """Decides commands of leagues and stores what they brought about. Thread-safe; raises `ServiceError`."""

    def __init__(self, store: Store, moves: Moves, clock: Callable[[], int], entropy: Callable[[int], bytes]) -> None:
        super().__init__(store, LogRepository(store, "league", "LeagueOpened", self._begin), moves)
        self._clock = clock
        self._entropy = entropy

    def begin(self, league_id: str, action: Action, account_id: str) -> None:
        """Store the first command of a league."""
        written, kept = without_words(action, league_id, account_id, self._entropy)
        command = Command("service", None, written, self._clock())
        self.open(self._begin(league_id), command, kept)

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
    ) -> Sequence[Entry]:
        """Decide a command on the newest version and store its entries; none if there was nothing left to do.

        `check` looks at the league first; `account_id` is whose words are kept.
        """

        def attempt(log: LeagueLog) -> Sequence[Entry]:
            if check is not None:
                check(log.aggregate)
            at = self._clock()
            written, kept = without_words(dated(log.aggregate, action, at), league_id, account_id, self._entropy)
            entries = log.decide(Command(by, seat, written, at))
            changes = [*extra, *kept, *_claims(league_id, entries)]
            return self.append(log, entries, changes, listed=listed).entries

        return self.carry_out(league_id, attempt)

    def entrant_of(self, account_id: str, league_id: str) -> str:
        """The entrant that the account is; `forbidden` for one that has no place."""
        with self.latest(league_id) as log:
            own = log.aggregate.entrant_of(account_id)
        if own is None:
            raise ServiceError("forbidden", "you have no place in this league")
        return own.id

    def _begin(self, league_id: str) -> LeagueLog:
        return league_log(league_id, Seeds(self._store), self._entropy)


def _claims(league_id: str, entries: Sequence[Entry]) -> list[Change]:
    """The claims of the rounds that are paired: a second one for the same key clashes, and nothing is stored."""
    paired = [entry.read().data["key"] for entry in entries if entry.label.type == "RoundPaired"]
    return [executing(CLAIM, key=key, log=league_id) for key in paired]


def check_organiser(accounts: Accounts, account_id: str) -> Check:
    """A check that the account is the league's organiser, or an operator of the installation without a place in it."""

    def check(league: League) -> None:
        if not may_organise(accounts, account_id, league):
            raise ServiceError("forbidden", "the organiser of the league decides this, or an operator without a place")

    return check


def may_organise(accounts: Accounts, account_id: str, league: League) -> bool:
    """Whether the account decides as the league's organiser; an operator does where it neither has nor had a place."""
    return league.organiser == account_id or (accounts.is_operator(account_id) and not league.has_part(account_id))
