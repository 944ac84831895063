"""Why a game of The Last Spell ended as it did, from the event that ended it."""

import pytest

from domain.games.last_spell.outcome import deciding, why

QUESTS = {
    "roofs": {"goal": "no-building-destroyed", "count": 2, "wanted": 1},
    "hunt": {"goal": "kill-monsters", "count": 3, "wanted": 8},
}
BLOW = {"round": 2, "hero": "s1/berta", "by": "clawer-3", "amount": 2, "health": 1, "heroes": ["s2/otto", "s1/berta"]}


@pytest.mark.parametrize(
    ("ended", "told", "reasons"),
    [
        (
            {"outcome": "won", "night": 3, "reason": {"boss": "dryad"}},
            ("The game is won: night 3 is survived.", "The boss, dryad, is beaten."),
            [("won", {"night": 3, "boss": "dryad"})],
        ),
        (
            {"outcome": "won", "night": 1},
            ("The game is won: night 1 is survived.",),
            [("won", {"night": 1, "boss": None})],
        ),
        (
            {
                "outcome": "lost",
                "night": 2,
                "cause": "circle-fallen",
                "reason": {"round": 4, "by": "boomer-1", "amount": 1},
            },
            (
                "The game is lost in Monster phase 4 of night 2: no mage is left in the circle (LS-NIGHT-5).",
                "boomer-1 took the last of them with 1 point of damage.",
            ),
            [("circle-fallen", {"night": 2, "round": 4})],
        ),
        (
            {"outcome": "lost", "night": 1, "cause": "circle-fallen"},
            ("The game is lost in night 1: no mage is left in the circle (LS-NIGHT-5).",),
            [("circle-fallen", {"night": 1, "round": None})],
        ),
        (
            {"outcome": "lost", "night": 2, "cause": "quests-failed", "reason": {"quests": QUESTS}},
            (
                "The game is lost at dawn after night 2: no quest was resolved (LS-DAWN-4).",
                "roofs: 2 destroyed buildings, at most 1 allowed.",
                "hunt: 3 of 8 monsters eliminated.",
            ),
            [
                ("quests-failed", {"night": 2, "round": None}),
                ("quest-spared", {"quest": "roofs", "count": 2, "wanted": 1}),
                ("quest", {"quest": "hunt", "count": 3, "wanted": 8}),
            ],
        ),
        (
            {"outcome": "lost", "night": 1, "cause": "no-heroes", "reason": BLOW},
            (
                "The game is lost in Monster phase 2 of night 1: no hero is left (LS-SOLO-4, LS-INTRO-6).",
                "clawer-3 dealt s1/berta, who had 1 life point, the last 2 wounds.",
                "Eliminated before: s2/otto.",
            ),
            [
                ("no-heroes", {"night": 1, "round": 2}),
                ("last-blow", {"hero": "s1/berta", "by": "clawer-3", "amount": 2}),
            ],
        ),
        (
            {"outcome": "lost", "night": 1, "cause": "hero-eliminated"},
            ("The game is lost in night 1: a hero was eliminated (LS-HERO-2).",),
            [("hero-eliminated", {"night": 1, "round": None})],
        ),
        (
            {"outcome": "lost", "night": 1, "cause": "hero-eliminated", "reason": {**BLOW, "heroes": ["s1/berta"]}},
            (
                "The game is lost in Monster phase 2 of night 1: a hero was eliminated (LS-HERO-2).",
                "clawer-3 dealt s1/berta, who had 1 life point, the last 2 wounds.",
            ),
            [
                ("hero-eliminated", {"night": 1, "round": 2}),
                ("last-blow", {"hero": "s1/berta", "by": "clawer-3", "amount": 2}),
            ],
        ),
    ],
)
def test_why_it_ended(ended, told, reasons):
    assert why(ended) == told
    assert list(deciding(ended)) == reasons
