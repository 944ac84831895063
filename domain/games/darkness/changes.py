"""The numbers of the rules: what changed with each. A running game keeps the number it began with."""

from __future__ import annotations

from domain.contract.game import Change

CHANGES = (
    Change(1, (), "the first"),
    Change(
        2,
        ("WD-GM-10", "WD-GM-18", "WD-GM-20", "WD-XP-2"),
        "in games with a game master nobody below 0 VP lost a skill, medicine and bandages counted where no damage of "
        "their kind was healed, and what was in sight on the way, or by a flashlight, a door broken for others or a "
        "new character, was not shown",
    ),
    Change(
        3,
        (
            "WD-COMBAT-13",
            "WD-GM-4",
            "WD-GM-5",
            "WD-GM-7",
            "WD-GM-8",
            "WD-GM-20",
            "WD-GM-22",
            "WD-GM-24",
            "WD-GM-25",
            "WD-SCEN-BANDAGED-2",
            "WD-SCEN-BUS-2",
            "WD-VP-6",
            "WD-XP-1",
            "WD-XP-3",
            "WD-XP-5",
        ),
        "pieces without a printed S stood still and none could attack another; any words went on with an attempt; "
        "security came at the entry alone, and a fight with it could cost the turn's action; kept firearms and money "
        "lost their count and the items of a record its board games; saved points paid for nothing; nobody could rule "
        "beyond the verbs; a character that had died played on; a win of idle turns alone improved an attribute; one "
        "can of fuel paid again and again, a bike was ridden indoors, a retreat without a check took arguments; a blow "
        "that did nothing was told as a hit, questions did not say what they were about, and events no cause; awards, "
        "the health of pieces and the turns of attempts had no bound",
    ),
    Change(
        4,
        (
            "WD-DISK-SEC-5",
            "WD-ENTER-5",
            "WD-GM-4",
            "WD-GM-6",
            "WD-GM-7",
            "WD-GM-8",
            "WD-GM-9",
            "WD-GM-19",
            "WD-GM-21",
            "WD-GM-23",
            "WD-GM-24",
            "WD-GM-25",
            "WD-HELP-1",
            "WD-HELP-3",
            "WD-SCEN-AWAKENING-1",
            "WD-SCEN-AWAKENING-3",
            "WD-SCEN-PAGE-2",
            "WD-SCEN-TICKING-4",
            "WD-WT-2",
            "WD-WT-4",
            "WD-XP-3",
            "WD-XP-5",
        ),
        "a bike or skateboard that was carried at the end stood in the record as a token, with which its character "
        "came to no further game; who was brought to a campaign and died there came home alive where its player had a "
        "new character; a new character went on with the attempt of the dead one, and kept at the end what had been "
        "ruled for that one; help with a task or action was paid with what it needs, which then brought its VP all "
        "the same; a piece that all saw could be set on a hidden tile, which told of it; pieces on hidden tiles stood "
        "still; nobody asked who had been given too much, where an attempt was then denied, something was broken off "
        "or a new character was to be chosen; a ruling left helpers, guests and finds to choose from that there were "
        "no more, and security to whoever had died or gone; security that had killed whoever fought it lay face up "
        "for the rest of the game; a firearm that was a disk was never empty; a thrown weapon that had killed lay at "
        "the thrower's feet; ammunition that was found alone was of no use; a chapter that was begun again laid a "
        "token once more that somebody carried",
    ),
)
