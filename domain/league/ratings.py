"""Ratings of one game by openskill (Plackett-Luce), for any number of players, with ties (docs/leagues.md, chapter 8).

A table of ratings is nothing but a fold of finished games in the order in which they ended: the same games give the
same numbers. People are rated against people, programs against programs: AIs, and accounts that are marked as bots'.
Whoever is of the other kind at a table is left out.
Every finished game has a verdict, so that nobody has to guess why one did not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from openskill.models import PlackettLuce

Reason = Literal[
    "rated", "practice", "imported", "void", "cancelled", "abandoned", "unrated", "forced", "not-ranked", "one-holder",
    "no-opponent", "forfeited", "replaced",
]  # fmt: skip
"""Why a game counts or does not; `REASONS` says each in a sentence."""

REASONS: Mapping[Reason, str] = {
    "rated": "it is rated",
    "practice": "a practice game, begun from a position of another game",
    "imported": "taken in from elsewhere, not witnessed here",
    "void": "void",
    "cancelled": "cancelled before its start",
    "abandoned": "abandoned",
    "unrated": "opened, or made by an operator, as unrated",
    "forced": "its outcomes were given, not drawn",
    "not-ranked": "it ranks nobody",
    "one-holder": "one and the same holds several of its seats",
    "no-opponent": "fewer than two of a kind sat at it",
    "forfeited": "somebody forfeited, and fewer than two of a kind played",
    "replaced": "a seat changed hands, and fewer than two of a kind played throughout",
}

_CAUSES: Mapping[str, Reason] = {"void": "void", "cancelled": "cancelled", "abandoned": "abandoned"}

SCALE, ORIGIN = 40, 1000
"""A shown rating is `ORIGIN` and `SCALE` times the ordinal: what somebody is at least, with some certainty."""


class Player(msgspec.Struct, frozen=True):
    """A seat of a finished game: who held it (an account or an AI level), whether that is a program, and its place.

    `place` is None for a seat that is not ranked. `forfeited` seats (which resigned before their first move), and
    `replaced` ones, are left out.
    """

    holder: str
    bot: bool
    place: int | None
    forfeited: bool = False
    replaced: bool = False


class Finished(msgspec.Struct, frozen=True):
    """A closed game as ratings see it: its id, the cause of its end, its seats, and what it was."""

    id: str
    cause: str
    players: tuple[Player, ...]
    rated: bool = True
    practice: bool = False
    imported: bool = False
    forced: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """Whether a game counts for people and for programs, and why not."""

    id: str
    people: Reason
    bots: Reason


class Standing(msgspec.Struct, frozen=True):
    """A line of the table: the rating as it is shown, openskill's mean and deviation, and the number of games."""

    holder: str
    rating: int
    mu: float
    sigma: float
    games: int


class Change(msgspec.Struct, frozen=True):
    """What a game did to the rating of who held a seat: as it is shown, before and after; `why` it did, or did not."""

    holder: str
    bot: bool
    place: int | None
    why: Reason
    before: int
    after: int


class Explained(msgspec.Struct, frozen=True):
    """The verdict on a game, and what it did to whom, in seat order."""

    verdict: Verdict
    changes: tuple[Change, ...]


class Ratings:
    """The ratings of one game, people's and programs' apart, after the games that were added (LG-RAT-1, LG-RAT-3)."""

    def __init__(self, people: Iterable[Standing] = (), bots: Iterable[Standing] = ()) -> None:
        """Ratings that go on from known ones; from nothing where none are given."""
        self._model = PlackettLuce()
        self._people: dict[str, Any] = {}
        self._bots: dict[str, Any] = {}
        self._games: dict[tuple[bool, str], int] = {}
        for rated, kind, lines in ((self._people, False, people), (self._bots, True, bots)):
            for line in lines:
                rated[line.holder] = self._model.rating(mu=line.mu, sigma=line.sigma)
                self._games[kind, line.holder] = line.games

    def add(self, finished: Finished) -> Verdict:
        """Rate a game; the verdict says whether it counted (LG-RAT-6)."""
        barred = _barred(finished)
        if barred is not None:
            return Verdict(finished.id, barred, barred)
        return Verdict(
            finished.id,
            self._rate(self._people, finished.players, bots=False),
            self._rate(self._bots, finished.players, bots=True),
        )

    def explain(self, finished: Finished) -> Explained:
        """Rate a game, and tell what it did to everybody who held a seat, and why."""
        before = [self.rating(player.holder, bots=player.bot) for player in finished.players]
        verdict = self.add(finished)
        changes = (
            Change(
                player.holder,
                player.bot,
                player.place,
                _why(player, verdict.bots if player.bot else verdict.people),
                rating,
                self.rating(player.holder, bots=player.bot),
            )
            for player, rating in zip(finished.players, before, strict=True)
        )
        return Explained(verdict, tuple(changes))

    def table(self, *, bots: bool = False) -> list[Standing]:
        """Everybody who was rated, the best first."""
        rated = self._bots if bots else self._people
        lines = [
            Standing(holder, shown(own.ordinal()), own.mu, own.sigma, self._games[bots, holder])
            for holder, own in rated.items()
        ]
        return sorted(lines, key=lambda line: (-line.rating, line.holder))

    def rating(self, holder: str, *, bots: bool = False) -> int:
        """The rating as it is shown; `ORIGIN` for somebody who was never rated."""
        own = (self._bots if bots else self._people).get(holder)
        return ORIGIN if own is None else shown(own.ordinal())

    def _rate(self, rated: dict[str, Any], players: Sequence[Player], *, bots: bool) -> Reason:
        """Rate those of a kind who count: LG-RAT-3, LG-RAT-4, LG-RAT-5."""
        kind = [player for player in players if player.bot is bots]
        counting = [player for player in kind if not (player.forfeited or player.replaced or player.place is None)]
        if len(counting) < 2:
            return _too_few(kind)
        if len({player.holder for player in counting}) < len(counting):
            return "one-holder"
        before = [[rated.get(player.holder) or self._model.rating()] for player in counting]
        after = self._model.rate(before, ranks=[float(player.place or 0) for player in counting])
        for player, [own] in zip(counting, after):
            rated[player.holder] = own
            self._games[bots, player.holder] = self._games.get((bots, player.holder), 0) + 1
        return "rated"


def _barred(finished: Finished) -> Reason | None:
    """Why the game counts for nobody (LG-RAT-2); None if it may count."""
    if finished.practice:
        return "practice"
    if finished.imported:
        return "imported"
    if finished.cause != "over":
        return _CAUSES.get(finished.cause, "void")
    if not finished.rated:
        return "unrated"
    if finished.forced:
        return "forced"
    if all(player.place is None for player in finished.players):
        return "not-ranked"
    return None


def _why(player: Player, verdict: Reason) -> Reason:
    """Why the game counted for a player or not, where the verdict on it says this of the game (LG-RAT-4)."""
    if verdict != "rated":
        return verdict
    if player.forfeited:
        return "forfeited"
    if player.replaced:
        return "replaced"
    return "not-ranked" if player.place is None else "rated"


def _too_few(kind: Sequence[Player]) -> Reason:
    """Why fewer than two of a kind are left."""
    if len(kind) < 2:
        return "no-opponent"
    if any(player.forfeited for player in kind):
        return "forfeited"
    return "replaced" if any(player.replaced for player in kind) else "not-ranked"


def verdict_on(finished: Finished) -> Verdict:
    """Whether a game counts, and why not: whatever the ratings before it are (LG-RAT-6)."""
    return Ratings().add(finished)


def shown(ordinal: float) -> int:
    """A rating as it is shown: a whole number."""
    return ORIGIN + round(SCALE * ordinal)


def rebuilt(games: Iterable[Finished]) -> tuple[Ratings, list[Verdict]]:
    """Ratings from nothing, and the verdict of every game, in the order in which they ended (LG-RAT-7)."""
    ratings = Ratings()
    return ratings, [ratings.add(game) for game in games]
