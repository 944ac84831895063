"""Which function carries out which verb and which step: the table of contents of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.contract.game import Action, Step
from domain.games.darkness import actions, setup, steps
from domain.games.darkness.rules import ending, scenario_actions, turn
from domain.games.darkness.rules.checks import checks, fate, helping, rerolls
from domain.games.darkness.rules.fights import combat, retreat, security, wounds
from domain.games.darkness.rules.master import actions as verbs
from domain.games.darkness.rules.master import (
    chapters,
    fighting,
    foraging,
    guards,
    moving,
    pieces,
    ruling,
    trying,
)
from domain.games.darkness.rules.play import Play
from domain.games.darkness.rules.things import carrying, disks, handing, points, reshuffle
from domain.games.darkness.rules.town import doors, exploring, movement, perception

ActHandler = Callable[[Play, str, Any], None]
StepHandler = Callable[[Play, Any], None]


def _by_decision(**handlers: ActHandler) -> ActHandler:
    """A verb that means something else at each kind of decision."""

    def handle(play: Play, seat: str, action: Action) -> None:
        handlers[play.state.open[seat].kind.replace("-", "_")](play, seat, action)

    return handle


def _in_gm_play(board: ActHandler, gm: ActHandler) -> ActHandler:
    """A verb that game master play does otherwise."""

    def handle(play: Play, seat: str, action: Action) -> None:
        (gm if play.state.gm else board)(play, seat, action)

    return handle


def _choose(play: Play, seat: str, action: Any) -> None:
    """The game master chooses a find, a player what fate leaves to it."""
    found = play.state.open[seat].details["what"] == "find"
    (foraging.choose if found else fate.choose)(play, seat, action)


ACTS: Mapping[type[Action], ActHandler] = {
    actions.ChooseCharacter: setup.choose_character,
    actions.Start: setup.start,
    actions.MoveRoll: movement.move_roll,
    actions.Move: _in_gm_play(movement.move, moving.move),
    actions.Explore: exploring.explore,
    actions.Orient: exploring.orient,
    actions.PickLock: doors.pick_lock,
    actions.Force: doors.force,
    actions.Climb: doors.climb,
    actions.OpenFor: doors.open_for,
    actions.Perceive: perception.perceive,
    actions.Heal: wounds.heal,
    actions.HealSelf: wounds.heal_self,
    actions.Give: handing.give,
    actions.Drop: _by_decision(turn=handing.drop, overload=carrying.unburden),
    actions.Take: handing.take,
    actions.Steal: handing.steal,
    actions.Reveal: _in_gm_play(disks.reveal, pieces.reveal),
    actions.Scenario: _by_decision(turn=scenario_actions.take_action, check=scenario_actions.act_in_attack),
    actions.Spend: points.spend,
    actions.Pay: points.pay,
    actions.Talk: turn.talk,
    actions.EndTurn: turn.end_turn,
    actions.Roll: checks.roll,
    actions.Ask: helping.ask,
    actions.Help: helping.help,
    actions.Decline: helping.decline,
    actions.Demand: helping.demand_terms,
    actions.Agree: helping.agree,
    actions.Refuse: helping.refuse,
    actions.Reroll: rerolls.reroll,
    actions.Keep: rerolls.keep,
    actions.Avoid: fate.avoid,
    actions.Suffer: _by_decision(oh_crap=fate.suffer, damage=combat.suffer),
    actions.Choose: _choose,
    actions.Invite: doors.invite,
    actions.Enter: doors.enter,
    actions.Stay: doors.stay,
    actions.Peek: perception.peek,
    actions.Arrange: reshuffle.arrange,
    actions.Parley: security.parley,
    actions.Fight: _by_decision(engaged=combat.fight_engaged, encounter=security.fight, turn=fighting.fight),
    actions.Strike: combat.strike,
    actions.Retreat: retreat.retreat,
    actions.Shield: combat.shield,
    actions.StandBy: combat.stand_by,
    actions.Sacrifice: combat.sacrifice,
    actions.Strain: carrying.strain,
    actions.Improve: ending.improve,
    actions.Forfeit: ending.forfeit,
    actions.Vote: ending.vote,
    actions.Convert: ending.convert,
    verbs.Search: foraging.search,
    verbs.TryOut: trying.attempt,
    verbs.Task: trying.task,
    verbs.Pass: turn.pass_turn,
    verbs.PlacePiece: pieces.place,
    verbs.Award: chapters.award,
    verbs.SetEnvironment: chapters.set_environment,
    verbs.AllowNew: chapters.allow_new,
    verbs.BeginChapter: chapters.begin_chapter,
    verbs.EndGame: chapters.end_game,
    verbs.Act: pieces.act,
    verbs.SetTn: trying.set_tn,
    verbs.Deny: trying.deny,
    verbs.Security: guards.send,
    verbs.Rule: ruling.rule,
    verbs.WaveThrough: guards.wave_through,
}

PERFORMS: Mapping[type[Step], StepHandler] = {
    steps.setup.ChooseCharacters: setup.choose_characters,
    steps.setup.DrawFirst: setup.draw_first,
    steps.setup.PlaceNext: setup.place_next,
    steps.turn.BeginRound: turn.begin_round,
    steps.turn.BeginTurn: turn.begin_turn,
    steps.turn.MeetEngaged: turn.meet_engaged,
    steps.turn.MeetOwed: disks.meet_owed,
    steps.turn.AskTurn: turn.ask_turn,
    steps.turn.Resume: turn.resume,
    steps.turn.ResumeTurn: turn.resume_turn,
    steps.turn.EndTurn: turn.close_turn,
    steps.turn.EndRound: turn.end_round,
    steps.checks.AskCheck: checks.ask_check,
    steps.checks.AskReroll: checks.ask_reroll,
    steps.checks.Settle: checks.settle,
    steps.turn.CallFate: fate.call,
    steps.turn.ThrowFate: fate.throw,
    steps.turn.CameTo: turn.came_to,
    steps.turn.Arrived: turn.arrived,
    steps.turn.DiskDone: turn.disk_done,
    steps.turn.GainMovement: movement.gain_movement,
    steps.turn.Explored: exploring.explored,
    steps.entering.DoorTried: doors.door_tried,
    steps.entering.WindowTried: doors.window_tried,
    steps.entering.AskInvite: doors.ask_invite,
    steps.entering.GuestsCame: doors.guests_came,
    steps.turn.LookRound: perception.look_round,
    steps.turn.Healed: wounds.healed,
    steps.things.HolderRolls: handing.holder_rolls,
    steps.things.Contested: handing.contested,
    steps.things.HandOver: carrying.hand_over,
    steps.things.Burden: carrying.bear,
    steps.things.Strained: carrying.strained,
    steps.disks.Meet: disks.meet,
    steps.disks.Searched: disks.searched,
    steps.disks.Recruited: disks.recruited,
    steps.disks.Parleyed: security.parleyed,
    steps.disks.LoseSecurity: security.lose,
    steps.disks.AskArrange: reshuffle.ask_arrange,
    steps.combat.Initiative: combat.initiative,
    steps.combat.InitiativeThrown: combat.initiative_thrown,
    steps.combat.CombatRound: combat.begin_round,
    steps.combat.Attack: combat.attack,
    steps.combat.Attacked: combat.attacked,
    steps.combat.Defend: combat.defend,
    steps.combat.Defended: combat.defended,
    steps.combat.OfferShield: combat.offer_shield,
    steps.combat.OfferSacrifice: combat.offer_sacrifice,
    steps.combat.RoundOver: combat.round_over,
    steps.combat.Fled: retreat.fled,
    steps.things.TokenTried: handing.token_tried,
    steps.scenarios.ScenarioTried: scenario_actions.tried,
    steps.ending.Finish: ending.finish,
    steps.ending.CountVotes: ending.count_votes,
    steps.ending.FindWinners: ending.find_winners,
    steps.ending.AskDuties: ending.ask_duties,
    steps.master.AskSecurity: guards.ask_security,
    steps.master.AttemptTried: trying.tried,
    steps.master.Foraged: foraging.foraged,
    steps.master.ThrowValues: fighting.throw_values,
    steps.master.Drive: moving.driven,
    steps.master.Watch: pieces.watch_step,
    steps.master.LookFrom: pieces.look_from,
    steps.master.BeginChapter: chapters.lay_out,
}
