"""What can be left to do: the steps of the agenda, as plain data, by the chapters of the rules.

`domain/games/darkness/agenda.py` tells which function carries out each.
"""

from __future__ import annotations

from domain.contract.game import Step
from domain.games.darkness.steps import checks, combat, disks, ending, entering, master, scenarios, setup, things, turn

STEPS: tuple[type[Step], ...] = (
    setup.ChooseCharacters, setup.DrawFirst, setup.PlaceNext,
    checks.AskCheck, checks.AskReroll, checks.Settle,
    turn.BeginRound, turn.BeginTurn, turn.MeetEngaged, turn.MeetOwed, turn.AskTurn, turn.Resume, turn.ResumeTurn,
    turn.CloseTurn, turn.EndRound, turn.GainMovement, turn.Explored, turn.CameTo, turn.Arrived, turn.DiskDone,
    turn.CallFate, turn.ThrowFate, turn.LookRound, turn.Healed,
    entering.DoorTried, entering.WindowTried, entering.AskInvite, entering.GuestsCame,
    things.HandOver, things.HolderRolls, things.Contested, things.TokenTried, things.Burden, things.Strained,
    disks.Meet, disks.Searched, disks.Recruited, disks.Parleyed, disks.LoseSecurity, disks.GuardOn, disks.AskArrange,
    combat.Initiative, combat.InitiativeThrown, combat.CombatRound, combat.Attack, combat.Attacked, combat.Defend,
    combat.Defended, combat.OfferShield, combat.OfferSacrifice, combat.RoundOver, combat.Fled,
    ending.Finish, ending.CountVotes, ending.FindWinners, ending.AskDuties,
    master.AskSecurity, master.AttemptTried, master.Foraged, master.ThrowValues, master.Drive, master.Watch,
    master.LookFrom, master.BeginChapter,
    scenarios.ScenarioTried,
)  # fmt: skip
"""Every step of the game."""
