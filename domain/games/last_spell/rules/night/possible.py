"""Whether a saved game can be what a game has left: who and what it names, where its city stands, how much of all
there is (LS-SAVE-1, LS-SAVE-2, LS-SAVE-3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domain.contract.game import Refused
from domain.games.last_spell.data import NIGHTS, Content, city_board
from domain.games.last_spell.rules.day.taking import HANDS
from domain.games.last_spell.rules.night.saving import Built, Chest, Save
from domain.games.last_spell.rules.town.board import OPEN
from domain.games.last_spell.rules.town.geometry import Square, footprint

MOST = 999
"""More gold, material, wounds, or eliminated for a quest than a game comes to."""

MOST_CARDS = 99
"""More cards in the common reserve, or scrolls of a hero, than a game comes to."""


def check_possible(content: Content, save: Save, seats: Sequence[str], is_solo: bool) -> None:
    """`Refused("malformed", ...)` for a saved game that no game of these seats can have left."""
    if not (_names_its_own(content, save) and _has_heroes(content, save, seats, is_solo)):
        raise Refused("malformed", "save: names something that this game does not have")
    if not _stands(content, save):
        raise Refused("malformed", "save: a construction stands where none can stand")
    if not (_is_counted(content, save) and all(_is_borne(content, chest) for chest in save.heroes.values())):
        raise Refused("malformed", "save: a number or a list that no game comes to")


def _names_its_own(content: Content, save: Save) -> bool:
    """Whether all cards, constructions and quests are in the place of their own kind, under names of that kind."""
    chests = save.heroes.values()
    return (
        all(card in content.weapons for chest in chests for card in chest.weapons)
        and all(worn.card in content.armor for chest in chests for worn in chest.armor)
        and all(card in content.scrolls for chest in chests for card in chest.scrolls)
        and all(_is_numbered(name, built.kind) for name, built in save.city.constructions.items())
        and save.city.quests.keys() <= content.quests_of(save.city.scenario).keys()
    )


def _is_numbered(name: str, kind: str) -> bool:
    """Whether it names a piece of that kind: `kind/number`, counted from 1."""
    number = name.removeprefix(f"{kind}/")
    is_number = number.isascii() and number.isdecimal() and len(number) <= len(str(MOST))
    return is_number and int(number) >= 1 and name == f"{kind}/{int(number)}"


def _has_heroes(content: Content, save: Save, seats: Sequence[str], is_solo: bool) -> bool:
    """Whether every seat has its hero, a solo player up to four of them and no more in play than may be (LS-SOLO-2,
    LS-SOLO-3), nobody the same (LS-SETUP-2)."""
    solo = content.source["solo"]
    further = range(2, solo["prepared_heroes"] + 1) if is_solo else ()
    names = [*seats, *(f"{seats[0]}/{number}" for number in further)]
    profiles = [*(chest.hero for chest in save.heroes.values()), *save.common.prepared]
    playing = sum(chest.in_play for chest in save.heroes.values())
    return (
        save.heroes.keys() == set(names[: len(save.heroes)])
        and 1 <= playing <= (solo["max_heroes_in_play"] if is_solo else len(seats))
        and len(set(profiles)) == len(profiles) <= len(names)
    )


def _stands(content: Content, save: Save) -> bool:
    """Whether the constructions stand on squares of that city which are free for one, each square under one alone."""
    board = city_board(content, save.city.scenario, NIGHTS[0])
    squares = [square for built in save.city.constructions.values() for square in _squares(content, built)]
    return len(set(squares)) == len(squares) and all(board.terrain.get(square) in OPEN for square in squares)


def _squares(content: Content, built: Built) -> tuple[Square, ...]:
    return footprint(built.at, *content.constructions[built.kind].size)


def _is_counted(content: Content, save: Save) -> bool:
    """Whether the common chest and the notebook hold as much as a game can come to."""
    common, city = save.common, save.city
    return (
        city.night in NIGHTS
        and 1 <= city.mages <= content.source["board"]["mages"]
        and _are_few(common.gold, common.material, *(log.count for log in city.quests.values()))
        and len(common.equipment) <= MOST_CARDS
        and all(_is_whole(content, built) for built in city.constructions.values())
    )


def _is_whole(content: Content, built: Built) -> bool:
    """Whether a construction has as much health and as many rocks as the data gives, and still stands (LS-ATT-9)."""
    most = max(kind.health for kind in content.constructions.values())
    rocks = content.constructions[built.kind].ammunition_count or 0
    return 0 <= built.flames < built.health <= most and 0 <= built.rocks <= rocks


def _is_borne(content: Content, chest: Chest) -> bool:
    """Whether a hero is one that sheets and cards can make, and is eliminated if its wounds say so (LS-HERO-1)."""
    sheets = content.heroes.values()
    printed = {value for sheet in sheets for value in sheet.movement_tokens}
    tokens = printed.union(content.source["rules"]["movement_token_values"])
    return (
        1 <= chest.health <= max(sheet.health for sheet in sheets)
        and 0 <= chest.mana_max <= max(sheet.mana for sheet in sheets)
        and 1 <= chest.actions_max <= max(_action_tokens(content))
        and all(value in tokens for value in chest.movement)
        and len(chest.movement) <= max(len(sheet.movement_tokens) for sheet in sheets)
        and 0 <= chest.wounds <= (chest.health - 1 if chest.in_play else MOST)
        and _has_hands(content, chest)
        and _is_each_once(bottle.kind for bottle in chest.potions)
        and all(1 <= bottle.doses <= content.potions[bottle.kind].doses for bottle in chest.potions)
        and len(chest.scrolls) <= MOST_CARDS
    )


def _has_hands(content: Content, chest: Chest) -> bool:
    """Whether the hero has the hands and the slots for what it wears (LS-SETUP-2)."""
    slots = [content.armor[worn.card].slot for worn in chest.armor]
    hands = sum(content.weapons[weapon].hands for weapon in chest.weapons) + slots.count("shield")
    return hands <= HANDS and _is_each_once(slots)


def _action_tokens(content: Content) -> Iterator[int]:
    """The Action tokens of a hero, alone and with others (LS-SOLO-1, R54)."""
    yield content.source["solo"]["action_tokens"]
    yield from content.source["multiplayer"]["action_tokens"].values()


def _are_few(*numbers: int) -> bool:
    return all(0 <= number <= MOST for number in numbers)


def _is_each_once(items: Iterable[str]) -> bool:
    listed = list(items)
    return len(set(listed)) == len(listed)
