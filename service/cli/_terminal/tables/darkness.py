"""The table of When Darkness Comes at a terminal: the map in characters, the check under way, the characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from service.cli._terminal.tables.darkness_map import town
from service.cli._terminal.tables.pieces import Area, Fact, facts, listed, some
from service.language.names import Names
from service.web.games.shown import Shown
from service.web.tables.darkness import Attribute, CharacterArea, Choosable, DarknessTable, Dice


def table(drawn: DarknessTable, shown: Shown) -> RenderableType:
    """The whole table."""
    words = shown.names.catalogue
    return some(
        town(shown),
        Area(words.told("Table"), facts(drawn.facts), *([Text(", ".join(drawn.flags))] if drawn.flags else [])),
        None if drawn.dice is None else Area(drawn.dice.heading, *_dice(drawn.dice)),
        _facts(words.told("The fight"), drawn.combat),
        _facts(words.told("Game master"), drawn.master),
        *(_choosable(one) for one in drawn.choosable),
        *(_character(one, shown.names) for one in drawn.characters),
    )


def _facts(heading: str, pairs: Sequence[Fact]) -> Area | None:
    return Area(heading, facts(pairs)) if pairs else None


def _dice(dice: Dice) -> Iterator[Text]:
    yield facts(dice.facts)
    if dice.results:
        yield Text(" ".join(f"[{face}]" for face in dice.results), "bold")


def _choosable(one: Choosable) -> Area:
    return Area(one.name, facts(_dice_of(one.attributes)), Text(", ".join(one.skills)))


def _character(one: CharacterArea, names: Names) -> Area:
    dead = [] if one.alive else [Text(names.catalogue.told("dead"), "bold red")]
    carried = [Text(", ".join(name for _, name in one.carried))] if one.carried else []
    return Area(
        f"{one.number} {one.name}",
        *dead,
        facts(_dice_of(one.attributes)),
        facts([*one.facts, *one.things]),
        *carried,
        *([listed("", [", ".join(one.skills)])] if one.skills else []),
        active=one.active,
    )


def _dice_of(attributes: Sequence[Attribute]) -> list[Fact]:
    return [(name, dice) for _, name, dice in attributes]
