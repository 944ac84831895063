"""What a game with a game master keeps besides all others: pieces, long attempts, finds, rulings (WD-GM)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.contract.game import Text
from domain.games.darkness.rules.town.tiles import Place


class Piece(msgspec.Struct, frozen=True):
    """An adversary or NPC of the game master; `values` None are thrown anew each round (WD-GM-11)."""

    kind: str
    at: str
    health: int
    shown: bool = False
    values: Mapping[str, str] | None = None


class LongAttempt(msgspec.Struct, frozen=True):
    """Something tried for several turns: an attempt with the GM's number, or a task (WD-GM-5).

    `left` turns are still to come, `round` is that of the last one spent.
    """

    attribute: str
    skill: str | None
    level: int
    left: int
    round: int
    task: str | None = None
    what: Text | str | None = None


class Thrown(msgspec.Struct, frozen=True):
    """A thrown weapon on the ground: who threw it, and in which round (WD-GM-9)."""

    seat: str
    round: int


class Master(msgspec.Struct, frozen=True):
    """What GM play adds. `hidden` are the tiles not shown yet, `acted` the pieces that had their action.

    `found` lists `BUILDING:ITEM`, `goods` counts those of each kind that came into the game, `thrown` are weapons that
    can be taken back, `bombs` is alcohol made into one, `done` are tasks; `used` are all ids that pieces have had.
    `worths` are the numbers that items take to be found from now on, `stocks` what buildings hold now, `keeps` what of
    its items a seat keeps at the end, each where the game master has ruled so (WD-GM-25).
    """

    seat: str
    chapter: str
    environment: str
    wards: tuple[str, ...] = ()
    pieces: Mapping[str, Piece] = {}
    attempts: Mapping[str, LongAttempt] = {}
    hidden: Mapping[str, Place] = {}
    acted: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    goods: Mapping[str, int] = {}
    thrown: Mapping[str, Thrown] = {}
    bombs: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    worths: Mapping[str, str] = {}
    stocks: Mapping[str, tuple[str, ...]] = {}
    keeps: Mapping[str, tuple[str, ...]] = {}
