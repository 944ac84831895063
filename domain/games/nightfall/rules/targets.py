"""What card texts can aim at, and who chooses (chapter 5, Targets)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.nightfall.components import WOUND
from domain.games.nightfall.rules.text import Aim
from domain.games.nightfall.state import Minion, NightfallState
from domain.games.nightfall.steps import CarryOut


def _chooser(text: CarryOut) -> str:
    """Targets: the seat that plays the card, or the one that took the choice over (NF-TGT-1, NF-CARD-leave-me-1)."""
    return text.chooser


def _player(text: CarryOut) -> str:
    """Choices that are no targets stay with the card's own player (NF-RUL-25)."""
    return text.by


def _damaged_player(text: CarryOut) -> str:
    """The seat that the part before was aimed at."""
    return str(text.aim)


def _others_first(state: NightfallState, text: CarryOut) -> tuple[str, ...]:
    """All seats clockwise, the card's player last."""
    first, *others = state.clockwise(text.by)
    return (*others, first)


def _players(state: NightfallState, text: CarryOut) -> list[str]:
    """Any seat but those that Shadow Seven shelters (NF-TGT-8, NF-CARD-shadow-seven-1, NF-CARD-shadow-seven-3)."""
    return [seat for seat in _others_first(state, text) if not _is_sheltered(state, seat)]


def _is_sheltered(state: NightfallState, seat: str) -> bool:
    """Its minions are not sheltered, nor it from texts without a target (NF-CARD-shadow-seven-2)."""
    return any(state.texts[minion.card].shelters_its_player for minion in state.players[seat].in_play)


def _minions(state: NightfallState, text: CarryOut) -> list[str]:
    """Any minion in play, own ones too; one in the chain is not in play (NF-TGT-4, NF-TGT-5, NF-TGT-8, EM-16)."""
    return [minion.name for minion in minions_of(state, _others_first(state, text))]


def minions_of(state: NightfallState, seats: Sequence[str]) -> list[Minion]:
    """The minions in play of these seats, each seat's in the order they entered (NF-SIM-2)."""
    return [minion for seat in seats for minion in state.players[seat].in_play]


def _links(state: NightfallState, text: CarryOut) -> list[str]:
    """Any link that waits, but not the one being resolved (NF-TGT-8, NF-RUL-21)."""
    return [state.link_name(at) for at in range(len(state.chain) - 1)]


def _archives(state: NightfallState, text: CarryOut) -> list[str]:
    """Any archive on the table that holds a card; a secret one does not lie there (NF-TGT-8, NF-VAR-2, NF-RUL-15)."""
    places = ("commons", *_others_first(state, text))
    return [f"{place}/{card}" for place in places for card, left in state.archives(place).items() if left]


def _archives_to_take_from(state: NightfallState, text: CarryOut) -> list[str]:
    """The archives open to Flank Attack's kick (EM-10, NF-CARD-flank-attack-4, NF-RUL-40)."""
    return [
        archive
        for archive in _archives(state, text)
        if state.edition.flank_reaches_all or not is_enemy(archive, text.by) or is_permitted(state, archive, text.by)
    ]


def is_enemy(archive: str, seat: str) -> bool:
    """Whether it is another seat's private archive (NF-TEXT-5); its single cards are nobody's (NF-TEXT-6, EM-25)."""
    return not archive.startswith(("commons/", f"{seat}/"))


def is_permitted(state: NightfallState, archive: str, seat: str) -> bool:
    """Whether Indigo Six lets the seat take a card from an opponent's archive (NF-CARD-indigo-six-2)."""
    return state.effects.enemy_claims.get(seat, 0) > 0 and archive not in state.effects.used_archives


def _discarded_orders(state: NightfallState, text: CarryOut) -> list[str]:
    """The orders in the player's discard pile; the card being resolved is not there yet (NF-RUL-27)."""
    return [card for card in dict.fromkeys(state.players[text.by].discard) if card in state.cards]


def _discarded_minions(state: NightfallState, text: CarryOut) -> list[str]:
    return [card for card in _discarded_orders(state, text) if state.cards[card].is_minion]


def _discarded_wounds(state: NightfallState, text: CarryOut) -> list[str]:
    return [card for card in dict.fromkeys(state.players[text.by].discard) if card.startswith(WOUND)]


def _own_hand(state: NightfallState, text: CarryOut) -> list[str]:
    return list(dict.fromkeys(state.players[text.by].hand))


def _orders_of_damaged_hand(state: NightfallState, text: CarryOut) -> list[str]:
    """The orders in the hand of the seat that the damage was dealt to; none if it was dealt to nobody."""
    if text.aim is None:
        return []
    return [card for card in dict.fromkeys(state.players[str(text.aim)].hand) if card in state.cards]


def _all_seats(state: NightfallState, text: CarryOut) -> tuple[str, ...]:
    return state.clockwise(text.by)


A_PLAYER = Aim("player", _players, _chooser)
A_MINION = Aim("minion", _minions, _chooser)
A_LINK = Aim("link", _links, _chooser)
AN_ARCHIVE = Aim("archive", _archives, _chooser)
AN_ARCHIVE_TO_TAKE_FROM = Aim("archive", _archives_to_take_from, _chooser)
A_DISCARDED_ORDER = Aim("discarded order", _discarded_orders, _chooser)
A_DISCARDED_MINION = Aim("discarded minion", _discarded_minions, _chooser)
A_DISCARDED_WOUND = Aim("discarded wound", _discarded_wounds, _chooser)
"""Cards of a private pile are targets too: who chooses is shown the legal ones (NF-RUL-36)."""

A_CARD_OF_ONES_HAND = Aim("card of the hand", _own_hand, _player, hand="any")
AN_ORDER_OF_THE_DAMAGED_HAND = Aim("order of the hand", _orders_of_damaged_hand, _damaged_player, hand="fitting")
"""Cards of a hand are never targets: the seat that holds the hand chooses (NF-TGT-2, NF-RUL-38)."""

THE_ORDER_OF_ALL_PLAYERS = Aim("order of players", _all_seats, _player, ordered=True)
"""Several seats take damage at once (NF-SIM-1, NF-SIM-2, NF-RUL-4)."""
