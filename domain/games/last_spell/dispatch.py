"""Who carries out what: verbs and steps, each with the function of its chapter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.contract.game import Action, Run
from domain.games.last_spell import actions, asking, steps
from domain.games.last_spell.rules.attacks import (
    armor,
    armor_effects,
    attacks,
    bare_hands,
    damage,
    defences,
    effects,
    strikes,
    wounds,
)
from domain.games.last_spell.rules.bosses import cetusia, dryad, harpy
from domain.games.last_spell.rules.day import preparation as setup
from domain.games.last_spell.rules.heroes import heroes, items, tokens, turns
from domain.games.last_spell.rules.monsters import monster_attacks, movement
from domain.games.last_spell.rules.night import dawn, ending, market, night, spawn, twilight
from domain.games.last_spell.state import LastSpellState

Night = Run[LastSpellState]


def act(run: Night, seat: str, action: Action) -> None:
    """Carry out an answer: in the set-up, at the market, in a hero's turn, or to what lies on top of the agenda."""
    match run.state.open[seat].kind:
        case "setup":
            _prepare(run, seat, action)
        case "market":
            market.answer(run, seat, action)
        case "turn":
            _play(run, action)
        case _:
            ANSWER[type(action)](run, action)


def _prepare(run: Night, seat: str, action: Action) -> None:
    """An answer in the set-up; unless it is `ready` the seat is asked again (LS-SETUP-1)."""
    if isinstance(action, actions.Ready):
        setup.ready(run, seat)
        return
    PREPARE[type(action)](run, seat, action)
    setup.ask(run, seat)


def _play(run: Night, action: Action) -> None:
    """An action of the active hero. Whatever it starts is finished, then the night may be won (R13), then the hero
    goes on (LS-ACT-1)."""
    hero = run.state.active
    assert hero is not None
    if isinstance(action, actions.EndTurn):
        turns.end_turn(run, hero)
    elif isinstance(action, actions.Pass):
        turns.leave_phase(run, hero)
    else:
        run.push(steps.CheckNight(), steps.TakeTurn())
        PLAY[type(action)](run, hero, action)


PREPARE: Mapping[type[Action], Callable[[Night, str, Any], None]] = {
    actions.ChooseHero: setup.choose_hero,
    actions.Equip: setup.equip,
    actions.Build: lambda run, seat, action: setup.build(run, action),
    actions.Place: setup.place,
    actions.Recruit: setup.recruit,
}
"""What a seat does in the set-up."""

PLAY: Mapping[type[Action], Callable[[Night, str, Any], None]] = {
    actions.Spend: tokens.spend,
    actions.Move: heroes.move,
    actions.Jump: heroes.jump,
    actions.Climb: heroes.climb,
    actions.Descend: heroes.descend,
    actions.Teleport: heroes.teleport,
    actions.Attack: attacks.attack,
    actions.Punch: bare_hands.punch,
    actions.Protect: lambda run, hero, action: heroes.protect(run, hero),
    actions.Drink: items.drink,
    actions.Read: attacks.attack,
    actions.Fire: defences.fire,
    actions.Reactivate: armor.reactivate,
}
"""What the active hero does."""

ANSWER: Mapping[type[Action], Callable[[Night, Any], None]] = {
    actions.Reroll: effects.reroll,
    actions.Keep: lambda run, action: strikes.keep(run),
    actions.Bounce: effects.bounce,
    actions.Stop: lambda run, action: effects.stop(run),
    actions.UseCard: armor.use,
    actions.Reactivate: armor.reactivate_now,
    actions.Accept: lambda run, action: asking.accept(run),
    actions.Choose: asking.choose,
}
"""Answers in the middle of an attack or at dawn."""

PERFORM: Mapping[type[Any], Callable[[Night, Any], None]] = {
    steps.BeginNight: twilight.begin_night,
    steps.BeginMonsterPhase: night.begin_monster_phase,
    steps.PhaseStep: night.phase_step,
    steps.EndMonsterPhase: night.end_monster_phase,
    steps.BeginHeroPhase: lambda run, step: turns.begin_hero_phase(run),
    steps.NextTurn: turns.next_turn,
    steps.TakeTurn: lambda run, step: turns.take_turn(run),
    steps.CheckNight: lambda run, step: ending.check_night(run),
    steps.PlaceSymbol: spawn.place_symbol,
    steps.MoveMonster: movement.move_monster,
    steps.DiscardSpawnCards: spawn.discard_cards,
    steps.MonsterAttack: monster_attacks.monster_attack,
    steps.Blast: monster_attacks.blast,
    steps.RemoveExploded: monster_attacks.remove_exploded,
    steps.HurtHero: damage.hurt_hero,
    steps.DrainMana: damage.drain_mana,
    steps.BurnConstruction: damage.burn_construction,
    steps.LoseMages: damage.lose_mages,
    steps.WoundEnemy: wounds.wound_enemy,
    steps.StunEnemy: wounds.stun_enemy,
    steps.StrikePoint: strikes.strike_point,
    steps.StrikeHero: strikes.strike_hero,
    steps.StrikeEnemy: strikes.strike_enemy,
    steps.StunRoll: strikes.stun_roll,
    steps.Spread: effects.spread,
    steps.FinishAttack: strikes.finish_attack,
    steps.AttackOver: harpy.attack_over,
    steps.RecoverAction: tokens.recover_action,
    steps.RecoverMovement: tokens.recover_movement,
    steps.LoseMovement: tokens.lose_movement,
    steps.GainMana: armor_effects.gain_mana,
    steps.HealOther: armor_effects.heal_other,
    steps.WoundAdjacent: armor_effects.wound_adjacent,
    steps.DarkBargain: armor_effects.dark_bargain,
    steps.PartAttack: cetusia.part_attack,
    steps.OthersAttack: monster_attacks.others_attack,
    steps.CetusiaAttack: cetusia.cetusia_attack,
    steps.DryadAttack: dryad.dryad_attack,
    steps.HatchIncubator: dryad.hatch,
    steps.AssessPanic: dawn.assess_panic,
    steps.RewardQuest: dawn.reward_quest,
    steps.AssessQuests: dawn.assess_quests,
    steps.OpenMarket: market.open_market,
    steps.EndDawn: dawn.end_dawn,
}
"""What each step of the agenda does."""
