"""Where a bot does not want to end its turn: within reach of a boss that comes for it and cannot be beaten."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.darkness.bot import jars
from domain.games.darkness.bot.duels import POINT, boss_value, fight_value
from domain.games.darkness.bot.glimpse import CERTAIN, Glimpse
from domain.games.darkness.bot.ways import steps_from
from domain.games.darkness.components import BossRow
from domain.games.darkness.rules.checks.ladder import TOP, code_of
from domain.games.darkness.rules.scenarios.the_bandaged_guest import KING
from domain.games.darkness.rules.things.points import DICE_A_TURN, DIE_COST
from domain.games.darkness.rules.town.tiles import FAR, Ground, walks


def risks(glimpse: Glimpse) -> Mapping[str, int]:
    """Spaces that are dangerous to end on, each with what that costs."""
    if glimpse.shares and glimpse.view["scenario"] == jars.SCENARIO:
        return _where_the_king_comes(glimpse)
    row = glimpse.data.scenarios.get(glimpse.view["scenario"])
    found: dict[str, int] = {}
    for boss in row.boss if row else ():
        lies = glimpse.view["bosses"].get(boss.id)
        if lies and lies["awake"] and _comes(glimpse, boss.id) and boss_value(glimpse, boss, lies["at"]) < 0:
            found |= dict.fromkeys(_near(glimpse.ground, lies["at"], boss.S), glimpse.weights["caught"])
    return {space: cost for space, cost in found.items() if not _delivers(glimpse, space)}


def _comes(glimpse: Glimpse, boss: str) -> bool:
    """Whether a boss goes for the seat: the king for whoever carries a jar, others for everybody (WD-SCEN-4)."""
    return boss != KING or jars.carries(glimpse, glimpse.seat)


def _delivers(glimpse: Glimpse, space: str) -> bool:
    """Whether the seat has nothing more to fear on a space: it delivers there all that it is hunted for."""
    return glimpse.view["scenario"] == jars.SCENARIO and space == jars.case(glimpse)


def _near(ground: Ground, at: str, steps: int) -> list[str]:
    return list(walks(ground, at, lambda step: True, steps))


def _where_the_king_comes(glimpse: Glimpse) -> Mapping[str, int]:
    """Where he reaches a seat with a jar before its next turn: no nearer than others with one, and not where it has
    company to get away by."""
    king = glimpse.view["bosses"].get(KING)
    if not king or not king["awake"] or not jars.carries(glimpse, glimpse.seat):
        return {}
    away = steps_from(glimpse.ground, king["at"])
    hunted = (seat for seat in glimpse.others() if jars.carries(glimpse, seat))
    nearest = min((away[glimpse.view["seats"][seat]["at"]] for seat in hunted), default=FAR)
    boss = next(row for row in glimpse.data.scenarios[jars.SCENARIO].boss if row.id == KING)
    reached = (space for space, steps in away.items() if steps <= min(boss.S, nearest))
    cost = _escape(glimpse, boss)
    return {
        space: cost for space in reached if not _delivers(glimpse, space) and not jars.keeps_company(glimpse, space)
    }


def _escape(glimpse: Glimpse, boss: BossRow) -> int:
    """What it costs to be come upon: dice that are bought to get away (WD-COMBAT-12), and the fight if that fails."""
    lost, needed = -fight_value(glimpse, boss.attack, code_of(TOP), 0, 3), boss.S - glimpse.defense + 1
    if needed <= 0:
        return 0
    most = min(DICE_A_TURN, max(glimpse.me["vp"], 0) // DIE_COST)
    missed = [CERTAIN - glimpse.chance_of(glimpse.dice_for("retreat") + add, needed) for add in range(most + 1)]
    return min(miss * lost // CERTAIN + DIE_COST * POINT * add for add, miss in enumerate(missed))
