"""What the people of a league are told: a round is paired, a result corrected, a season over or opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.league.state import League, Season
from domain.log.record import Public

ROUND = "league-round"
BYE = "league-bye"
CORRECTED = "league-corrected"
STAYING = "league-staying"
PROMOTED = "league-promoted"
RELEGATED = "league-relegated"
ENROLLED = "league-enrolled"
ADMITTED = "league-admitted"
SEATED = "league-seated"
REMINDED = "league-reminded"
DISPUTED = "league-disputed"
SAID = "league-said"
UPHELD = "league-upheld"
DISMISSED = "league-dismissed"

KINDS = (
    ROUND, BYE, CORRECTED, STAYING, PROMOTED, RELEGATED, ENROLLED, ADMITTED, SEATED, REMINDED, DISPUTED, SAID, UPHELD,
    DISMISSED,
)  # fmt: skip

ORGANISER = ""
"""What stands in the place of an entrant where the organiser is told."""


Told = tuple[str, str, str]
"""An entrant, the kind of the notice, and what its words need besides, with spaces between: the round; the table's
round; the place, its division and the one of the next season; the season; the division; the round, the id of the
organiser's words, and when the round is due, or a dash; the dispute, its table and that one's round."""


def told(league: League, event: Public) -> dict[str, Told]:
    """Account -> entrant, kind, and what the words need, for an event after which the league stands so."""
    tell = _TELL.get(event.type)
    found: dict[str, Told] = {}
    for entrant, kind, words in tell(league, event) if tell is not None else ():
        account = league.organiser if entrant == ORGANISER else league.entrants[entrant].account
        if account is not None:
            found.setdefault(account, (entrant, kind, words))
    return found


def is_told_of(kind: str) -> bool:
    """Whether anybody is told of events of this type."""
    return kind in _TELL


def _paired(league: League, event: Public) -> Iterator[Told]:
    """Who plays at several tables is told once."""
    stage = league.stages[event.data["stage"]]
    played = stage.rounds[-1]
    for table in stage.tables_of(played):
        yield from ((entrant, ROUND, str(played.number)) for entrant in table.seats)
    yield from ((entrant, BYE, str(played.number)) for entrant in played.byes)


def _corrected(league: League, event: Public) -> Iterator[Told]:
    table = league.stages[event.data["stage"]].tables[event.data["table"]]
    return ((entrant, CORRECTED, str(table.round)) for entrant in table.seats)


def _season_closed(league: League, event: Public) -> Iterator[Told]:
    """The place is that of the last stage which one played."""
    season, promoted, relegated = league.season, event.data["promoted"], event.data["relegated"]
    for entrant, (place, division) in _places(season).items():
        if entrant in season.withdrawn:
            continue
        kind = PROMOTED if entrant in promoted else RELEGATED if entrant in relegated else STAYING
        following = promoted.get(entrant) or relegated.get(entrant) or division
        yield entrant, kind, f"{place} {division} {following}"


def _places(season: Season) -> dict[str, tuple[int, str]]:
    """Entrant -> rank and division."""
    stages = sorted(season.stages.values(), key=lambda stage: stage.number)
    return {line.entrant: (line.rank, stage.division) for stage in stages for line in stage.standings}


def _enrolled(league: League, event: Public) -> Iterator[Told]:
    """Who is enrolled because a season opened by itself; whoever enrols knows it."""
    if event.by is None:
        yield event.data["entrant"], ENROLLED, str(league.season.number)


def _admitted(league: League, event: Public) -> Iterator[Told]:
    """Who moved up from the waiting list before the season began."""
    yield event.data["entrant"], ADMITTED, str(league.season.number)


def _seated(league: League, event: Public) -> Iterator[Told]:
    """Who took a place from the waiting list while the season runs."""
    entrant = event.data["entrant"]
    yield entrant, SEATED, next(name for name, held in league.season.divisions.items() if entrant in held)


def _reminded(league: League, event: Public) -> Iterator[Told]:
    due = league.stages[event.data["stage"]].rounds[event.data["round"] - 1].due
    words = f"{event.data['round']} {event.data['words']['id']} {'-' if due is None else due}"
    return ((entrant, REMINDED, words) for entrant in event.data["late"])


def _disputed(league: League, event: Public) -> Iterator[Told]:
    """The organiser, and the parties but for who said it; of a verdict the parties alone."""
    dispute = league.disputes[event.data["dispute"]]
    verdict = UPHELD if dispute.status == "upheld" else DISMISSED
    kind = {"DisputeOpened": DISPUTED, "DisputeSaid": SAID}.get(event.type, verdict)
    by = ORGANISER if kind == verdict else event.data.get("entrant") or ORGANISER
    for entrant in (*dispute.parties, ORGANISER):
        if entrant != by:
            yield entrant, kind, f"{dispute.number} {dispute.table} {dispute.round}"


_TELL: Mapping[str, Callable[[League, Public], Iterator[Told]]] = {
    "RoundPaired": _paired,
    "ResultCorrected": _corrected,
    "SeasonClosed": _season_closed,
    "EntrantEnrolled": _enrolled,
    "WaitingEntrantAdmitted": _admitted,
    "SubstituteSeated": _seated,
    "LateReminded": _reminded,
    "DisputeOpened": _disputed,
    "DisputeSaid": _disputed,
    "DisputeDecided": _disputed,
}
