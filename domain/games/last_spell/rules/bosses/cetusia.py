"""Cetusia, the wyvern of Lakeburg (chapter 14, LS-BOSS-CETUSIA)."""

from __future__ import annotations

from domain.contract.game import Step
from domain.games.last_spell.components import CetusiaCard
from domain.games.last_spell.events.bosses import (
    BossAppeared,
    BossMoved,
    BossTurned,
    CetusiaCardRevealed,
    CetusiaShuffled,
)
from domain.games.last_spell.events.causes import Cause, new_cause
from domain.games.last_spell.events.monsters import MonsterAttacked
from domain.games.last_spell.rules.attacks import displacement
from domain.games.last_spell.rules.attacks.effects import strike_squares
from domain.games.last_spell.rules.bosses.bosses import Cetusia
from domain.games.last_spell.rules.monsters.targets import melee_targets
from domain.games.last_spell.rules.monsters.victims import harm, victims_in
from domain.games.last_spell.rules.questions import settle
from domain.games.last_spell.rules.town.geometry import Facing, Square, adjacent, ahead, straight
from domain.games.last_spell.rules.town.pieces import arrow_at, enemies_at, squares_of
from domain.games.last_spell.state import CIRCLE, LastSpellRun, LastSpellState, cetusia_of
from domain.games.last_spell.steps import AttackOver, CetusiaAttack, PartAttack, WoundEnemy

PARTS = ("head", "tail")
"""Her parts, in the order in which they attack."""


def boss_step(run: LastSpellRun, boss: Cetusia) -> None:
    """In the first Monster phase she does not come (LS-BOSS-CETUSIA-1); in each later one the top card is revealed
    and head and tail go to the squares it shows (LS-BOSS-CETUSIA-2)."""
    if run.state.round <= 1 or not boss.deck:
        return
    cause = new_cause(run.state)
    run.emit(CetusiaCardRevealed(boss.deck[0], cause=cause))
    card = run.state.content.cetusia.cards[boss.card or ""]
    places = {part: _place(card, part) for part in PARTS if not boss.part(part).removed}
    displacement.make_room(run, tuple(places.values()), cause, spared=PARTS)
    for part, square in places.items():
        _go(run, boss, part, square, cause)


def shuffle(run: LastSpellRun) -> None:
    """All four cards make a new face-down deck (LS-SETUP-6, LS-BOSS-CETUSIA-4)."""
    run.emit(CetusiaShuffled(tuple(run.shuffle("cetusia", list(run.state.content.cetusia.cards)))))


def end_phase(run: LastSpellRun, boss: Cetusia) -> None:
    """When three cards have been revealed, all four are shuffled again (LS-BOSS-CETUSIA-4)."""
    if len(boss.revealed) >= run.state.content.cetusia.reshuffle_after_revealed:
        shuffle(run)


def attacks_in_turn(boss: Cetusia) -> list[Step]:
    """Her attacks, the head first, then the tail, each looking for its target when its turn has come
    (LS-BOSS-CETUSIA-9)."""
    return [step for part in boss.enemies() for step in (PartAttack(part), AttackOver())]


def attacks_at_once(state: LastSpellState, boss: Cetusia) -> list[Step]:
    """Her attacks with the targets that her parts have now, by the reading under which all attacks of the step are
    simultaneous (R24)."""
    found = ((attack_of(state, boss, part), AttackOver()) for part in boss.enemies())
    return [step for attack, over in found if attack is not None for step in (attack, over)]


def part_attack(run: LastSpellRun, step: PartAttack) -> None:
    """A part that is still there attacks."""
    boss = cetusia_of(run.state)
    attack = attack_of(run.state, boss, step.part) if boss.squares(step.part) else None
    if attack is not None:
        run.push(attack)


def attack_of(state: LastSpellState, boss: Cetusia, part: str) -> CetusiaAttack | None:
    """A part's attack with the technique that the revealed card names (LS-BOSS-CETUSIA-9) on its target by the melee
    rules (LS-BOSS-CETUSIA-10); None while no card is revealed."""
    if boss.card is None:
        return None
    card = state.content.cetusia.cards[boss.card]
    technique = card.head_technique if part == "head" else card.tail_technique
    damage = state.content.cetusia.techniques[technique].damage(boss.level)
    return CetusiaAttack(part, technique, melee_targets(state, boss.squares(part), damage))


def cetusia_attack(run: LastSpellRun, step: CetusiaAttack) -> None:
    """A part turns to its target, if it has one, and deals its level's damage to every hero, monster and
    construction in its strike zone (LS-BOSS-CETUSIA-10, R31)."""
    state, boss = run.state, cetusia_of(run.state)
    if not boss.squares(step.part):
        return
    target = settle(run, step)
    if target is None and step.targets:
        return
    [square] = boss.squares(step.part)
    facing = None if target is None else _towards(state, square, target)
    if facing not in (None, boss.part(step.part).facing):
        run.emit(BossTurned(step.part, facing))
    technique = state.content.cetusia.techniques[step.technique]
    squares = _strike(state, step, square, boss.part(step.part).facing)
    _strike_all(run, step.part, squares, technique.damage(boss.level))


def _strike_all(run: LastSpellRun, part: str, squares: tuple[Square, ...], damage: int) -> None:
    state, cause = run.state, new_cause(run.state)
    steps: list[Step] = []
    for victim in victims_in(state, squares):
        run.emit(MonsterAttacked(part, victim, damage, cause=cause))
        steps += harm(state, victim, damage, part, cause)
    struck = dict.fromkeys(name for square in squares for name in enemies_at(state, square))
    steps += [WoundEnemy(name, damage, part, cause=cause) for name in struck if name not in PARTS]
    run.push(*steps)


def _strike(state: LastSpellState, step: CetusiaAttack, square: Square, facing: Facing) -> tuple[Square, ...]:
    """The strike zone: a ring lies round the part itself, others start at the square before it (R48)."""
    technique = state.content.cetusia.techniques[step.technique]
    struck = state.content.zones[technique.zone]
    origin = ahead(square, facing) if (0, 0) in struck.squares else square
    return tuple(at for at in strike_squares(struck, origin, facing) if at != square)


def _towards(state: LastSpellState, square: Square, target: str) -> Facing | None:
    """The direction of an adjacent target; None if her other part has struck it off the board in this step."""
    occupied = state.board.circle if target == CIRCLE else squares_of(state, target)
    return next((straight(square, at) for at in adjacent((square,)) if at in occupied), None)


def _place(card: CetusiaCard, part: str) -> Square:
    return card.head if part == "head" else card.tail


def _go(run: LastSpellRun, boss: Cetusia, part: str, square: Square, cause: Cause) -> None:
    origin = boss.part(part).at
    facing = arrow_at(run.state, square)
    if origin is None:
        run.emit(BossAppeared(part, square, (square,), facing, cause=cause))
    else:
        run.emit(BossMoved(part, origin, square, (square,), facing, cause=cause))
