"""Who sits where in a series: its seats as it is opened, and the one that somebody takes."""

from __future__ import annotations

from typing import Any

from domain.contract.facets.series import Series
from domain.contract.game import Game, Refused
from domain.log.canon import Json
from domain.series.state import Holder
from domain.table.seating import entropy_hash
from service.games.fixtures import Sitter
from service.games.opening import Sitters
from service.games.shapes import NewGame


def terms_of(account_id: str, new: NewGame, sitters: Sitters) -> dict[str, Json]:
    """The terms that every game is opened with."""
    return {
        "clock": new.clock,
        "visibility": new.visibility,
        "rated": new.rated,
        "release": new.release,
        "creator": account_id,
        "invited": dict(sitters.invited),
    }


def holders_of(seats: list[str], sitters: Sitters, account_id: str, entropy_hash: str | None) -> list[Holder]:
    """Who holds the seats at first; the creator's sealed entropy counts for the first own seat."""
    holders = []
    for seat in seats:
        if seat in sitters.levels:
            holders.append(Holder(level=sitters.levels[seat]))
        elif seat in sitters.own:
            first = seat == sitters.own[0]
            holders.append(Holder(account=account_id, entropy_hash=entropy_hash if first else None))
        else:
            holders.append(Holder())
    return holders


def check_counts(game: Game[Any]) -> None:
    """`Refused` for a game that counts nothing: there would be nothing to add up."""
    if not isinstance(game, Series):
        raise Refused("malformed", f"{game.id} has no tally that a series could add up")


def holder_of(sitter: Sitter) -> Holder:
    """Who holds a seat in all games; the entropy is sealed at first, as everybody's is."""
    sealed = None if sitter.entropy is None else entropy_hash(sitter.entropy)
    return Holder(sitter.account, sitter.level, sealed)
