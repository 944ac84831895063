"""How a night begins: Twilight and the cards (LS-SETUP-4 to 6)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.last_spell.data import Content
from domain.games.last_spell.events.causes import new_cause
from domain.games.last_spell.events.heroes import WoundHealed
from domain.games.last_spell.events.setup import DirectionDrawn, HeroPlaced, SpawnDealt, TwilightFell
from domain.games.last_spell.rules.bosses import cetusia, harpy
from domain.games.last_spell.rules.bosses.bosses import Cetusia, Harpy
from domain.games.last_spell.rules.day.building import free_city_squares
from domain.games.last_spell.rules.day.taking import COUNTS
from domain.games.last_spell.state import LastSpellRun, LastSpellState
from domain.games.last_spell.steps import BeginMonsterPhase, BeginNight


def begin_night(run: LastSpellRun, step: BeginNight) -> None:
    """Everybody is ready: the heroes stand, Twilight falls, the cards are dealt; the first Monster phase begins."""
    _place_the_rest(run)
    _fall(run)
    _deal(run)
    boss = run.state.boss
    if isinstance(boss, Cetusia):
        cetusia.shuffle(run)
    if isinstance(boss, Harpy):
        harpy.draw_side(run, boss)
    run.push(BeginMonsterPhase())


def stacks(state: LastSpellState) -> int:
    """How many slots are in play, counted by the heroes in play (LS-SETUP-6, R54)."""
    return stacks_of(state.content, sum(1 for _ in state.in_play()), solo=state.setting.solo)


def stacks_of(content: Content, heroes: int, *, solo: bool) -> int:
    """How many slots are in play for so many heroes."""
    count: int = content.source["solo" if solo or heroes == 1 else "multiplayer"]["spawn_stacks"][COUNTS[heroes]]
    return count


def dealt(order: Sequence[str], slots: Sequence[int], waves: int) -> dict[str, tuple[str, ...]]:
    """The shuffled deck face down, so many cards a slot, in the order of the slots."""
    return {str(slot): tuple(order[waves * at : waves * (at + 1)]) for at, slot in enumerate(slots)}


def spread(
    order: Sequence[str], special: Sequence[str], slots: Sequence[int], waves: int
) -> dict[str, tuple[str, ...]]:
    """The deck with special cards spread: every pile takes the next of them for its top while any is left, then each
    is filled with the cards that follow, special ones first (R62)."""
    marked = [card for card in order if card in special]
    tops, rest = marked[: len(slots)], marked[len(slots) :]
    rest += [card for card in order if card not in special]
    piles = {}
    for at, slot in enumerate(slots):
        top = tops[at : at + 1]
        wanted = waves - len(top)
        piles[str(slot)] = (*top, *rest[:wanted])
        rest = rest[wanted:]
    return piles


def _place_the_rest(run: LastSpellRun) -> None:
    """Heroes that were not placed take the first free city square in reading order (LS-SETUP-4)."""
    unplaced = [name for name in run.state.in_play() if run.state.heroes[name].at is None]
    for name, square in zip(unplaced, free_city_squares(run.state)):
        run.emit(HeroPlaced(name, square))


def _fall(run: LastSpellRun) -> None:
    """Every hero loses one wound; mana, potions, cards and tokens are as new (LS-SETUP-5)."""
    cause = new_cause(run.state)
    run.emit(TwilightFell(run.state.night, cause=cause))
    most = run.state.content.numbers.wounds_removed_at_dusk
    for name in list(run.state.in_play()):
        amount = min(most, run.state.heroes[name].wounds)
        if amount:
            run.emit(WoundHealed(name, amount, cause=cause))


def _deal(run: LastSpellRun) -> None:
    """Draw the direction card and deal the spawn cards (LS-SETUP-6); in the introduction, one night (LS-INTRO-1), they
    lie where the book says, unshuffled and without a direction card (LS-INTRO-2)."""
    state = run.state
    deck = state.content.decks[state.setting.scenario, state.night]
    if deck.placement:
        _lay(run, {str(place.slot): place.cards for place in deck.placement}, deck.cards)
        return
    slots = _draw_direction(run)
    waves = state.content.numbers.spawn_waves
    mixed = tuple(card for card in deck.boss_cards if card in state.content.spawn_cards)
    order = run.shuffle("spawn", [*deck.cards, *mixed])
    if isinstance(state.boss, Harpy):
        _lay(run, spread(order, mixed, slots, waves), (*deck.cards, *mixed))
    else:
        _lay(run, dealt(order, slots, waves), (*deck.cards, *mixed))


def _draw_direction(run: LastSpellRun) -> tuple[int, ...]:
    state = run.state
    id = str(run.pick("direction", list(state.content.directions)))
    card = state.content.directions[id]
    named = card.slots_cliff if state.content.city(state.setting.scenario).cliff else card.slots_open
    slots = named[: stacks(state)]
    run.emit(DirectionDrawn(id, slots, card.dryad_slot if card.dryad_shown else None))
    return slots


def _lay(run: LastSpellRun, piles: dict[str, tuple[str, ...]], deck: tuple[str, ...]) -> None:
    run.emit(SpawnDealt({slot: len(cards) for slot, cards in piles.items()}, piles, deck))
