"""How monsters enter (chapter 8, LS-SPAWN)."""

from __future__ import annotations

from domain.games.last_spell.components import SlotPlace, Symbol
from domain.games.last_spell.events.causes import Cause
from domain.games.last_spell.events.night import SpawnCardDiscarded, SpawnCardRevealed
from domain.games.last_spell.rules.bosses import dryad
from domain.games.last_spell.rules.bosses.bosses import Dryad, Harpy
from domain.games.last_spell.rules.bosses.bosses_data import INCUBATOR, SEED_BOMBARD
from domain.games.last_spell.rules.night.entry import card_squares, enter, fog_shift, symbol_square
from domain.games.last_spell.rules.town.geometry import Square, distance, offset_of
from domain.games.last_spell.rules.town.pieces import destiny_side, is_free_for_monster, pieces_left
from domain.games.last_spell.state import LastSpellRun, LastSpellState
from domain.games.last_spell.steps import DiscardSpawnCards, PlaceSymbol


def spawn_step(run: LastSpellRun, cause: Cause) -> None:
    """Reveal the top card of every pile, slots in ascending order; when all are revealed their monsters are placed,
    slot by slot, each card's symbols in order (LS-SPAWN-1)."""
    slots = sorted((slot for slot, pile in run.state.spawn.items() if pile.left), key=int)
    for slot in slots:
        run.emit(SpawnCardRevealed(slot, run.state.spawn[slot].left[0]))
    steps = [
        PlaceSymbol(slot, card, symbol, cause=cause)
        for slot in slots
        if (card := run.state.spawn[slot].revealed) is not None
        for symbol in range(len(run.state.content.spawn_cards[card].monsters))
    ]
    run.push(*steps)


def place_symbol(run: LastSpellRun, step: PlaceSymbol) -> None:
    """Place the monster of one symbol, if the scenario uses it (LS-SPAWN-2); what a boss brings by the boss's rules
    (LS-SPAWN-6). The colour of a card is in its symbols: they name the colossus (LS-SPAWN-3)."""
    state = run.state
    city = state.content.city(state.setting.scenario)
    symbol, slot = state.content.spawn_cards[step.card].monsters[step.symbol], city.slot(int(step.slot))
    if slot is None or symbol.tier not in city.spawn_tiers:
        return
    if symbol.monster in (INCUBATOR, SEED_BOMBARD):
        if isinstance(state.boss, Dryad):
            dryad.bring_tile(run, state.boss, symbol.monster, symbol_square(state, slot, symbol.at), slot.facing)
        return
    if symbol.monster == state.content.harpy.minion and not isinstance(state.boss, Harpy):
        return
    if pieces_left(state, symbol.monster):
        _enter(run, slot, symbol, step.cause)


def discard_cards(run: LastSpellRun, step: DiscardSpawnCards) -> None:
    """The cards revealed in this phase are discarded at the end of the movement step (LS-SPAWN-5)."""
    for slot, pile in sorted(run.state.spawn.items(), key=lambda item: int(item[0])):
        if pile.revealed is not None:
            run.emit(SpawnCardDiscarded(slot, pile.revealed))


def _enter(run: LastSpellRun, slot: SlotPlace, symbol: Symbol, cause: Cause) -> None:
    """A monster enters facing the city (LS-SPAWN-4), on its symbol or on the nearest free fog square (R15)."""
    state = run.state
    square = _entrance(state, slot, symbol_square(state, slot, symbol.at))
    if square is not None:
        enter(run, symbol.monster, square, slot.facing, cause)


def _entrance(state: LastSpellState, slot: SlotPlace, wanted: Square) -> Square | None:
    """The symbol's square, or if it is occupied the nearest free fog square of the location, to the Destiny side
    first (R15); None if there is none."""
    if is_free_for_monster(state, wanted):
        return wanted
    sign = -1 if destiny_side(state) == "left" else 1

    def rank(square: Square) -> tuple[int, int, int]:
        forward, lateral = offset_of(wanted, slot.facing, square)
        return distance(wanted, square), -sign * lateral, -forward

    free = (
        square
        for square in card_squares(state.content, slot, fog_shift(state))
        if square in state.board.fog and is_free_for_monster(state, square)
    )
    return min(free, key=rank, default=None)
