"""Disputes about the tables of leagues: what the parties and the organiser write, and what everybody reads."""

from __future__ import annotations

from collections.abc import Sequence

from domain.contract.game import Action
from domain.league.conduct import actions
from domain.league.conduct.state import Said
from domain.league.state import League
from domain.log.record import Entry, organising
from service.errors import ServiceError
from service.games.corrections import LONGEST_REASON
from service.leagues import answer_shapes as shapes
from service.leagues.commands import LeagueCommands, check_organiser, may_organise
from service.leagues.looking import LeagueViews
from service.people.accounts import Accounts


class Disputes:
    """The disputes of leagues. Thread-safe; raises `ServiceError` when it does not do its work."""

    def __init__(self, commands: LeagueCommands, views: LeagueViews, accounts: Accounts) -> None:
        self._commands = commands
        self._views = views
        self._accounts = accounts

    def open(self, account_id: str, league_id: str, stage: str, table: int, words: str) -> Sequence[Entry]:
        """Contest what came, or is to come, of a table at which the account sits; all may read the words."""
        return self._as_entrant(account_id, league_id, actions.OpenDispute(stage, table, _checked(words)))

    def say(self, account_id: str, league_id: str, dispute: int, words: str) -> Sequence[Entry]:
        """Say something in a dispute that is open: as a party, else as the organiser."""
        with self._commands.latest(league_id) as log:
            league = log.aggregate
            organiser = league.organiser
            as_organiser = not _sits(league, dispute, account_id) and may_organise(self._accounts, account_id, league)
        if not as_organiser:
            return self._as_entrant(account_id, league_id, actions.SayInDispute(dispute, _checked(words)))
        said, by = actions.SayInDispute(dispute, _checked(words), author=account_id), organising(account_id, organiser)
        check = check_organiser(self._accounts, account_id)
        return self._commands.post(league_id, by, said, account_id=account_id, check=check)

    def withdraw(self, account_id: str, league_id: str, dispute: int) -> Sequence[Entry]:
        """Take back a dispute that the account has opened."""
        return self._as_entrant(account_id, league_id, actions.WithdrawDispute(dispute))

    def shown(self, league_id: str) -> list[shapes.Dispute]:
        """All disputes of the league, the newest first, with what was said and the verdicts."""
        with self._views.reading(league_id) as log:
            found = list(reversed(log.aggregate.disputes.values()))
        said = [one for own in found for one in (*own.said, own.verdict) if one is not None]
        names = self._accounts.names({one.author for one in said if one.author is not None})
        words = self._views.words(league_id)

        def shown(one: Said) -> shapes.DisputeMessage:
            return shapes.DisputeMessage.of(one, author=names.get(one.author or ""), words=words.get(one.words.id))

        return [
            shapes.Dispute.of(
                own,
                parties=list(own.parties),
                said=[shown(one) for one in own.said],
                verdict=None if own.verdict is None else shown(own.verdict),
            )
            for own in found
        ]

    def _as_entrant(self, account_id: str, league_id: str, action: Action) -> Sequence[Entry]:
        entrant = self._commands.entrant_of(account_id, league_id)
        return self._commands.post(league_id, "seat", action, seat=entrant, account_id=account_id)


def _sits(league: League, number: int, account_id: str) -> bool:
    """Whether the account is a party of a dispute; `not-found` for no such dispute."""
    dispute = league.disputes.get(number)
    if dispute is None:
        raise ServiceError("not-found", "there is no dispute {number}", number=number)
    return any(league.entrants[entrant].account == account_id for entrant in dispute.parties)


def _checked(words: str) -> str:
    if not 1 <= len(words.strip()) <= LONGEST_REASON:
        raise ServiceError(
            "malformed", "what is said in a dispute has 1 to {longest} characters", longest=LONGEST_REASON
        )
    return words.strip()
