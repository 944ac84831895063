"""What a seat can do: one action a verb, the verbs in the order of `docs/rules/last-spell.md`, chapter 20."""

from __future__ import annotations

from domain.contract.game import Action
from domain.games.last_spell.rules.town.geometry import Facing, Square

Points = tuple[int | Square, ...]
"""An impact point `[x, y]`, or a list of them."""


class ChooseHero(Action, tag="hero", frozen=True):
    """First set-up: take this profile with its starting equipment."""

    hero: str


class Equip(Action, tag="equip", frozen=True, rename={"give_back": "return"}):
    """Later set-ups: take a card from the common reserve, or return one to it."""

    take: str | None = None
    give_back: str | None = None
    hero: str | None = None


class Build(Action, tag="build", frozen=True):
    """Set-up: a construction of this kind, `at` being its north-west square."""

    kind: str
    at: Square


class Place(Action, tag="place", frozen=True):
    """Set-up: put a hero on a square of the city."""

    at: Square
    hero: str | None = None


class Recruit(Action, tag="recruit", frozen=True):
    """Solo set-up: a prepared hero joins."""

    hero: str


class Ready(Action, tag="ready", frozen=True):
    """Set-up or market: done."""


class Buy(Action, tag="buy", frozen=True):
    """Market: a ware of the box for gold; a potion is for a `hero`."""

    ware: str
    hero: str | None = None


class Spend(Action, tag="spend", frozen=True):
    """Flip a ready movement token of this value."""

    value: int


class Move(Action, tag="move", frozen=True):
    """Walk over these squares, each adjacent to the one before."""

    path: tuple[Square, ...]


class Jump(Action, tag="jump", frozen=True):
    """Land on this square, straight behind an obstacle."""

    to: Square


class Climb(Action, tag="climb", frozen=True):
    """Climb an adjacent watchtower."""

    tower: str


class Descend(Action, tag="descend", frozen=True):
    """Leave the watchtower."""

    to: Square


class Teleport(Action, tag="teleport", frozen=True):
    """Go from one tele-portal to this one."""

    portal: str


class Attack(Action, tag="attack", frozen=True):
    """Use a technique on an impact point, on several, or on a `hero`."""

    weapon: str
    technique: str
    at: Points | None = None
    hero: str | None = None
    direction: Facing | None = None
    curse: str | None = None
    die: str | None = None


class Punch(Action, tag="punch", frozen=True):
    """Bare hands against an adjacent piece."""

    target: str


class Protect(Action, tag="protect", frozen=True):
    """Lay an Action token aside against the next attack."""


class Drink(Action, tag="drink", frozen=True):
    """Drink a dose: green names a movement `token`, yellow the places of two Action tokens."""

    potion: str
    token: int | None = None
    tokens: tuple[str, ...] | None = None


class Read(Action, tag="read", frozen=True):
    """Read a scroll, aimed like an attack."""

    scroll: str
    at: Points | None = None
    hero: str | None = None
    direction: Facing | None = None
    curse: str | None = None
    die: str | None = None


class Fire(Action, tag="fire", frozen=True):
    """Let a ballista or catapult shoot."""

    defence: str
    at: Square


class EndTurn(Action, tag="end_turn", frozen=True):
    """The next hero's turn."""


class Pass(Action, tag="pass", frozen=True):
    """Leave the Hero phase."""


class Reroll(Action, tag="reroll", frozen=True):
    """Roll a missed monster again: by `magic`, `isolation` or `momentum`."""

    source: str


class Keep(Action, tag="keep", frozen=True):
    """Let the miss stand."""


class Bounce(Action, tag="bounce", frozen=True):
    """Let the attack go on to this monster."""

    monster: str


class Stop(Action, tag="stop", frozen=True):
    """Let the attack go no further."""


class UseCard(Action, tag="use", frozen=True):
    """Use an armour or shield against the damage."""

    card: str


class Reactivate(Action, tag="reactivate", frozen=True):
    """Pay for a card to be usable again, where it costs one with a movement `token`."""

    card: str
    token: int | None = None


class Accept(Action, tag="accept", frozen=True):
    """Take what is left of the damage."""


class Choose(Action, tag="choose", frozen=True):
    """One of the possibilities."""

    value: str | int


Aimed = Attack | Read
"""The actions that aim a technique."""

ACTIONS: tuple[type[Action], ...] = (
    ChooseHero, Equip, Build, Place, Recruit, Ready, Buy, Spend, Move, Jump, Climb, Descend, Teleport, Attack, Punch,
    Protect, Drink, Read, Fire, EndTurn, Pass, Reroll, Keep, Bounce, Stop, UseCard, Reactivate, Accept, Choose,
)  # fmt: skip
