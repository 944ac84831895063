"""A challenge as everybody sees it, in the shape that clients rely on."""

from __future__ import annotations

from collections.abc import Mapping

from domain.challenge.state import Challenge, Try
from domain.contract.seats import Seat
from domain.log.canon import Json
from service.people.accounts import Accounts


def challenge_view(accounts: Accounts, challenge: Challenge, name: str) -> dict[str, Json]:
    """The challenge, with the tries in the order of their numbers; ranks and seed are there once it is closed."""
    header = challenge.header
    names = accounts.names(_accounts(challenge))
    ranks = {place.number: place.rank for place in challenge.places}
    return {
        "id": challenge.id,
        "name": name,
        "organiser": names.get(header.organiser),
        "game": header.game,
        "rules": header.rules,
        "options": header.options,
        "seats": header.seats,
        "clock": header.terms.get("clock"),
        "ai_seats": challenge.allows_ais,
        "tie_breaks": challenge.tie_breaks,
        "due": header.due,
        "status": challenge.status,
        "commitment": header.commitment,
        "seed": challenge.seed,
        "tries": [_try(own, names, ranks.get(own.number)) for own in challenge.tries.values()],
        "version": challenge.version,
        "head": challenge.head.hex(),
    }


def _accounts(challenge: Challenge) -> set[str]:
    """The accounts whose names are shown."""
    tries = challenge.tries.values()
    invited = {seat.invited for own in tries for seat in own.seats.values() if seat.invited is not None}
    return invited.union({challenge.header.organiser}, *(own.members for own in tries))


def _try(own: Try, names: Mapping[str, str], rank: int | None) -> dict[str, Json]:
    return {
        "number": own.number,
        "name": own.level or names.get(own.account or ""),
        "level": own.level,
        "status": own.status,
        "seats": {name: _seat(seat, names) for name, seat in own.seats.items()},
        "game_id": own.game_id,
        "cause": own.cause,
        "won": own.won,
        "values": dict(own.values),
        "rank": rank,
    }


def _seat(seat: Seat, names: Mapping[str, str]) -> dict[str, Json]:
    if seat.level is not None:
        return {"name": seat.level, "kind": "ai", "level": seat.level}
    if seat.account is not None:
        return {"name": names.get(seat.account), "kind": "person", "level": None}
    return {"name": names.get(seat.invited or ""), "kind": "open", "level": None}
