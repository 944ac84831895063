"""What is done with each step of the agenda, in the order in which a game comes to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from domain.contract.game import Step
from domain.games.darkness import setup, steps
from domain.games.darkness.rules import ending, scenario_actions, turn
from domain.games.darkness.rules.checks import checks, fate
from domain.games.darkness.rules.fights import combat, retreat, security, wounds
from domain.games.darkness.rules.master import chapters, fighting, foraging, guards, moving, pieces, trying
from domain.games.darkness.rules.play import Play
from domain.games.darkness.rules.things import carrying, disks, handing, reshuffle
from domain.games.darkness.rules.town import doors, exploring, movement, perception

AGENDA: Mapping[type[Step], Callable[[Play, Any], None]] = MappingProxyType(
    {
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
        steps.turn.CloseTurn: turn.close_turn,
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
        steps.things.TokenTried: handing.token_tried,
        steps.things.HandOver: carrying.hand_over,
        steps.things.Burden: carrying.bear,
        steps.things.Strained: carrying.strained,
        steps.disks.Meet: disks.meet,
        steps.disks.Searched: disks.searched,
        steps.disks.Recruited: disks.recruited,
        steps.disks.Parleyed: security.parleyed,
        steps.disks.LoseSecurity: security.lose,
        steps.disks.GuardOn: security.guard_on,
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
)
