"""Who may try, alone or in a group, and what begins a try (CH-TRY, CH-GRP)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.challenge import actions as a
from domain.challenge.state import (
    Challenge,
    GroupBegun,
    GroupDissolved,
    GroupFormed,
    GroupJoined,
    GroupLeft,
    Try,
    TryBegun,
)
from domain.contract.game import Refused
from domain.contract.seats import Seat
from domain.log.derived import game_id
from domain.log.record import ORGANISING, Command, Happened


def begin(challenge: Challenge, command: Command, action: a.Begin) -> list[Happened]:
    """Somebody begins the one try there is for everybody, at all seats (CH-TRY-1, CH-TRY-2)."""
    if (action.account is None) == (action.level is None):
        raise Refused("malformed", "either a person or an AI tries")
    if action.level is not None and command.by not in ORGANISING:
        raise Refused("not-your-decision", "the organiser lets AIs try")
    _check_open(challenge, command.at)
    if action.account is not None:
        check_free(challenge, action.account)
    elif any(own.level == action.level for own in challenge.tries.values()):
        raise Refused("illegal", "there is one try for everybody")
    number = challenge.last_number + 1
    return [Happened(TryBegun(number, action.account, action.level, game_id(challenge.id, number)))]


def form(challenge: Challenge, command: Command, action: a.Form) -> list[Happened]:
    """Somebody leads a group; it begins at once if no seat is open (CH-GRP-1, CH-GRP-4)."""
    _check_open(challenge, command.at)
    check_free(challenge, action.account)
    number, seats = challenge.last_number + 1, action.seats
    if list(seats) != challenge.seat_ids:
        raise Refused("malformed", "the seats are {seats}", seats=", ".join(challenge.seat_ids))
    if not any(seat.account == action.account for seat in seats.values()):
        raise Refused("malformed", "who leads a group holds a seat of it")
    if any(seat.account not in (None, action.account) or (seat.account and seat.level) for seat in seats.values()):
        raise Refused("malformed", "others take their seats themselves")
    if any(seat.level for seat in seats.values()):
        _check_ais(challenge)
    formed = Happened(GroupFormed(number, action.account, seats))
    return [formed, *_begun_when_full(challenge, number, seats)]


def join(challenge: Challenge, command: Command, action: a.Join) -> list[Happened]:
    """Somebody takes a seat of a group; it begins when that was the last (CH-GRP-2, CH-GRP-4)."""
    _check_open(challenge, command.at)
    own = _forming(challenge, action.number)
    if action.account not in own.members:
        check_free(challenge, action.account)
    seat = own.seats.get(action.seat)
    if seat is None or seat.taken or seat.invited not in (None, action.account):
        raise Refused("illegal", "no seat is open to you")
    joined = Happened(GroupJoined(own.number, action.seat, action.account))
    return [joined, *_begun_when_full(challenge, own.number, {**own.seats, action.seat: Seat(action.account)})]


def leave(challenge: Challenge, command: Command, action: a.Leave) -> list[Happened]:
    """Somebody leaves before the start and may try otherwise; without its leader a group is no more (CH-GRP-3)."""
    own = _forming(challenge, action.number)
    if action.account not in own.members:
        raise Refused("not-your-decision", "you do not belong to this group")
    if action.account == own.account:
        return [Happened(GroupDissolved(own.number))]
    return [Happened(GroupLeft(own.number, action.account))]


def start(challenge: Challenge, command: Command, action: a.Start) -> list[Happened]:
    """The leader begins with AIs on the open seats, where the challenge allows them (CH-GRP-5)."""
    _check_open(challenge, command.at)
    own = _forming(challenge, action.number)
    if action.account != own.account:
        raise Refused("not-your-decision", "who leads the group begins")
    _check_ais(challenge)
    levels = dict.fromkeys(own.open_seats, action.level)
    return [Happened(GroupBegun(own.number, levels, game_id(challenge.id, own.number)))]


def check_free(challenge: Challenge, account: str) -> None:
    """`Refused` if the account has its try already, alone or in a group (CH-TRY-1)."""
    if challenge.try_of(account) is not None:
        raise Refused("illegal", "there is one try for everybody, and you have yours")


def _begun_when_full(challenge: Challenge, number: int, seats: Mapping[str, Seat]) -> list[Happened]:
    if not all(seat.taken for seat in seats.values()):
        return []
    return [Happened(GroupBegun(number, {}, game_id(challenge.id, number)))]


def _forming(challenge: Challenge, number: int) -> Try:
    own = challenge.tries.get(number)
    if own is None or own.status != "forming":
        raise Refused("illegal", "there is no such group, or it has begun")
    return own


def _check_open(challenge: Challenge, at: int) -> None:
    if challenge.entries_closed or challenge.is_due(at):
        raise Refused("illegal", "no further try begins")


def _check_ais(challenge: Challenge) -> None:
    if not challenge.allows_ais:
        raise Refused("illegal", "no AI sits at the tables of this challenge")
