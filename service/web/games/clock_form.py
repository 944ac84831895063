"""The terms of time of a new game as fields of a form: its clock, and the interval at which secret answers appear."""

from __future__ import annotations

from collections.abc import Mapping

from werkzeug.datastructures import MultiDict

from domain.bots.levels import LEVELS
from domain.contract.game import Json
from domain.contract.quantities import AMOUNTS, DAY, HOUR, MINUTE, Bounds
from service.errors import ServiceError
from service.web.numbers import number

UNITS: Mapping[str, int] = {"days": DAY, "hours": HOUR, "minutes": MINUTE}
"""What a time may be given in, and how many seconds that is."""

CLOCKS: Mapping[str, str] = {
    "": "no clock",
    "per_decision": "a time for each decision",
    "bank": "a bank of time for the whole game",
}

POLICIES: Mapping[str, str] = {
    "remind": "the others wait, or claim",
    "default": "the usual answer is given",
    **{f"ai:{level}": f"{bot.name} (AI) takes the seat" for level, bot in LEVELS.items()},
    "forfeit": "the seat resigns",
}
"""What is done at a deadline, in the words of the form."""


def read_clock_form(form: MultiDict[str, str]) -> dict[str, Json] | None:
    """The clock that a form was filled in with; None for none. `ServiceError` `malformed` for a number that is none.

    What fits together, the rules of tables say.
    """
    kind = form.get("clock", "")
    if not kind:
        return None
    if kind not in CLOCKS or form.get("clock_unit") not in UNITS:
        raise ServiceError("malformed", "there is no such clock")
    policy, _, level = form.get("policy", "").partition(":")
    clock: dict[str, Json] = {
        kind: read_number(form, "clock_time") * UNITS[form["clock_unit"]],
        "grace": read_number(form, "grace") * HOUR,
        "vacation": read_number(form, "vacation") * DAY,
        "policy": policy,
    }
    if kind == "bank":
        clock["increment"] = read_number(form, "increment") * HOUR
    return {**clock, "level": level} if level else clock


def read_release_form(form: MultiDict[str, str]) -> int | None:
    """The release interval in minutes; None where the form names none."""
    return read_number(form, "release") or None


def read_number(form: MultiDict[str, str], name: str, bounds: Bounds = AMOUNTS) -> int:
    """A number of this kind; 0 for an empty field."""
    text = form.get(name, "").strip()
    return number(text, name.replace("_", " "), bounds) if text else 0
