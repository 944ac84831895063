"""The numbers of the rules: what changed with each. A running game keeps the number it began with."""

from __future__ import annotations

from domain.game import Change

CHANGES = (
    Change(1, (), "the first"),
    Change(
        2,
        ("WD-GM-10", "WD-GM-18", "WD-GM-20", "WD-XP-2"),
        "in games with a game master nobody below 0 VP lost a skill, medicine and bandages counted where no damage of "
        "their kind was healed, and what was in sight on the way, or by a flashlight, a door broken for others or a "
        "new character, was not shown",
    ),
    Change(3, ("WD-GM-25",), "a game master could award any number of VP at a time"),
)
