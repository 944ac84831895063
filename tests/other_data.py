"""The games as a later release would bring them whose data files were changed."""

import re

from domain.contract.datafiles import Editions
from domain.games.darkness import data as darkness
from domain.games.darkness.game import Darkness
from domain.games.last_spell import data as last_spell
from domain.games.last_spell.game import LastSpell
from domain.games.nightfall import data as nightfall
from domain.games.nightfall.data.card_sets import Library
from domain.games.nightfall.game import Nightfall
from tests.changed_data import a_card_less, a_monster_more, a_tile_more, one_line_of_text


def stronger(text: str) -> str:
    """A text in which every health is one more."""
    return re.sub(r"^health = (\d+)", lambda found: f"health = {int(found[1]) + 1}", text, flags=re.MULTILINE)


def another_town(text: str) -> str:
    """The data of When Darkness Comes with stronger characters, dearer disks, and a bar with one window less."""
    text = re.sub(
        r"^attributes = \{ S = (\d)", lambda found: f"attributes = {{ S = {int(found[1]) + 1}", text, flags=re.M
    )
    text = re.sub(r"^vp = (\d+)", lambda found: f"vp = {int(found[1]) + 1}", text, flags=re.MULTILINE)
    text = text.replace('" swi i i i|s "', '" s|i i i i|s "')
    return text.replace(', { cell = [2, 1], side = "w", nearest_door = [4, 2], must_beat = "6H" }]', "]")


CHANGED = {
    "nightfall": stronger(a_card_less(one_line_of_text(nightfall.built_in().decode()))),
    "darkness": another_town(a_tile_more(darkness.built_in().decode())),
    "last-spell": stronger(a_monster_more(last_spell.built_in().decode())),
}
"""Game -> the text of its changed data file: other numbers, and something more or less than there was."""

NIGHTFALL = Nightfall(Library(built_in=CHANGED["nightfall"].encode))
DARKNESS = Darkness(Editions(CHANGED["darkness"].encode, darkness.read_data))
LAST_SPELL = LastSpell(Editions(CHANGED["last-spell"].encode, last_spell.read_data))

LATER = {
    "nightfall": "tests.other_data:NIGHTFALL",
    "darkness": "tests.other_data:DARKNESS",
    "last-spell": "tests.other_data:LAST_SPELL",
}
"""Game -> where it is."""
