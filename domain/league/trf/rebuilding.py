"""A tournament's players as sheets, and as cards before any of its rounds: what standings and pairing are made from."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from domain.league.cards import card
from domain.league.pairing.apart import kept_apart
from domain.league.pairing.card import Card
from domain.league.sheet import Game, Rest, Sheet
from domain.league.tiebreaks.contest import Contest
from domain.league.trf.tournament import UNPLAYED, WHITE, Cell, Player, Tournament

OUTCOMES: Mapping[str, Fraction] = {
    **dict.fromkeys("1W", Fraction(1)),
    **dict.fromkeys("=D", Fraction(1, 2)),
    **dict.fromkeys("0L", Fraction(0)),
}
"""Codes of games, and what they are worth against the opponent."""


def sheets(tournament: Tournament, rounds: int | None = None) -> dict[str, Sheet]:
    """The sheet of every player after so many rounds, or all; entrants are starting numbers as text."""
    last = tournament.played if rounds is None else rounds
    return {str(player.number): _sheet(tournament, player, last) for player in tournament.players.values()}


def contest(tournament: Tournament, edition: int) -> Contest:
    """The tournament as tie-breaks see it, by an edition of C.07."""
    return Contest(
        sheets(tournament),
        win=tournament.win,
        draw=tournament.brings["="],
        rounds=tournament.rounds,
        played=tournament.played,
        edition=edition,
        ratings={str(one.number): one.rating for one in tournament.players.values() if one.rating is not None},
    )


def _sheet(tournament: Tournament, player: Player, rounds: int) -> Sheet:
    games: list[Game] = []
    rests: list[Rest] = []
    for number in range(1, rounds + 1):
        cell, points = tournament.cell(player.number, number), tournament.brought(player.number, number)
        if cell.is_played:
            games.append(_game(number, cell, points))
        else:
            against = () if cell.opponent is None else (str(cell.opponent),)
            rests.append(Rest(number, points, cause=UNPLAYED.get(cell.code, "absent"), against=against))
    start = tournament.given(player.number, rounds)
    points = sum((entry.points for entry in (*games, *rests)), start)
    return Sheet(str(player.number), tuple(games), tuple(rests), start, points)


def _game(number: int, cell: Cell, points: Fraction) -> Game:
    outcome = OUTCOMES[cell.code]
    return Game(
        number,
        points,
        seat=0 if cell.colour == WHITE else 1,
        place=2 if outcome == 0 else 1,
        shared=outcome == Fraction(1, 2),
        against={str(cell.opponent): outcome},
    )


def cards(tournament: Tournament, number: int) -> list[Card]:
    """The cards of all who are paired in a round, or have the bye that the pairing gives."""
    own = sheets(tournament, number - 1)
    numbers = {entrant: int(entrant) for entrant in own}
    return [
        kept_apart(_card(tournament, own, numbers, player.number, number), tournament.apart, number)
        for player in tournament.players.values()
        if is_paired(tournament.cell(player.number, number))
    ]


def _card(
    tournament: Tournament, own: Mapping[str, Sheet], numbers: Mapping[str, int], player: int, number: int
) -> Card:
    return card(numbers, tournament.win, own, own[str(player)], number - 1, tournament.acceleration)


def is_paired(cell: Cell) -> bool:
    """Whether the pairing of the round concerned somebody: a game, one that was not played, or its bye."""
    return cell.opponent is not None or cell.code == "U"
