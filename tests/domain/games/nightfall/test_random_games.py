"""Random games of every kind: they end, nothing is lost on the way, and the log alone rebuilds them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest

from domain.contract.game import Event
from domain.games.nightfall.components import WOUND
from domain.games.nightfall.data import catalogue
from domain.games.nightfall.events import ArchivesRevealed, CardResolved, KickResolved, WoundsShuffled
from domain.games.nightfall.state import NightfallState
from tests.domain.games.nightfall import positions
from tests.domain.games.nightfall.tables import (
    GAME,
    Kind,
    Played,
    how_many_cards,
    kinds,
    play,
    stored,
    told,
    where_cards_are,
)

RESOLVED = (CardResolved, KickResolved)


@dataclass
class Inventory:
    """What must be on the table: the starters, 60 wounds once they are laid out, 7 cards an archive."""

    kind: Kind
    cards: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.cards = Counter(catalogue().starting_deck * len(self.kind.seats))

    def add(self, event: object) -> None:
        if isinstance(event, WoundsShuffled):
            self.cards.update(WOUND + kind for kind in catalogue().wounds)
        elif isinstance(event, ArchivesRevealed):
            owned = [*event.private_archives.values(), *event.secret.values()]
            for archives in (event.commons, *owned):
                self.cards.update(dict.fromkeys(archives, 7))

    def check(self, state: NightfallState) -> None:
        assert where_cards_are(state) == self.cards


def held_wounds(state: NightfallState, seat: str) -> Counter[str]:
    player = state.players[seat]
    cards = (*player.hand, *player.deck, *player.discard)
    return Counter(card.removeprefix(WOUND) for card in cards if card.startswith(WOUND))


def check_replay(played: Played) -> None:
    """Fold the stored events from nothing; after each one everything is accounted for."""
    inventory, state = Inventory(played.kind), None
    for name, data in stored(played.events):
        event = GAME.decode_event(name, data)
        state = GAME.evolve(state, event)
        inventory.add(event)
        assert how_many_cards(state) == inventory.cards.total(), event
        if name == "Asked":
            inventory.check(state)
    assert state is not None
    assert told(state) == told(played.state)
    for seat, player in state.players.items():
        assert +Counter(player.wounds) == held_wounds(state, seat)


def check_games(count: int, first: int = 0) -> None:
    cut = 0
    for kind in kinds(count, first):
        played = play(kind)
        check_replay(played)
        if played.ended:
            outcome = GAME.outcome(played.state)
            assert outcome is not None
            assert sorted(outcome.detail["ranking"]) == sorted(kind.seats)
        else:
            assert GAME.stalled(played.state)
            cut += 1
    assert cut <= max(1, count // 50), f"{cut} of {count} games were cut because nobody was wounded any more"


def test_random_games_of_every_kind_end_and_are_rebuilt_from_their_log():
    check_games(20)


@pytest.mark.slow
def test_a_thousand_random_games_end_and_are_rebuilt_from_their_log():
    check_games(1000, first=20)


def test_whatever_the_cards_do_nothing_is_lost_and_the_log_rebuilds_it():
    carried_out = set()
    for number in positions.scenes(150, first=1000):
        events: list[Event] = []
        for moment in positions.moments(number, events):
            state = moment.state
        carried_out |= {(type(event).__name__, event.card) for event in events if isinstance(event, RESOLVED)}
        folded, cards = None, None
        for name, data in stored(events):
            folded = GAME.evolve(folded, GAME.decode_event(name, data))
            cards = cards or how_many_cards(folded)
            assert how_many_cards(folded) == cards, name
        assert folded is not None
        assert told(folded) == told(state)
    kicked = {card.id for card in catalogue().cards.values() if card.kick_color is not None}
    assert {card for name, card in carried_out if name == "KickResolved"} >= kicked
    assert {card for name, card in carried_out if name == "CardResolved"} == set(catalogue().cards)


def test_the_same_key_gives_the_same_game():
    one, other = (play(next(kinds(1, first=5))) for _ in range(2))

    assert one.events == other.events
