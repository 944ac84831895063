"""The log of a league in words: a line for each event, with who decided it and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from domain.contract.game import Json
from domain.league.tiebreaks.registry import TIEBREAKS
from service.language.names import capital, title
from service.web.leagues.league_forms import VERBS
from service.web.leagues.league_names import stage_name
from service.web.spoken import gettext

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
    "StageStarted": "{stage} begins",
    "EntrantEnteredLate": "{entrant} enters {stage} late, from round {first_round} on",
    "EntrantReplaced": "The place of {entrant} changes hands",
    "RoundPaired": "Round {round} of {stage} is paired",
    "PairingFailed": "Round {round} of {stage} cannot be paired: {why}",
    "TableFinished": "Table {table} of {stage} is played: {places}",
    "TableForfeited": "Table {table} of {stage} is forfeited by {absent}",
    "TableVoided": "Table {table} of {stage} does not count: {cause}",
    "TableReplayed": "Table {table} of {stage} gets another game",
    "RoundClosed": "Round {round} of {stage} is over",
    "StageClosed": "{stage} is over: its standings are frozen, its seed is published",
    "SeasonClosed": "The season is over; up go {promoted}, down go {relegated}",
    "ResultCorrected": "The result of table {table} of {stage} is corrected",
    "PointsAdjusted": "{entrant} gets {points} points in {stage}",
    "SubstituteSeated": "{substitute} takes the place of {entrant} from the waiting list",
    "RemindersSet": "Who is late is reminded before a round is due, by hours: {hours}",
    "LateReminded": "Who is late in round {round} of {stage} is reminded: {late}",
    "DisputeOpened": "Dispute {dispute}: {entrant} contests table {table} of {stage}",
    "DisputeSaid": "A message in dispute {dispute}",
    "DisputeWithdrawn": "Dispute {dispute} is taken back",
    "DisputeDecided": "Dispute {dispute} is decided; upheld: {upheld}",
    "EntrantsKeptApart": "Group {group} is not to meet: {entrants}",
    "EntrantsLetMeet": "Group {group} may meet again",
    "SeasonDrafted": "Season {season} is drafted",
    "DraftDropped": "The draft of season {season} is dropped",
    "StandingsCorrected": "The frozen standings of {stage} are corrected",
}

DECIDED_BY = {
    "organiser": "the organiser",
    "operator": "the organiser or an operator",
    "seat": "the entrant",
    "clock": "the clock",
    "service": "",
}
"""Who posts commands, in words; what follows by itself needs none."""

DECISIONS: Mapping[str, str] = {
    "open-season": "open enrolment for a season",
    "next-season": "say whether seasons open by themselves",
    "enrol": "enrol an AI",
    "close-enrolment": "close enrolment",
    "start-season": "begin the season",
    "enter-late": "let an entrant in late",
    "say-in-dispute": "say something in a dispute",
    "decide-dispute": "decide a dispute",
    "draft-season": "draft a season",
    "drop-draft": "drop a draft",
    "begin": "let an AI try",
    "close-entries": "let nobody begin any more",
    "close": "end the series",
}
"""What is decided in leagues, challenges and series beside an organiser's verbs with a reason, in words."""

CHALLENGE_STATUSES: Mapping[str, str] = {
    "open": "may be tried",
    "ending": "the last tries are being played",
    "closed": "all tries have ended",
}
"""Where a challenge is, in words."""

TOO_FEW = re.compile(r"([0-9]+) are too few for a table of ([0-9]+)")
"""Why a round cannot be paired, with its numbers."""


@dataclass(frozen=True)
class LogLine:
    """An event in words: its version, its time (seconds UTC), who decided it (empty: it followed), and why."""

    version: int
    at: int
    text: str
    by: str
    reason: str | None


def tie_break(name: str) -> str:
    """What a column of standings is called: a tie-break, or what else they are ordered by."""
    known = TIEBREAKS.get(name)
    return title(name) if known is None or known.title is None else known.title


def decision(verb: str) -> str:
    """What an organiser or an operator decided, in the reader's language."""
    return gettext(VERBS.get(verb) or DECISIONS.get(verb) or title(verb))


def challenge_status(status: str) -> str:
    """Where a challenge is, in the reader's language."""
    return gettext(CHALLENGE_STATUSES[status])


def fairness(found: Mapping[str, Json]) -> str:
    """How even balanced groups are: how often a pair meets, and whether everybody has every position equally often."""
    fewest, most = found["fewest"], found["most"]
    even = gettext("every pair meets {meetings} times, every position equally often")
    uneven = gettext("every pair meets {meetings} times, positions uneven")
    return (even if found["positions_even"] else uneven).format(
        meetings=fewest if fewest == most else f"{fewest}–{most}"
    )


def unpairable(why: str) -> str:
    """Why a round cannot be paired, in the reader's language."""
    if found := TOO_FEW.fullmatch(why):
        return gettext("{count} are too few for a table of {fewest}").format(count=found[1], fewest=found[2])
    return gettext(why)


def lines(events: Iterable[Mapping[str, Json]], names: Mapping[str, str]) -> list[LogLine]:
    """The lines of a league's log; `names` maps entrants to names."""
    told = []
    by = ""
    for event in events:
        by = _decided_by(event["by"]) if "by" in event else by
        said = {name: _said(value, names) for name, value in event["data"].items()}
        if "stage" in event["data"]:
            said["stage"] = stage_name(event["data"]["stage"])
        if event["type"] == "TableVoided":
            said["cause"] = _cause(event["data"]["cause"])
        if event["type"] == "PairingFailed":
            said["why"] = unpairable(event["data"]["why"])
        reasons = [words["text"] for words in event.get("texts", {}).values() if event["type"] != "LeagueOpened"]
        text = gettext(PHRASES.get(event["type"], _spaced(event["type"]))).format_map(said)
        told.append(LogLine(event["version"], event["at"], capital(text), by, reasons[0] if reasons else None))
    return told


def _cause(cause: str) -> str:
    return gettext("the deadline has passed") if cause == "due" else gettext(cause)


def _said(value: Json, names: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, str):
        return names.get(value) or value
    if isinstance(value, Mapping):
        if all(isinstance(place, int) for place in value.values()):
            ranked = sorted(value.items(), key=lambda item: item[1])
            told = (f"{place}. {names.get(entrant, entrant)}" for entrant, place in ranked)
            return ", ".join(told) or gettext("nobody")
        return ", ".join(f"{names.get(key, key)} ({item})" for key, item in value.items()) or gettext("nobody")
    if isinstance(value, list):
        return ", ".join(_said(item, names) for item in value) or gettext("nobody")
    return str(value)


def _decided_by(who: str) -> str:
    return gettext(DECIDED_BY[who]) if DECIDED_BY.get(who) else ""


def _spaced(kind: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", kind).capitalize()
