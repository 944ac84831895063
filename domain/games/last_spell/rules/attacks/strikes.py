"""How an attack is carried out, one piece in the strike zone after the other (LS-WPN-11 to 14)."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from domain.contract.game import Decision, Step
from domain.games.last_spell.actions import Keep
from domain.games.last_spell.changes import is_thorough
from domain.games.last_spell.events.attacks import AttackCompleted, DefenceRolled
from domain.games.last_spell.events.heroes import HeroStruck
from domain.games.last_spell.rules.attacks.dice import cursed, is_hit, roll, shows_stun
from domain.games.last_spell.rules.attacks.effects import (
    move_attacker,
    rerolls,
    squares_around,
    strike_squares,
    stun_squares,
)
from domain.games.last_spell.rules.attacks.wounds import can_be_stunned, life_left
from domain.games.last_spell.rules.bosses.bosses import Cetusia
from domain.games.last_spell.rules.questions import details, waiting
from domain.games.last_spell.rules.readings import stuns_round_nobody
from domain.games.last_spell.rules.town.geometry import Square
from domain.games.last_spell.rules.town.pieces import enemies_at, hero_at, is_enemy, is_monolith, kind_of, squares_of
from domain.games.last_spell.state import Assault, LastSpellRun, LastSpellState, assault_of, seat_of
from domain.games.last_spell.steps import (
    AttackOver,
    FinishAttack,
    HurtHero,
    Spread,
    StrikeEnemy,
    StrikeHero,
    StrikePoint,
    StunEnemy,
    StunRoll,
    WoundEnemy,
)


def strike_point(run: LastSpellRun, step: StrikePoint) -> None:
    """Everything in the strike zone of one impact point, each piece once (LS-WPN-13), the impact point first
    (LS-WPN-14); then the rolls for Stun round the main target; then Propagation."""
    state, assault = run.state, assault_of(run.state)
    point, aimed = assault.points[step.point], assault.aimed[step.point]
    steps = _strikes(state, assault, point)
    stands = aimed is not None and is_enemy(state, aimed)
    is_friends = is_thorough(state) and hero_at(state, point) is not None
    if stands or (stuns_round_nobody(state) and not is_friends):
        near = (name for at in squares_around(state, assault, point) for name in enemies_at(state, at))
        steps += [StunRoll(name) for name in dict.fromkeys(near) if name != aimed]
    goes_on = stands and not (is_thorough(state) and is_monolith(aimed or ""))
    if goes_on and "propagation" in assault.effects:
        steps.append(Spread(squares_of(state, aimed or ""), assault.x))
    run.push(*steps)


def strike_hero(run: LastSpellRun, step: StrikeHero) -> None:
    """A friend in the strike zone takes the same damage as a monster, without dice (LS-WPN-11, R5)."""
    assault = assault_of(run.state)
    if run.state.heroes[step.hero].in_play:
        run.emit(HeroStruck(step.hero, _by(assault), assault.damage, cause=assault.cause))
        run.push(HurtHero(step.hero, assault.damage, _by(assault), cause=assault.cause))


def strike_enemy(run: LastSpellRun, step: StrikeEnemy) -> None:
    """An enemy rolls its dice (LS-DIE-1); a miss that can be rolled again is asked about (LS-WPN-12). A monolith is
    always hit (LS-BOSS-DRYAD-3)."""
    state, assault = run.state, assault_of(run.state)
    if not is_enemy(state, step.enemy):
        return
    wound = _wound(assault, step.enemy)
    if is_monolith(step.enemy):
        run.push(wound)
        return
    effects = (*assault.effects, *(assault.impact_effects if step.impact else ()))
    faces = roll(run, cursed(dice_of(state, step.enemy), assault.curse, assault.die))
    hit = is_hit(faces, effects)
    stun = step.stuns and shows_stun(faces) and can_be_stunned(state, step.enemy)
    slain = hit and life_left(state, step.enemy) <= assault.damage
    run.emit(DefenceRolled(step.enemy, faces, hit, stun and not slain, cause=assault.cause))
    if hit:
        run.push(wound, *([StunEnemy(step.enemy, cause=assault.cause)] if stun else []))
    elif rerolls(state, step):
        missed = replace(step, stunned=stun)
        run.push(missed)
        run.ask(seat_of(assault.hero), Decision("reroll", ("reroll", "keep"), details(state, missed)))
    elif stun:
        run.push(StunEnemy(step.enemy, cause=assault.cause))


def keep(run: LastSpellRun, seat: str, action: Keep) -> None:
    """Let a miss stand; the roll may still stun (LS-DIE-4, LS-DIE-5)."""
    missed = waiting(run.agenda, StrikeEnemy)
    run.agenda.pop()
    if missed.stunned:
        run.push(StunEnemy(missed.enemy, cause=assault_of(run.state).cause))


def stun_roll(run: LastSpellRun, step: StunRoll) -> None:
    """A monster round the main target rolls for Stun only, without damage; it is not attacked, and so not targeted
    (LS-FX-encirclement-1, R43)."""
    if not can_be_stunned(run.state, step.enemy):
        return
    assault, faces = assault_of(run.state), roll(run, dice_of(run.state, step.enemy))
    stun, targeted = shows_stun(faces), False if "propagation" in assault.effects else UNSET
    run.emit(DefenceRolled(step.enemy, faces, hit=False, stun=stun, targeted=targeted, cause=assault.cause))
    if stun:
        run.push(StunEnemy(step.enemy, cause=assault.cause))


def finish_attack(run: LastSpellRun, step: FinishAttack) -> None:
    """The attacker's own moves; then the attack is complete."""
    assault = assault_of(run.state)
    if not assault.is_defence and run.state.heroes[assault.hero].in_play:
        move_attacker(run, assault)
    run.emit(AttackCompleted(assault.hero))
    run.push(AttackOver())


def dice_of(state: LastSpellState, enemy: str) -> tuple[str, ...]:
    """The dice of a monster or boss; Cetusia's parts have one on level I, two on level II
    (LS-BOSS-CETUSIA-5)."""
    if isinstance(state.boss, Cetusia) and enemy not in state.monsters:
        part = state.content.cetusia.parts[enemy]
        return part.dice_level_1 if state.boss.level == 1 else part.dice_level_2
    return kind_of(state, enemy).dice


def _strikes(state: LastSpellState, assault: Assault, point: Square) -> list[Step]:
    struck = state.content.zones[assault.zone]
    stunned = stun_squares(struck, assault.effects, point, assault.facing)
    found: dict[str, Step] = {}
    for square in strike_squares(struck, point, assault.facing):
        if (hero := hero_at(state, square)) is not None:
            found.setdefault(hero, StrikeHero(hero))
        for enemy in enemies_at(state, square):
            found.setdefault(enemy, StrikeEnemy(enemy, square == point, square in stunned))
    return list(found.values())


def _wound(assault: Assault, enemy: str) -> WoundEnemy:
    credited = None if assault.is_defence else assault.hero
    return WoundEnemy(enemy, assault.damage, _by(assault), credited, counts=True, cause=assault.cause)


def _by(assault: Assault) -> str:
    return assault.source if assault.is_defence else assault.hero
