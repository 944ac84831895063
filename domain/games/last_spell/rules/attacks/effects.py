"""Weapon effects (chapter 16, LS-FX): strike zones, stun, rerolls, Propagation, and moves after the attack."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Decision, Refused
from domain.games.last_spell.actions import Bounce, Reroll, Stop
from domain.games.last_spell.components import Zone
from domain.games.last_spell.events.attacks import RerollTaken
from domain.games.last_spell.events.heroes import HeroMoved
from domain.games.last_spell.rules.questions import details, waiting
from domain.games.last_spell.rules.town.geometry import Facing, Square, at_offset, zone
from domain.games.last_spell.rules.town.pieces import (
    enemies_at,
    has_existed,
    is_enemy,
    is_free_for_hero,
    is_monolith,
    is_monster,
    squares_of,
)
from domain.games.last_spell.state import Assault, LastSpellRun, LastSpellState, assault_of, seat_of
from domain.games.last_spell.steps import Spread, StrikeEnemy

AROUND = ("encirclement", "stun-area")
"""The effects that stun round the main target."""


def strike_squares(struck: Zone, point: Square, facing: Facing) -> tuple[Square, ...]:
    """The squares of a strike zone: the impact point first, the others in the zone's order (LS-WPN-14). They are
    struck whatever covers them from sight (LS-GLEN-2).

    The shapes are data: LS-FX-single-1, LS-FX-line-2-1, LS-FX-line-3-1, LS-FX-line-3-move-1, LS-FX-cross-5-1,
    LS-FX-cross-5-stun-1, LS-FX-rect-6-1, LS-FX-cone-9-1, LS-FX-square-9-1, LS-FX-square-9-stun-1, LS-FX-ring-8-1,
    LS-FX-single-stun-1; "the same direction" is the facing of the attack.
    """
    ordered = sorted(struck.squares, key=lambda offset: offset != (0, 0))
    return tuple(at_offset(point, facing, offset) for offset in ordered)


def stun_squares(struck: Zone, effects: tuple[str, ...], point: Square, facing: Facing) -> frozenset[Square]:
    """The squares of the strike zone on which the attack stuns (LS-FX-stun-1): those that the zone marks, else all;
    with encirclement or stun-area none but those that the zone marks (R43)."""
    if struck.stun:
        return frozenset(at_offset(point, facing, offset) for offset in struck.stun)
    if "stun" not in effects or any(effect in effects for effect in AROUND):
        return frozenset()
    return frozenset(strike_squares(struck, point, facing))


def squares_around(state: LastSpellState, assault: Assault, point: Square) -> tuple[Square, ...]:
    """The squares round the main target whose monsters roll for Stun only (LS-FX-encirclement-1,
    LS-FX-stun-area-1), in the order of the data."""
    return tuple(
        at_offset(point, assault.facing, offset)
        for effect in AROUND
        if effect in assault.effects
        for offset in state.content.stun_around[effect]
    )


def rerolls(state: LastSpellState, step: StrikeEnemy) -> tuple[str, ...]:
    """The rerolls that a miss can have now and that can be paid: never more than four against one target
    (LS-WPN-12)."""
    assault, numbers = state.assault, state.content.numbers
    if assault is None or assault.is_defence:
        return ()
    against = sum(enemy == step.enemy for enemy, _ in assault.rerolls)
    if against >= numbers.max_rerolls_per_target:
        return ()
    offers = {
        "magic": step.impact and _has_magic_reroll(state, assault),
        "isolation": "isolation" in assault.effects and "isolation" not in step.taken
        and is_isolated(state, step.enemy),
        "momentum": step.taken.count("momentum") < assault.momentum,
    }  # fmt: skip
    return tuple(source for source, offered in offers.items() if offered)


def is_isolated(state: LastSpellState, enemy: str) -> bool:
    """Whether no other monster is in the target's zone (LS-FX-isolation-1)."""
    near = (name for square in zone(squares_of(state, enemy)) for name in enemies_at(state, square))
    return not any(name != enemy and is_monster(state, name) for name in near)


def again(state: LastSpellState, seat: str) -> Iterator[Reroll]:
    """The rerolls of the miss that waits."""
    return map(Reroll, rerolls(state, waiting(state.agenda, StrikeEnemy)))


def reroll(run: LastSpellRun, seat: str, action: Reroll) -> None:
    """Roll a missed monster again (LS-WPN-5, LS-FX-isolation-1, LS-FX-momentum-1)."""
    missed = waiting(run.agenda, StrikeEnemy)
    if action.source not in ("magic", "isolation", "momentum"):
        raise Refused("malformed", "there is no reroll {source!r}", source=action.source)
    if action.source not in rerolls(run.state, missed):
        raise Refused("illegal", "no such reroll is left against that monster")
    assault = assault_of(run.state)
    run.agenda.pop()
    mana = run.state.content.numbers.magic_reroll_mana_cost if action.source == "magic" else 0
    run.emit(RerollTaken(assault.hero, missed.enemy, action.source, mana, cause=assault.cause))
    run.push(StrikeEnemy(missed.enemy, missed.impact, missed.stuns, (*missed.taken, action.source)))


def spread(run: LastSpellRun, step: Spread) -> None:
    """Propagation: the attack may go on to another monster in the zone of the last target; the player may stop
    (LS-FX-propagation-1, R34)."""
    assault = run.state.assault
    if assault is not None and step.left and bounces(run.state, step):
        run.push(step)
        run.ask(seat_of(assault.hero), Decision("propagation", ("bounce", "stop"), details(run.state, step)))


def bounces(state: LastSpellState, step: Spread) -> tuple[str, ...]:
    """The monsters to which the attack can go on: in the last target's zone, not targeted yet."""
    assault = state.assault
    targeted = () if assault is None else assault.targeted
    near = dict.fromkeys(name for square in zone(step.squares) for name in enemies_at(state, square))
    return tuple(name for name in near if name not in targeted and is_monster(state, name))


def bounce(run: LastSpellRun, seat: str, action: Bounce) -> None:
    """Go on to a monster, with dice, and perhaps further from there."""
    spreading = waiting(run.agenda, Spread)
    if not has_existed(run.state, action.monster):
        raise Refused("malformed", "there is no monster {monster!r}", monster=action.monster)
    if action.monster not in bounces(run.state, spreading):
        raise Refused("illegal", "the attack cannot go on to that monster")
    run.agenda.pop()
    assault = assault_of(run.state)
    stuns = "stun" in assault.effects and not any(effect in assault.effects for effect in AROUND)
    further = Spread(squares_of(run.state, action.monster), spreading.left - 1)
    run.push(StrikeEnemy(action.monster, impact=False, stuns=stuns), further)


def onward(state: LastSpellState, seat: str) -> Iterator[Bounce]:
    """The monsters to which the attack that waits can go on."""
    return map(Bounce, bounces(state, waiting(state.agenda, Spread)))


def stop(run: LastSpellRun, seat: str, action: Stop) -> None:
    """The attack goes no further."""
    run.agenda.pop()


def move_attacker(run: LastSpellRun, assault: Assault) -> None:
    """What moves the hero after its attack: the strike zone (LS-FX-move-one-1, LS-FX-line-3-move-1), Pursuit
    (LS-FX-pursuit-1), Maneuver (LS-FX-maneuver-1). In any case only to a free square."""
    move_to = run.state.content.zones[assault.zone].move_to
    if move_to is not None:
        _go(run, assault, at_offset(assault.points[0], assault.facing, move_to), "effect")
    if "pursuit" in assault.effects and _is_gone(run.state, assault.aimed[0]):
        _go(run, assault, assault.points[0], "pursuit")
    at = run.state.heroes[assault.hero].at
    if assault.maneuver_to is not None and at is not None:
        _go(run, assault, at_offset(at, assault.facing, assault.maneuver_to), "maneuver")


def _is_gone(state: LastSpellState, aimed: str | None) -> bool:
    """Whether nobody was aimed at, or a monster that is no longer there."""
    return aimed is None or not (is_enemy(state, aimed) or is_monolith(aimed) or aimed in state.heroes)


def _go(run: LastSpellRun, assault: Assault, square: Square, how: str) -> None:
    origin = run.state.heroes[assault.hero].at
    if origin is not None and is_free_for_hero(run.state, square):
        run.emit(HeroMoved(assault.hero, origin, square, (square,), how, caused_by=assault.cause))


def _has_magic_reroll(state: LastSpellState, assault: Assault) -> bool:
    """Once an attack, for 1 more mana, against a monster on an impact point (LS-WPN-5, LS-SCR-2)."""
    numbers = state.content.numbers
    taken = sum(source == "magic" for _, source in assault.rerolls)
    affordable = state.heroes[assault.hero].mana >= numbers.magic_reroll_mana_cost
    return assault.is_magic and taken < numbers.magic_reroll_uses_per_attack and affordable
