"""Which function carries out which verb and which step: the table of contents of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.darkness import (
    actions,
    carrying,
    checks,
    combat,
    disks,
    doors,
    ending,
    exploring,
    fate,
    handing,
    helping,
    movement,
    perception,
    points,
    rerolls,
    reshuffle,
    retreat,
    scenario_actions,
    security,
    setup,
    steps,
    turn,
    wounds,
)
from domain.darkness.master import chapters, fighting, foraging, guards, moving, pieces, trying
from domain.darkness.play import Play
from domain.game import Action, Step

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
    actions.Search: foraging.search,
    actions.TryOut: trying.attempt,
    actions.Task: trying.task,
    actions.Pass: turn.pass_turn,
    actions.PlacePiece: pieces.place,
    actions.Award: chapters.award,
    actions.SetEnvironment: chapters.set_environment,
    actions.AllowNew: chapters.allow_new,
    actions.BeginChapter: chapters.begin_chapter,
    actions.EndGame: chapters.end_game,
    actions.Act: pieces.act,
    actions.SetTn: trying.set_tn,
    actions.Deny: trying.deny,
    actions.Security: guards.security,
    actions.WaveThrough: guards.wave_through,
}

PERFORMS: Mapping[type[Step], StepHandler] = {
    steps.ChooseCharacters: setup.choose_characters,
    steps.DrawFirst: setup.draw_first,
    steps.PlaceNext: setup.place_next,
    steps.BeginRound: turn.begin_round,
    steps.BeginTurn: turn.begin_turn,
    steps.MeetEngaged: turn.meet_engaged,
    steps.MeetOwed: disks.meet_owed,
    steps.AskTurn: turn.ask_turn,
    steps.Resume: turn.resume,
    steps.ResumeTurn: turn.resume_turn,
    steps.EndTurn: turn.close_turn,
    steps.EndRound: turn.end_round,
    steps.AskCheck: checks.ask_check,
    steps.AskReroll: checks.ask_reroll,
    steps.Settle: checks.settle,
    steps.CallFate: fate.call,
    steps.ThrowFate: fate.throw,
    steps.CameTo: turn.came_to,
    steps.Arrived: turn.arrived,
    steps.DiskDone: turn.disk_done,
    steps.GainMovement: movement.gain_movement,
    steps.Explored: exploring.explored,
    steps.DoorTried: doors.door_tried,
    steps.WindowTried: doors.window_tried,
    steps.AskInvite: doors.ask_invite,
    steps.GuestsCame: doors.guests_came,
    steps.LookRound: perception.look_round,
    steps.Healed: wounds.healed,
    steps.HolderRolls: handing.holder_rolls,
    steps.Contested: handing.contested,
    steps.HandOver: carrying.hand_over,
    steps.Burden: carrying.bear,
    steps.Strained: carrying.strained,
    steps.Meet: disks.meet,
    steps.Searched: disks.searched,
    steps.Recruited: disks.recruited,
    steps.Parleyed: security.parleyed,
    steps.LoseSecurity: security.lose,
    steps.AskArrange: reshuffle.ask_arrange,
    steps.Initiative: combat.initiative,
    steps.InitiativeThrown: combat.initiative_thrown,
    steps.CombatRound: combat.begin_round,
    steps.Attack: combat.attack,
    steps.Attacked: combat.attacked,
    steps.Defend: combat.defend,
    steps.Defended: combat.defended,
    steps.OfferShield: combat.offer_shield,
    steps.OfferSacrifice: combat.offer_sacrifice,
    steps.RoundOver: combat.round_over,
    steps.Fled: retreat.fled,
    steps.TokenTried: handing.token_tried,
    steps.ScenarioTried: scenario_actions.tried,
    steps.Finish: ending.finish,
    steps.CountVotes: ending.count_votes,
    steps.FindWinners: ending.find_winners,
    steps.AskDuties: ending.ask_duties,
    steps.AskSecurity: guards.ask_security,
    steps.AttemptTried: trying.tried,
    steps.Foraged: foraging.foraged,
    steps.ThrowValues: fighting.throw_values,
    steps.Drive: moving.driven,
    steps.Watch: pieces.watch_step,
    steps.LookFrom: pieces.look_from,
    steps.BeginChapter: chapters.lay_out,
}
