"""What a page tells beside the table: whose turn it is, by what the table says of it."""

import pytest

from service.language.names import Names
from service.web.games.choices import NOTHING
from service.web.games.panel import Panel
from service.web.games.shown import Shown
from service.web.wording import Wording
from tests.service.web.playing import game_seen


@pytest.mark.parametrize(
    ("table", "is_anothers"),
    [
        ({"active": "s1"}, False),
        ({"active": "s2"}, True),
        ({"active": "s1/brunhild"}, False),
        ({"active": "s2/brunhild"}, True),
        ({"active": None}, True),
        ({}, False),
    ],
)
def test_who_is_asked_in_a_turn_that_is_not_its_own_must_answer(table, is_anothers):
    """A table names a seat or a hero of it; nobody while the monsters act; nothing where there are no turns to tell."""
    panel = Panel("s1", "7.s1", "", [])
    shown = Shown(game_seen(table=table), Names({}, {}), panel, NOTHING, [], "", None, Wording())
    assert shown.is_anothers_turn == is_anothers
