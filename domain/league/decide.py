"""What a command brings about in a league. Pure: refuses, or returns what happened; the league is unchanged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.contract.facets.compared import compared_by
from domain.contract.facets.series import lowest_tally_wins
from domain.contract.game import Action, Game, Refused, Text, to_json
from domain.league import actions as a
from domain.league import enrolment, rounds, seasons, stages
from domain.league import events as e
from domain.league.conduct import actions as c
from domain.league.conduct import apart, disputes, drafts, reminders, substitutes
from domain.league.plan import plan_in, read_plan
from domain.league.state import League
from domain.log.canon import Json
from domain.log.log import Log, Seeds
from domain.log.record import ORGANISING, PROCEDURE, Command, Happened

ORGANISERS = (
    a.NextSeason,
    a.EnterLate,
    a.Replace,
    a.PairByHand,
    a.Replay,
    a.Correct,
    a.Adjust,
    c.SetReminders,
    c.DecideDispute,
    c.KeepApart,
    c.LetMeet,
    c.DraftSeason,
    c.DropDraft,
)
"""What an organiser alone may post."""

SERVICE_ONLY = (c.TakeOut,)
"""What nobody posts but the service, as it follows by itself."""

ENTRANTS = (a.Enrol, a.OpenEntropy, a.Withdraw, c.OpenDispute, c.SayInDispute, c.WithdrawDispute)
"""What an entrant may post as well."""


def decide(league: League, command: Command, seeds: Seeds) -> list[Happened]:
    """The events of a command, with their draws; none if there is nothing left to do. `Refused` if it is not accepted.

    `seeds` maps the ids of stages to their seeds; those of running stages are needed to draw.
    """
    action = command.action
    check_may_post(command)
    if isinstance(action, a.Open):
        return _open(league, action)
    if not league.version:
        raise Refused("illegal", "the league is not open")
    rule = _RULES.get(type(action))
    if rule is None:
        raise Refused("malformed", "{command} is no command of a league", command=type(action).__name__)
    return rule(league, command, action, seeds)


def check_may_post(command: Command) -> None:
    """`Refused("not-your-decision")` for what this poster may not post."""
    if isinstance(command.action, ORGANISERS) and command.by not in ORGANISING:
        raise Refused("not-your-decision", "the organiser decides this")
    if isinstance(command.action, SERVICE_ONLY) and command.by != "service":
        raise Refused("not-your-decision", "this follows by itself")
    if command.by == "seat" and not isinstance(command.action, ENTRANTS):
        raise Refused("not-your-decision", "an entrant does not decide this")


def opening(
    game: Game[Any],
    league_id: str,
    plan: Mapping[str, Json],
    *,
    rules: int | None = None,
    name: Text | str | None = None,
    organiser: str | None = None,
    next_season: bool = False,
) -> a.Open:
    """The action that opens a league; `Refused("malformed")` if the plan does not fit the game.

    `rules` is the rules number of its games (None: the newest); `organiser` the account that will decide;
    `next_season` whether later seasons open by themselves.
    """
    checked = read_plan(plan, game)
    number = game.rules if rules is None else rules
    return a.Open(
        league_id,
        game.id,
        number,
        to_json(checked),
        lowest_tally_wins(game),
        name,
        organiser,
        next_season,
        ranks=not compared_by(game),
    )


def _open(league: League, action: a.Open) -> list[Happened]:
    if league.version:
        raise Refused("illegal", "the league is open already")
    plan = plan_in(action.plan)
    if isinstance(action.name, str):
        raise Refused("malformed", "a league's name is kept outside its log")
    opened = e.LeagueOpened(
        action.id,
        action.game,
        action.rules,
        plan,
        action.lowest_wins,
        PROCEDURE,
        action.name,
        action.organiser,
        action.ranks,
    )
    return [Happened(opened), *([Happened(e.NextSeasonDecided(True))] if action.next_season else [])]


def league_log(league_id: str, seeds: Seeds, entropy: Callable[[int], bytes]) -> Log[League]:
    """The log of a league, empty as yet; `seeds` maps the ids of stages to their seeds and may grow."""
    return Log(e.new_league(), league_id, decide, seeds, entropy)


_RULES: Mapping[type[Action], Callable[[League, Command, Any, Seeds], list[Happened]]] = {
    a.OpenSeason: seasons.open_season,
    a.NextSeason: seasons.next_season,
    a.Enrol: enrolment.enrol,
    a.CloseEnrolment: enrolment.close_enrolment,
    a.OpenEntropy: enrolment.open_entropy,
    a.StartSeason: enrolment.start_season,
    a.Withdraw: enrolment.withdraw,
    a.EnterLate: enrolment.enter_late,
    a.Replace: enrolment.replace,
    a.StartStage: stages.start_stage,
    a.PairRound: rounds.pair_round,
    a.PairByHand: rounds.pair_by_hand,
    a.CloseRound: rounds.close_round,
    a.Report: stages.report,
    a.Forfeit: stages.forfeit,
    a.Replay: stages.replay,
    a.Correct: stages.correct,
    a.Adjust: stages.adjust,
    a.CloseStage: stages.close_stage,
    a.CloseSeason: stages.close_season,
    c.TakeOut: substitutes.take_out,
    c.DraftSeason: drafts.draft_season,
    c.DropDraft: drafts.drop_draft,
    c.KeepApart: apart.keep_apart,
    c.LetMeet: apart.let_meet,
    c.SetReminders: reminders.set_reminders,
    c.Remind: reminders.remind,
    c.OpenDispute: disputes.open_dispute,
    c.SayInDispute: disputes.say,
    c.WithdrawDispute: disputes.withdraw_dispute,
    c.DecideDispute: disputes.decide_dispute,
}
