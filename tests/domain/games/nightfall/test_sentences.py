"""The last event of a game in words: what has decided between neighbours is told as the rules have it."""

import pytest

from domain.games.nightfall.outcome import DECIDING
from domain.games.nightfall.sentences import COUNTED, REASONS, WORDS


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("NF-END-7", "fewest wounds"),
        ("NF-TIE-1", "kind"),
        ("NF-TIE-2", "second kind"),
        ("NF-TIE-3", "order of the seats"),
    ],
)
def test_a_tie_is_told_by_what_has_decided_it(rule, says):
    assert says in WORDS[rule]


def test_every_rule_that_can_decide_has_its_words_and_its_reason():
    assert set(DECIDING) <= WORDS.keys() & REASONS.keys()


def test_wound_effects_are_counted_as_what_they_are_whatever_the_number_of_wounds():
    assert COUNTED["WoundEffectUsed"].startswith("Wound effects")
