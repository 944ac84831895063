"""Damage to heroes, constructions and the circle (LS-ATT-7 to 10, LS-HERO-1, LS-HERO-8, LS-ABIL-8)."""

from __future__ import annotations

from msgspec.structs import replace

from domain.contract.game import Decision
from domain.games.last_spell.actions import Accept
from domain.games.last_spell.events.causes import Cause
from domain.games.last_spell.events.heroes import PROTECT, DamageReduced, HeroEliminated, HeroWounded, ManaDrained
from domain.games.last_spell.events.monsters import ConstructionDamaged, ConstructionDestroyed, MagesLost
from domain.games.last_spell.rules.attacks import armor
from domain.games.last_spell.rules.night.ending import after_elimination, blow_on_circle, lose_game
from domain.games.last_spell.rules.night.quests import quests_of_loss
from domain.games.last_spell.rules.questions import details, waiting
from domain.games.last_spell.state import LastSpellRun, seat_of
from domain.games.last_spell.steps import BurnConstruction, DrainMana, HurtHero, LoseMages


def hurt_hero(run: LastSpellRun, step: HurtHero) -> None:
    """Damage to a hero, less what Protect prevents, and then what the hero's seat prevents with cards
    (LS-ARM-1); without a card that helps it is taken at once."""
    if not run.state.heroes[step.hero].in_play:
        return
    left = _after_protect(run, step)
    if left.amount and left.reducible and armor.could_help(run.state, step.hero):
        run.push(left)
        asked = Decision("damage", armor.verbs(run.state, left.hero), details(run.state, left))
        run.ask(seat_of(left.hero), asked)
    else:
        take(run, left)


def take(run: LastSpellRun, step: HurtHero) -> None:
    """The hero takes what is left of the damage, never below 0 (LS-ARM-4, LS-ATT-7)."""
    if step.amount <= 0:
        return
    run.emit(HeroWounded(step.hero, step.amount, step.by, cause=step.cause))
    hero = run.state.heroes[step.hero]
    if hero.wounds >= hero.health:
        eliminate(run, step)


def accept(run: LastSpellRun, seat: str, action: Accept) -> None:
    """Take what is left of the damage that waits."""
    blow = waiting(run.agenda, HurtHero)
    run.agenda.pop()
    take(run, blow)


def eliminate(run: LastSpellRun, blow: HurtHero) -> None:
    """A hero whose wounds reach its life points is eliminated (LS-HERO-1)."""
    run.emit(HeroEliminated(blow.hero, cause=blow.cause))
    after_elimination(run, blow)


def drain_mana(run: LastSpellRun, step: DrainMana) -> None:
    """The hero attacked loses mana too, however far the damage was reduced (LS-ABIL-8, R12)."""
    hero = run.state.heroes[step.hero]
    amount = min(hero.mana, run.state.content.numbers.mana_drain_points)
    if hero.in_play and amount:
        run.emit(ManaDrained(step.hero, amount, cause=step.cause))


def burn_construction(run: LastSpellRun, step: BurnConstruction) -> None:
    """One Flame token a damage (LS-ATT-8): for ramparts from the box, for others from the panic track, and from
    the box when that is empty (R14). Tokens beyond the life points are not placed (R57)."""
    state, name = run.state, step.construction
    construction = state.constructions.get(name)
    if construction is None:
        return
    placed = min(step.amount, construction.health - construction.flames)
    is_rampart = state.construction_kind(name).category == "rampart"
    from_panic = 0 if is_rampart else min(placed, sum(state.panic))
    for amount, source in ((from_panic, "panic"), (placed - from_panic, "box")):
        if amount:
            run.emit(ConstructionDamaged(name, amount, source, step.by, cause=step.cause))
    if construction.flames >= construction.health:
        destroy(run, name, step.cause)


def destroy(run: LastSpellRun, construction: str, cause: Cause) -> None:
    """A construction is taken off the board; the quests that count buildings count it (LS-ATT-9, R23)."""
    category = run.state.construction_kind(construction).category
    run.emit(ConstructionDestroyed(construction, quests_of_loss(run.state, category), cause=cause))


def lose_mages(run: LastSpellRun, step: LoseMages) -> None:
    """As many mages as damage (LS-ATT-10); without mages everyone has lost (LS-NIGHT-5)."""
    amount = min(step.amount, run.state.mages)
    if amount <= 0:
        return
    run.emit(MagesLost(amount, run.state.mages - amount, step.by, cause=step.cause))
    if not run.state.mages:
        lose_game(run, "circle-fallen", blow_on_circle(run.state, step), step.cause)


def _after_protect(run: LastSpellRun, step: HurtHero) -> HurtHero:
    """What is left after Protect, which asks nothing and comes first (LS-HERO-8, R58)."""
    if not (step.guarded and step.amount and run.state.heroes[step.hero].protected):
        return step
    amount = min(step.amount, run.state.content.numbers.protect_reduces)
    run.emit(DamageReduced(step.hero, PROTECT, amount, cause=step.cause))
    return replace(step, amount=step.amount - amount, guarded=False)
