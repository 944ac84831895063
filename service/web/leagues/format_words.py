"""How a league is played, in words, before anybody enrols: what its plan says of stages, clock, points and order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.contract.game import Json
from domain.league.plan import LAST_MINUTE
from service.language.catalogues import Catalogue
from service.language.names import title
from service.web.games.terms import Term, clock_words
from service.web.leagues.league_words import tie_break
from service.web.leagues.plan_forms import KINDS


def format_of(plan: Mapping[str, Json], words: Catalogue) -> list[Term]:
    """The terms of a plan."""
    return [term for tell in (_places, _stages, _season, _games, _order) for term in tell(plan, words)]


def _places(plan: Mapping[str, Json], words: Catalogue) -> Iterator[Term]:
    yield words.told("Seats at a table"), str(plan["seats"])
    divisions = [
        words.filled("{name} with {number} places", name=one["name"], number=one["size"]) for one in plan["divisions"]
    ]
    yield words.told("Divisions"), ", ".join(divisions)


def _stages(plan: Mapping[str, Json], words: Catalogue) -> Iterator[Term]:
    for number, stage in enumerate(plan["stages"], 1):
        kind = stage["kind"]
        said = [words.told(KINDS.get(kind) or title(kind))]
        if stage.get("rounds"):
            said.append(words.filled("rounds: {number}", number=stage["rounds"]))
        if kind == "apocalypse-final":
            said.append(words.filled("until a sum is {limit}", limit=stage["limit"]))
        if stage.get("advance"):
            said.append(words.filled("going on: {number}", number=stage["advance"]))
        if stage.get("days"):
            said.append(words.filled("days for a round: {number}", number=stage["days"]))
        if stage.get("accelerated"):
            said.append(words.told("accelerated rounds (Baku)"))
        if stage.get("annul"):
            said.append(words.told("the games of who leaves before half of them do not count"))
        yield words.filled("Stage {number}", number=number), "; ".join(said)


def _season(plan: Mapping[str, Json], words: Catalogue) -> Iterator[Term]:
    """When rounds are due, and who takes the places of those who leave, where the plan says so."""
    if plan.get("zone"):
        until = plan.get("until", LAST_MINUTE)
        yield words.told("Rounds are due"), words.filled("at {hour} ({zone})", hour=until, zone=plan["zone"])
    rule = plan["eligibility"]
    if rule.get("substitutes"):
        yield words.told("Who leaves"), words.told("is followed by the first of the waiting list")
    if rule.get("missed"):
        yield words.told("Games in a row lost to the clock, after which one is taken out"), str(rule["missed"])


def _games(plan: Mapping[str, Json], words: Catalogue) -> Iterator[Term]:
    yield words.told("Clock"), clock_words(plan.get("clock"), words)
    yield words.told("Rated"), words.told("yes") if plan["rated"] else words.told("no")


def _order(plan: Mapping[str, Json], words: Catalogue) -> Iterator[Term]:
    yield words.told("Points by place"), ", ".join(str(one) for one in plan["points"])
    names = [words.told(tie_break(name)) for name in plan["tiebreaks"]]
    yield words.told("Who is level on points is ordered by"), ", ".join(names)
