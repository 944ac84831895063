"""What a question tells of itself, so that no two different ones look alike to the seat that is asked."""

from __future__ import annotations

import msgspec

from domain.contract.game import Json
from domain.games.darkness.rules.checks.ladder import code_of
from domain.games.darkness.rules.differences import questions_tell_their_purpose
from domain.games.darkness.rules.play import Play
from domain.games.darkness.state import Check, DarknessState


def about_check(play: Play, check: Check) -> dict[str, Json]:
    """What a decision about the check tells: from rules 3 on also what it is for. All of it is open."""
    if not questions_tell_their_purpose(play.state):
        return describe(check)
    return {**purpose(play), **about_fight(play.state), **describe(check), **_circumstances(check)}


def describe(check: Check) -> dict[str, Json]:
    """What is thrown, for which attribute and against which number."""
    shown: dict[str, Json] = {"check": check.kind, "attribute": check.attribute}
    if check.level:
        shown["tn"] = code_of(check.level)
    return shown


def purpose(play: Play) -> dict[str, Json]:
    """What waits for the check under way: the disk, the door, the patient, as the step that it settles names it."""
    if not play.agenda:
        return {}
    waiting = msgspec.to_builtins(play.agenda[-1])
    return {name: _plain(value) for name, value in waiting.items() if value is not None and name != "type"}


def _plain(value: Json) -> Json:
    return list(value) if isinstance(value, tuple) else value


def about_fight(state: DarknessState) -> dict[str, Json]:
    """Against whom the fight under way is, and its round; told from rules 3 on."""
    combat = state.combat
    if combat is None or not questions_tell_their_purpose(state):
        return {}
    return {"against": combat.against, "round": combat.round}


def _circumstances(check: Check) -> dict[str, Json]:
    """What makes a check another than those of its kind."""
    shown: dict[str, Json] = {"beyond": True} if check.beyond else {}
    for name in ("target", "rival", "weapon", "skill"):
        if (value := getattr(check, name)) is not None:
            shown[name] = value
    return shown
