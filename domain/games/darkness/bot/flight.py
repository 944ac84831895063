"""Where a bot does not want to end its turn: within reach of a boss that comes for it and cannot be beaten."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.darkness.bot.duels import boss_value
from domain.games.darkness.bot.glimpse import Glimpse
from domain.games.darkness.rules.town.tiles import Ground, walks
from domain.games.darkness.state import TOKEN

CAUGHT = 600
"""What it costs to be where a boss will be at the end of the round."""


def risks(glimpse: Glimpse) -> Mapping[str, int]:
    """Spaces that are dangerous to end on, each with what that costs."""
    row = glimpse.data.scenarios.get(glimpse.view["scenario"])
    found: dict[str, int] = {}
    for boss in row.boss if row else ():
        lies = glimpse.view["bosses"].get(boss.id)
        if lies and lies["awake"] and _comes(glimpse, boss.id) and boss_value(glimpse, boss, lies["at"]) < 0:
            found |= dict.fromkeys(_near(glimpse.ground, lies["at"], boss.S), CAUGHT)
    return {space: cost for space, cost in found.items() if not _delivers(glimpse, space)}


def _comes(glimpse: Glimpse, boss: str) -> bool:
    """Whether a boss goes for the seat: the king for who carries a jar, others for everybody (WD-SCEN-4)."""
    return boss != "bandaged-king" or any(item.startswith(TOKEN) for item in glimpse.me["items"])


def _delivers(glimpse: Glimpse, space: str) -> bool:
    """Whether the seat has nothing more to fear on a space: it delivers there all that it is hunted for."""
    return glimpse.view["scenario"] == "the-bandaged-guest" and space == glimpse.data.tiles["museum"].event[0]


def _near(ground: Ground, at: str, steps: int) -> list[str]:
    return list(walks(ground, at, lambda step: True, steps))
