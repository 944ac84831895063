"""The numbers of the rules: what changed with each. A running game keeps the number it began with."""

from __future__ import annotations

from domain.contract.game import Change, State

CHANGES = (
    Change(1, (), "the first"),
    Change(
        2,
        ("LS-MOVE-1", "LS-BOSS-DRYAD-8", "LS-BOSS-CETUSIA-9", "LS-ATT-11", "LS-WPN-16", "LS-DAWN-7", "LS-QUEST-1"),
        "movement began at the ray due west and not with the westernmost monster (R16), incubators hatched only when "
        "no spawn card was left, the targets of all monsters were fixed before Cetusia attacked (R24), Haste and the "
        "like left the attack of the turn free, a dawn card was asked after the introduction and where the quests had"
        " failed, and quests were dealt that the spawn cards cannot fulfil (R44); contested readings were no options,"
        " there was no market, events named no cause, and questions did not say all that they were about",
    ),
    Change(
        3,
        ("LS-FX-pursuit-1", "LS-WPN-4", "LS-ARMOR-dark-trousers-1"),
        "a hero whose attack had eliminated another hero moved onto that one's square by Pursuit, a ranged weapon hit "
        "a piece of two squares that stood in the hero's zone with one of them alone, and a hero who gave its last "
        "life point for the dark trousers was asked which token to turn",
    ),
    Change(
        4,
        ("LS-FX-propagation-1", "LS-FX-encirclement-1", "LS-FX-stun-area-1", "LS-BOSS-CETUSIA-10", "LS-SAVE-5"),
        "Propagation went on from a monolith, Encirclement and Stun area worked by the option for empty impact points "
        "round a friend too, the attack after one by which Cetusia struck nothing but monsters had the same cause, and "
        "saved games were taken that no game can have left",
    ),
)

CORRECTED = 2
"""The number from which on the rules hold as they were corrected."""


EXACT = 3
"""The number from which on the rules hold in these corners too."""


THOROUGH = 4
"""The number from which on they hold in the last of them, and saved games are examined."""


def is_corrected(state: State) -> bool:
    """Whether a table is played by the corrected rules: it began with rules number 2 or was moved to it."""
    return state.rules >= CORRECTED


def is_exact(state: State) -> bool:
    """Whether a table began with rules number 3, or was moved to it."""
    return state.rules >= EXACT


def is_thorough(state: State) -> bool:
    """Whether a table began with rules number 4, or was moved to it."""
    return state.rules >= THOROUGH
