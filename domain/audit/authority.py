"""Who may do what: by whom each action may stand in a log, and what its own chance says of where its seed is from.

It asks no rules: a seat's verb that an operator posted may be one that the rules allow the seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.audit.verdict import Bad
from domain.log.record import OPERATOR, ORGANISER, Public

SEAT, CLOCK, SERVICE = "seat", "clock", "service"

POSTED_BY: Mapping[str, tuple[str, ...]] = {
    "table/open": (SERVICE,),
    "table/sit": (SEAT, SERVICE),
    "table/leave": (SEAT, SERVICE),
    "table/start": (SERVICE,),
    "table/branch": (SERVICE,),
    "table/close": (SERVICE,),
    "table/pause": (SERVICE,),
    "table/move-deadlines": (SERVICE,),
    "table/count-outages": (SERVICE,),
    "table/pass-deadline": (CLOCK,),
    "table/ask-share": (SERVICE,),
    "table/operate": (OPERATOR,),
    "series/open": (SERVICE,),
    "series/sit": (SEAT, SERVICE),
    "series/open-entropy": (SEAT, SERVICE),
    "series/replace": (SERVICE,),
    "series/open-game": (SERVICE,),
    "series/tally": (SERVICE,),
    "series/close": (SERVICE, OPERATOR),
    "league/open": (SERVICE,),
    "league/enrol": (SEAT, ORGANISER, OPERATOR),
    "league/open-entropy": (SEAT,),
    "league/withdraw": (SEAT, ORGANISER, OPERATOR),
    "league/report": (SERVICE,),
    "challenge/open": (SERVICE,),
    "challenge/begin": (SEAT, ORGANISER, OPERATOR),
    "challenge/form": (SEAT,),
    "challenge/join": (SEAT,),
    "challenge/leave": (SEAT,),
    "challenge/start": (SEAT,),
    "challenge/report": (SERVICE,),
    "challenge/close-entries": (SERVICE, ORGANISER, OPERATOR),
    "challenge/close": (SERVICE,),
}
"""Action -> who may post it. Others of a table are its seats' own; of others of a league its rules say it."""

PostedBy = Callable[[str], tuple[str, ...]]
"""Who may post an action, by its type, in a log of one kind."""

IN_THE_GAME = (SEAT, CLOCK, SERVICE)
"""Who may post a game's verb: the seat, and for a seat that is late or has resigned the clock or the service."""

FOR_A_SEAT = (SEAT, CLOCK)
"""Who posts for a seat of a game always; an operator does for none."""


def check_authority(publics: Sequence[Public]) -> None:
    """`Bad` for a command that stands there by somebody who cannot post it, or a source of the seed that the seats'
    entropy contradicts."""
    source = publics[0].data.get("seed_source")
    for public in publics:
        check_poster(public, in_a_game)
        _check_seated(public)
        if source != "os" and _gives_entropy(public):
            raise Bad(public.version, f"a seat gives entropy, but the seed is {source!r}, not drawn for this game")


def operators_acts(publics: Sequence[Public]) -> Iterator[str]:
    """A remark on each command of an operator; in older logs of leagues and challenges the organiser's stand there
    alike, in newer ones under a name of their own."""
    for public in publics:
        if public.by != OPERATOR or public.action is None:
            continue
        owner, _, verb = str(public.action.get("type")).rpartition("/")
        if owner == "table":
            yield f"an operator acted at version {public.version}: {public.action.get('what')}"
        else:
            yield f"the organiser or an operator acted at version {public.version}: {verb}"


def check_poster(public: Public, posted_by: PostedBy) -> None:
    """`Bad` for an action that stands there by somebody who cannot post it."""
    if public.action is None:
        return
    verb = str(public.action.get("type"))
    may = posted_by(verb)
    if public.by not in may:
        raise Bad(public.version, f"{verb} stands there by {public.by!r}, and is posted by {' or '.join(may)} only")


def in_a_game(verb: str) -> tuple[str, ...]:
    """Who may post an action of a game: what is none of its table is a verb of its own, whatever it is called."""
    return POSTED_BY.get(verb, (SEAT,)) if verb.startswith("table/") else IN_THE_GAME


def outside_games(verb: str) -> tuple[str, ...]:
    """Who may post an action of a series, league, challenge or character."""
    return POSTED_BY.get(verb, (SEAT, ORGANISER, OPERATOR, SERVICE))


def _check_seated(public: Public) -> None:
    if (public.by in FOR_A_SEAT and public.seat is None) or (public.by == OPERATOR and public.seat is not None):
        raise Bad(public.version, f"it stands there by {public.by!r} for the seat {public.seat!r}")


def _gives_entropy(public: Public) -> bool:
    return public.type in ("SeatTaken", "EntropyOpened") and bool(
        public.data.get("entropy") or public.data.get("entropy_hash")
    )
