"""How all bring the jars back and beat the king (WD-SCEN-BANDAGED): who is wanted where.

The plan is made anew at each decision, of what all see: so seats that play for the end come to the same one without a
word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.games.darkness.bot.glimpse import CERTAIN, Glimpse
from domain.games.darkness.bot.ways import street_spaces_to
from domain.games.darkness.components import TokenRow
from domain.games.darkness.rules.checks.ladder import level_of
from domain.games.darkness.rules.scenarios.the_bandaged_guest import JARS_TO_BEAT, KING
from domain.games.darkness.rules.town.tiles import doors_of, inside_of, tile_of, walks
from domain.games.darkness.rules.town.walking import NEAR
from domain.games.darkness.state import TOKEN

SCENARIO, MUSEUM = "the-bandaged-guest", "museum"

WAYS = ("lockpick", "force", "climb", "take")
"""The checks by which jars are come to."""

LONGEST = 12.0
"""So many turns a jar may be away, by walk, door and search, for a seat to go for it."""

Parts = Mapping[str, Sequence[str]]
"""Seat -> the spaces where it is wanted; a seat that is left out does as it likes."""


def wanted_at(glimpse: Glimpse) -> Iterator[tuple[str, int]]:
    """Where the seat is wanted, if it plays for the end."""
    if glimpse.shares:
        part = glimpse.weights["part"]
        yield from ((space, part) for space in glimpse.once(plan).get(glimpse.seat, ()))


def plan(glimpse: Glimpse) -> Parts:
    """Each seat's part: first the jars, then the king."""
    seats = [seat for seat, person in glimpse.view["seats"].items() if person["alive"]]
    delivered = sum(person["delivered"] for person in glimpse.view["seats"].values())
    hunted = delivered >= JARS_TO_BEAT and KING in glimpse.view["bosses"]
    return _hunt(glimpse, seats) if hunted else _errands(glimpse, seats)


def carries(glimpse: Glimpse, seat: str) -> bool:
    """Whether a seat carries a jar, so that the king goes for it."""
    return any(item.startswith(TOKEN) for item in glimpse.view["seats"][seat]["items"])


def case(glimpse: Glimpse) -> str:
    """The space of the museum to which the jars are brought."""
    return glimpse.data.tiles[MUSEUM].event[0]


def keeps_company(glimpse: Glimpse, space: str) -> bool:
    """Whether somebody stays on a space to receive who comes: then the king need not be outrun (WD-COMBAT-13)."""
    parts = glimpse.once(plan)
    here = [seat for seat in glimpse.others() if glimpse.view["seats"][seat]["at"] == space]
    return any(space in parts.get(seat, ()) and not carries(glimpse, seat) for seat in here)


def _hunt(glimpse: Glimpse, seats: Sequence[str]) -> Parts:
    """The best fighter goes for the king, the others so near that they can be asked for help (WD-HELP-1)."""
    king, broken = glimpse.view["bosses"][KING]["at"], glimpse.view["no_doors"]
    near = walks(glimpse.ground, king, lambda step: step.door is None or step.door in broken, NEAR)
    fighter = max(seats, key=lambda seat: (glimpse.dice_for("attack", seat), glimpse.attribute("D", seat)))
    return {seat: [king] if seat == fighter else [space for space in near if space != king] for seat in seats}


def _errands(glimpse: Glimpse, seats: Sequence[str]) -> Parts:
    """Who carries a jar brings it; jars go to whoever has them soonest; the others open doors, and wait at the museum.

    Until all jars have turned up whoever carries none explores the town.
    """
    parts: dict[str, Sequence[str]] = {seat: [case(glimpse)] for seat in seats if carries(glimpse, seat)}
    free = [seat for seat in seats if seat not in parts]
    if not _all_found(glimpse):
        return parts
    parts |= _fetchers(glimpse, free)
    parts |= _openers(glimpse, parts, free)
    if not glimpse.view["reserve"]:
        parts |= {seat: _gates(glimpse) for seat in free if seat not in parts}
    return parts


def _all_found(glimpse: Glimpse) -> bool:
    """Whether each jar has been seen, or can be seen no more."""
    jars = glimpse.data.scenarios[SCENARIO].token
    return not glimpse.view["reserve"] or all(token.place["tile"] in glimpse.view["map"] for token in jars)


def _fetchers(glimpse: Glimpse, free: Sequence[str]) -> dict[str, Sequence[str]]:
    """One jar for each seat that can have it in time, beginning with what is had soonest."""
    lying = glimpse.view["tokens"]
    jars = [token for token in glimpse.data.scenarios[SCENARIO].token if token.id in lying]
    found: dict[str, Sequence[str]] = {}
    taken: set[str] = set()
    for turns, seat, jar in sorted((_turns(glimpse, seat, jar), seat, jar.id) for seat in free for jar in jars):
        if seat not in found and jar not in taken and turns <= LONGEST:
            found[seat] = [lying[jar]["at"]]
            taken.add(jar)
    return found


def _openers(glimpse: Glimpse, parts: Parts, free: Sequence[str]) -> dict[str, Sequence[str]]:
    """Who is left over opens the doors at which others would stand for long."""
    found: dict[str, Sequence[str]] = {}
    for seat in (seat for seat in free if seat in parts):
        [space] = parts[seat]
        chances = {other: _way_in(glimpse, other, space) for other in free if other not in {*parts, *found}}
        best = max(chances, key=lambda other: chances[other], default=seat)
        if _way_in(glimpse, seat, space) < min(CERTAIN // 2, chances.get(best, 0)):
            found[best] = [space]
    return found


def _gates(glimpse: Glimpse) -> list[str]:
    """Where jars come into the museum: inside its broken doors, else the case, so that one is broken on the way."""
    broken = [door for door in doors_of(glimpse.data, MUSEUM) if door in glimpse.view["no_doors"]]
    return [inside_of(door) for door in broken] or [case(glimpse)]


def _turns(glimpse: Glimpse, seat: str, jar: TokenRow) -> float:
    """How many turns it takes a seat to have a jar, as far as can be said."""
    assert jar.take_check is not None
    at, here = glimpse.view["tokens"][jar.id]["at"], glimpse.view["seats"][seat]["at"]
    away = street_spaces_to(glimpse.ground, at)[here]
    dice = glimpse.dice(jar.take_check.attribute, jar.take_check.skills, seat)
    found = glimpse.chance_of(dice, level_of(jar.take_check.tn))
    opened = _way_in(glimpse, seat, at)
    tries = CERTAIN / max(found, 1) + (CERTAIN / max(opened, 1) if opened < CERTAIN else 0.0)
    return away / (2 * glimpse.attribute("D", seat) + 2) + tries


def _way_in(glimpse: Glimpse, seat: str, space: str) -> int:
    """The chance, in millionths, that a try of a seat opens the building of a space; certain if it is open to it."""
    tile, here = tile_of(space), glimpse.view["seats"][seat]["at"]
    doors = doors_of(glimpse.data, tile)
    if glimpse.data.building(here) == glimpse.data.building(space) or set(doors) & set(glimpse.view["no_doors"]):
        return CERTAIN
    dice = max(glimpse.dice_for("lockpick", seat), glimpse.dice_for("force", seat))
    return max(glimpse.chance_of(dice, level_of(row.tn)) for row in glimpse.data.tiles[tile].row.doors)
