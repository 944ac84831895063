"""What is done with each step of the agenda, in the order in which a game comes to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from domain.contract.game import Step
from domain.games.last_spell import steps
from domain.games.last_spell.rules.attacks import armor_effects, damage, effects, strikes, wounds
from domain.games.last_spell.rules.bosses import cetusia, dryad, harpy
from domain.games.last_spell.rules.heroes import tokens, turns
from domain.games.last_spell.rules.monsters import monster_attacks, movement
from domain.games.last_spell.rules.night import dawn, ending, market, night, spawn, twilight
from domain.games.last_spell.state import LastSpellRun

AGENDA: Mapping[type[Step], Callable[[LastSpellRun, Any], None]] = MappingProxyType(
    {
        steps.BeginNight: twilight.begin_night,
        steps.BeginMonsterPhase: night.begin_monster_phase,
        steps.PhaseStep: night.phase_step,
        steps.EndMonsterPhase: night.end_monster_phase,
        steps.BeginHeroPhase: turns.begin_hero_phase,
        steps.NextTurn: turns.next_turn,
        steps.TakeTurn: turns.take_turn,
        steps.CheckNight: ending.check_night,
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
)
