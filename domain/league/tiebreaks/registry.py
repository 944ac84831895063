"""All tie-breaks by name: what plans may name, standings and exports show, and `league recompute` compares."""

from __future__ import annotations

from collections.abc import Mapping

from domain.league.tiebreaks.contest import Tiebreak
from domain.league.tiebreaks.handbook import HANDBOOK
from domain.league.tiebreaks.house import HOUSE

TIEBREAKS: Mapping[str, Tiebreak] = {**HANDBOOK, **HOUSE}
"""Those of FIDE's Handbook by their codes, then those of this house by their names."""

IN_PLANS: Mapping[str, Tiebreak] = {name: one for name, one in TIEBREAKS.items() if one.in_plans}
"""Those that a plan may name."""

DEFAULT: tuple[str, ...] = tuple(name for name, one in IN_PLANS.items() if one.default)
"""Those of a plan that names none, in order."""


def in_chess(edition: int) -> dict[str, Tiebreak]:
    """Those of tournaments of other programs: FIDE's of an edition, and whatever of this house fits them."""
    return {
        name: one
        for name, one in TIEBREAKS.items()
        if one.in_chess and (one.in_plans or one.edition is None or one.edition <= edition)
    }
