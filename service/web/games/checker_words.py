"""What the page that checks a game says: of each check, and what its script fills in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.web.spoken import gettext


@dataclass(frozen=True)
class Check:
    """One of the checks, as `verifier/examine.mjs` names it: what it is called, and what it says of a record."""

    key: str
    title: str
    told: str


def checks() -> list[Check]:
    """The checks in their order."""
    return [
        Check(
            "form",
            gettext("The form"),
            gettext(
                "The record is JSON with each key once and whole numbers only, and has the parts that a record has."
            ),
        ),
        Check(
            "chain",
            gettext("The chain"),
            gettext("Each event's hash covers the one before it: nothing was altered, left out or put in afterwards."),
        ),
        Check(
            "opening",
            gettext("The opening"),
            gettext("Game, rules, options, seats and data are those with which the first event opened the game."),
        ),
        Check(
            "commitments",
            gettext("The commitments"),
            gettext(
                "What was hidden while the game ran is what was committed to then, "
                "and who posted an action may post it."
            ),
        ),
        Check(
            "shares",
            gettext("The shared seed"),
            gettext(
                "Where another installation has a part in the seed, it has signed each share, "
                "and they come from its seed."
            ),
        ),
        Check(
            "kept",
            gettext("What was kept"),
            gettext("Receipts, heads and journals that you kept are signed, and this record has those very heads."),
        ),
        Check(
            "draws",
            gettext("The draws"),
            gettext(
                "The seed is the one committed to before the game, and every shuffle, "
                "roll and pick is made anew from it."
            ),
        ),
    ]


def words(named: list[Check]) -> Mapping[str, Any]:
    """What the script says in the reader's language."""
    return {
        "busy": gettext("Being checked …"),
        "nothing": gettext("There is no record to check yet."),
        "mistyped": gettext("Something that you typed cannot be read, so nothing was checked."),
        "missing": gettext("The record could not be fetched."),
        "event": gettext("Event {number}: "),
        "given": gettext("given, not drawn"),
        "checks": {one.key: one.title for one in named},
        "states": {
            "holds": gettext("holds"),
            "fails": gettext("does not hold"),
            "absent": gettext("nothing to check, or not reached"),
            "lacking": gettext("could not be checked"),
        },
        "verdicts": {
            "consistent": gettext("Everything that is checked here holds."),
            "a prefix": gettext("What there is holds; the seed is not told yet, so the draws are not checked."),
            "not a fair game": gettext("This is not a fair game: outcomes were given and not drawn."),
            "another game": gettext("A receipt is of another game."),
            "another kind": gettext("This is no record of a game: the package examines it."),
            "malformed": gettext("This has not the form of a record."),
            "refused": gettext("This record is refused: it does not hold."),
            "not checked": gettext(
                "This browser cannot check it. It lacks cryptography that is needed here: browsers have it for files "
                "and for https alone, and older ones not at all."
            ),
        },
    }
