"""What happens in a league. Each event is a fact with all numbers that a rule worked out, and says what it changes."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Event
from domain.league.conduct.events import CONDUCT_EVENTS
from domain.league.events.base import LeagueEvent
from domain.league.events.corrections import PointsAdjusted, ResultCorrected, StandingsCorrected
from domain.league.events.entrants import (
    EntrantEnrolled,
    EntrantEnteredLate,
    EntrantReplaced,
    EntrantStruck,
    EntrantWithdrew,
    EntropyOpened,
    WaitingEntrantAdmitted,
)
from domain.league.events.seasons import (
    EnrolmentClosed,
    LeagueOpened,
    NextSeasonDecided,
    SeasonClosed,
    SeasonOpened,
    SeasonStarted,
    StageClosed,
    StageStarted,
)
from domain.league.events.tables import (
    PairingFailed,
    RoundClosed,
    RoundPaired,
    Seating,
    TableFinished,
    TableForfeited,
    TableReplayed,
    TableVoided,
)
from domain.league.state import League

__all__ = [
    "LEAGUE_EVENTS", "EnrolmentClosed", "EntrantEnrolled", "EntrantEnteredLate", "EntrantReplaced", "EntrantStruck",
    "EntrantWithdrew", "EntropyOpened", "LeagueEvent", "LeagueOpened", "NextSeasonDecided", "PairingFailed",
    "PointsAdjusted", "ResultCorrected", "RoundClosed", "RoundPaired", "SeasonClosed", "SeasonOpened",
    "SeasonStarted", "Seating", "StageClosed", "StageStarted", "StandingsCorrected", "TableFinished",
    "TableForfeited", "TableReplayed", "TableVoided", "WaitingEntrantAdmitted", "new_league",
]  # fmt: skip

_KINDS: tuple[type[Event], ...] = (
    LeagueOpened, NextSeasonDecided, SeasonOpened, EntrantEnrolled, WaitingEntrantAdmitted, EnrolmentClosed,
    EntropyOpened, EntrantStruck, EntrantWithdrew, SeasonStarted, StageStarted, EntrantEnteredLate,
    EntrantReplaced, RoundPaired, PairingFailed, TableFinished, TableForfeited, TableVoided, TableReplayed,
    RoundClosed, StageClosed, SeasonClosed, ResultCorrected, PointsAdjusted, StandingsCorrected, *CONDUCT_EVENTS,
)  # fmt: skip

LEAGUE_EVENTS: Mapping[str, type[Event]] = {kind.__name__: kind for kind in _KINDS}


def new_league() -> League:
    """A league before its first event."""
    return League(LEAGUE_EVENTS)
