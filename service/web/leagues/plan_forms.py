"""The form of a plan: what its fields hold turned into a plan, and a plan turned into what they show."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from werkzeug.datastructures import MultiDict

from domain.contract.game import to_json
from domain.contract.quantities import AMOUNTS, HOUR, Bounds
from domain.league.conduct.state import Draft
from domain.league.plan import DEFAULT_POINTS, DIVISION_NAMES, MISSED, SIZES, STAGE_BOUNDS, Plan
from domain.league.tiebreaks.registry import DEFAULT
from domain.log.canon import Json
from service.leagues.calendar import moment
from service.web.numbers import number, points

Form = MultiDict[str, str]

KINDS: Mapping[str, str] = {
    "balanced-groups": "everybody once in every seat (balanced groups)",
    "swiss": "rounds by score (Swiss system)",
    "round-robin": "everybody against everybody, tables of two",
    "knock-out": "knock-out",
}
"""The kinds of a first stage, in words."""

FINAL = "apocalypse-final"

ALPHABET = Bounds(1, len(DIVISION_NAMES))
"""How many divisions the form makes, which it calls by letters."""

OF_ANY_KIND = ("advance", "seats", "carry")
"""What the form does not show of a stage, and what a stage of another kind has as well."""

PARTS: Mapping[str, tuple[str, ...]] = {
    "seats": ("seats",),
    "divisions": ("divisions", "size", "relegated"),
    "stages": ("kind", "rounds", "days", "final", "accelerated", "annul"),
    "points": ("points",),
    "tiebreaks": ("tiebreaks",),
    "clock": ("hours",),
    "zone": ("zone",),
    "until": ("until",),
    "eligibility": ("substitutes", "missed"),
    "shared_seed": ("shared_seed",),
}
"""The parts of a plan that the form has, each with its fields."""

FRESH: Mapping[str, str] = {
    **dict.fromkeys((field for fields in PARTS.values() for field in fields), ""),
    **{"seats": "4", "divisions": "1", "size": "7", "relegated": "2", "rounds": "5"},
    "points": " ".join(map(str, DEFAULT_POINTS)),
    "tiebreaks": " ".join(DEFAULT),
}
"""What the form of a new league shows."""


def plan_of(form: Form) -> dict[str, Json]:
    """The plan of a league that the form of a new one describes; the API takes any other."""
    drawn = {part: read(form) for part, read in READERS.items()}
    return {part: said for part, said in drawn.items() if said is not None}


def redrawn(form: Form, plan: Plan) -> dict[str, Json]:
    """The plan as the form changes it: what the form leaves as it shows it stays as it is, and so does whatever the
    form has no field for."""
    kept, shown = dict(to_json(plan)), fields_of(plan)
    for part, fields in PARTS.items():
        if changed := {name for name in fields if form.get(name, "").strip() != shown[name]}:
            said = REDRAWN[part](form, kept[part], changed) if part in REDRAWN else READERS[part](form)
            kept.pop(part, None)
            kept |= {} if said is None else {part: said}
    return kept


def _divisions_redrawn(form: Form, before: Json, changed: Collection[str]) -> Json:
    """Divisions keep their names, and of what the form shows of the first one whatever is not changed; new ones have
    the letters of their numbers, or the next that are free."""
    count = _number(form, "divisions", ALPHABET) if "divisions" in changed else len(before)
    drawn = _division(form)
    stay = [{**one, **{name: drawn[name] for name in drawn if name in changed}} for one in before[:count]]
    names, at = {one["name"] for one in stay}, len(stay)
    free = [letter for letter in DIVISION_NAMES[at:] + DIVISION_NAMES[:at] if letter not in names]
    return [*stay, *({"name": name, **drawn} for name in free[: count - at])]


def _stages_redrawn(form: Form, before: Json, changed: Collection[str]) -> Json:
    """The form has the first stage, and the limit of a final; a stage between them stays, and who goes on to it."""
    first, *final = _stages(form)
    stays = OF_ANY_KIND if "kind" in changed else {*before[0]} - {*PARTS["stages"]}
    has_final = len(before) > 1 and before[-1]["kind"] == FINAL
    between = before[1:-1] if has_final else before[1:]
    last = before[-1] if has_final else {}
    return [{**{name: before[0][name] for name in stays}, **first}, *between, *({**last, **one} for one in final)]


def _clock_redrawn(form: Form, before: Json, changed: Collection[str]) -> Json:
    """Another time for a decision, also in place of a bank; what is done when it is up stays, and so do its other
    terms."""
    if (drawn := _clock(form)) is None or before is None:
        return drawn
    stays = {name: value for name, value in before.items() if name not in ("bank", "increment")}
    return {**stays, "per_decision": drawn["per_decision"]}


def _eligibility_redrawn(form: Form, before: Json, changed: Collection[str]) -> Json:
    stays = {name: value for name, value in before.items() if name not in PARTS["eligibility"]}
    return {**stays, **(_eligibility(form) or {})}


def fields_of(plan: Plan) -> dict[str, str]:
    """What the form shows of a plan, by the names of its fields; of divisions and stages the first, and a final."""
    division, stage, last = plan.divisions[0], plan.stages[0], plan.stages[-1]
    has_final = len(plan.stages) > 1 and last.kind == FINAL
    rule = plan.eligibility
    return {
        "seats": str(plan.seats),
        "divisions": str(len(plan.divisions)),
        "size": str(division.size),
        "relegated": str(division.relegated),
        "kind": stage.kind,
        "rounds": str(stage.rounds or ""),
        "days": str(stage.days or ""),
        "final": str(last.limit) if has_final else "",
        "accelerated": stage.accelerated or "",
        "annul": "yes" if stage.annul else "",
        "points": " ".join(map(str, plan.points)),
        "tiebreaks": " ".join(plan.tiebreaks),
        "hours": _hours(plan),
        "zone": plan.zone or "",
        "until": plan.until or "",
        "substitutes": "yes" if rule.substitutes else "",
        "missed": str(rule.missed or ""),
        "shared_seed": "yes" if plan.shared_seed else "",
    }


def draft_fields(draft: Draft | None, plan: Plan) -> dict[str, str]:
    """What the form of a season's draft shows besides its plan, hours being those of the plan's zone."""
    if draft is None:
        return {"opens": "", "closes": "", "starts": "", "returning": "yes"}
    instants = {"opens": draft.opens, "closes": draft.closes, "starts": draft.starts}
    hours = {name: "" if at is None else f"{moment(plan, at):%Y-%m-%dT%H:%M}" for name, at in instants.items()}
    return {**hours, "returning": "yes" if draft.returning else ""}


def _hours(plan: Plan) -> str:
    """The whole hours that a decision has; of another clock there are none to show."""
    seconds = (plan.clock or {}).get("per_decision")
    return str(seconds // HOUR) if isinstance(seconds, int) and seconds % HOUR == 0 else ""


def _divisions(form: Form) -> list[Json]:
    return [{"name": name, **_division(form)} for name in DIVISION_NAMES[: _number(form, "divisions", ALPHABET)]]


def _division(form: Form) -> dict[str, Json]:
    """What the form says of every division."""
    size = _number(form, "size", SIZES)
    return {"size": size, "relegated": _number(form, "relegated", Bounds(0, size))}


def _stages(form: Form) -> list[Json]:
    stage: dict[str, Json] = {"kind": form.get("kind", "")}
    if stage["kind"] == "swiss":
        stage["rounds"] = _number(form, "rounds", STAGE_BOUNDS["rounds"])
    if stage["kind"] == "swiss" and form.get("accelerated"):
        stage["accelerated"] = "baku"
    if stage["kind"] == "round-robin":
        stage["annul"] = form.get("annul") == "yes"
    if _said(form, "days"):
        stage["days"] = _number(form, "days", STAGE_BOUNDS["days"])
    stages = [stage]
    if _said(form, "final"):
        stages.append({"kind": FINAL, "limit": _number(form, "final", STAGE_BOUNDS["limit"])})
    return stages


def _points(form: Form) -> Json:
    return [points(one) for one in form["points"].split()] if _said(form, "points") else None


def _tiebreaks(form: Form) -> Json:
    return form["tiebreaks"].split() if "tiebreaks" in form else None


def _clock(form: Form) -> Json:
    return {"per_decision": HOUR * _number(form, "hours"), "policy": "default"} if _said(form, "hours") else None


def _eligibility(form: Form) -> Json:
    """What the form says of the waiting list, and of who misses games; None where it says nothing."""
    said: dict[str, Json] = {"substitutes": True} if form.get("substitutes") else {}
    if _said(form, "missed"):
        said["missed"] = _number(form, "missed", MISSED)
    return said or None


def _number(form: Form, name: str, bounds: Bounds = AMOUNTS) -> int:
    return number(form.get(name, ""), name, bounds)


def _said(form: Form, name: str) -> str | None:
    return form.get(name, "").strip() or None


READERS: Mapping[str, Callable[[Form], Json]] = {
    "seats": lambda form: _number(form, "seats", STAGE_BOUNDS["seats"]),
    "divisions": _divisions,
    "stages": _stages,
    "points": _points,
    "tiebreaks": _tiebreaks,
    "clock": _clock,
    "zone": lambda form: _said(form, "zone"),
    "until": lambda form: _said(form, "until"),
    "eligibility": _eligibility,
    "shared_seed": lambda form: True if form.get("shared_seed") else None,
}
"""What the form says of each part of a plan; None: nothing."""

REDRAWN: Mapping[str, Callable[[Form, Json, Collection[str]], Json]] = {
    "divisions": _divisions_redrawn,
    "stages": _stages_redrawn,
    "clock": _clock_redrawn,
    "eligibility": _eligibility_redrawn,
}
"""How parts are changed of which the form shows only some: from what they were, and which fields have changed."""
