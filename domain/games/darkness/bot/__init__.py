"""What a greedy bot thinks of an answer, from its seat's own view; all ratings count in `POINT`s, one VP each.

Nothing here decides a rule: a bad rating only plays badly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from domain.contract.game import Action, Json, Legal
from domain.games.darkness import actions
from domain.games.darkness.bot import jars
from domain.games.darkness.bot.company import COMMON, fitness
from domain.games.darkness.bot.duels import POINT, boss_value, fight_value
from domain.games.darkness.bot.errands import action_value, best_reader, is_leaf, leaf_hidden, token_value
from domain.games.darkness.bot.flight import risks
from domain.games.darkness.bot.glimpse import CERTAIN, Glimpse
from domain.games.darkness.bot.prospects import disk_value, goals, outlook, room_value, unknown_value
from domain.games.darkness.bot.weights import Weights, of_kind
from domain.games.darkness.components import BossRow
from domain.games.darkness.data import Data
from domain.games.darkness.rules.checks.ladder import TOP, formed, level_of, odds, odds_after, throws
from domain.games.darkness.rules.master.actions import Search
from domain.games.darkness.rules.scenarios.the_bandaged_guest import KING
from domain.games.darkness.rules.town.tiles import tile_of

COMMON_CAUSE, COMMON_FOES = ("defuse", "start-bus", "drive-off"), ("the-sleeper", "bandaged-king")
"""The checks with which all help, since nobody wins without them, and whom they fight together."""
SHARED_CAUSE = ("take", "search", "read-the-leaves", "open-coffin", "gather-fuel")
"""The checks with which who plays for the end of the scenario helps, too."""


def candidates(view: Mapping[str, Json], seat: str, legal: Legal, data: Data, weights: Weights) -> Sequence[Action]:
    """The answers worth weighing: of many walks only those with the best outlook."""
    return _candidates(Glimpse(view, seat, data, weights), legal)


def rated(
    view: Mapping[str, Json], seat: str, legal: Legal, data: Data, weights: Weights
) -> Sequence[tuple[int, Action]]:
    """The answers worth weighing, each with how good it looks."""
    glimpse = Glimpse(view, seat, data, weights)
    return [(_rate(glimpse, action), action) for action in _candidates(glimpse, legal)]


def foreseen(
    view: Mapping[str, Json], seat: str, legal: Legal, data: Data, weights: Weights
) -> Sequence[tuple[int, Action]]:
    """The answers that are worth playing on, each with how good it looks to who plays for the end of the scenario."""
    glimpse = Glimpse(view, seat, data, weights, shares=True)
    return [(_rate(glimpse, action), action) for action in _candidates(glimpse, legal)]


def _candidates(glimpse: Glimpse, legal: Legal) -> Sequence[Action]:
    walks = [action for action in legal.actions if isinstance(action, actions.Move)]
    if len(walks) <= 1:
        return legal.actions
    best = min(walks, key=lambda walk: (-_to_end_on(glimpse, walk.path[-1]), len(walk.path)))
    return [best, *(action for action in legal.actions if not isinstance(action, actions.Move))]


def rate(view: Mapping[str, Json], seat: str, action: Action, data: Data, weights: Weights) -> int:
    """How good an answer looks; 0 for no opinion."""
    return _rate(Glimpse(view, seat, data, weights), action)


def _rate(glimpse: Glimpse, action: Action) -> int:
    rating = RATINGS.get(type(action))
    return rating(glimpse, action) if rating else 0


def _move_roll(glimpse: Glimpse, action: actions.MoveRoll) -> int:
    return 40 - _spent(action) - (1 if action.skill else 0)


def _spent(action: actions.Throw) -> int:
    """Dice bought for 2 VP each."""
    return 2 * POINT * action.add


def _move(glimpse: Glimpse, action: actions.Move) -> int:
    return _to_end_on(glimpse, action.path[-1]) - _to_end_on(glimpse, glimpse.at) - len(action.path) // 4


def _to_end_on(glimpse: Glimpse, space: str) -> int:
    """What it is worth to end a walk on a space: what lies before one there, and who comes there."""
    return glimpse.once(outlook).get(space, 0) - glimpse.once(risks).get(space, 0)


def _explore(glimpse: Glimpse, action: actions.Explore) -> int:
    return glimpse.weights["explore"]


def _door(dice_kind: str, risk: str | None = None) -> Callable[[Glimpse, Any], int]:
    def rating(glimpse: Glimpse, action: Any) -> int:
        name = getattr(action, "door", None) or action.window
        tile = glimpse.data.tiles[tile_of(name)].row
        code = next(
            (door.tn for door in tile.doors if f"{tile.id}/{door.cell[0]}/{door.cell[1]}/{door.side}" == name), None
        )
        level = glimpse.level(code) if code else 1 + glimpse.level(tile.windows[0].must_beat)
        chance = odds(glimpse.dice_for(dice_kind), min(level, TOP))
        cost = glimpse.weights[risk] if risk else 0
        return (chance * (room_value(glimpse, tile.id) - cost)) // CERTAIN

    return rating


def _perceive(glimpse: Glimpse, action: actions.Perceive) -> int:
    return max(glimpse.weights["unlooked"], leaf_hidden(glimpse)) - _spent(action)


def _heal(glimpse: Glimpse, action: actions.Heal) -> int:
    damage = int(glimpse.view["seats"][action.seat]["damage"])
    return min(damage, _expected_level(glimpse.dice_for("heal"))) * POINT


def _heal_self(glimpse: Glimpse, action: actions.HealSelf) -> int:
    damage = int(glimpse.me["damage"])
    worth = glimpse.weights["wound" if glimpse.defense <= 2 else "mended"]
    return min(damage, _expected_level(glimpse.dice_for("heal-self"))) * worth - _spent(action)


def _take(glimpse: Glimpse, action: actions.Take) -> int:
    row = glimpse.data.scenarios.get(glimpse.view["scenario"])
    token = next((token for token in row.token if token.id == action.item), None) if row else None
    if token is None or token.take_check is None:
        return glimpse.worth(action.item) * POINT
    return token_value(glimpse, token) + POINT


def _lose(glimpse: Glimpse, action: Any) -> int:
    return -glimpse.worth(action.item) * POINT


def _give(glimpse: Glimpse, action: actions.Give) -> int:
    """Who plays for the end of the scenario hands leaves to who can read them best."""
    handed = glimpse.shares and is_leaf(glimpse, action.item) and action.to == best_reader(glimpse)
    return glimpse.weights["wanted leaf"] if handed else _lose(glimpse, action)


def _steal(glimpse: Glimpse, action: actions.Steal) -> int:
    if glimpse.shares and is_leaf(glimpse, action.item or "") and glimpse.seat != best_reader(glimpse):
        return -POINT
    kind = "steal" if action.item else "sway"
    worth = glimpse.worth(action.item) if action.item else 1
    if action.item and action.item.startswith("token-"):
        worth += 4
    mine, theirs = throws(glimpse.dice_for(kind)), throws(glimpse.dice_for(kind, action.robbed))
    better = sum(ways * sum(theirs[:level]) for level, ways in enumerate(mine))
    return better * worth * POINT // (sum(mine) * sum(theirs))


def _reveal(glimpse: Glimpse, action: actions.Reveal) -> int:
    return glimpse.once(goals).get(glimpse.at, glimpse.once(unknown_value))


def _scenario(glimpse: Glimpse, action: actions.Scenario) -> int:
    row = next(row for row in glimpse.data.scenarios[glimpse.view["scenario"]].action if row.id == action.action)
    return action_value(glimpse, row)


def _spend(glimpse: Glimpse, action: actions.Spend) -> int:
    if action.what:
        carried = sum(glimpse.worth(item) for item in glimpse.me["items"]) * POINT
        return carried // 3 - 5 * POINT if glimpse.me["failures"] == 2 else -5 * POINT
    return -10 * POINT


def _pay(glimpse: Glimpse, action: actions.Pay) -> int:
    return -POINT * action.vp


def _roll(glimpse: Glimpse, action: actions.Roll) -> int:
    check = glimpse.view["check"]
    dice = check["dice"] + action.add
    if action.weapon or action.skill:
        approaches = (action.skill,) if action.skill else _approaches(glimpse, action.weapon)
        dice = glimpse.dice(check["attribute"], approaches, weapon=action.weapon) + action.add
    return _worth_of_throw(glimpse, check, dice) - _spent(action) - (10 if action.weapon == "item-shotgun" else 0)


def _approaches(glimpse: Glimpse, weapon: str | None) -> tuple[str, ...]:
    disk = glimpse.data.encounters.get(weapon or "")
    return disk.bonus.skills if disk and disk.bonus else ()


def _worth_of_throw(glimpse: Glimpse, check: Mapping[str, Any], dice: int) -> int:
    if check["tn"]:
        level = min(level_of(check["tn"]) + bool(check["beyond"]), TOP)
        return odds(dice, level) * _stake(glimpse, check["kind"]) // CERTAIN
    stake = of_kind(glimpse.weights, "stake", check["kind"], "level")
    return sum(odds(dice, level) for level in range(1, TOP + 1)) * stake // CERTAIN


def _stake(glimpse: Glimpse, kind: str) -> int:
    """What success at a target number is worth; more where it is part of what all do together."""
    together = glimpse.shares and glimpse.view["scenario"] == jars.SCENARIO
    king = glimpse.view["combat"] and glimpse.view["combat"]["against"] == KING
    if together and (kind in jars.WAYS or (kind == "attack" and king)):
        return glimpse.weights["stake jar"]
    return of_kind(glimpse.weights, "stake", kind)


def _ask(glimpse: Glimpse, action: actions.Ask) -> int:
    """Only for what helps all, for nothing, and never one who declined."""
    check = glimpse.view["check"]
    price = POINT * (action.give.vp + 2 * len(action.give.items) + 2 * len(action.give.allies))
    if price or action.of in check["declined"] or not _is_common(glimpse):
        return -glimpse.weights["death"]
    return 2 * glimpse.weights["death"]


def _is_common(glimpse: Glimpse) -> bool:
    check, combat = glimpse.view["check"], glimpse.view["combat"]
    causes = (*COMMON_CAUSE, *SHARED_CAUSE) if glimpse.shares else COMMON_CAUSE
    return bool((check and check["kind"] in causes) or (combat and combat["against"] in COMMON_FOES))


def _help(glimpse: Glimpse, action: actions.Help) -> int:
    return (POINT if _is_common(glimpse) else -POINT) - (1 if action.ally else 0)


def _demand(glimpse: Glimpse, action: actions.Demand) -> int:
    return -glimpse.weights["death"]


def _agree(glimpse: Glimpse, action: actions.Agree) -> int:
    return -POINT


def _reroll(glimpse: Glimpse, action: actions.Reroll) -> int:
    check = glimpse.view["check"]
    kept = tuple(sorted(face for at, face in enumerate(check["results"], 1) if at not in action.dice))
    stake = of_kind(glimpse.weights, "stake", check["kind"], "stake" if check["tn"] else "level")
    now = formed(check["results"]).level
    if check["tn"]:
        level = min(level_of(check["tn"]) + bool(check["beyond"]), TOP)
        gain = odds_after(kept, len(action.dice), level) * stake // CERTAIN
    else:
        levels = sum(odds_after(kept, len(action.dice), level) for level in range(1, TOP + 1))
        gain = levels * stake // CERTAIN - now * stake
    return gain - (POINT * len(action.dice) if action.source == "vp" else 1)


def _avoid(glimpse: Glimpse, action: actions.Avoid) -> int:
    carried = sum(glimpse.worth(item) for item in glimpse.me["items"])
    return -3 * POINT + (carried * POINT // 4 if glimpse.me["failures"] == 2 else 0)


def _suffer(glimpse: Glimpse, action: actions.Suffer) -> int:
    if glimpse.view["combat"] is None:
        return -POINT
    return -glimpse.weights["death" if glimpse.defense <= 1 else "wound"]


def _choose(glimpse: Glimpse, action: actions.Choose) -> int:
    given = action.item or action.ally
    loss = glimpse.worth(given) if given else 0
    theirs = glimpse.view["seats"][action.source or action.to]["vp"] if action.source or action.to else 0
    return -loss * POINT + (theirs if action.source else -theirs)


def _invite(glimpse: Glimpse, action: actions.Invite) -> int:
    welcome = 20 if glimpse.shares or glimpse.view["scenario"] in COMMON else -20
    return welcome * len(action.seats)


def _character(glimpse: Glimpse, action: actions.ChooseCharacter) -> int:
    return fitness(glimpse, action.character) if action.character else 0


def _enter(glimpse: Glimpse, action: actions.Enter) -> int:
    return 20


def _fight(glimpse: Glimpse, action: actions.Fight) -> int:
    disk = glimpse.data.encounters.get(_met(glimpse)) if action.target is None else None
    if disk is None:
        boss = _boss(glimpse)
        return boss_value(glimpse, boss, glimpse.at) if boss else fight_value(glimpse, "1P", "1P", 3, 1)
    attack, defense = disk.fighter.attack, disk.fighter.defense
    if disk.category == "security":
        return fight_value(glimpse, attack, defense, 0, 1) - glimpse.weights["failure"]
    return fight_value(glimpse, attack, defense, disk.vp, 3)


def _parley(glimpse: Glimpse, action: actions.Parley) -> int:
    disk = glimpse.data.encounters.get(_met(glimpse))
    return POINT if disk is None else disk_value(glimpse, disk)


def _strike(glimpse: Glimpse, action: actions.Strike) -> int:
    return _fight(glimpse, actions.Fight())


def _retreat(glimpse: Glimpse, action: actions.Retreat) -> int:
    disk, boss = glimpse.data.encounters.get(_met(glimpse)), _boss(glimpse)
    speed = disk.S if disk else boss.S if boss else 6
    needed = min(max(speed - glimpse.defense + 1, 0), TOP)
    chance = odds(glimpse.dice_for("retreat") + action.add, needed) if needed else CERTAIN
    lost = glimpse.weights["fought"]
    if glimpse.shares and boss:
        lost = max(-boss_value(glimpse, boss, glimpse.at), lost)
    return 20 - (CERTAIN - chance) * lost // CERTAIN - _spent(action)


def _met(glimpse: Glimpse) -> str:
    """Whoever is met or fought: in combat, or face up on the own space."""
    if glimpse.view["combat"]:
        return str(glimpse.view["combat"]["against"])
    here = [name for name, lies in glimpse.view["disks"].items() if lies["at"] == glimpse.at and lies["face"] == "up"]
    foes = [
        name for name in here if name in glimpse.data.encounters and glimpse.data.encounters[name].category != "item"
    ]
    return foes[-1] if foes else ""


def _boss(glimpse: Glimpse) -> BossRow | None:
    """The boss that is fought or stood on."""
    row = glimpse.data.scenarios.get(glimpse.view["scenario"])
    met = _met(glimpse)
    here = [name for name, boss in glimpse.view["bosses"].items() if boss["awake"] and boss["at"] == glimpse.at]
    return next((boss for boss in row.boss if boss.id == met or boss.id in here), None) if row else None


def _shield(glimpse: Glimpse, action: actions.Shield) -> int:
    """Against a common foe whoever can take more takes it."""
    fighter = glimpse.view["combat"]["by"]
    takes = _is_common(glimpse) and glimpse.defense > glimpse.attribute("D", fighter)
    return glimpse.weights["wound"] if takes else -glimpse.weights["wound"]


def _sacrifice(glimpse: Glimpse, action: actions.Sacrifice) -> int:
    return -80


def _strain(glimpse: Glimpse, action: actions.Strain) -> int:
    return 10


def _forfeit(glimpse: Glimpse, action: actions.Forfeit) -> int:
    return -glimpse.rating(action.skill)


def _convert(glimpse: Glimpse, action: actions.Convert) -> int:
    return action.points


def _search(glimpse: Glimpse, action: Search) -> int:
    return _expected_level(glimpse.dice_for("search")) * POINT // 2


def _unwise(glimpse: Glimpse, action: Action) -> int:
    return -POINT


def _expected_level(dice: int) -> int:
    return sum(odds(dice, level) for level in range(1, TOP + 1)) // CERTAIN


RATINGS: Mapping[type[Action], Callable[[Glimpse, Any], int]] = MappingProxyType(
    {
        actions.ChooseCharacter: _character,
        actions.MoveRoll: _move_roll,
        actions.Move: _move,
        actions.Explore: _explore,
        actions.PickLock: _door("lockpick"),
        actions.Force: _door("force", "failure"),
        actions.Climb: _door("climb"),
        actions.OpenFor: _unwise,
        actions.Perceive: _perceive,
        actions.Heal: _heal,
        actions.HealSelf: _heal_self,
        actions.Give: _give,
        actions.Drop: _lose,
        actions.Take: _take,
        actions.Steal: _steal,
        actions.Reveal: _reveal,
        actions.Scenario: _scenario,
        actions.Spend: _spend,
        actions.Pay: _pay,
        actions.Roll: _roll,
        actions.Ask: _ask,
        actions.Help: _help,
        actions.Demand: _demand,
        actions.Agree: _agree,
        actions.Reroll: _reroll,
        actions.Avoid: _avoid,
        actions.Suffer: _suffer,
        actions.Choose: _choose,
        actions.Invite: _invite,
        actions.Enter: _enter,
        actions.Parley: _parley,
        actions.Fight: _fight,
        actions.Strike: _strike,
        actions.Retreat: _retreat,
        actions.Shield: _shield,
        actions.Sacrifice: _sacrifice,
        actions.Strain: _strain,
        actions.Forfeit: _forfeit,
        actions.Convert: _convert,
        Search: _search,
    }
)
