"""The turn, movement and fate (chapter 7), perception and healing (chapter 8)."""

from __future__ import annotations

from domain.contract.game import Step


class BeginRound(Step, tag="begin-round", frozen=True):
    """A round begins."""

    round: int


class BeginTurn(Step, tag="begin-turn", frozen=True):
    """A seat's turn begins."""

    seat: str


class MeetEngaged(Step, tag="meet-engaged", frozen=True):
    """The active character faces the adversary it stands on."""


class MeetOwed(Step, tag="meet-owed", frozen=True):
    """The active character turns up the disk it owes."""


class AskTurn(Step, tag="ask-turn", frozen=True):
    """The active seat decides what to do."""


class Resume(Step, tag="resume", frozen=True):
    """A given position goes on at the start of the active seat's turn."""


class ResumeTurn(Step, tag="resume-turn", frozen=True):
    """A given position goes on in the middle of the active seat's turn."""


class CloseTurn(Step, tag="end-turn", frozen=True):
    """The turn ends."""

    why: str


class EndRound(Step, tag="end-round", frozen=True):
    """The round ends."""


class GainMovement(Step, tag="gain-movement", frozen=True):
    """A movement check becomes movement."""


class Explored(Step, tag="explored", frozen=True):
    """The drawn tile is placed and stepped on."""

    tile: str
    direction: str
    rot: int


class CameTo(Step, tag="came-to", frozen=True):
    """A character came to each of these spaces, one after the other."""

    seat: str
    spaces: tuple[str, ...]


class Arrived(Step, tag="arrived", frozen=True):
    """A character stays on a space to which it came from `source`."""

    seat: str
    source: str
    cause: str


class DiskDone(Step, tag="disk-done", frozen=True):
    """A seat resolved a disk of a tile."""

    seat: str
    tile: str


class CallFate(Step, tag="call-fate", frozen=True):
    """A fate table is called for."""

    table: str


class ThrowFate(Step, tag="throw-fate", frozen=True):
    """The dice of a fate table are thrown and the row takes effect."""

    table: str


class LookRound(Step, tag="look-round", frozen=True):
    """A perception check is settled: so many disks are looked at."""


class Healed(Step, tag="healed", frozen=True):
    """A check to heal is settled."""

    patient: str
