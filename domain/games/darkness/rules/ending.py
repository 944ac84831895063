"""The end: when it is reached, who wins, what characters gain and lose (WD-WIN, WD-XP, WD-VP-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.contract.game import Action, Decision
from domain.games.darkness.actions import Convert, Forfeit, Improve, Vote
from domain.games.darkness.events.table import (
    AttributeImproved,
    EndReached,
    FlagSet,
    GameEnded,
    SkillForfeited,
    SkillPointsConverted,
    VoteCast,
    VotesCounted,
    WinnersFound,
)
from domain.games.darkness.rules.differences import (
    questions_tell_their_purpose,
    skills_are_lost_with_a_master_too,
    the_end_tells_its_reasons,
    wins_must_be_earned,
)
from domain.games.darkness.rules.play import Play, begun, caused, demand, known, known_seat
from domain.games.darkness.rules.scenarios import scenario_of
from domain.games.darkness.rules.things.points import POINT_COST, change_points
from domain.games.darkness.state import LAST_ROUND, DarknessState
from domain.games.darkness.steps.ending import AskDuties, CountVotes, FindWinners, Finish

ALL_DEAD = "all-dead"
ENDED = "ended"
"""The game master ended the campaign."""
BEST_ATTRIBUTE = 6


def end_now(play: Play, *, turn_ends: bool = False) -> bool:
    """Test the ends (WD-WIN-2, WD-WIN-3); whether the game is going to its end at once."""
    state = play.state
    scenario = scenario_of(state)
    if not state.living:
        outcome: str | None = scenario.if_all_die(state, turn_ends=turn_ends)
    else:
        outcome = scenario.end(state)
    if outcome:
        play.agenda.clear()
        play.push(Finish(outcome))
        return True
    finishing = scenario.last_round(state)
    if finishing and not any(flag.startswith(LAST_ROUND) for flag in state.flags):
        play.emit(FlagSet(LAST_ROUND + finishing))
    return False


def finish(play: Play, step: Finish) -> None:
    """The end is reached; votes come before the winners are found (WD-XP-4)."""
    state = play.state
    play.emit(EndReached(step.outcome, cause=caused(play.state)))
    play.push(CountVotes(), FindWinners(), AskDuties())
    if scenario_of(state).vote_points and len(state.living) > 1:
        for seat in state.living:
            play.ask(seat, _duty(state, "vote"))


def _duty(state: DarknessState, verb: str) -> Decision:
    return Decision("aftermath", (verb,), {"duty": verb} if questions_tell_their_purpose(state) else {})


def vote(play: Play, seat: str, action: Vote) -> None:
    """Vote for another living seat (WD-VP-10)."""
    known_seat(play.state, action.seat)
    demand(action.seat in play.state.others(seat), "a vote is for another living player")
    play.emit(VoteCast(seat, action.seat))


def votes(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each other living seat."""
    return (Vote(other) for other in state.others(seat))


def count_votes(play: Play, step: CountVotes) -> None:
    """Most votes get the VP, nobody on a tie (WD-VP-10)."""
    votes = play.state.votes
    if not votes:
        return
    play.emit(VotesCounted(dict(votes), cause=begun(play.state)))
    ranked = Counter(votes.values()).most_common()
    if len(ranked) == 1 or ranked[0][1] > ranked[1][1]:
        change_points(play, ranked[0][0], scenario_of(play.state).vote_points, "objective")


def find_winners(play: Play, step: FindWinners) -> None:
    """The most VP among those whom the scenario names; several with the same win together (WD-WIN-1)."""
    state = play.state
    assert state.outcome is not None
    able = _able(state, state.outcome)
    most = max((state.people[seat].vp for seat in able), default=0)
    play.emit(WinnersFound(tuple(seat for seat in able if state.people[seat].vp == most)))


def ask_duties(play: Play, step: AskDuties) -> None:
    """Made characters gain and lose, all seats at the same time; then the game is over (WD-XP-4)."""
    asked = False
    for seat in play.state.people:
        duty = next((verb for verb in duties(play.state, seat) if f"{seat}:{verb}" not in step.done), None)
        if duty:
            play.ask(seat, _duty(play.state, duty))
            asked = True
    if asked:
        done = tuple(f"{seat}:{decision.verbs[0]}" for seat, decision in play.open.items())
        play.push(AskDuties((*step.done, *done)))
        return
    state = play.state
    assert state.outcome is not None
    assert state.winners is not None
    play.emit(_ended(state, state.outcome, state.winners))


def _ended(state: DarknessState, outcome: str, winners: tuple[str, ...]) -> GameEnded:
    vp = {seat: person.vp for seat, person in state.people.items()}
    if not the_end_tells_its_reasons(state):
        return GameEnded(outcome, winners, vp)
    could = tuple(_able(state, outcome))
    return GameEnded(outcome, winners, vp, state.scenario, state.round, state.ended_by, could, dict(state.deaths))


def _able(state: DarknessState, outcome: str) -> list[str]:
    """The seats among which the most VP win (WD-WIN-1, WD-WIN-3)."""
    return [] if outcome == ALL_DEAD else scenario_of(state).may_win(state, outcome)


def duties(state: DarknessState, seat: str) -> list[str]:
    """What a seat has to decide at the end: only made characters change (WD-CHAR-5, WD-XP-1, WD-XP-2, WD-GM-20)."""
    person, owed = state.people[seat], []
    if not person.made:
        return []
    if seat in (state.winners or ()) and improvable(state, seat) and _has_earned(state, seat):
        owed.append("improve")
    if person.vp < 0 and person.sheet.skills and (not state.gm or skills_are_lost_with_a_master_too(state)):
        owed.append("forfeit")
    if state.gm and person.alive and person.vp >= POINT_COST:
        owed.append("convert")
    return owed


def _has_earned(state: DarknessState, seat: str) -> bool:
    """Whether a win was played for, so that an attribute goes up by it (WD-XP-1).

    It was not where time has merely passed for a character alone, or where a game master ends a campaign in which one
    has gained nothing: nobody farms experience by ending turns.
    """
    if len(state.people) > 1 or not wins_must_be_earned(state):
        return True
    if state.outcome == ENDED:
        return state.people[seat].vp > 0
    return state.outcome != scenario_of(state).time_outcome


def improvable(state: DarknessState, seat: str) -> list[str]:
    """Attributes that can still go up."""
    attributes = state.people[seat].sheet.attributes
    return [code for code in state.data.attributes if attributes[code] < BEST_ATTRIBUTE]


def improve(play: Play, seat: str, action: Improve) -> None:
    """A winner raises one attribute, to 6 at most (WD-XP-1)."""
    known(action.attribute in play.state.data.attributes, "{attribute} is no attribute", attribute=action.attribute)
    demand(
        action.attribute in improvable(play.state, seat),
        "{attribute} is as high as it can be",
        attribute=action.attribute,
    )
    play.emit(AttributeImproved(seat, action.attribute))


def improvements(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each attribute that can still go up."""
    return (Improve(code) for code in improvable(state, seat))


def forfeit(play: Play, seat: str, action: Forfeit) -> None:
    """Whoever ends below 0 VP loses a skill (WD-XP-2)."""
    known(action.skill in play.state.data.skills, "{skill} is no skill", skill=action.skill)
    demand(action.skill in play.state.people[seat].sheet.skills, "{skill} is not owned", skill=action.skill)
    play.emit(SkillForfeited(seat, action.skill))


def forfeits(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each skill that is owned."""
    return (Forfeit(skill) for skill in state.people[seat].sheet.skills)


def convert(play: Play, seat: str, action: Convert) -> None:
    """10 VP are a skill point each; what is left is lost (WD-GM-20)."""
    known(action.points >= 0, "points are a number")
    demand(action.points <= play.state.people[seat].vp // POINT_COST, "not so many points can be paid for")
    play.emit(SkillPointsConverted(seat, action.points))


def conversions(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each number of points that can be paid for."""
    return (Convert(number) for number in range(state.people[seat].vp // POINT_COST + 1))
