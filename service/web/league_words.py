"""The log of a league in words: a line for each event, with who decided it and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domain.game import Json

Phrases = Mapping[str, str]

PHRASES: Phrases = {
    "LeagueOpened": "The league is opened",
    "NextSeasonDecided": "Later seasons open by themselves: {by_itself}",
    "SeasonOpened": "Enrolment for season {season} is open, and its seeds are committed to",
    "EntrantEnrolled": "{entrant} enrols",
    "WaitingEntrantAdmitted": "{entrant} moves up from the waiting list",
    "EnrolmentClosed": "Enrolment is closed",
    "EntropyOpened": "{entrant} opens its sealed entropy",
    "EntrantStruck": "{entrant} is struck: its sealed entropy was not opened",
    "EntrantWithdrew": "{entrant} leaves",
    "SeasonStarted": "The season begins",
    "StageStarted": "Stage {stage} begins",
    "EntrantEnteredLate": "{entrant} enters {stage} late, from round {first_round} on",
    "EntrantReplaced": "The place of {entrant} changes hands",
    "RoundPaired": "Round {round} of {stage} is paired",
    "PairingFailed": "Round {round} of {stage} cannot be paired: {why}",
    "TableFinished": "Table {table} of {stage} is played: {places}",
    "TableForfeited": "Table {table} of {stage} is forfeited by {absent}",
    "TableVoided": "Table {table} of {stage} does not count: {cause}",
    "TableReplayed": "Table {table} of {stage} gets another game",
    "RoundClosed": "Round {round} of {stage} is over",
    "StageClosed": "Stage {stage} is over: its standings are frozen, its seed is published",
    "SeasonClosed": "The season is over; up go {promoted}, down go {relegated}",
    "ResultCorrected": "The result of table {table} of {stage} is corrected",
    "PointsAdjusted": "{entrant} gets {points} points in {stage}",
    "StandingsCorrected": "The frozen standings of {stage} are corrected",
}

DECIDED_BY = {"operator": "the organiser", "seat": "the entrant", "clock": "the clock", "service": ""}
"""Who posts commands, in words; what follows by itself needs none."""


@dataclass(frozen=True)
class LogLine:
    """An event in words: its version, its time (seconds UTC), who decided it (empty: it followed), and why."""

    version: int
    at: int
    text: str
    by: str
    reason: str | None


def lines(events: Iterable[Mapping[str, Json]], names: Mapping[str, str]) -> list[LogLine]:
    """The lines of a league's log; `names` maps entrants to names."""
    told = []
    by = ""
    for event in events:
        by = DECIDED_BY.get(event["by"], "") if "by" in event else by
        said = {name: _said(value, names) for name, value in event["data"].items()}
        reasons = [words["text"] for words in event.get("texts", {}).values() if event["type"] != "LeagueOpened"]
        text = PHRASES.get(event["type"], _spaced(event["type"])).format_map(said)
        told.append(LogLine(event["version"], event["at"], text, by, reasons[0] if reasons else None))
    return told


def stage_name(stage_id: str) -> str:
    """A stage's id without the league's: `1/A/2` is season 1, division A, stage 2."""
    return stage_id.partition("/")[2] or stage_id


def _said(value: Json, names: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return names.get(value) or (stage_name(value) if value.count("/") > 2 else value)
    if isinstance(value, Mapping):
        if all(isinstance(place, int) for place in value.values()):
            ranked = sorted(value.items(), key=lambda item: item[1])
            return ", ".join(f"{place}. {names.get(entrant, entrant)}" for entrant, place in ranked) or "nobody"
        return ", ".join(f"{names.get(key, key)} ({item})" for key, item in value.items()) or "nobody"
    if isinstance(value, list):
        return ", ".join(_said(item, names) for item in value) or "nobody"
    return str(value)


def _spaced(kind: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", kind).capitalize()
