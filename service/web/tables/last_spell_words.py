"""What The Last Spell asks and does, in words."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Json
from service.language.names import Names, Said
from service.web.wording import Wording

BESIDE = "\u00a0"
"""A space at which no line ends."""


def _attack(action: Mapping[str, Json], names: Names) -> str:
    """The weapon, its technique and where it strikes: `Two-Handed Sword: Thrust at 10, 14`."""
    at = action.get("at") or []
    points = at if at and isinstance(at[0], list) else [at] if at else []
    places = names.catalogue.told(" and ").join(f"{x},{BESIDE}{y}" for x, y in points)
    return names.filled(
        "{weapon}: {technique}[ at {places}][ for {hero}][, direction {direction}][, curse {curse}][, die {die}]",
        {**action, "places": Said(places)},
    )


def _buy(action: Mapping[str, Json], names: Names) -> str:
    """The ware, and for whom a potion is."""
    return names.filled("Buy {ware}[ for {hero}]", action)


WORDING = Wording(
    titles={"spend": "Movement", "buy": "Buy"},
    labels={"attack": _attack, "buy": _buy},
)
"""The words of the panel."""
