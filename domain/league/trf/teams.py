"""Whether a report file is of teams: their matches bring points that are not their players'."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.contract.quantities import whole
from domain.league.trf.tournament import BadFile

OF_TEAMS = ("300", "310", "320", "330", "352", "362", "801", "802")
"""Lines that a tournament of single players has not."""

NUMBER, KIND, CODE, TEAM = "082", "092", "192", "013"
"""How many teams there are, what kind of a tournament it is in words and as a code, and who plays for a team."""


class TeamsFile(BadFile):
    """It is a file of teams."""


def check_single(lines: Sequence[str]) -> None:
    """`TeamsFile` for a tournament of teams. One that calls itself individual may say who plays for which club."""
    found = next((line[:3] for line in lines if line[:3] in OF_TEAMS), None)
    if found is None and not any("individual" in kind.lower() for kind in _said(lines, KIND)):
        found = _sign(lines)
    if found is not None:
        raise TeamsFile(
            f"it is a file of teams (line {found}): only tournaments of single players are compared, not the points "
            "that matches of teams bring"
        )


def _sign(lines: Sequence[str]) -> str | None:
    """The line by which a file shows that it is of teams."""
    if any((whole(said) or 0) > 0 for said in _said(lines, NUMBER)):
        return NUMBER
    for tag in (KIND, CODE):
        if any("team" in said.lower() for said in _said(lines, tag)):
            return tag
    return TEAM if any(line[:3] == TEAM for line in lines) else None


def _said(lines: Iterable[str], tag: str) -> list[str]:
    return [line[3:].strip() for line in lines if line[:3] == tag]
