"""Swiss rounds of two-seat games, after the FIDE (Dutch) System (Handbook C.04.3, in force from 1 February 2026).

| article | here |
| --- | --- |
| 1.2 order by score, then pairing number; 1.3 scoregroups and brackets | yes |
| 1.4 floats; a bye, or points without playing, is a downfloat | yes (`card.Card.floats`) |
| 1.5 pairing-allocated bye | yes; its points are the stage's |
| 1.6, 1.7 differences and preferences, rounds without a game left out | yes (`colours`), White being seat 0 |
| 1.8 topscorers, in the last round | yes |
| C1 nobody meets twice; a forfeited game does not count as met | yes |
| C2 no second bye, none after a win without playing | yes |
| C3 no two non-topscorers with the same absolute preference | yes |
| C4 the rest can be paired | yes |
| C5 the lowest possible score for the bye | yes |
| C6, C7 fewest floaters, of the lowest scores | yes |
| C8 floaters that suit the following bracket | yes, its C6 and C7 within C4 and C5; see `field.MOST_SETS` |
| C9 fewest unplayed games for the bye | yes |
| C10 to C13 seats | yes |
| C14 to C21 repeated floats | yes |
| 3.2 to 3.8, 4.1 to 4.4 the order of candidates | yes; after 500 exchanges in a bracket another of the best is taken |
| 5.2 allocation of seats | yes; the first seat is drawn by lot for the stage |
| C.04.2 late entries, withdrawals | they are absent from a round's cards |
| C.04.5, since 2026 C.04.7: accelerated pairings | yes, the Baku method (`accelerated`) |
| C.04.2 forbidden pairs | as if they had met (`apart`) |
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from domain.league.pairing.bracket import Player, Players, perfect
from domain.league.pairing.card import Card
from domain.league.pairing.colours import higher_begins, preference
from domain.league.pairing.field import Field
from domain.league.pairing.weighed import best


class DutchRound(msgspec.Struct, frozen=True):
    """A round: pairing numbers of each table, seat 0 first, in the order of the tables; and who has the bye."""

    tables: tuple[tuple[int, int], ...]
    bye: int | None = None


def pair(
    cards: Sequence[Card], first_seat: int = 0, *, last_round: bool = False, most: Fraction | None = None
) -> DutchRound:
    """Pair a round of those who are present; `Unpairable` if C1 to C3 leave no pairing.

    `first_seat` is the seat that lots gave to pairing number 1; `most` the score of somebody who won every round so
    far (None: the best score of all), half of which a topscorer exceeds in the last round.
    """
    if not cards:
        return DutchRound(())
    top = max(card.score for card in cards) if most is None else most
    players = _players(cards, top, last_round=last_round)
    field = Field(players, {card.number for card in cards if not card.had_bye})
    pairs: list[tuple[Player, Player]] = []
    moved: Players = ()
    for group in range(len(field.groups)):
        bracket = field.bracket(moved, group)
        paired = perfect(bracket) or best(bracket)
        pairs += paired.pairs
        moved = paired.floaters
    seats = {card.number: card.seats for card in cards}
    tables = [_seated(pair, seats, first_seat) for pair in _in_order(pairs)]
    return DutchRound(tuple(tables), moved[0].number if moved else None)


def _players(cards: Sequence[Card], most: Fraction, *, last_round: bool) -> Players:
    players = (
        Player(
            number=card.number,
            score=card.score,
            met=card.met,
            seats=card.seats,
            preference=preference(card.seats),
            floats=card.floats,
            unplayed=card.unplayed,
            topscorer=last_round and 2 * card.score > most,
        )
        for card in cards
    )
    return tuple(sorted(players, key=_rank))


def _rank(player: Player) -> tuple[Fraction, int]:
    return -player.score, player.number


def _in_order(pairs: Sequence[tuple[Player, Player]]) -> list[tuple[Player, Player]]:
    """Tables by the higher score, then by the sum of scores, then by the higher ranked player (C.04.2)."""
    ranked = [(high, low) if _rank(high) < _rank(low) else (low, high) for high, low in pairs]
    return sorted(ranked, key=lambda pair: (-pair[0].score, -pair[0].score - pair[1].score, pair[0].number))


def _seated(pair: tuple[Player, Player], seats: dict[int, tuple[int, ...]], first_seat: int) -> tuple[int, int]:
    high, low = pair[0].number, pair[1].number
    begins = higher_begins(seats[high], seats[low], high, first_seat)
    return (high, low) if begins else (low, high)
