"""The course of a game in charts: victory points and health of each character."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.facets.charted import Values
from domain.contract.game import Json
from domain.games.darkness.data import Data

CHARTS = ("VP", "Health of each character")


def charted(view: Mapping[str, Json], data: Data) -> Values:
    """VP, and health: what is left of D (WD-CHAR-7), nothing of who is dead."""
    seats = view["seats"].items()
    health = {seat: _health(person, data) for seat, person in seats if person["character"]}
    return {seat: person["vp"] for seat, person in seats}, health


def _health(person: Mapping[str, Json], data: Data) -> int:
    if not person["alive"]:
        return 0
    known = person.get("sheet") or {"attributes": data.characters[person["character"]].attributes}
    left: int = known["attributes"]["D"] - person["damage"]
    return max(0, left)
