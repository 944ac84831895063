"""What a seat can do only in games with a game master: one class a verb, as in `domain/games/darkness/actions.py`
(WD-GM)."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from domain.contract.game import Action, Text
from domain.contract.quantities import Bounds
from domain.games.darkness.rules.checks.ladder import Code

AWARDS = Bounds(-1000, 1000, "VP")
"""What a game master may award at a time (WD-GM-25)."""

HEALTHS = Bounds(1, 99)
"""The health that a piece may be given (WD-GM-12, WD-GM-24)."""

TURNS = Bounds(1, 99, "turns")
"""How many turns an attempt may take (WD-GM-5)."""


class Search(Action, tag="search", frozen=True):
    """Search the building (GM play)."""


class TryOut(Action, tag="attempt", frozen=True, omit_defaults=True):
    """Attempt anything, in words; the game master sets the number."""

    what: Text | str
    attribute: str
    skill: str | None = None


class Task(Action, tag="task", frozen=True):
    """Take a task of the chapter."""

    task: str


class Pass(Action, tag="pass", frozen=True):
    """Do nothing this turn (GM play)."""


class PlacePiece(Action, tag="place", frozen=True, omit_defaults=True):
    """The game master puts a piece on the map, in secret."""

    sealed: ClassVar[bool] = True
    id: str
    kind: str
    at: str
    health: Annotated[int, msgspec.Meta(extra_json_schema=HEALTHS.schema)] | None = None
    values: dict[str, str] | None = None


class Award(Action, tag="award", frozen=True):
    """The game master awards VP."""

    to: str
    vp: Annotated[int, msgspec.Meta(extra_json_schema=AWARDS.schema)]
    why: Text | str


class SetEnvironment(Action, tag="environment", frozen=True):
    """The game master changes the environment."""

    environment: str


class AllowNew(Action, tag="allow_new", frozen=True):
    """The game master allows a dead character's player a new one."""

    seat: str


class BeginChapter(Action, tag="begin_chapter", frozen=True):
    """The game master begins a chapter."""

    private: ClassVar[tuple[str, ...]] = ("chapter",)
    chapter: str


class EndGame(Action, tag="end_game", frozen=True):
    """The game master ends the campaign."""


class Act(Action, tag="act", frozen=True, omit_defaults=True):
    """A piece of the game master moves or attacks."""

    sealed: ClassVar[bool] = True
    piece: str
    move: tuple[str, ...] | None = None
    attack: str | None = None


class SetTn(Action, tag="set_tn", frozen=True, omit_defaults=True):
    """The game master sets the number of an attempt, and the turns it takes."""

    tn: Code
    turns: Annotated[int, msgspec.Meta(extra_json_schema=TURNS.schema)] = 1


class Deny(Action, tag="deny", frozen=True):
    """The game master does not allow an attempt."""


class Security(Action, tag="security", frozen=True, omit_defaults=True):
    """The game master sends security; unasked to the space where a character is inside."""

    disk: str
    at: str | None = None


class Rule(Action, tag="rule", frozen=True, omit_defaults=True):
    """What the game master decides beyond the other verbs: one effect, perhaps with words (WD-GM-25)."""

    sealed: ClassVar[bool] = True
    on: str | None = None
    damage: int | None = None
    heal: int | None = None
    give: str | None = None
    take: str | None = None
    failure: int | None = None
    move: str | None = None
    remove: bool | None = None
    keep: tuple[str, ...] | None = None
    item: str | None = None
    tn: Code | None = None
    building: str | None = None
    finds: tuple[str, ...] | None = None
    why: Text | str | None = None


class WaveThrough(Action, tag="wave_through", frozen=True):
    """The game master sends nobody."""


MASTER_ACTIONS: tuple[type[Action], ...] = (
    Search, TryOut, Task, Pass, PlacePiece, Award, SetEnvironment, AllowNew, BeginChapter, EndGame,
    Act, SetTn, Deny, Security, WaveThrough, Rule,
)  # fmt: skip
