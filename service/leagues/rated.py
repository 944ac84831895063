"""Who is rated in a game: people, and apart from them programs, which are AIs and accounts that are marked as bots'."""

from __future__ import annotations

from typing import Any

from domain.bots.levels import LEVELS
from domain.league.ratings import Standing
from projections.ratings import RatingLists
from service.leagues.rating_shapes import Rated, RatedBot
from service.people.accounts import Accounts
from service.people.bots import AccountNames


def rated_people(read: RatingLists, accounts: Accounts, game: str, limit: int) -> list[Rated]:
    """The people, the best first; an account that was marked since is no person any more."""
    lines = read.best(game, limit=limit)
    names = accounts.names(line.holder for line in lines)
    return [Rated(name=names.get(line.holder), **_numbers(line)) for line in lines if line.holder not in names.bots]


def rated_bots(read: RatingLists, accounts: Accounts, game: str, limit: int) -> list[RatedBot]:
    """The programs, the best first."""
    lines = read.best(game, bots=True, limit=limit)
    names = accounts.names(line.holder for line in lines if not is_ai(line.holder))
    return [_bot(line, names) for line in lines]


def is_ai(holder: str) -> bool:
    """Whether who is rated is an AI of this service, and no account."""
    return holder in LEVELS


def _bot(line: Standing, names: AccountNames) -> RatedBot:
    ai = is_ai(line.holder)
    return RatedBot(name=line.holder if ai else names.get(line.holder), ai=ai, **_numbers(line))


def _numbers(line: Standing) -> dict[str, Any]:
    return {"rating": line.rating, "mean": line.mu, "deviation": line.sigma, "games": line.games}
