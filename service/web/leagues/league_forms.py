"""What the forms of the leagues' pages hold, turned into an organiser's decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace
from werkzeug.datastructures import MultiDict

from domain.contract.quantities import AMOUNTS, Bounds
from domain.league.conduct.reminders import HOURS
from domain.league.conduct.state import Draft
from domain.league.plan import Plan
from service.errors import ServiceError
from service.leagues.calendar import check_zone, typed
from service.web.leagues.plan_forms import draft_fields, redrawn
from service.web.numbers import number, points

Form = MultiDict[str, str]

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


def decision_of(form: Form) -> tuple[str, dict[str, Any]]:
    """An organiser's verb and its arguments, of the fields that belong to it; `ServiceError` `malformed` for what
    cannot be read."""
    verb = form.get("verb", "")
    if verb not in ARGUMENTS:
        raise ServiceError("malformed", "choose what to decide")
    return verb, {**ARGUMENTS[verb](form), "reason": form.get("reason", "").strip()}


def drafted(form: Form, plan: Plan, draft: Draft | None = None) -> tuple[str, dict[str, Any]]:
    """The verb that drafts the next season, or copies one, and its arguments: `plan` is the one that it would have, and
    hours are of its zone, or of the one that the form chooses. `ServiceError` `malformed` for what cannot be read."""
    if form.get("step") == "clone-season":
        return "clone-season", {"season": _number(form, "season"), "opens": typed(plan, form.get("opens", ""))}
    changed = {"plan": redrawn(form, plan)} if "seats" in form else {}
    told = replace(plan, zone=form["zone"].strip() or UNSET) if "zone" in form else plan
    check_zone(told)
    instants = {name: typed(told, form.get(name, "")) for name in ("opens", "closes", "starts")}
    if draft is not None and told.zone == plan.zone:
        instants |= _as_drafted(form, plan, draft)
    return "draft-season", {**instants, "returning": form.get("returning") == "yes", **changed}


def _as_drafted(form: Form, plan: Plan, draft: Draft) -> dict[str, int | None]:
    """The instants of a draft of which the form leaves the hours as it shows them: an hour alone does not say which
    second it was, nor, as summer time ends, which of two hours of that name."""
    instants = {"opens": draft.opens, "closes": draft.closes, "starts": draft.starts}
    shown = draft_fields(draft, plan)
    return {name: at for name, at in instants.items() if form.get(name, "") == shown[name]}


def _stage(form: Form) -> dict[str, Any]:
    return {"stage": form.get("stage", "")}


def _table(form: Form) -> dict[str, Any]:
    return {**_stage(form), "table": _number(form, "table")}


def _entrants(form: Form) -> list[str]:
    return form.get("entrants", "").split()


def _entrant(form: Form) -> dict[str, Any]:
    """The one entrant that is named; several words are the name of none."""
    return {"entrant": " ".join(_entrants(form))}


def _pairing(form: Form) -> dict[str, Any]:
    """A table in each line: its entrants in seat order."""
    rows = [line.split() for line in form.get("tables", "").splitlines() if line.strip()]
    return {**_stage(form), "round": _number(form, "round"), "tables": rows}


def _verdict(form: Form) -> dict[str, Any]:
    """Whether a dispute is upheld, and the result with it, if one is typed."""
    verdict = {"dispute": _number(form, "dispute"), "upheld": form.get("upheld") == "yes"}
    return {**verdict, **(_result(form) if form.get("result", "").strip() else {})}


def _hours(form: Form) -> dict[str, Any]:
    return {"hours": [number(hours, "hours", HOURS) for hours in form.get("hours", "").split()]}


def _rounds(form: Form) -> dict[str, Any]:
    """From which round on, and up to which one; where nothing is said, it is all of them."""
    fields = {"first": "round", "last": "last"}
    return {name: _number(form, field) for name, field in fields.items() if form.get(field, "").strip()}


def _result(form: Form) -> dict[str, Any]:
    """`e3 > e1 = e2`: who came before whom, and who was level; `void` for a game that does not count."""
    text = form.get("result", "").strip()
    if text == "void":
        return {"void": True}
    places: dict[str, int] = {}
    for group in text.split(">"):
        level = [entrant.strip() for entrant in group.split("=")]
        if any(len(entrant.split()) > 1 for entrant in level):
            raise ServiceError("malformed", "between two entrants stands > or =, as in e3 > e1 = e2")
        places |= dict.fromkeys(filter(None, level), len(places) + 1)
    return {"places": places}


def _number(form: Form, name: str, bounds: Bounds = AMOUNTS) -> int:
    return number(form.get(name, ""), name, bounds)


ARGUMENTS: Mapping[str, Callable[[Form], dict[str, Any]]] = {
    "forfeit": lambda form: {**_table(form), "absent": _entrants(form)},
    "replay": _table,
    "correct": lambda form: {**_table(form), **_result(form)},
    "adjust": lambda form: {**_stage(form), **_entrant(form), "points": points(form.get("points", ""))},
    "replace": lambda form: {**_entrant(form), "account": form.get("account", "").strip()},
    "withdraw": _entrant,
    "pair-by-hand": _pairing,
    "decide-dispute": _verdict,
    "keep-apart": lambda form: {"entrants": _entrants(form), **_rounds(form)},
    "let-meet": lambda form: {"group": _number(form, "round")},
    "set-reminders": _hours,
    "close-stage": _stage,
    "remind": _stage,
}
"""Verb -> its arguments, as the form has them."""
