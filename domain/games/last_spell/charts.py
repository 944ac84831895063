"""The course of a game in charts: the panic track, the mages in the circle, the monsters on the board."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.facets.charted import Values
from domain.contract.game import Json

CHARTS = ("Flames on the panic track", "Mages in the circle", "Monsters on the board")


def charted(view: Mapping[str, Json]) -> Values:
    """How many of each there are: one line a chart."""
    return {"flames": sum(view["panic"])}, {"mages": view["mages"]}, {"monsters": view["monster_count"]}
