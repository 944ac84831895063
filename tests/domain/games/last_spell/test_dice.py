"""What the faces of the dice say, and what a curse does to the dice."""

import pytest

from domain.games.last_spell.rules.attacks.dice import cursed, is_hit, shows_stun

FACES = ("hit", "hit-stun", "miss", "dodge-stun", "armor-stun")


@pytest.mark.parametrize(
    ("effects", "hits"),
    [
        ((), ("hit", "hit-stun")),
        (("inevitable",), ("hit", "hit-stun", "dodge-stun")),
        (("armor-piercing",), ("hit", "hit-stun", "armor-stun")),
        (("inevitable", "armor-piercing"), ("hit", "hit-stun", "dodge-stun", "armor-stun")),
    ],
)
def test_one_die(effects, hits):
    """LS-DIE-2, LS-DIE-3, LS-DIE-4, LS-DIE-5."""
    assert tuple(face for face in FACES if is_hit([face], effects)) == hits


def test_two_dice_hit_and_stun_only_together():
    """LS-DIE-6, LS-DIE-7."""
    assert is_hit(["hit", "hit-stun"], ())
    assert not is_hit(["hit", "miss"], ("inevitable", "armor-piercing"))
    assert shows_stun(["dodge-stun", "hit-stun"])
    assert not shows_stun(["hit-stun", "hit"])


@pytest.mark.parametrize(
    ("dice", "curse", "die", "expected"),
    [
        (("blue",), None, None, ("blue",)),
        (("blue",), "orange", None, ("orange",)),
        (("blue",), "orange", "blue", ("orange",)),
        (("blue", "orange"), "orange", "blue", ("orange", "orange")),
        (("blue", "orange"), "orange", None, ("orange", "orange")),
        (("blue", "orange"), "orange", "orange", ("blue", "orange")),
        (("blue", "blue"), "orange", None, ("blue", "orange")),
        (("blue", "blue"), "blue", None, ("blue", "blue")),
        (("blue", "blue"), "orange", "orange", ("blue", "blue")),
    ],
)
def test_a_curse_changes_the_colour_of_one_die(dice, curse, die, expected):
    """LS-FX-cursed-1."""
    assert cursed(dice, curse, die) == expected
