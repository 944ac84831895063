"""The verbs of the game: what carries each out, and how it can be answered with.

What is short and useful is listed first, endless variants last. Everything but the face-down cards is open, so legal
answers give nothing away (LS-INFO-1).
"""

from __future__ import annotations

from domain.contract.game import Action
from domain.contract.verbs import Default, Question, Verb, Verbs, only
from domain.games.last_spell.actions import (
    Accept,
    Attack,
    Bounce,
    Build,
    Buy,
    Choose,
    ChooseHero,
    Climb,
    Descend,
    Drink,
    EndTurn,
    Equip,
    Fire,
    Jump,
    Keep,
    Move,
    Pass,
    Place,
    Protect,
    Punch,
    Reactivate,
    Read,
    Ready,
    Recruit,
    Reroll,
    Spend,
    Stop,
    Teleport,
    UseCard,
)
from domain.games.last_spell.rules import questions
from domain.games.last_spell.rules.attacks import (
    aiming,
    armor,
    attacks,
    bare_hands,
    damage,
    defences,
    effects,
    strikes,
)
from domain.games.last_spell.rules.day import building, preparation, taking
from domain.games.last_spell.rules.day.preparation import preparing
from domain.games.last_spell.rules.heroes import heroes, items, tokens, turns, ways
from domain.games.last_spell.rules.heroes.turns import in_turn
from domain.games.last_spell.rules.night import market


def _plays(action: Action) -> Default:
    """What an absent seat plays, whatever lies on the table."""
    return lambda state, seat: action


VERBS = Verbs(
    Verb(action=Ready, at=("setup",), carry_out=preparation.ready, listing=preparation.readiness),
    Verb(action=ChooseHero, carry_out=preparing(taking.choose_hero), listing=taking.heroes_to_take),
    Verb(action=Equip, carry_out=preparing(taking.equip), listing=taking.cards_to_move),
    Verb(action=Recruit, carry_out=preparing(taking.recruit), listing=taking.heroes_to_recruit),
    Verb(action=Place, carry_out=preparing(building.place), listing=building.places, slots=building.place_slots),
    Verb(action=Build, carry_out=preparing(building.build), listing=building.sites, slots=building.site_slots),
    Verb(action=Ready, at=("market",), carry_out=market.leave, listing=only(Ready())),
    Verb(action=Buy, carry_out=market.buy, listing=market.purchases),
    Verb(action=EndTurn, carry_out=turns.end_turn, listing=only(EndTurn()), default=turns.end_begun_turn),
    Verb(action=Pass, carry_out=turns.leave_phase, listing=only(Pass()), default=_plays(Pass())),
    Verb(action=Punch, carry_out=in_turn(bare_hands.punch), listing=bare_hands.punches),
    Verb(action=Protect, carry_out=in_turn(heroes.protect), listing=heroes.protections),
    Verb(action=Spend, carry_out=in_turn(tokens.spend), listing=tokens.spendings),
    Verb(action=Reactivate, at=("turn",), carry_out=in_turn(armor.reactivate), listing=armor.reactivations),
    Verb(
        action=Attack,
        carry_out=in_turn(attacks.attack),
        listing=aiming.attacks,
        rest=aiming.attacks_on_nobody,
        slots=aiming.attack_slots,
    ),
    Verb(
        action=Read,
        carry_out=in_turn(attacks.attack),
        listing=aiming.scrolls,
        rest=aiming.scrolls_on_nobody,
        slots=aiming.scroll_slots,
    ),
    Verb(
        action=Fire,
        carry_out=in_turn(defences.fire),
        listing=defences.shots,
        rest=defences.shots_at_nobody,
        slots=defences.shot_slots,
    ),
    Verb(action=Drink, carry_out=in_turn(items.drink), listing=items.doses),
    Verb(action=Descend, carry_out=in_turn(heroes.descend), listing=ways.descents),
    Verb(action=Climb, carry_out=in_turn(heroes.climb), listing=ways.climbs),
    Verb(action=Teleport, carry_out=in_turn(heroes.teleport), listing=ways.teleports),
    Verb(action=Jump, carry_out=in_turn(heroes.jump), listing=ways.jumps),
    Verb(
        action=Move,
        carry_out=in_turn(heroes.move),
        listing=ways.shortest_moves,
        rest=ways.other_moves,
        slots=ways.path_slots,
    ),
    Verb(action=UseCard, carry_out=armor.use, listing=armor.uses),
    Verb(action=Reactivate, at=("damage",), carry_out=armor.reactivate_now, listing=armor.reactivations_now),
    Verb(action=Accept, carry_out=damage.accept, listing=only(Accept()), default=_plays(Accept())),
    Verb(action=Reroll, carry_out=effects.reroll, listing=effects.again),
    Verb(action=Keep, carry_out=strikes.keep, listing=only(Keep()), default=_plays(Keep())),
    Verb(action=Bounce, carry_out=effects.bounce, listing=effects.onward),
    Verb(action=Stop, carry_out=effects.stop, listing=only(Stop()), default=_plays(Stop())),
    Verb(action=Choose, carry_out=questions.choose, listing=questions.choices),
    questions=(
        Question(kind="setup", sample=preparation.any_preparation),
        Question(kind="turn", sample=turns.any_action),
    ),
)
