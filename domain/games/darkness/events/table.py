"""Set-up, turns and rounds, points, messages, and the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.contract.game import Event, Json, Text
from domain.games.darkness.events.basis import Announcement, Caused, without
from domain.games.darkness.rules.differences import newcomers_begin_anew
from domain.games.darkness.state import (
    Character,
    DarknessState,
    Death,
    Ended,
    Fallen,
    Lock,
    Sheet,
    Turn,
    master_of,
)


class GameCreated(Event, frozen=True):
    """A game was set up with these options; the first event of a game."""

    seats: tuple[str, ...]
    options: dict[str, Json]
    rules: int
    scenario: str
    mode: str


class PositionSet(Event, frozen=True):
    """A given table was set up; the first event of a rule case."""

    seats: tuple[str, ...]
    options: dict[str, Json]
    rules: int
    table: dict[str, Json]

    private: ClassVar[Mapping[str, str]] = {"table": "referee"}


class PoolShuffled(Event, frozen=True):
    """The disks of the scenario were shuffled, top first."""

    count: int
    disks: tuple[str, ...]

    private: ClassVar[Mapping[str, str]] = {"disks": "referee"}
    draws_for: ClassVar[str] = "referee"

    def apply(self, state: DarknessState) -> None:
        state.pool = self.disks


class ReserveShuffled(Event, frozen=True):
    """The tiles of the reserve were shuffled, top first."""

    count: int
    tiles: tuple[str, ...]

    private: ClassVar[Mapping[str, str]] = {"tiles": "referee"}
    draws_for: ClassVar[str] = "referee"

    def apply(self, state: DarknessState) -> None:
        state.reserve = self.tiles


class CharacterChosen(Event, frozen=True):
    """A seat has a character, with what it brings from an earlier game (GM play)."""

    seat: str
    character: str
    sheet: Sheet
    vp: int = 0
    items: tuple[str, ...] = ()
    worth: dict[str, int] = {}
    shots: dict[str, int] | UnsetType = UNSET

    def apply(self, state: DarknessState) -> None:
        if self.seat in state.people:
            _forget_brought(state, self.seat)
            if newcomers_begin_anew(state):
                _forget_attempts(state, self.seat)
        state.people[self.seat] = Character(self.character, self.sheet, vp=self.vp, items=self.items)
        state.worth.update(self.worth)
        state.deaths.pop(self.seat, None)
        if self.shots is not UNSET:
            state.shots.update(self.shots)


class FirstPlayerDrawn(Event, frozen=True):
    """The first player was drawn."""

    seat: str

    def apply(self, state: DarknessState) -> None:
        state.first = state.active = self.seat


class CharacterPlaced(Event, frozen=True):
    """A character stands on a space of the start."""

    seat: str
    at: str

    def apply(self, state: DarknessState) -> None:
        state.change(self.seat, at=self.at, owes=False, perceived=False)


class RoundBegan(Event, frozen=True):
    """A round began."""

    round: int

    def apply(self, state: DarknessState) -> None:
        state.round, state.phase = self.round, "turn"


class CountdownChanged(Caused, frozen=True):
    """The countdown stands at another number."""

    left: int

    def apply(self, state: DarknessState) -> None:
        state.countdown = self.left


class TurnBegan(Event, frozen=True):
    """A seat's turn began."""

    seat: str

    def apply(self, state: DarknessState) -> None:
        state.active, state.turn, state.phase = self.seat, Turn(), "turn"
        if state.master is not None:
            state.master = replace(state.master, acted=())


class TurnEnded(Caused, frozen=True):
    """A seat's turn ended: `done`, `healed`, `fate`, `unbeaten` or `dead`."""

    seat: str
    why: str

    def apply(self, state: DarknessState) -> None:
        state.check = state.settled = state.rival = state.combat = None
        state.waiting = ()
        self.begin(state)


class TurnUsed(Caused, frozen=True):
    """Something was done in the turn, so that it can no longer be skipped for healing oneself (WD-TURN-2)."""

    seat: str

    def apply(self, state: DarknessState) -> None:
        state.turn = replace(state.turn, fresh=False)
        self.begin(state)


class ActionSpent(Caused, frozen=True):
    """The action of the turn is spent; movement that was under way is over (WD-MOVE-6)."""

    seat: str

    def apply(self, state: DarknessState) -> None:
        move = "done" if state.turn.move == "moving" else state.turn.move
        state.turn = replace(state.turn, action="spent", move=move, fresh=False)
        self.begin(state)


class CauseResumed(Caused, frozen=True):
    """What went on before something came in between goes on."""


class EffectGained(Event, frozen=True):
    """An effect lies on a seat."""

    seat: str
    effect: str

    def apply(self, state: DarknessState) -> None:
        state.change(self.seat, effects=(*state.people[self.seat].effects, self.effect))


class EffectEnded(Event, frozen=True):
    """An effect was used up or ran out."""

    seat: str
    effect: str

    def apply(self, state: DarknessState) -> None:
        state.change(self.seat, effects=without(state.people[self.seat].effects, self.effect))


class FlagSet(Event, frozen=True):
    """The scenario remembers something."""

    flag: str

    def apply(self, state: DarknessState) -> None:
        state.flags = (*state.flags, self.flag)


class VictoryPointsChanged(Caused, frozen=True):
    """A seat's VP went up or down."""

    seat: str
    amount: int
    why: str

    def apply(self, state: DarknessState) -> None:
        state.change(self.seat, vp=state.people[self.seat].vp + self.amount)


class PointsAwarded(Caused, frozen=True):
    """The game master's words for an award."""

    seat: str
    to: str
    why: Text | str


class SkillPointBought(Event, frozen=True):
    """A skill point was bought and put on a skill, or saved (rating 0); `saved` are the points saved now."""

    seat: str
    skill: str
    rating: int
    saved: int

    def apply(self, state: DarknessState) -> None:
        sheet = state.people[self.seat].sheet
        skills = {**sheet.skills, self.skill: self.rating} if self.rating else sheet.skills
        state.change(self.seat, sheet=replace(sheet, skills=skills, skill_points=self.saved))


class MessageSent(Announcement, frozen=True, rename={"sender": "from"}):
    """A message; its words are for sender and addressees only."""

    sender: str
    to: tuple[str, ...]
    text: dict[str, Text | str]

    private: ClassVar[Mapping[str, str]] = {"text": "each"}


class LockSet(Event, frozen=True):
    """A seat cannot steal the thing back in its next turns; 0 turns lift the lock (WD-STEAL-5)."""

    thing: str
    seat: str
    turns: int

    def apply(self, state: DarknessState) -> None:
        if self.turns:
            state.locks[self.thing] = Lock(self.seat, self.turns)
        else:
            state.locks.pop(self.thing, None)


class EndReached(Caused, frozen=True):
    """The scenario's end is met; what is still decided belongs to the aftermath."""

    outcome: str

    def apply(self, state: DarknessState) -> None:
        state.outcome, state.phase = self.outcome, "aftermath"
        state.ended_by = 0 if self.cause is UNSET else self.cause
        state.check = state.settled = state.rival = state.combat = None
        state.waiting = ()


class VoteCast(Event, frozen=True):
    """A vote for good acting, opened when all have voted."""

    seat: str
    vote: str

    private: ClassVar[Mapping[str, str]] = {"vote": "seat"}

    def apply(self, state: DarknessState) -> None:
        state.votes[self.seat] = self.vote

    def seal(self) -> str | None:
        return f"vote/{self.seat}"


class VotesCounted(Caused, frozen=True):
    """All votes, shown together."""

    votes: dict[str, str]

    discloses: ClassVar[bool] = True

    def opens(self) -> tuple[str, ...]:
        return tuple(f"vote/{seat}" for seat in self.votes)


class WinnersFound(Event, frozen=True):
    """Who wins, with the VP as they are now."""

    winners: tuple[str, ...]

    def apply(self, state: DarknessState) -> None:
        state.winners = self.winners


class AttributeImproved(Event, frozen=True):
    """A winner's attribute went up by one."""

    seat: str
    attribute: str

    def apply(self, state: DarknessState) -> None:
        sheet = state.people[self.seat].sheet
        raised = {**sheet.attributes, self.attribute: sheet.attributes[self.attribute] + 1}
        state.change(self.seat, sheet=replace(sheet, attributes=raised))


class SkillForfeited(Event, frozen=True):
    """A skill was lost."""

    seat: str
    skill: str

    def apply(self, state: DarknessState) -> None:
        sheet = state.people[self.seat].sheet
        kept = {skill: rating for skill, rating in sheet.skills.items() if skill != self.skill}
        state.change(self.seat, sheet=replace(sheet, skills=kept))


class SkillPointsConverted(Event, frozen=True):
    """VP were turned into skill points at the end of a campaign."""

    seat: str
    points: int

    def apply(self, state: DarknessState) -> None:
        sheet = state.people[self.seat].sheet
        state.change(self.seat, sheet=replace(sheet, skill_points=sheet.skill_points + self.points))


class GameEnded(Event, frozen=True):
    """The game is over.

    From rules 3 on it tells alone why each seat won or lost: what was played and for how many rounds, the cause of the
    end, who among the seats `could` win by the scenario, and how characters died.
    """

    outcome: str
    winners: tuple[str, ...]
    vp: dict[str, int]
    scenario: str | UnsetType = UNSET
    round: int | UnsetType = UNSET
    cause: int | UnsetType = UNSET
    could: tuple[str, ...] | UnsetType = UNSET
    deaths: dict[str, Death] | UnsetType = UNSET

    def apply(self, state: DarknessState) -> None:
        state.ended, state.phase = Ended(self.outcome, self.winners, self.vp), "over"


def _forget_attempts(state: DarknessState, seat: str) -> None:
    """A new character is not at what the dead one was, nor is ruled yet what it keeps (WD-GM-5, WD-GM-25)."""
    master = master_of(state)
    attempts = {name: attempt for name, attempt in master.attempts.items() if name != seat}
    keeps = {name: items for name, items in master.keeps.items() if name != seat}
    state.master = replace(master, attempts=attempts, keeps=keeps)


def _forget_brought(state: DarknessState, seat: str) -> None:
    """A new character in the place of a dead one has no games behind it; the dead one's are remembered (WD-GM-19)."""
    brought = state.options.get("characters", {})
    if isinstance(record := brought.get(seat), dict):
        state.fallen = {**state.fallen, seat: Fallen(record, state.people[seat])}
    state.options = {**state.options, "characters": {name: one for name, one in brought.items() if name != seat}}
