"""The levels of AIs: where each is offered, and how strong it was found to be."""

from domain.bots.arena import elo
from domain.bots.levels import LEVELS, offered
from domain.bots.strength import ANCHOR, Measured, measured, strength
from domain.games.darkness.game import Darkness
from domain.games.last_spell.game import LastSpell
from domain.games.nightfall.game import Nightfall


def test_a_level_that_thinks_ahead_is_offered_only_where_it_can():
    assert list(offered(Nightfall())) == list(offered(Darkness())) == list(LEVELS)
    assert list(offered(LastSpell())) == list(offered(None)) == ["random", "greedy"]


def test_a_level_is_as_strong_as_its_games_against_the_measure_say():
    found = strength(Measured("nightfall", "search", "greedy", 100, 75))
    assert found.rating == round(ANCHOR + elo(0.75))
    assert found.low < found.rating < found.high
    lost = strength(Measured("nightfall", "random", "greedy", 100, 0))
    assert (lost.rating, lost.low) == (None, None)
    assert lost.high < ANCHOR
    assert strength(Measured("nightfall", "random", "greedy", 9, 9)).high is None


def test_what_is_offered_as_stronger_was_found_to_be_stronger():
    """Each level that thinks ahead has a match in the games that offer it, and its interval lies above the measure."""
    for level in (level for level, bot in LEVELS.items() if bot.thinks):
        [match] = [match for match in measured() if match.level == level and match.game == "nightfall"]
        assert strength(match).low > ANCHOR
