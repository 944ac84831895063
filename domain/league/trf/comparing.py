"""What the rules make of a published tournament's results, beside what was published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import takewhile

import msgspec

from domain.league import points as p
from domain.league.pairing import dutch
from domain.league.pairing.card import Unpairable
from domain.league.standings import columns, lines
from domain.league.state import Line
from domain.league.tiebreaks.registry import in_chess
from domain.league.trf import rebuilding
from domain.league.trf.tournament import WHITE, BadFile, Tournament

SINCE_2026 = "2026-03-01"
"""The first day of the edition of 2026."""


class UnknownTiebreak(Exception):
    """There is no tie-break of this name."""


class Difference(msgspec.Struct, frozen=True):
    """Something that was published otherwise than the rules make it: of whom, or of which round, and what."""

    of: str
    what: str
    published: str
    made: str

    def __str__(self) -> str:
        return f"{self.of}: {self.what} {self.published} published, {self.made} by the rules"


class Recomputed(msgspec.Struct, frozen=True):
    """A tournament's standings, made from its results by one edition of C.07; entrants are starting numbers as text."""

    tournament: Tournament
    edition: int
    tiebreaks: tuple[str, ...]
    lines: tuple[Line, ...]

    def values(self) -> dict[str, dict[str, p.Shown | None]]:
        """Entrant -> tie-break -> value."""
        return {line.entrant: {value.name: value.value for value in line.values} for line in self.lines}

    def differences(self) -> Iterator[Difference]:
        """Points and ranks that were published otherwise.

        Who cannot be told apart by the tie-breaks may have been published in any order.
        """
        groups: dict[int, list[str]] = {}
        for line in self.lines:
            groups.setdefault(line.rank, []).append(line.entrant)
        for line in self.lines:
            player = self.tournament.players[int(line.entrant)]
            if player.points is not None and player.points != p.read(line.points):
                published, made = printed(player.points), printed(p.read(line.points))
                yield Difference(_called(self.tournament, player.number), "points", published, made)
            last = line.rank + len(groups[line.rank]) - 1
            if player.rank is not None and not line.rank <= player.rank <= last:
                made = str(line.rank) if last == line.rank else f"{line.rank} to {last}"
                yield Difference(_called(self.tournament, player.number), "rank", str(player.rank), made)

    def other_values(self, published: Mapping[int, Mapping[str, Fraction]]) -> Iterator[Difference]:
        """Values of tie-breaks that were published otherwise: starting number -> tie-break -> value.

        Those of tie-breaks that were not asked for are passed over; `BadFile` for a player who is not there.
        """
        made = self.values()
        for number, values in published.items():
            if number not in self.tournament.players:
                raise BadFile(f"there is no player {number}")
            for name in (name for name in values if name in made[str(number)]):
                own, value = made[str(number)][name], values[name]
                if own is None or p.read(own) != value:
                    shown = "none" if own is None else printed(p.read(own))
                    yield Difference(_called(self.tournament, number), name, printed(value), shown)


def recompute(tournament: Tournament, tiebreaks: Sequence[str], edition: int | None = None) -> Recomputed:
    """The standings by points, then by these tie-breaks: FIDE's by their codes, those of leagues by name.

    FIDE's are those of an edition of C.07, None for the one that was in force when the tournament began.
    `UnknownTiebreak` for another.
    """
    edition = in_force(tournament) if edition is None else edition
    contest = rebuilding.contest(tournament, edition)
    known = in_chess(edition)
    for name in tiebreaks:
        if name not in known:
            raise UnknownTiebreak(f"{name!r} is no tie-break; there are {', '.join(known)}")
    return Recomputed(tournament, edition, tuple(tiebreaks), lines(contest.sheets, columns(contest, tiebreaks)))


def named(tournament: Tournament, edition: int | None = None) -> list[str]:
    """The tie-breaks that the file itself names, in order, up to the first that is not known here."""
    known = in_chess(in_force(tournament) if edition is None else edition)
    return list(takewhile(known.__contains__, tournament.tiebreaks))


def in_force(tournament: Tournament) -> int:
    """The edition that was in force when a tournament began; where nothing says when that was, the newest."""
    return 2024 if tournament.start is not None and tournament.start < SINCE_2026 else 2026


def other_pairings(tournament: Tournament) -> Iterator[Difference]:
    """Rounds that the Dutch system pairs otherwise, as it is read here: each with the tables that are not the same.

    Players who were not there are left out of a round as the file says it.
    """
    for number in range(1, tournament.played + 1):
        published = set(_published(tournament, number))
        made = set(_by_the_rules(tournament, number))
        if made != published:
            only = [
                "  ".join(sorted(one - other, key=_by_number)) or "none"
                for one, other in ((published, made), (made, published))
            ]
            yield Difference(f"round {number}", "pairs", *only)


def _by_number(table: str) -> int:
    first = table.partition("-")[0]
    return int(first) if first.isdecimal() else 0


def _published(tournament: Tournament, number: int) -> Iterator[str]:
    """The tables of a round, White first; one that was not played has no colours, and goes by numbers."""
    for player in tournament.players:
        cell = tournament.cell(player, number)
        if cell.opponent is None:
            if cell.code == "U":
                yield f"{player}-bye"
        elif cell.colour == WHITE or (cell.colour is None and player < cell.opponent):
            yield f"{player}-{cell.opponent}"


def _by_the_rules(tournament: Tournament, number: int) -> list[str]:
    first = _first_seat(tournament)
    most = tournament.win * (number - 1)
    try:
        paired = dutch.pair(
            rebuilding.cards(tournament, number), first, last_round=number == tournament.rounds, most=most
        )
    except Unpairable:
        return ["no pairing"]
    bye = [] if paired.bye is None else [f"{paired.bye}-bye"]
    return [*(f"{white}-{black}" for white, black in paired.tables), *bye]


def _first_seat(tournament: Tournament) -> int:
    """The colour of number 1 in the first round, as the file says it or as it was."""
    colour = tournament.first_colour or tournament.cell(min(tournament.players), 1).colour
    return 0 if colour in (None, WHITE) else 1


def _called(tournament: Tournament, number: int) -> str:
    return f"{number} {tournament.players[number].name}".strip()


def printed(value: Fraction) -> str:
    """Points as they are printed."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"
