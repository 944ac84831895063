"""The Putrefied Dryad of Glenwald (chapter 15, LS-BOSS-DRYAD)."""

from __future__ import annotations

from domain.games.last_spell.changes import is_corrected
from domain.games.last_spell.components import MonsterKind
from domain.games.last_spell.events.bosses import (
    BombardPlaced,
    BossAppeared,
    GrowthAdvanced,
    HeroHeld,
    IncubatorHatched,
    IncubatorPlaced,
    MonolithPlaced,
    TerrainCleared,
    TileRemoved,
)
from domain.games.last_spell.events.causes import Cause, named, new_cause
from domain.games.last_spell.events.monsters import MonsterAttacked
from domain.games.last_spell.events.night import SpawnCardTaken
from domain.games.last_spell.rules.attacks import displacement
from domain.games.last_spell.rules.bosses.bosses import Dryad
from domain.games.last_spell.rules.bosses.bosses_data import BOMBARD, DRYAD, INCUBATOR
from domain.games.last_spell.rules.monsters.victims import harm
from domain.games.last_spell.rules.night.entry import enter, symbol_square
from domain.games.last_spell.rules.readings import dryad_grows
from domain.games.last_spell.rules.town.board import CROSSABLE, OPEN, TREE
from domain.games.last_spell.rules.town.geometry import Facing, Square, ahead, at_offset, to_either_side, zone
from domain.games.last_spell.rules.town.pieces import (
    arrow_at,
    destiny_side,
    hero_at,
    holder,
    is_free_for_monster,
    nearest_free,
    pieces_left,
)
from domain.games.last_spell.state import LastSpellRun, LastSpellState, dryad_of
from domain.games.last_spell.steps import DryadAttack, HatchIncubator, HurtHero, LoseMages, MoveMonster

CENTER = (1, 2)
"""Row and column of a spawn card from which she is set up, her second square being that of the next column (R49)."""


def boss_step(run: LastSpellRun, boss: Dryad, cause: Cause) -> None:
    """She appears (LS-BOSS-DRYAD-1); in a later phase she grows when it is time (LS-BOSS-DRYAD-7), and her incubators
    hatch in any case (LS-BOSS-DRYAD-8)."""
    state = run.state
    if not boss.at:
        if boss.slot is not None:
            _appear(run, boss, boss.slot, cause)
        return
    grows = dryad_grows(state, state.round)
    if grows or is_corrected(state):
        run.push(*map(HatchIncubator, boss.incubators))
    if grows:
        _grow(run, boss, cause)


def hatch(run: LastSpellRun, step: HatchIncubator) -> None:
    """On its first hatch an incubator is turned to the second and an armored is put on it; on its second an archer
    takes its place (LS-BOSS-DRYAD-8). One under a hero does not hatch (LS-BOSS-DRYAD-12)."""
    boss = dryad_of(run.state)
    tile = boss.incubators.get(step.tile)
    if tile is None or holder(run.state, step.tile) is not None:
        return
    hatches = run.state.content.dryad.hatches
    cause = new_cause(run.state)
    run.emit(IncubatorHatched(step.tile, tile.at, tile.hatch + 1, cause=cause))
    if tile.hatch >= len(hatches):
        run.emit(TileRemoved(step.tile, tile.at, cause=cause))
    _hatchling(run, hatches[tile.hatch - 1], tile.at, cause)


def bring_tile(run: LastSpellRun, boss: Dryad, kind: str, symbol: Square, facing: Facing) -> None:
    """A new incubator or seed bombard, moved towards the city from its symbol by as many squares as the growth stage
    gives; at most six in play (LS-BOSS-DRYAD-9, R60)."""
    state = run.state
    if len(boss.incubators) + len(boss.bombards) >= state.content.dryad.most_broods:
        return
    shift = state.content.dryad.brood_shift[boss.growth - 1]
    square = _resting_place(state, symbol, facing, shift)
    cause = new_cause(state)
    displacement.remove_piece(run, square, cause)
    name = state.next_name(INCUBATOR if kind == INCUBATOR else BOMBARD)
    placed = IncubatorPlaced if kind == INCUBATOR else BombardPlaced
    run.emit(placed(name, square, arrow_at(state, square), cause=cause))
    hero = hero_at(state, square)
    if hero is not None:
        run.emit(HeroHeld(hero, name, cause=cause))
        run.push(HurtHero(hero, state.content.dryad.held_damage, name, reducible=False, cause=cause))
    elif kind == INCUBATOR:
        _hatchling(run, state.content.dryad.hatches[0], square, cause)


def dryad_attack(run: LastSpellRun, step: DryadAttack) -> None:
    """After all other monsters she strikes every hero and construction in the sectors of her stage at once
    (LS-BOSS-DRYAD-5, LS-BOSS-DRYAD-6)."""
    state, boss = run.state, dryad_of(run.state)
    if not boss.at:
        return
    damage, sectors = state.content.dryad.damage, attacked_sectors(state, boss)
    victims = [name for name in state.in_play() if _sector(state, state.heroes[name].at) in sectors]
    victims += [
        name
        for name, piece in state.constructions.items()
        if any(_sector(state, square) in sectors for square in piece.squares)
    ]
    steps = []
    cause = new_cause(state)
    for victim in victims:
        run.emit(MonsterAttacked(DRYAD, victim, damage, cause=cause))
        steps += harm(state, victim, damage, DRYAD, cause)
    run.push(*steps)


def attacked_sectors(state: LastSpellState, boss: Dryad) -> frozenset[str]:
    """The sectors that she attacks: none as a Sprout, then her active ones, which are those of her zone, and when
    Mature the adjacent ones too (LS-BOSS-DRYAD-5, LS-BOSS-DRYAD-6)."""
    reached = state.content.dryad.growth[boss.growth - 1].attacks
    near = (_sector(state, square) for square in zone(boss.at))
    active = frozenset(sector for sector in near if sector is not None)
    found = active if "active" in reached else frozenset()
    if "adjacent" in reached:
        found = found.union(*(state.board.adjacent[sector] for sector in active))
    return found


def _appear(run: LastSpellRun, boss: Dryad, slot: int, cause: Cause) -> None:
    """She takes the top spawn card off her location's pile, is set at the centre of the card and moved towards the
    city; five monoliths are set round her (LS-BOSS-DRYAD-1 to 4)."""
    state = run.state
    place = state.content.city(state.setting.scenario).slot(slot)
    assert place is not None
    pile = state.spawn.get(str(slot))
    if pile is not None and pile.left:
        run.emit(SpawnCardTaken(str(slot), cause=cause))
    card = state.content.dryad
    first = ahead(symbol_square(state, place, CENTER), place.facing, card.advance)
    own = tuple(at_offset(first, place.facing, offset) for offset in card.footprint)
    monoliths = [tuple(at_offset(first, place.facing, offset) for offset in offsets) for offsets in card.monoliths]
    taken = (*own, *(square for squares in monoliths for square in squares))
    displacement.make_room(run, taken, cause)
    cleared = tuple(square for square in taken if state.board.terrain.get(square) in (TREE, CROSSABLE))
    if cleared:
        run.emit(TerrainCleared(cleared, cause=cause))
    run.emit(BossAppeared(DRYAD, own, own, place.facing, cause=cause))
    for squares in monoliths:
        run.emit(MonolithPlaced(state.next_name("monolith"), squares))


def _grow(run: LastSpellRun, boss: Dryad, cause: Cause) -> None:
    """Growth moves one stage; Mature already, the circle loses a mage instead (LS-BOSS-DRYAD-7)."""
    stages = run.state.content.dryad.growth
    if boss.growth < len(stages):
        run.emit(GrowthAdvanced(boss.growth + 1, cause=cause))
    else:
        run.push(LoseMages(stages[-1].circle_damage_per_boss_step, named(run.state, DRYAD), cause=cause))


def _hatchling(run: LastSpellRun, kind: str, square: Square, cause: Cause) -> None:
    """A monster is put on an incubator's square, or on the nearest free one if another stands there, and moves at
    once (LS-BOSS-DRYAD-10, R61)."""
    state = run.state
    available = available_kind(state, kind)
    place = square if square not in state.figures else nearest_free(state, square)
    if available is None or place is None:
        return
    facing = arrow_at(state, place)
    run.push(MoveMonster(enter(run, available, place, facing, cause, hatched=True), cause=cause))


def available_kind(state: LastSpellState, kind: str) -> str | None:
    """The kind, or if it has run out the next that is available of a fixed order, in which a colossus is any of its
    group (LS-BOSS-DRYAD-8)."""
    if pieces_left(state, kind):
        return kind
    kinds = state.content.monsters.values()
    for wanted in state.content.numbers.hatch_replacement_order:
        for sheet in kinds:
            if _is_of(sheet, wanted) and pieces_left(state, sheet.id):
                return sheet.id
    return None


def _is_of(sheet: MonsterKind, wanted: str) -> bool:
    return wanted in (sheet.id, sheet.group)


def _resting_place(state: LastSpellState, symbol: Square, facing: Facing, shift: int) -> Square:
    """Straight ahead so many squares; pieces do not stop it, terrain that does is side-stepped to the Destiny side
    at the price of one of these squares, to the other side if that is closed (R60). Where the Dryad or a monolith
    is, the first free square towards the city (LS-BOSS-DRYAD-14)."""
    square = symbol
    for _ in range(shift):
        square = _one_on(state, square, facing)
    if state.structures.get(square, "") in _boss_pieces(state):
        while square in state.board.terrain and not is_free_for_monster(state, square):
            square = ahead(square, facing)
    return square


def _one_on(state: LastSpellState, square: Square, facing: Facing) -> Square:
    """The square straight ahead, else to the Destiny side, else to the other: the first that no terrain closes."""
    for direction in (facing, *to_either_side(facing, destiny_side(state))):
        following = ahead(square, direction)
        if state.board.terrain.get(following) in OPEN:
            return following
    return square


def _boss_pieces(state: LastSpellState) -> set[str]:
    """The Dryad and her monoliths, as pieces that stand on squares."""
    return {DRYAD, *dryad_of(state).monoliths}


def _sector(state: LastSpellState, square: Square | None) -> str | None:
    return None if square is None else state.board.sectors.get(square)
