"""A challenge as everybody sees it, in the shape that clients rely on."""

from __future__ import annotations

from collections.abc import Sequence

from domain.challenge.state import Challenge, Try
from service.challenges import answer_shapes as shapes
from service.games.shapes.answers import Seat
from service.people.accounts import Accounts
from service.people.bots import AccountNames
from service.shape import Decided


def challenge_view(accounts: Accounts, challenge: Challenge, name: str, decided: Sequence[Decided]) -> shapes.Challenge:
    """The challenge, with the tries in the order of their numbers; ranks and seed are there once it is closed.

    `decided` is what the organiser or an operator did.
    """
    header = challenge.header
    names = accounts.names(_accounts(challenge))
    ranks = {place.number: place.rank for place in challenge.places}
    return shapes.Challenge.of(
        challenge,
        name=name,
        organiser=names.get(header.organiser),
        game=header.game,
        rules=header.rules,
        options=header.options,
        seats=header.seats,
        clock=header.terms.get("clock"),
        ai_seats=challenge.allows_ais,
        due=header.due,
        commitment=header.commitment,
        tries=[_try(own, names, ranks.get(own.number)) for own in challenge.tries.values()],
        operated=list(decided),
        head=challenge.head.hex(),
    )


def _accounts(challenge: Challenge) -> set[str]:
    """The accounts whose names are shown."""
    tries = challenge.tries.values()
    invited = {seat.invited for own in tries for seat in own.seats.values() if seat.invited is not None}
    return invited.union({challenge.header.organiser}, *(own.members for own in tries))


def _try(own: Try, names: AccountNames, rank: int | None) -> shapes.Try:
    seats = {name: Seat.held(seat, names, seat.invited) for name, seat in own.seats.items()}
    return shapes.Try.of(own, name=own.level or names.get(own.account or ""), seats=seats, rank=rank)
