"""Who sits where in a series: its seats as it is opened, and the one that somebody takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.contract.facets.series import Series
from domain.contract.game import Game, Refused
from domain.contract.seats import Seat
from domain.log.canon import Json
from domain.series.state import SeriesHolder
from domain.table import parts
from domain.table.rules.seating import entropy_hash
from domain.table.terms import TO_SHARE
from service.games.opening.first_commands import invited_to
from service.games.seats.taking import SEVERAL_SEATS
from service.games.shapes import NewGame


def terms_of(account_id: str, new: NewGame, seats: Mapping[str, Seat]) -> dict[str, Json]:
    """The terms that every game is opened with."""
    terms: dict[str, Json] = {
        "clock": new.clock,
        "visibility": new.visibility,
        "rated": new.rated,
        "release": new.release,
        "creator": account_id,
        "invited": invited_to(seats),
    }
    if new.several_seats:
        terms[SEVERAL_SEATS] = True
    if new.shared_seed:
        terms[TO_SHARE] = True
    return terms


def holders_of(seats: Mapping[str, Seat], account_id: str, entropy_hash: str | None) -> list[SeriesHolder]:
    """Who holds the seats at first; the creator's sealed entropy counts for the first own seat."""
    first = next((name for name, seat in seats.items() if seat.account == account_id), None)
    return [
        SeriesHolder(seat.account, seat.level, entropy_hash if name == first else None) for name, seat in seats.items()
    ]


def check_counts(game: Game[Any]) -> None:
    """`Refused` for a game that counts nothing: there would be nothing to add up."""
    if not isinstance(game, Series):
        raise Refused("malformed", "{game} has no tally that a series could add up", game=game.id)


def holder_of(seat: parts.TableSeat) -> SeriesHolder:
    """Who holds a seat in all games; the entropy is sealed at first, as everybody's is."""
    sealed = None if seat.entropy is None else entropy_hash(seat.entropy)
    return SeriesHolder(seat.account, seat.level, sealed)
