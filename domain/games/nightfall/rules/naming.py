"""Names in posted actions: the unknown is `malformed`, what is only not there is `illegal` (NF-AUTO-5, NF-AUTO-6)."""

from __future__ import annotations

from domain.contract.game import Refused
from domain.games.nightfall.state import NightfallState


def check_card(state: NightfallState, name: str) -> None:
    """Refuse what names no order and no wound card."""
    if not state.catalogue.is_card(name):
        raise Refused("malformed", "unknown card {name!r}", name=name)


def check_seat(state: NightfallState, seat: str) -> None:
    """Refuse what names no seat of this table."""
    if seat not in state.players:
        raise Refused("malformed", "unknown seat {seat!r}", seat=seat)


def check_minion(state: NightfallState, name: str) -> None:
    """Refuse what cannot name a minion: the seat or the card is unknown."""
    seat, _, rest = name.partition("/")
    check_seat(state, seat)
    check_card(state, rest.partition("/")[0])


def check_archive(state: NightfallState, name: str) -> None:
    """Refuse what cannot name an archive: neither `commons` nor a seat, or the card is unknown."""
    place, _, rest = name.partition("/")
    if place != "commons":
        check_seat(state, place)
    check_card(state, rest.partition("/")[0])
