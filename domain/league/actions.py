"""What is posted to a league. Every tag begins with `league/`.

Whoever may post what: an organiser's commands are `by` an operator; an entrant's own are `by` a seat, the command's
`seat` being the entrant's id; what follows by itself is posted by the service.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from domain.contract.game import Action, Json, Refused, Text
from domain.contract.quantities import Points
from domain.league.conduct.actions import ConductAction


class Open(Action, tag="league/open", frozen=True):
    """Open a league: its id, the game, the rules number, the plan (`plan.Plan`) with all defaults, and whether the
    lowest tally of the game is the best; its name, the account that organises it, whether later seasons open by
    themselves, and whether the game ranks its seats, which win and lose together if it does not."""

    id: str
    game: str
    rules: int
    plan: dict[str, Json]
    lowest_wins: bool
    name: Text | str | None = None
    organiser: str | None = None
    next_season: bool = False
    ranks: bool | UnsetType = UNSET


class OpenSeason(Action, tag="league/open-season", frozen=True):
    """Open enrolment for the next season: stage id -> commitment to its seed (hex).

    `ratings`: entrant -> rating, of those of the last season who are enrolled at once.
    """

    commitments: dict[str, str]
    ratings: dict[str, int] = {}


class NextSeason(Action, tag="league/next-season", frozen=True):
    """Let later seasons open by themselves, or no longer (organiser)."""

    by_itself: bool


class Enrol(Action, tag="league/enrol", frozen=True):
    """Enrol a person (`account`) or an AI (`level`) at a rating, with the hash of sealed entropy or none.

    `entrant` is set for an AI that was in an earlier season.
    """

    rating: int
    account: str | None = None
    level: str | None = None
    entropy_hash: str | None = None
    entrant: str | None = None


class CloseEnrolment(Action, tag="league/close-enrolment", frozen=True):
    """Nobody enrols any more; from now on sealed entropy is opened."""


class OpenEntropy(Action, tag="league/open-entropy", frozen=True):
    """Open the entropy whose hash was given at enrolment."""

    entropy: str


class StartSeason(Action, tag="league/start-season", frozen=True):
    """Strike who did not open, make the divisions, and start their first stages."""


class Withdraw(Action, tag="league/withdraw", frozen=True):
    """Leave: before the start altogether, afterwards from the next round on; `reason` if the organiser decides it."""

    entrant: str
    reason: Text | str | None = None


class EnterLate(Action, tag="league/enter-late", frozen=True):
    """Let somebody enter a running Swiss stage (organiser); rounds gone by bring nothing."""

    stage: str
    rating: int
    account: str | None = None
    level: str | None = None
    entrant: str | None = None


class Replace(Action, tag="league/replace", frozen=True):
    """Give an entrant's place to somebody else (organiser); results stay with the place."""

    entrant: str
    reason: Text | str
    account: str | None = None
    level: str | None = None


class StartStage(Action, tag="league/start-stage", frozen=True):
    """Start the next stage of a division."""

    stage: str


class PairRound(Action, tag="league/pair-round", frozen=True):
    """Pair the next round of a stage; `due` is when it ends, where the plan names a zone."""

    stage: str
    due: int | UnsetType = UNSET


class PairByHand(Action, tag="league/pair-by-hand", frozen=True):
    """Pair a round that could not be paired, or pair one anew that has no result yet (organiser).

    `tables` are entrants in seat order; who is at none has a bye, if there are any; `due` is that of `PairRound`.
    """

    stage: str
    round: int
    tables: tuple[tuple[str, ...], ...]
    reason: Text | str
    due: int | UnsetType = UNSET


class Report(Action, tag="league/report", frozen=True):
    """What came of the game of a table: its cause of closing, places by entrant (ties have the same), `won` where a
    game ranks nobody, the tally (wounds) by entrant, and who lost it to the clock, if anybody did. Posting the same
    twice does nothing the second time."""

    stage: str
    table: int
    cause: str
    places: dict[str, int] = {}
    won: bool | None = None
    tally: dict[str, int] | None = None
    late: tuple[str, ...] | UnsetType = UNSET


class Forfeit(Action, tag="league/forfeit", frozen=True):
    """These entrants did not play at a table (organiser or clock); `places` ranks the others, {} if none played."""

    stage: str
    table: int
    absent: tuple[str, ...]
    places: dict[str, int] = {}
    reason: Text | str | None = None


class Replay(Action, tag="league/replay", frozen=True):
    """Give a table whose game was void another game (organiser)."""

    stage: str
    table: int
    reason: Text | str | None = None


class CloseRound(Action, tag="league/close-round", frozen=True):
    """Close a round: all results are in, or it is due and what is not over counts as void."""

    stage: str


class CloseStage(Action, tag="league/close-stage", frozen=True):
    """Close a stage: draw lots, freeze the standings, publish the seed; `reason` if the organiser ends it early."""

    stage: str
    reason: Text | str | None = None


class CloseSeason(Action, tag="league/close-season", frozen=True):
    """Close the season: promote and relegate."""


class Correct(Action, tag="league/correct", frozen=True):
    """Correct what came of a table, with a reason that all may read (organiser). The fields are those of a result: the
    place of every seat that was not absent, and no tally for the one that was told before; `author` is an account."""

    stage: str
    table: int
    reason: Text | str
    places: dict[str, int] = {}
    won: bool | None = None
    tally: dict[str, int] | None = None
    absent: tuple[str, ...] = ()
    void: bool = False
    author: str | UnsetType = UNSET


class Adjust(Action, tag="league/adjust", frozen=True):
    """Give or take points, with a reason that all may read (organiser); `author` is an account."""

    stage: str
    entrant: str
    points: Points
    reason: Text | str
    author: str | UnsetType = UNSET


LeagueAction = (
    Open | OpenSeason | NextSeason | Enrol | CloseEnrolment | OpenEntropy | StartSeason | Withdraw | EnterLate | Replace
    | StartStage | PairRound | PairByHand | Report | Forfeit | Replay | CloseRound | CloseStage | CloseSeason
    | Correct | Adjust | ConductAction
)  # fmt: skip


def parse(raw: Mapping[str, Json]) -> Action:
    """A league action from JSON; `Refused("malformed")` if it does not fit."""
    try:
        action: Action = msgspec.convert(raw, LeagueAction, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", str(error)) from None
    return action
