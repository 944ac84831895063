"""What the scenarios want done, for a bot: places worth going to besides disks, and what their actions are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from domain.games.darkness.bot import jars
from domain.games.darkness.bot.company import helped_chance
from domain.games.darkness.bot.duels import POINT, boss_value
from domain.games.darkness.bot.glimpse import CERTAIN, Glimpse
from domain.games.darkness.bot.weights import of_kind
from domain.games.darkness.components import ActionRow, ScenarioRow, TokenRow
from domain.games.darkness.rules.checks.ladder import TOP, code_of, level_of
from domain.games.darkness.rules.town.tiles import tile_of

BOMB_TILE = "warehouse"
HURRY = 6
"""Rounds before the bomb goes off in which all who carry a fragment bring it there."""
LAST_CHANCE = 2
HOPEFUL = 2 * CERTAIN // 5
"""The chance from which the bomb is tried before the last chance."""
MANY = 3
"""Among so many disks it is worth something to look about for a leaf."""
BOARDING = 12
"""The round from which a bus that runs is better than anything else."""


def errands(glimpse: Glimpse) -> Iterator[tuple[str, int]]:
    """Spaces with what it is worth to go there."""
    row = glimpse.data.scenarios.get(glimpse.view["scenario"])
    if row is None:
        return
    for token in row.token:
        lies = glimpse.view["tokens"].get(token.id)
        if lies and (lies["face"] == "up" or token.stands_for == "leaf") and not lies.get("follows"):
            yield lies["at"], token_value(glimpse, token)
    for space in glimpse.view["unknown_tokens"]:
        yield space, 3 * POINT
    yield from _bosses(glimpse, row)
    yield from _deliveries(glimpse, row)
    if row.id in OWN_GOALS:
        yield from OWN_GOALS[row.id](glimpse, row)


def token_value(glimpse: Glimpse, token: TokenRow) -> int:
    """What it is worth to come to a token that lies open."""
    if token.take_check is not None:
        check = token.take_check
        chance = glimpse.chance(glimpse.dice(check.attribute, check.skills), check.tn)
        best = max((glimpse.dice(check.attribute, check.skills, seat) for seat in glimpse.others()), default=0)
        wanted = of_kind(glimpse.weights, "wanted", token.stands_for)
        wanted = wanted * chance // max(chance, glimpse.chance(best, check.tn), 1)
        return chance * ((token.vp + token.deliver_vp) * POINT + wanted) // CERTAIN
    return 2 * POINT if token.stands_for == "survivor" else 0


def action_value(glimpse: Glimpse, row: ActionRow) -> int:
    """What a scenario's action is worth, all that it can win and cost."""
    assert row.check is not None
    won = of_kind(glimpse.weights, "gain", row.id)
    dice, level = glimpse.dice(row.check.attribute, row.check.skills), level_of(row.check.tn)
    if row.id == "defuse":
        level = max(level - _held_at(glimpse, "code-fragment", BOMB_TILE), 2)
        dice += glimpse.me["effects"].count("cutter")
        chance = helped_chance(glimpse, dice, glimpse.level(code_of(level)), "disarm", glimpse.at)
        hopeful = chance > HOPEFUL or glimpse.view["countdown"] <= LAST_CHANCE
        wound = glimpse.weights["wound"]
        return (chance * won - (CERTAIN - chance) * wound) // CERTAIN if hopeful else -wound
    if row.id == "start-bus":
        level = max(level - glimpse.view["flags"].count("fuel"), 1)
    if row.id in ("start-bus", "drive-off"):
        chance = helped_chance(glimpse, dice, glimpse.level(code_of(min(level, TOP))), "initiative", glimpse.at)
    else:
        chance = glimpse.chance(dice, code_of(min(level, TOP)))
    return chance * won // CERTAIN - of_kind(glimpse.weights, "loss", row.id)


def _bosses(glimpse: Glimpse, row: ScenarioRow) -> Iterator[tuple[str, int]]:
    """Bosses that are awake and can be beaten with some hope."""
    for boss in row.boss:
        lies = glimpse.view["bosses"].get(boss.id)
        if lies and lies["awake"] and (worth := boss_value(glimpse, boss, lies["at"])) > 0:
            yield lies["at"], worth


def _deliveries(glimpse: Glimpse, row: ScenarioRow) -> Iterator[tuple[str, int]]:
    """Where what is carried, or follows, is wanted."""
    data, carried = glimpse.data, set(glimpse.me["items"])
    for token in row.token:
        if token.deliver_to is not None and token.id in carried:
            yield data.tiles[token.deliver_to["tile"]].event[0], glimpse.weights["delivered"]
    for action in row.action:
        needs = {f"token-{number}" for number in action.needs_tokens}
        if needs and needs <= carried:
            yield data.tiles[action.where["tile"][0]].event[0], glimpse.weights["gathered"]


def _to_the_bomb(glimpse: Glimpse, row: ScenarioRow) -> Iterator[tuple[str, int]]:
    """With two fragments in hand, or little time, fragments are brought to the bomb, and whoever knows bombs comes."""
    carried = sum(_fragments(glimpse, seat, "code-fragment") for seat in (glimpse.seat, *glimpse.others()))
    countdown = glimpse.view["countdown"]
    late = countdown is not None and countdown <= HURRY
    mine = _fragments(glimpse, glimpse.seat, "code-fragment")
    if late or (carried > 1 and mine):
        yield _place_of(glimpse, row, "bomb"), glimpse.weights["bomb"]


def _round_the_bus(glimpse: Glimpse, row: ScenarioRow) -> Iterator[tuple[str, int]]:
    """Survivors are brought to the bus, fuel is fetched until it starts easily, and it is boarded in time."""
    view, bus = glimpse.view, _place_of(glimpse, row, "bus")
    follows = sum(token.get("follows") == glimpse.seat for token in view["tokens"].values())
    running = "bus-started" in view["flags"]
    start = next(action for action in row.action if action.id == "start-bus")
    worth = (2 * POINT * follows + POINT) if follows else 0
    if running:
        worth = 20 * POINT if view["round"] >= BOARDING or not view["tokens"] else max(worth, 8 * POINT)
    else:
        worth = max(worth, action_value(glimpse, start))
        fuel = next(action for action in row.action if action.id == "gather-fuel")
        for tile in fuel.where["tile"]:
            if tile in view["map"] and view["flags"].count("fuel") < 3:
                inside = [space.id for space in glimpse.data.tiles[tile].spaces if space.building]
                yield from ((space, action_value(glimpse, fuel)) for space in inside)
    yield bus, worth


def _after_the_leaves(glimpse: Glimpse, row: ScenarioRow) -> Iterator[tuple[str, int]]:
    """Disks of tiles whose leaf has not turned up, and whoever carries the leaves that are missing.

    Who plays for the end brings leaves to whoever reads best, and opens the way to the altar for them.
    """
    view, mine = glimpse.view, set(glimpse.me["items"])
    found = 0
    for token in row.token:
        holder = next((seat for seat in glimpse.others() if token.id in view["seats"][seat]["items"]), None)
        found += holder is not None or token.id in mine
        if holder is not None and mine & {other.id for other in row.token}:
            yield view["seats"][holder]["at"], 5 * POINT
        elif holder is None and token.id not in mine and token.id not in view["tokens"]:
            yield from ((space, 4 * POINT) for space in view["unknown"] if tile_of(space) == token.place["tile"])
    if glimpse.shares and best_reader(glimpse) != glimpse.seat:
        if mine & {token.id for token in row.token}:
            yield view["seats"][best_reader(glimpse)]["at"], 8 * POINT
        elif found == len(row.token):
            yield glimpse.data.tiles["church"].event[0], 6 * POINT


def _with_the_jars(glimpse: Glimpse, row: ScenarioRow) -> Iterator[tuple[str, int]]:
    """Where all want the seat who bring the jars back."""
    return jars.wanted_at(glimpse)


def is_leaf(glimpse: Glimpse, item: str) -> bool:
    """Whether a thing is one of the leaves."""
    row = glimpse.data.scenarios.get(glimpse.view["scenario"])
    return any(token.id == item and token.stands_for == "leaf" for token in (row.token if row else ()))


def best_reader(glimpse: Glimpse) -> str:
    """Who throws most dice to read the leaves; of several who has most of them, then the first."""
    row = next(row for row in glimpse.data.scenarios["the-missing-page"].action if row.id == "read-the-leaves")
    check = row.check
    assert check is not None
    seats: list[str] = [seat for seat, person in glimpse.view["seats"].items() if person["alive"]]
    return max(
        seats, key=lambda seat: (glimpse.dice(check.attribute, check.skills, seat), _fragments(glimpse, seat, "leaf"))
    )


def leaf_hidden(glimpse: Glimpse) -> int:
    """What a look at the disks of the own building is worth, where a leaf lies among many."""
    view, row = glimpse.view, glimpse.data.scenarios.get(glimpse.view["scenario"])
    tile, tokens = tile_of(glimpse.at), row.token if row else ()
    places = [token for token in tokens if token.stands_for == "leaf" and token.place["tile"] == tile]
    held = {item for person in view["seats"].values() for item in person["items"]}
    hidden = any(token.id not in view["tokens"] and token.id not in held for token in places)
    spaces = [space for space in view["unknown"] if tile_of(space) == tile and glimpse.data.building(space)]
    return glimpse.weights["look"] if hidden and len(spaces) >= MANY else 0


OWN_GOALS: Mapping[str, Callable[[Glimpse, ScenarioRow], Iterator[tuple[str, int]]]] = MappingProxyType(
    {
        "the-ticking-case": _to_the_bomb,
        "the-bandaged-guest": _with_the_jars,
        "last-bus-out": _round_the_bus,
        "the-missing-page": _after_the_leaves,
    }
)
"""What single scenarios add."""


def _place_of(glimpse: Glimpse, row: ScenarioRow, stands_for: str) -> str:
    """The space that a token lies on, `""` where a given table has none."""
    token = glimpse.view["tokens"].get(next(token.id for token in row.token if token.stands_for == stands_for))
    return token["at"] if token else ""


def _fragments(glimpse: Glimpse, seat: str, stands_for: str) -> int:
    """How many of these tokens a seat carries."""
    rows = glimpse.data.scenarios[glimpse.view["scenario"]].token
    named = {token.id for token in rows if token.stands_for == stands_for}
    return len(named & set(glimpse.view["seats"][seat]["items"]))


def _held_at(glimpse: Glimpse, stands_for: str, tile: str) -> int:
    """How many of them are carried on a tile."""
    seats = (glimpse.seat, *glimpse.others())
    on_tile = (seat for seat in seats if tile_of(glimpse.view["seats"][seat]["at"]) == tile)
    return sum(_fragments(glimpse, seat, stands_for) for seat in on_tile)
