"""How a game ended (WD-WIN)."""

from __future__ import annotations

from domain.darkness.state import Character, DarknessState
from domain.game import Json, Outcome, to_json


def outcome(state: DarknessState) -> Outcome | None:
    """Winners share the first place, the others follow by VP, the living before the dead; None while it goes on."""
    ended = state.ended
    if ended is None:
        return None
    detail: dict[str, Json] = {"outcome": ended.outcome, "winners": list(ended.winners), "vp": dict(ended.vp)}
    if made := records(state):
        detail["characters"] = made
    unranked = (state.master.seat,) if state.master else ()
    if not ended.winners:
        return Outcome(None, detail, won=False, unranked=unranked)
    ranks = {seat: _rank(state, seat) for seat in ended.vp}
    places = {seat: 1 + sum(other > rank for other in ranks.values()) for seat, rank in ranks.items()}
    return Outcome(places, detail, won=None, unranked=unranked)


def records(state: DarknessState) -> dict[str, dict[str, Json]]:
    """The records of the made characters of a finished game, by seat."""
    return {seat: record_of(state, seat) for seat, person in state.people.items() if person.made}


def keepsakes(state: DarknessState) -> dict[str, dict[str, Json]]:
    """The records of those that were brought from an earlier game, or made for this one beforehand.

    Who has died and was followed by somebody else is not among them.
    """
    brought = state.options.get("characters", {})
    return {seat: record for seat, record in records(state).items() if isinstance(brought.get(seat), dict)}


def record_of(state: DarknessState, seat: str) -> dict[str, Json]:
    """What is kept of a made character (WD-XP-3, WD-XP-5); items only from GM play (WD-GM-20)."""
    person, ended = state.people[seat], state.ended
    assert ended is not None
    earlier = _earlier(state, seat)
    played = {
        "scenario": state.scenario,
        "outcome": ended.outcome,
        "vp": ended.vp[seat],
        "won": seat in ended.winners,
    }
    return {
        "name": to_json(person.sheet.name),
        "occupation": person.sheet.occupation,
        "attributes": dict(person.sheet.attributes),
        "skills": dict(person.sheet.skills),
        "skill_points": person.sheet.skill_points,
        "items": _kept(state, person),
        "games": [*earlier, played],
    }


def _rank(state: DarknessState, seat: str) -> tuple[bool, bool, int]:
    ended = state.ended
    assert ended is not None
    if seat in ended.winners:
        return (True, True, 0)
    return (False, state.people[seat].alive, ended.vp[seat])


def _kept(state: DarknessState, person: Character) -> list[str]:
    return list(person.items) if state.gm and person.alive else []


def _earlier(state: DarknessState, seat: str) -> list[Json]:
    record = state.options.get("characters", {}).get(seat)
    return list(record.get("games", ())) if isinstance(record, dict) else []
