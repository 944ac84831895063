"""What the forms of the leagues' pages hold, turned into an organiser's decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from domain.contract.quantities import AMOUNTS, Bounds
from domain.league.conduct.reminders import HOURS
from domain.league.plan import Plan
from service.errors import ServiceError
from service.leagues.calendar import typed
from service.web.leagues.plan_forms import redrawn
from service.web.numbers import number, points

VERBS: Mapping[str, str] = {
    "forfeit": "forfeit: the entrants did not come",
    "correct": "correct the result of a table",
    "replay": "another game for a void table",
    "adjust": "give or take points",
    "replace": "give a place to somebody else",
    "withdraw": "take an entrant out",
    "pair-by-hand": "pair the round by hand",
    "close-stage": "end the stage now",
    "keep-apart": "let no two of these entrants meet",
    "let-meet": "let a group meet again",
    "remind": "remind now who is late",
    "set-reminders": "remind by itself who is late",
}
"""What an organiser decides with a reason, in words."""


def decision_of(form: MultiDict[str, str]) -> tuple[str, dict[str, Any]]:
    """An organiser's verb and its arguments, of the fields that belong to it."""
    verb = form.get("verb", "")
    reason = form.get("reason", "").strip()
    stage, entrants = form.get("stage", ""), form.get("entrants", "").split()
    arguments: dict[str, Any]
    match verb:
        case "forfeit":
            arguments = {"stage": stage, "table": _number(form, "table"), "absent": entrants}
        case "replay":
            arguments = {"stage": stage, "table": _number(form, "table")}
        case "correct":
            arguments = {"stage": stage, "table": _number(form, "table"), **_result(form.get("result", ""))}
        case "adjust":
            arguments = {"stage": stage, "entrant": " ".join(entrants), "points": points(form.get("points", ""))}
        case "replace":
            arguments = {"entrant": " ".join(entrants), "account": form.get("account", "").strip()}
        case "withdraw":
            arguments = {"entrant": " ".join(entrants)}
        case "pair-by-hand":
            rows = [line.split() for line in form.get("tables", "").splitlines() if line.strip()]
            arguments = {"stage": stage, "round": _number(form, "round"), "tables": rows}
        case "decide-dispute":
            upheld = form.get("upheld") == "yes"
            arguments = {"dispute": _number(form, "dispute"), "upheld": upheld}
            arguments |= _result(form["result"]) if form.get("result", "").strip() else {}
        case "keep-apart":
            arguments = {"entrants": entrants, **_rounds(form)}
        case "let-meet":
            arguments = {"group": _number(form, "round")}
        case "set-reminders":
            arguments = {"hours": [number(hours, "hours", HOURS) for hours in form.get("hours", "").split()]}
        case "close-stage" | "remind":
            arguments = {"stage": stage}
        case _:
            raise ServiceError("malformed", "choose what to decide")
    return verb, {**arguments, "reason": reason}


def drafted(form: MultiDict[str, str], plan: Plan) -> tuple[str, dict[str, Any]]:
    """The verb that drafts the next season, or copies one, and its arguments: `plan` is the one that it would have, and
    hours are of its zone, or of the one that the form chooses."""
    if form.get("step") == "clone-season":
        return "clone-season", {"season": _number(form, "season"), "opens": typed(plan, form.get("opens", ""))}
    changed = {"plan": redrawn(form, plan)} if "seats" in form else {}
    told = replace(plan, zone=form["zone"] or UNSET) if "zone" in form else plan
    instants = {name: typed(told, form.get(name, "")) for name in ("opens", "closes", "starts")}
    return "draft-season", {**instants, "returning": form.get("returning") == "yes", **changed}


def _rounds(form: MultiDict[str, str]) -> dict[str, Any]:
    """From which round on, and up to which one; where nothing is said, it is all of them."""
    fields = {"first": "round", "last": "last"}
    return {name: _number(form, field) for name, field in fields.items() if form.get(field, "").strip()}


def _result(text: str) -> dict[str, Any]:
    """`e3 > e1 = e2`: who came before whom, and who was level; `void` for a game that does not count."""
    if text.strip() == "void":
        return {"void": True}
    places: dict[str, int] = {}
    for group in text.split(">"):
        level = group.replace("=", " ").split()
        places |= dict.fromkeys(level, len(places) + 1)
    return {"places": places}


def _number(form: MultiDict[str, str], name: str, bounds: Bounds = AMOUNTS) -> int:
    return number(form.get(name, ""), name, bounds)
