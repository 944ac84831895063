"""What a seat can do: one class a verb, the verb as tag, the fields its arguments (docs/rules/darkness.md, 17).

Those of games with a game master alone are in `domain/games/darkness/rules/master/actions.py`.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from domain.contract.game import Action, Text
from domain.games.darkness.rules.master.actions import MASTER_ACTIONS
from domain.games.darkness.rules.town.layout import Side
from domain.games.darkness.state import Terms


class Throw(Action, frozen=True, omit_defaults=True):
    """Arguments of a throw: the approach (left out: the best), and dice bought for 2 VP each."""

    skill: str | None = None
    add: int = 0


class MoveRoll(Throw, tag="move_roll", frozen=True):
    """Throw for movement."""


class Perceive(Throw, tag="perceive", frozen=True):
    """Look round the building."""


class HealSelf(Throw, tag="heal_self", frozen=True):
    """Skip the turn to heal oneself."""


class Retreat(Throw, tag="retreat", frozen=True):
    """Try to get away from an adversary."""


class Roll(Throw, tag="roll", frozen=True):
    """Throw the dice of the check."""

    weapon: str | None = None


class ChooseCharacter(Action, tag="character", frozen=True, omit_defaults=True):
    """Take a pre-made character by its id, or a made one."""

    character: str | None = None
    name: Text | str | None = None
    occupation: str | None = None
    attributes: dict[str, int] = {}
    skills: tuple[str, ...] = ()


class Start(Action, tag="start", frozen=True):
    """Stand on a space of the start."""

    at: str


class Move(Action, tag="move", frozen=True):
    """Walk: the spaces entered, in order."""

    path: tuple[str, ...]


class Explore(Action, tag="explore", frozen=True):
    """Walk off the map in a direction of the map."""

    direction: Side


class Orient(Action, tag="orient", frozen=True):
    """Turn the drawn tile."""

    rot: int


class PickLock(Action, tag="pick_lock", frozen=True):
    """Pick a locked door."""

    door: str


class Force(Action, tag="force", frozen=True):
    """Break a locked door."""

    door: str


class Climb(Action, tag="climb", frozen=True):
    """Climb in at a window."""

    window: str


class OpenFor(Action, tag="open_for", frozen=True, omit_defaults=True):
    """Open a door for others; from inside without `how`."""

    door: str
    seats: tuple[str, ...]
    how: Literal["pick", "force"] | None = None


class Heal(Action, tag="heal", frozen=True):
    """Heal another character."""

    seat: str


class Give(Action, tag="give", frozen=True):
    """Give an item to a character in the same space."""

    item: str
    to: str


class Drop(Action, tag="drop", frozen=True):
    """Put a carried thing down."""

    item: str


class Take(Action, tag="take", frozen=True):
    """Take a thing from the own space."""

    item: str


class Steal(Action, tag="steal", frozen=True, omit_defaults=True, rename={"robbed": "from"}):
    """Take an item or an ally from a character in the same space."""

    robbed: str
    item: str | None = None
    ally: str | None = None


class Reveal(Action, tag="reveal", frozen=True, omit_defaults=True):
    """Turn up the disk on the own space; the game master names what it shows."""

    id: str | None = None


class EndTurn(Action, tag="end_turn", frozen=True):
    """End the turn."""


class Scenario(Action, tag="scenario", frozen=True, omit_defaults=True):
    """Take an action of the scenario; the target may be left out where there is only one."""

    action: str
    target: str | None = None


class Spend(Action, tag="spend", frozen=True, omit_defaults=True):
    """Spend VP: `what` is `failure`, or a skill is named."""

    what: Literal["failure"] | None = None
    skill: str | None = None


class Pay(Action, tag="pay", frozen=True):
    """Hand VP over."""

    to: str
    vp: int


class Talk(Action, tag="talk", frozen=True):
    """Send a message."""

    private: ClassVar[tuple[str, ...]] = ("text",)
    to: tuple[str, ...]
    text: Text | str


class Ask(Action, tag="ask", frozen=True, omit_defaults=True):
    """Ask for help with the check."""

    of: str
    give: Terms = Terms()


class Help(Action, tag="help", frozen=True, omit_defaults=True):
    """Help, perhaps with an ally."""

    ally: str | None = None


class Decline(Action, tag="decline", frozen=True):
    """Do not help."""


class Demand(Action, tag="demand", frozen=True, omit_defaults=True):
    """Help for other terms."""

    vp: int = 0
    items: tuple[str, ...] = ()
    allies: tuple[str, ...] = ()


class Agree(Action, tag="agree", frozen=True):
    """Agree to the terms demanded."""


class Refuse(Action, tag="refuse", frozen=True):
    """Refuse the terms demanded."""


class Reroll(Action, tag="reroll", frozen=True):
    """Throw dice again: a source (`vp`, an ally, a helper) and places from 1."""

    source: str
    dice: tuple[int, ...]


class Keep(Action, tag="keep", frozen=True):
    """Let the throw stand."""


class Avoid(Action, tag="avoid", frozen=True):
    """Buy Oh crap off."""


class Suffer(Action, tag="suffer", frozen=True):
    """Take what comes."""


class Choose(Action, tag="choose", frozen=True, omit_defaults=True, rename={"source": "from"}):
    """Choose what a text asks for."""

    item: str | None = None
    ally: str | None = None
    to: str | None = None
    source: str | None = None
    tile: str | None = None


class Invite(Action, tag="invite", frozen=True):
    """Invite seats in."""

    seats: tuple[str, ...]


class Enter(Action, tag="enter", frozen=True):
    """Accept the invitation."""


class Stay(Action, tag="stay", frozen=True):
    """Stay outside."""


class Peek(Action, tag="peek", frozen=True):
    """Look at what lies face down on these spaces."""

    spaces: tuple[str, ...]


class Arrange(Action, tag="arrange", frozen=True):
    """Choose the spaces for shuffled disks, in order."""

    spaces: tuple[str, ...]


class Parley(Action, tag="parley", frozen=True):
    """Talk to security."""


class Fight(Action, tag="fight", frozen=True, omit_defaults=True):
    """Fight; in GM play a piece, perhaps with a weapon."""

    target: str | None = None
    weapon: str | None = None


class Strike(Action, tag="strike", frozen=True):
    """Attack first."""


class Shield(Action, tag="shield", frozen=True):
    """Take the damage for another."""


class StandBy(Action, tag="stand_by", frozen=True):
    """Leave the damage where it falls."""


class Sacrifice(Action, tag="sacrifice", frozen=True):
    """Lose an ally to prevent a damage."""

    ally: str


class Strain(Action, tag="strain", frozen=True):
    """Try to carry more."""


class Improve(Action, tag="improve", frozen=True):
    """Raise an attribute."""

    attribute: str


class Forfeit(Action, tag="forfeit", frozen=True):
    """Lose a skill."""

    skill: str


class Vote(Action, tag="vote", frozen=True):
    """Vote for good acting."""

    private: ClassVar[tuple[str, ...]] = ("seat",)
    seat: str


class Convert(Action, tag="convert", frozen=True):
    """Turn VP into skill points."""

    points: int


ACTIONS: tuple[type[Action], ...] = (
    ChooseCharacter, Start, MoveRoll, Move, Explore, Orient, PickLock, Force, Climb, OpenFor, Perceive, Heal,
    HealSelf, Give, Drop, Take, Steal, Reveal, Scenario, Spend, Pay, Talk, EndTurn, Roll, Ask, Help, Decline, Demand,
    Agree, Refuse, Reroll, Keep, Avoid, Suffer, Choose, Invite, Enter, Stay, Peek, Arrange, Parley, Fight, Strike,
    Retreat, Shield, StandBy, Sacrifice, Strain, Improve, Forfeit, Vote, Convert,
    *MASTER_ACTIONS,
)  # fmt: skip
