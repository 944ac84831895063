"""The verbs of the game: what carries each out, and how it can be answered with (chapter 17).

A verb that only a game master's game asks for stands here beside the others, since nothing else opens it; the few that
are something else there have rows of their own in `MASTER_VERBS`.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.contract.parts import Action
from domain.contract.verbs import STANDING, CarryOut, Default, Listing, Question, Verb, Verbs, always, only
from domain.games.darkness import actions, setup
from domain.games.darkness.rules import ending, scenario_actions, turn
from domain.games.darkness.rules.checks import checks, fate, helping, rerolls
from domain.games.darkness.rules.fights import combat, retreat, security, wounds
from domain.games.darkness.rules.master import (
    acting,
    chapters,
    fighting,
    foraging,
    guards,
    moving,
    pieces,
    ruling,
    trying,
)
from domain.games.darkness.rules.master import actions as master
from domain.games.darkness.rules.things import carrying, disks, handing, points, reshuffle
from domain.games.darkness.rules.town import doors, exploring, movement, paths, perception
from domain.games.darkness.state import DarknessState


def _while_free(listing: Listing) -> Listing:
    """A listing of answers that take the turn's action."""

    def listed(state: DarknessState, seat: str) -> Iterable[Action]:
        return listing(state, seat) if state.turn.action == "free" else ()

    return listed


def _bare(action: Action, carry_out: CarryOut) -> Verb:
    """A verb without arguments that is always possible where it is open."""
    return Verb(action=type(action), carry_out=carry_out, listing=only(action))


def _idle(action: Action, carry_out: CarryOut, *at: str) -> Verb:
    """Such a verb that lets things take their course: an absent seat plays it."""
    return Verb(action=type(action), carry_out=carry_out, listing=only(action), default=_plays(action), at=at)


def _plays(action: Action) -> Default:
    return lambda state, seat: action


def _play_turn(state: DarknessState, seat: str) -> Action:
    """An absent seat heals itself if it is hurt and free to, else it rolls for movement and ends its turn."""
    if seat not in state.people:
        return actions.EndTurn()
    if wounds.can_skip(state, seat):
        return actions.HealSelf()
    if state.gm:
        return master.Pass()
    return actions.MoveRoll() if state.turn.move == "unrolled" else actions.EndTurn()


SETTING_UP = (
    Verb(
        action=actions.ChooseCharacter,
        carry_out=setup.choose_character,
        listing=setup.characters_to_take,
        sample=setup.any_character,
        slots=setup.character_slots,
        open_ended=always,
    ),
    Verb(action=actions.Start, carry_out=setup.start, listing=setup.starts),
)

AT_TURN = (
    Verb(action=actions.MoveRoll, carry_out=movement.move_roll, listing=movement.movement_throws),
    Verb(
        action=actions.Move,
        carry_out=movement.move,
        listing=paths.walks,
        sample=paths.any_walk,
        slots=paths.walk_slots,
        open_ended=paths.can_walk,
    ),
    Verb(action=actions.Explore, carry_out=exploring.explore, listing=exploring.explorations),
    Verb(action=actions.PickLock, carry_out=doors.pick_lock, listing=_while_free(doors.locks_to_pick)),
    Verb(action=actions.Force, carry_out=doors.force, listing=_while_free(doors.doors_to_force)),
    Verb(action=actions.Climb, carry_out=doors.climb, listing=_while_free(doors.windows_to_climb)),
    Verb(action=actions.OpenFor, carry_out=doors.open_for, listing=_while_free(doors.doors_to_open_for)),
    Verb(action=actions.Perceive, carry_out=perception.perceive, listing=_while_free(perception.looks)),
    Verb(action=master.Search, carry_out=foraging.search, listing=foraging.searches),
    Verb(action=actions.Heal, carry_out=wounds.heal, listing=_while_free(wounds.healings)),
    Verb(action=actions.HealSelf, carry_out=wounds.heal_self, listing=wounds.ways_to_heal_self),
    Verb(action=actions.Give, carry_out=handing.give, listing=_while_free(handing.gifts)),
    Verb(action=actions.Drop, at=("turn",), carry_out=handing.drop, listing=_while_free(handing.drops)),
    Verb(action=actions.Take, carry_out=handing.take, listing=_while_free(handing.takings)),
    Verb(action=actions.Steal, carry_out=handing.steal, listing=_while_free(handing.thefts)),
    Verb(action=actions.Reveal, at=("turn",), carry_out=disks.reveal, listing=_while_free(disks.disks_to_reveal)),
    Verb(
        action=actions.Scenario,
        at=("turn",),
        carry_out=scenario_actions.take_action,
        listing=_while_free(scenario_actions.open_actions),
    ),
    Verb(action=actions.Fight, at=("turn",), carry_out=fighting.fight, listing=fighting.fights),
    Verb(
        action=master.TryOut,
        carry_out=trying.attempt,
        sample=trying.any_attempt,
        slots=trying.attempt_slots,
        open_ended=always,
    ),
    Verb(
        action=master.Task,
        carry_out=trying.task,
        sample=trying.any_task,
        slots=trying.task_slots,
        open_ended=always,
    ),
    Verb(action=actions.Spend, carry_out=points.spend, listing=points.purchases),
    Verb(
        action=actions.Pay,
        carry_out=points.pay,
        listing=points.payments,
        sample=points.any_payment,
        slots=points.payment_slots,
    ),
    Verb(
        action=master.Act,
        carry_out=acting.act,
        listing=acting.doings,
        sample=acting.any_doing,
        slots=acting.act_slots,
        open_ended=acting.any_to_act,
    ),
    Verb(action=actions.EndTurn, carry_out=turn.end_turn, listing=turn.turn_ends),
    _bare(master.Pass(), turn.pass_turn),
)

IN_TOWN = (
    Verb(action=actions.Orient, carry_out=exploring.orient, listing=exploring.orientations),
    Verb(action=actions.Invite, carry_out=doors.invite, listing=doors.invitations),
    _bare(actions.Enter(), doors.enter),
    _idle(actions.Stay(), doors.stay),
    Verb(action=actions.Peek, carry_out=perception.peek, listing=perception.ways_to_peek),
    Verb(action=actions.Arrange, carry_out=reshuffle.arrange, listing=reshuffle.arrangements),
    _bare(actions.Strain(), carrying.strain),
    Verb(
        action=actions.Drop,
        at=("overload",),
        carry_out=carrying.unburden,
        listing=handing.drops,
        default=carrying.drop_newest,
    ),
)

IN_CHECKS = (
    Verb(action=actions.Roll, carry_out=checks.roll, listing=checks.rolls, slots=checks.roll_slots),
    Verb(
        action=actions.Ask,
        carry_out=helping.ask,
        listing=helping.requests,
        sample=helping.any_request,
        slots=helping.request_slots,
    ),
    Verb(
        action=actions.Scenario,
        at=("check",),
        carry_out=scenario_actions.act_in_attack,
        listing=scenario_actions.actions_in_attack,
    ),
    Verb(action=actions.Help, carry_out=helping.help, listing=helping.ways_to_help),
    _idle(actions.Decline(), helping.decline),
    Verb(
        action=actions.Demand,
        carry_out=helping.demand_terms,
        listing=helping.demands,
        sample=helping.any_demand,
        slots=helping.demand_slots,
    ),
    _bare(actions.Agree(), helping.agree),
    _idle(actions.Refuse(), helping.refuse),
    Verb(
        action=actions.Reroll,
        carry_out=rerolls.reroll,
        listing=rerolls.ways_to_reroll,
        sample=rerolls.any_reroll,
        slots=rerolls.reroll_slots,
    ),
    _idle(actions.Keep(), rerolls.keep),
    _bare(actions.Avoid(), fate.avoid),
    _idle(actions.Suffer(), fate.suffer, "oh-crap"),
    Verb(action=actions.Choose, carry_out=fate.choose, listing=fate.choices),
)

IN_FIGHTS = (
    _bare(actions.Parley(), security.parley),
    Verb(action=actions.Fight, at=("encounter",), carry_out=security.fight, listing=only(actions.Fight())),
    Verb(action=actions.Fight, at=("engaged",), carry_out=combat.fight_engaged, listing=only(actions.Fight())),
    _bare(actions.Strike(), combat.strike),
    Verb(action=actions.Retreat, carry_out=retreat.retreat, listing=retreat.retreats),
    _bare(actions.Shield(), combat.shield),
    _idle(actions.StandBy(), combat.stand_by),
    Verb(action=actions.Sacrifice, carry_out=combat.sacrifice, listing=combat.sacrifices),
    _idle(actions.Suffer(), combat.suffer, "damage"),
)

AFTERWARDS = (
    Verb(action=actions.Improve, carry_out=ending.improve, listing=ending.improvements),
    Verb(action=actions.Forfeit, carry_out=ending.forfeit, listing=ending.forfeits),
    Verb(action=actions.Vote, carry_out=ending.vote, listing=ending.votes),
    Verb(action=actions.Convert, carry_out=ending.convert, listing=ending.conversions),
)

OF_THE_MASTER = (
    Verb(
        action=master.SetTn,
        carry_out=trying.set_tn,
        listing=trying.targets,
        sample=trying.any_target,
        slots=trying.target_slots,
        open_ended=always,
    ),
    _idle(master.Deny(), trying.deny),
    Verb(action=master.Security, at=("ruling",), carry_out=guards.send_at_entry, listing=guards.disks_to_send),
    _idle(master.WaveThrough(), guards.wave_through),
)

AT_ANY_TIME = (
    Verb(action=actions.Talk, carry_out=turn.talk, slots=turn.talk_slots, at=(STANDING,)),
    Verb(action=master.PlacePiece, carry_out=pieces.place, slots=pieces.place_slots, at=(STANDING,)),
    Verb(action=actions.Reveal, carry_out=pieces.reveal, slots=pieces.reveal_slots, at=(STANDING,)),
    Verb(action=master.Award, carry_out=chapters.award, slots=chapters.award_slots, at=(STANDING,)),
    Verb(
        action=master.SetEnvironment,
        carry_out=chapters.set_environment,
        slots=chapters.environment_slots,
        at=(STANDING,),
    ),
    Verb(action=master.AllowNew, carry_out=chapters.allow_new, slots=chapters.newcomer_slots, at=(STANDING,)),
    Verb(action=master.BeginChapter, carry_out=chapters.begin_chapter, slots=chapters.chapter_slots, at=(STANDING,)),
    Verb(action=master.EndGame, carry_out=chapters.end_game, at=(STANDING,)),
    Verb(action=master.Rule, carry_out=ruling.rule, slots=ruling.rule_slots, at=(STANDING,)),
    Verb(action=master.Security, carry_out=guards.send, slots=guards.send_slots, at=(STANDING,)),
)
"""What needs no question: words, and the game master's doings (WD-COMM-1, WD-GM-16 to WD-GM-25)."""

VERBS = Verbs(
    *SETTING_UP,
    *AT_TURN,
    *IN_TOWN,
    *IN_CHECKS,
    *IN_FIGHTS,
    *AFTERWARDS,
    *OF_THE_MASTER,
    *AT_ANY_TIME,
    questions=(Question(kind="turn", default=_play_turn),),
    verb_first=True,
)

MASTER_VERBS = VERBS.with_rows(
    Verb(
        action=actions.Move,
        carry_out=moving.move,
        listing=moving.moves,
        sample=moving.any_move,
        slots=moving.move_slots,
        open_ended=moving.can_move,
    ),
    Verb(action=actions.Choose, carry_out=foraging.choose, listing=foraging.choices),
)
"""The verbs in a game with a game master, where walking goes without dice and finds are chosen (WD-GM-3, WD-GM-6)."""
