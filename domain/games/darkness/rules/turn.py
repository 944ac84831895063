"""The turn and the round (WD-TURN)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Action, Decision, Slot, Step
from domain.games.darkness.actions import EndTurn, Pay, Spend, Talk
from domain.games.darkness.events.table import EffectEnded, LockSet, MessageSent, RoundBegan, TurnBegan, TurnEnded
from domain.games.darkness.rules.checks import effects
from domain.games.darkness.rules.differences import the_master_rules
from domain.games.darkness.rules.ending import end_now
from domain.games.darkness.rules.fights.engagement import engaged_with
from domain.games.darkness.rules.master.actions import Pass
from domain.games.darkness.rules.play import Play, begun, demand, known
from domain.games.darkness.rules.scenarios import scenario_of
from domain.games.darkness.state import LAST_ROUND, DarknessState
from domain.games.darkness.steps.ending import Finish
from domain.games.darkness.steps.turn import (
    Arrived,
    AskTurn,
    BeginRound,
    BeginTurn,
    CameTo,
    CloseTurn,
    DiskDone,
    EndRound,
    MeetEngaged,
    MeetOwed,
    Resume,
    ResumeTurn,
)

BOARD_VERBS = (
    "move_roll", "move", "explore", "pick_lock", "force", "climb", "open_for", "perceive", "heal", "heal_self", "give",
    "drop", "take", "steal", "reveal", "scenario", "spend", "pay", "end_turn",
)  # fmt: skip
GM_VERBS = (
    "move", "pick_lock", "force", "climb", "open_for", "perceive", "search", "heal", "heal_self", "give", "drop",
    "take", "steal", "fight", "attempt", "task", "spend", "pay", "pass",
)  # fmt: skip
MASTER_VERBS = ("act", "end_turn")
STANDING_OF_MASTER = ("place", "reveal", "award", "environment", "allow_new", "begin_chapter", "end_game")
RULING = ("rule", "security")
"""What the game master may do at any time from rules 3 on (WD-GM-7, WD-GM-25)."""


def begin_round(play: Play, step: BeginRound) -> None:
    """A round begins with the first living seat from the first player on (WD-TURN-3)."""
    play.emit(RoundBegan(step.round))
    play.push(BeginTurn(next(seat for seat in order(play.state) if is_in_play(play.state, seat))))


def begin_turn(play: Play, step: BeginTurn) -> None:
    """Effects end; an adversary is faced, a disk owed is turned up, then the seat decides (WD-TURN-4)."""
    _open_turn(play, step.seat)
    play.push(MeetEngaged(), MeetOwed(), AskTurn())


def meet_engaged(play: Play, step: MeetEngaged) -> None:
    """Whoever stands on an adversary fights or retreats (WD-TURN-4)."""
    state, seat = play.state, play.state.active
    adversary = engaged_with(state, seat) if seat in state.people else None
    if adversary is None or end_now(play):
        return
    play.ask(seat, Decision("engaged", ("fight", "retreat"), {"against": adversary}))


def ask_turn(play: Play, step: AskTurn) -> None:
    """Communication, movement and one action, in any order (WD-TURN-1); one action in GM play (WD-GM-2)."""
    if not end_now(play):
        _ask(play)


def resume(play: Play, step: Resume) -> None:
    """Go on from a position as at the start of a turn; its end is not tested before the first action."""
    state = play.state
    person = state.people.get(state.active)
    _open_turn(play, state.active)
    if adversary := (engaged_with(state, state.active) if person else None):
        play.push(MeetOwed(), AskTurn())
        play.ask(state.active, Decision("engaged", ("fight", "retreat"), {"against": adversary}))
    elif person and person.owes:
        play.push(MeetOwed(), AskTurn())
    else:
        _ask(play)


def resume_turn(play: Play, step: ResumeTurn) -> None:
    """Go on from a position at the decision `turn`."""
    _ask(play)


def _open_turn(play: Play, seat: str) -> None:
    play.emit(TurnBegan(seat))
    if seat in play.state.people:
        effects.end(play, seat, effects.UNTIL_NEXT_TURN)


def _ask(play: Play) -> None:
    state = play.state
    verbs = BOARD_VERBS if not state.gm else GM_VERBS if state.active in state.people else MASTER_VERBS
    play.ask(state.active, Decision("turn", verbs))


def end_turn(play: Play, seat: str, action: EndTurn) -> None:
    """End the turn, once movement was rolled (WD-TURN-5, WD-TURN-6)."""
    demand(seat not in play.state.people or play.state.turn.move != "unrolled", "movement has not been rolled yet")
    play.agenda.clear()
    play.push(CloseTurn("done"))


def turn_ends(state: DarknessState, seat: str) -> Iterator[Action]:
    """The end of the turn, once it can be ended."""
    if seat not in state.people or state.turn.move != "unrolled":
        yield EndTurn()


def pass_turn(play: Play, seat: str, action: Pass) -> None:
    """Do nothing this turn (GM play)."""


def close_turn(play: Play, step: CloseTurn) -> None:
    """The turn is over: effects of the turn end, locks fall, then the next seat or the end of the round (WD-TURN-3)."""
    seat = play.state.active
    play.emit(TurnEnded(seat, step.why, cause=begun(play.state)))
    if seat in play.state.people:
        effects.end(play, seat, effects.UNTIL_TURN_ENDS)
        _lower_locks(play, seat)
    scenario = scenario_of(play.state)
    scenario.turn_over(play, seat)
    if end_now(play, turn_ends=True):
        return
    following = seat if _plays_again(play, seat) else _after(play.state, seat)
    play.push(BeginTurn(following) if following else EndRound())
    scenario.look_about(play)


def end_round(play: Play, step: EndRound) -> None:
    """The round is over: countdown, bosses, ends that wait for it (WD-SCEN-3, WD-SCEN-4, WD-WIN-2)."""
    scenario = scenario_of(play.state)
    finishing = [flag.removeprefix(LAST_ROUND) for flag in play.state.flags if flag.startswith(LAST_ROUND)]
    play.push(BeginRound(play.state.round + 1))
    outcome = scenario.round_over(play)
    if finishing or outcome:
        play.agenda.clear()
        play.push(Finish(finishing[0] if finishing else str(outcome)))
    elif not any(isinstance(left, Finish) for left in play.agenda):
        scenario.move_bosses(play)


def what_follows(state: DarknessState, action: Action) -> Step:
    """After something done at the decision `turn`: the same decision, or in GM play the end of the turn (WD-GM-2)."""
    one_action = state.gm and state.active in state.people and not isinstance(action, Spend | Pay)
    return CloseTurn("done") if one_action else AskTurn()


def standing(state: DarknessState, seat: str) -> tuple[str, ...]:
    """Verbs that are open at any time: talk, and what the game master does (WD-COMM-1)."""
    if state.ended is not None or (seat in state.people and not state.people[seat].alive):
        return ()
    if state.master is None or seat != state.master.seat:
        return ("talk",)
    return ("talk", *STANDING_OF_MASTER, *(RULING if the_master_rules(state) else ()))


def talk(play: Play, seat: str, action: Talk) -> None:
    """A message to other seats, at any time, read by sender and addressees only (WD-COMM-1, WD-INFO-4)."""
    known(action.to and set(action.to) <= set(play.state.seats), "a message goes to seats")
    known(len(set(action.to)) == len(action.to), "addressees are named once each")
    play.emit(MessageSent(seat, action.to, {reader: action.text for reader in dict.fromkeys((seat, *action.to))}))


def talk_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """To whom, and what."""
    others = tuple(other for other in state.seats if other != seat)
    return Slot("to", others, 1, len(others)), Slot("text")


def arrived(play: Play, step: Arrived) -> None:
    """What the scenario makes of an arrival."""
    if play.state.people[step.seat].alive:
        scenario_of(play.state).arrived(play, step.seat, step.source, step.cause)


def came_to(play: Play, step: CameTo) -> None:
    """What the scenario makes of each space that a character came to, whether it stays there or passes."""
    for space in step.spaces:
        scenario_of(play.state).came_to(play, step.seat, space)


def disk_done(play: Play, step: DiskDone) -> None:
    """What the scenario makes of a disk resolved."""
    scenario_of(play.state).disk_done(play, step.seat, step.tile)


def order(state: DarknessState) -> list[str]:
    """Seats in playing order: clockwise from the first player, the game master last (WD-TURN-3, WD-GM-4)."""
    players = [seat for seat in state.seats if seat in state.people]
    at = players.index(state.first)
    master = [state.master.seat] if state.master else []
    return players[at:] + players[:at] + master


def is_in_play(state: DarknessState, seat: str) -> bool:
    """Whether a seat has turns: living characters, and the game master."""
    return seat not in state.people or state.people[seat].alive


def _after(state: DarknessState, seat: str) -> str | None:
    """The next seat of the round, None if it is over; dead seats are passed over (WD-TURN-3)."""
    seats = order(state)
    later = seats[seats.index(seat) + 1 :]
    return next((other for other in later if is_in_play(state, other)), None)


def _plays_again(play: Play, seat: str) -> bool:
    """Another turn after this one; the round does not advance (WD-FATE-WOOHOO-9)."""
    person = play.state.people.get(seat)
    if person is None or not person.alive or effects.AGAIN not in person.effects:
        return False
    play.emit(EffectEnded(seat, effects.AGAIN))
    return True


def _lower_locks(play: Play, seat: str) -> None:
    """Locks against a seat fall by one at the end of each of its turns (WD-STEAL-5)."""
    for thing, lock in tuple(play.state.locks.items()):
        if lock.seat == seat:
            play.emit(LockSet(thing, seat, lock.turns - 1))
