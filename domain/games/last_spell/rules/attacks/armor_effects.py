"""What armours and shields do besides reducing damage (chapter 17, LS-ARMOR)."""

from __future__ import annotations

from domain.contract.game import Step
from domain.games.last_spell.events.causes import Cause, named
from domain.games.last_spell.events.heroes import ArmorReactivated, ManaGained, WoundHealed
from domain.games.last_spell.rules.questions import settle
from domain.games.last_spell.state import LastSpellRun
from domain.games.last_spell.steps import (
    DarkBargain,
    GainMana,
    HealOther,
    HurtHero,
    RecoverMovement,
    WoundAdjacent,
    WoundEnemy,
)


def push_effects(run: LastSpellRun, hero: str, card: str, cause: Cause) -> None:
    """What a card does when it has been used, before more of the damage is prevented: mana
    (LS-ARMOR-teardrop-shield-1), a movement token (LS-ARMOR-runner-greaves-1), a friend's wound, a neighbour's
    wound, a dark bargain. Cards that only reduce do no more (LS-ARMOR-worn-trousers-1, LS-ARMOR-worn-armor-1,
    LS-ARMOR-wooden-shield-1, LS-ARMOR-cloth-trousers-1, LS-ARMOR-chainmail-trousers-1, LS-ARMOR-cloth-tunic-1,
    LS-ARMOR-carapace-1, LS-ARMOR-pavise-1)."""
    use, by = run.state.content.armor[card].use, named(run.state, card)
    steps: list[Step] = []
    if use.gain_mana:
        steps.append(GainMana(hero, use.gain_mana, cause=cause))
    if use.recover_movement_tokens:
        steps.append(RecoverMovement(hero, use.recover_movement_tokens, by=by, cause=cause))
    if use.heal_other_hero:
        steps.append(HealOther(hero, use.heal_other_hero, by=by, cause=cause))
    if use.wound_adjacent_monster:
        steps.append(WoundAdjacent(hero, use.wound_adjacent_monster, by=by, cause=cause))
    if use.may_take_damage:
        steps.append(DarkBargain(hero, card, cause=cause))
    run.push(*steps)


def gain_mana(run: LastSpellRun, step: GainMana) -> None:
    """The hero gains mana, never above its maximum (LS-POT-4)."""
    hero = run.state.heroes[step.hero]
    amount = min(step.amount, hero.mana_max - hero.mana)
    if hero.in_play and amount > 0:
        run.emit(ManaGained(step.hero, amount, cause=step.cause))


def heal_other(run: LastSpellRun, step: HealOther) -> None:
    """Another hero loses a wound (LS-ARMOR-healer-armor-1)."""
    chosen = settle(run, step)
    if chosen is not None:
        run.emit(WoundHealed(chosen, step.amount, cause=step.cause))


def wound_adjacent(run: LastSpellRun, step: WoundAdjacent) -> None:
    """An adjacent monster takes a wound, without dice (LS-ARMOR-fury-shield-1, R36)."""
    chosen = settle(run, step)
    if chosen is not None:
        run.push(WoundEnemy(chosen, step.amount, step.hero, counts=True, cause=step.cause))


def dark_bargain(run: LastSpellRun, step: DarkBargain) -> None:
    """The hero may take damage, which nothing reduces, and then regains mana or movement tokens
    (LS-ARMOR-dark-armor-1, LS-ARMOR-dark-trousers-1, R37)."""
    if settle(run, step) != "yes":
        return
    use, by = run.state.content.armor[step.card].use, named(run.state, step.card)
    steps: list[Step] = [HurtHero(step.hero, use.may_take_damage, step.card, reducible=False, cause=step.cause)]
    if use.then_recover_mana:
        steps.append(GainMana(step.hero, use.then_recover_mana, cause=step.cause))
    if use.then_recover_movement_tokens:
        steps.append(RecoverMovement(step.hero, use.then_recover_movement_tokens, by=by, cause=step.cause))
    run.push(*steps)


def reward_kills(run: LastSpellRun, name: str, cause: Cause) -> None:
    """The murderer's cards answer to the second monster eliminated in one turn (LS-ARMOR-murderer-armor-1,
    LS-ARMOR-murderer-trousers-1, R41)."""
    hero = run.state.heroes[name]
    for card in hero.armor:
        trigger = run.state.content.armor[card.card].trigger
        if trigger is None or hero.slain != trigger.kills_in_one_turn:
            continue
        if trigger.reactivate and card.used:
            run.emit(ArmorReactivated(name, card.card, cause=cause))
        if trigger.recover_movement_tokens:
            by = named(run.state, card.card)
            run.push(RecoverMovement(name, trigger.recover_movement_tokens, by=by, cause=cause))
