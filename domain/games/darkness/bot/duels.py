"""What a fight is worth to a bot, by its own dice and those of whoever it meets."""

from __future__ import annotations

from domain.games.darkness.bot.company import helped_chance
from domain.games.darkness.bot.glimpse import CERTAIN, Glimpse
from domain.games.darkness.components import BossRow
from domain.games.darkness.rules.checks.ladder import code_of, level_of
from domain.games.darkness.rules.scenarios.the_bandaged_guest import JARS_TO_BEAT, KING

POINT = 100
"""One VP, the unit of all ratings."""


def fight_value(glimpse: Glimpse, attack: str, defense: str, vp: int, rounds: int) -> int:
    """What a fight is worth alone: the chance to win in its rounds, less damage and death to be expected."""
    hit = glimpse.chance(best_attack(glimpse), defense)
    struck = CERTAIN - glimpse.chance(glimpse.dice_for("defense"), attack)
    return _worth(glimpse, hit, struck, vp * POINT, rounds)


def boss_value(glimpse: Glimpse, boss: BossRow, space: str) -> int:
    """What it is worth to fight a boss on a space, with the help of all who are near."""
    attack, defense, vp, rounds = boss_fight(glimpse, boss)
    hit = helped_chance(glimpse, best_attack(glimpse), glimpse.level(defense), "attack", space) if vp else 0
    struck = CERTAIN - helped_chance(glimpse, glimpse.dice_for("defense"), glimpse.level(attack), "defense", space)
    return _worth(glimpse, hit, struck, vp * POINT + glimpse.weights["slain"], rounds)


def _worth(glimpse: Glimpse, hit: int, struck: int, won_points: int, rounds: int) -> int:
    fighting = [CERTAIN, *[0] * glimpse.defense]  # by the wounds taken so far, the last being death
    won = damage = 0
    for _ in range(rounds):
        won += sum(fighting[:-1]) * hit // CERTAIN
        going_on = [chance * (CERTAIN - hit) // CERTAIN for chance in fighting[:-1]]
        wounded = [chance * struck // CERTAIN for chance in going_on]
        damage += sum(wounded)
        fighting[-1] += wounded[-1]
        fighting[:-1] = [chance - less + more for chance, less, more in zip(going_on, wounded, [0, *wounded])]
    cost = damage * glimpse.weights["wound"] + fighting[-1] * glimpse.weights["death"]
    return (won * won_points - cost) // CERTAIN


def best_attack(glimpse: Glimpse) -> int:
    """Dice of the best attack with what is carried."""
    bare = glimpse.dice_for("attack")
    armed = [
        glimpse.dice("A", disk.bonus.skills, weapon=thing)
        for thing in glimpse.me["items"]
        if (disk := glimpse.data.encounters.get(thing)) and disk.bonus and disk.bonus.attribute == "A"
    ]
    return max([bare, *armed])


def boss_fight(glimpse: Glimpse, boss: BossRow) -> tuple[str, str, int, int]:
    """Attack, defence, VP and rounds of a boss as it is now; a defence that nobody meets while it is immune."""
    delivered = sum(person["delivered"] for person in glimpse.view["seats"].values())
    combat = glimpse.view["combat"] or {"lowered": {}}
    attack = max(level_of(boss.attack) - combat["lowered"].get("A", 0), 1)
    defense = max(level_of(boss.defense) - combat["lowered"].get("D", 0) - delivered, 1)
    vp = level_of(boss.attack) + defense
    if boss.id == KING and delivered < JARS_TO_BEAT:
        return code_of(attack), boss.defense, 0, 3
    return code_of(attack), code_of(defense), vp, 3
