"""What the forms of the leagues' pages hold, turned into a plan or an organiser's decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werkzeug.datastructures import MultiDict

from domain.contract.quantities import AMOUNTS, Bounds
from domain.league.conduct.reminders import HOURS
from domain.league.plan import DIVISION_NAMES, MISSED, SIZES, STAGE_BOUNDS, Plan
from domain.log.canon import Json
from service.errors import ServiceError
from service.leagues.calendar import typed
from service.web.numbers import number, points

KINDS: Mapping[str, str] = {
    "balanced-groups": "everybody once in every seat (balanced groups)",
    "swiss": "rounds by score (Swiss system)",
    "round-robin": "everybody against everybody, tables of two",
    "knock-out": "knock-out",
}
"""The kinds of a first stage, in words."""

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


def plan_of(form: MultiDict[str, str]) -> dict[str, Json]:
    """The plan of a league that the form of a new one describes; the API takes any other."""
    size, divisions = _number(form, "size", SIZES), _number(form, "divisions", Bounds(1, len(DIVISION_NAMES)))
    stage: dict[str, Json] = {"kind": form.get("kind", "")}
    if stage["kind"] == "swiss":
        stage["rounds"] = _number(form, "rounds", STAGE_BOUNDS["rounds"])
    if stage["kind"] == "swiss" and form.get("accelerated"):
        stage["accelerated"] = "baku"
    if stage["kind"] == "round-robin":
        stage["annul"] = form.get("annul") == "yes"
    if form.get("days", "").strip():
        stage["days"] = _number(form, "days", STAGE_BOUNDS["days"])
    stages = [stage]
    if form.get("final", "").strip():
        stages.append({"kind": "apocalypse-final", "limit": _number(form, "final", STAGE_BOUNDS["limit"])})
    relegated = _number(form, "relegated", Bounds(0, size))
    plan: dict[str, Json] = {
        "seats": _number(form, "seats", STAGE_BOUNDS["seats"]),
        "divisions": [{"name": DIVISION_NAMES[n], "size": size, "relegated": relegated} for n in range(divisions)],
        "stages": stages,
    }
    if form.get("hours", "").strip():
        plan["clock"] = {"per_decision": 3600 * _number(form, "hours"), "policy": "default"}
    plan |= {name: form[name].strip() for name in ("zone", "until") if form.get(name, "").strip()}
    if eligibility := _eligibility(form):
        plan["eligibility"] = eligibility
    if form.get("shared_seed"):
        plan["shared_seed"] = True
    return plan


def _eligibility(form: MultiDict[str, str]) -> dict[str, Json]:
    """What the form says of the waiting list, and of who misses games; nothing where it says nothing."""
    said: dict[str, Json] = {"substitutes": True} if form.get("substitutes") else {}
    if form.get("missed", "").strip():
        said["missed"] = _number(form, "missed", MISSED)
    return said


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
            arguments = {"entrants": entrants}
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
    """The verb that drafts the next season, or copies one, and its arguments: hours are of the plan's zone."""
    if form.get("step") == "clone-season":
        return "clone-season", {"season": _number(form, "season"), "opens": typed(plan, form.get("opens", ""))}
    instants = {name: typed(plan, form.get(name, "")) for name in ("opens", "closes", "starts")}
    return "draft-season", {**instants, "returning": form.get("returning") == "yes"}


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
