"""What counts for whether the heroes will win, and how far a playout goes before that is asked."""

from __future__ import annotations

from domain.contract.facets.searched import Assets, read_weights
from domain.games.last_spell.bot import quests
from domain.games.last_spell.bot.danger import endurance
from domain.games.last_spell.bot.odds import to_circle
from domain.games.last_spell.rules.attacks.wounds import life_left
from domain.games.last_spell.rules.town.pieces import is_monolith, is_tile
from domain.games.last_spell.state import LastSpellState

TENTH = 0.1
"""One monster, mage, Flame, card or life point, beside the ten or so that there are."""

QUARTER = 0.25
"""One hero of four."""

NEAR = 3
"""A monster that has so many steps to the circle is near it."""

NIGHT = 1000
"""More moments than a night has."""

PLAYED = ("monsters", "heroes")

WEIGHTS, PRIOR = (read_weights("domain.games.last_spell.bot", of) for of in ("weights", "prior"))


def assets(state: LastSpellState) -> Assets:
    """Of the heroes how many stand and what they can endure, of the night what has come and what is still to come."""
    left = [endurance(state, name) for name in state.in_play()]
    steps = [to_circle(state, (monster.at,)) for monster in state.monsters.values()]
    found = {
        "constant": 1.0,
        "mages": TENTH * state.mages,
        "heroes": QUARTER * len(left),
        "fallen": QUARTER * (len(state.heroes) - len(left)),
        "endurance": TENTH * QUARTER * sum(left),
        "weakest": TENTH * min(left, default=0),
        "monsters": TENTH * len(steps),
        "near monsters": TENTH * sum(away <= NEAR for away in steps),
        "monsters at the circle": TENTH * sum(away == 1 for away in steps),
        "panic": TENTH * sum(state.panic),
        "cards to come": TENTH * sum(len(pile.left) for pile in state.spawn.values()),
        "constructions": TENTH * len(state.constructions),
        f"night {state.night}": 1.0,
        "quests missing": quests.missing(state),
    }
    if state.boss is not None:
        lives = [
            life_left(state, piece) for piece in state.boss.enemies() if not (is_monolith(piece) or is_tile(piece))
        ]
        found[state.boss.kind] = 1.0
        found[f"{state.boss.kind} here"] = float(bool(lives))
        found[f"{state.boss.kind} lives"] = TENTH * sum(lives)
    return found


def moment(state: LastSpellState) -> int:
    """Twice the round of the night, and one more from the Hero phase on."""
    if state.phase in PLAYED:
        return NIGHT * state.night + 2 * state.round + (state.phase == "heroes")
    return NIGHT * state.night + (0 if state.phase == "setup" else NIGHT - 1)


def horizon(state: LastSpellState) -> int:
    """The next Hero phase but for the one under way: what was done has been answered by the monsters."""
    if state.phase in PLAYED:
        return NIGHT * state.night + 2 * (state.round + 1) + 1
    return NIGHT * (state.night + (state.phase != "setup")) + 2 + 1
