"""What a decision of Nightfall says of itself on its page, beside what its ids can be read as."""

from __future__ import annotations

from domain.contract.game import Json
from service.language.names import Names
from service.web.wording import Wording


def _part(part: Json, names: Names) -> str:
    return f"its {part} text"


def _run(run: Json, names: Names) -> str:
    """The first run of a text is only told from the second where there is one."""
    return "carried out again" if run == 2 else ""


def _link(link: Json, names: Names) -> str:
    """The card and its player are told besides."""
    return ""


def _attackers(attackers: Json, names: Names) -> str:
    return "attacked by " + " and ".join(f"{names.say(one)} with {power}" for one, power in attackers.items())


def _when(when: Json, names: Names) -> str:
    return str(when)


WORDING = Wording(
    details={"part": _part, "run": _run, "link": _link, "attackers": _attackers, "when": _when},
)
