"""What The Last Spell asks and does, in words."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Json
from service.language.names import Names
from service.web.wording import Wording

BESIDE = "\u00a0"
"""A space at which no line ends."""

HOW = ("direction", "curse", "die")
"""What else may belong to an attack."""


def _attack(action: Mapping[str, Json], names: Names) -> str:
    """The weapon, its technique and where it strikes: `Two-Handed Sword: Thrust at 10, 14`."""
    said = f"{names.say(action['weapon'])}: {names.say(action['technique'])}"
    if at := action.get("at"):
        points = at if isinstance(at[0], list) else [at]
        said += " at " + " and ".join(f"{x},{BESIDE}{y}" for x, y in points)
    if hero := action.get("hero"):
        said += f" for {names.say(hero)}"
    return ", ".join([said, *(f"{name} {names.say(action[name])}" for name in HOW if action.get(name))])


def _buy(action: Mapping[str, Json], names: Names) -> str:
    """The ware, and for whom a potion is."""
    return f"Buy {names.say(action['ware'])}" + (f" for {names.say(action['hero'])}" if action.get("hero") else "")


WORDING = Wording(
    questions={"market": "Market: buy what the common reserve can pay"},
    titles={"spend": "Movement", "buy": "Buy"},
    labels={"attack": _attack, "buy": _buy},
)
"""The words of the panel."""
