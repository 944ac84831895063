"""How a game ended (WD-WIN), and why each seat won or lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from domain.contract.facets.explained import Reason
from domain.contract.game import Json, Outcome, to_json
from domain.games.darkness.rules.characters import goods_for_tokens
from domain.games.darkness.rules.differences import (
    records_keep_everything,
    the_fallen_are_remembered,
    tokens_are_kept_as_goods,
)
from domain.games.darkness.state import TOKEN, Character, DarknessState, Fallen

ENDINGS: Mapping[str, str] = MappingProxyType(
    {
        "all-dead": "all characters are dead",
        "closed": "the leaves were read aloud",
        "defused": "the bomb was defused",
        "ended": "the game master ended the campaign",
        "escaped": "it got away",
        "explored": "the whole town is explored",
        "exploded": "the bomb exploded",
        "king-beaten": "the king was beaten",
        "laid-to-rest": "the First Awake was laid to rest",
        "score": "somebody had the VP that end it",
        "slain": "the sleeper was slain",
        "time": "the time was up",
    }
)
"""Outcome -> what had happened, in words."""
ESCAPES: Mapping[str, str] = MappingProxyType(
    {"last-bus-out": "the bus drove off", "master-of-the-house": "the sleeper escaped"}
)
"""Scenario -> what got away there."""


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


def why(ended: Mapping[str, Json]) -> tuple[str, ...]:
    """Why each seat won or lost, from the public data of `GameEnded` alone: sentences that name seats by their ids."""
    outcome = ended["outcome"]
    ending = ESCAPES.get(ended.get("scenario", "")) if outcome == "escaped" else None
    when = f"In round {ended['round']} " if "round" in ended else ""
    first = f"{when}{ending or ENDINGS[outcome]}."
    return (first[0].upper() + first[1:], *(_why_of(ended, seat) for seat in ended["vp"]))


def _why_of(ended: Mapping[str, Json], seat: str) -> str:
    """Why a seat won or lost."""
    winners, vp, could = ended["winners"], ended["vp"], ended.get("could")
    if seat in winners:
        others = [other for other in winners if other != seat]
        shared = f", as {' and '.join(others)} did" if others else ""
        return f"{seat} won with {vp[seat]} VP{shared}."
    if seat in (deaths := ended.get("deaths", {})):
        death = deaths[seat]
        return f"{seat} lost: it died in round {death['round']} ({death['by']}, cause {death['cause']})."
    if not winners:
        return f"{seat} lost: nobody wins by this end."
    if could is not None and seat not in could:
        return f"{seat} lost: it was not where one had to be to win."
    return f"{seat} lost: {vp[seat]} VP, and {winners[0]} had {vp[winners[0]]}."


def deciding(ended: Mapping[str, Json]) -> Iterator[Reason]:
    """The same as reasons: how it ended, and for each seat why it won or lost."""
    winners, vp, could, deaths = ended["winners"], ended["vp"], ended.get("could"), ended.get("deaths", {})
    yield "ended", {"outcome": ended["outcome"], "round": ended.get("round")}
    for seat, points in vp.items():
        if seat in winners:
            yield "won", {"seat": seat, "vp": points}
        elif seat in deaths:
            yield "died", {"seat": seat, "round": deaths[seat]["round"], "by": deaths[seat]["by"]}
        elif not winners:
            yield "nobody", {"seat": seat}
        elif could is not None and seat not in could:
            yield "elsewhere", {"seat": seat}
        else:
            yield "fewer", {"seat": seat, "vp": points, "winner": winners[0], "best": vp[winners[0]]}


def records(state: DarknessState) -> dict[str, dict[str, Json]]:
    """The records of the made characters of a finished game, by seat."""
    return {seat: record_of(state, seat) for seat, person in state.people.items() if person.made}


def grown_characters(state: DarknessState) -> dict[str, dict[str, Json]]:
    """The records of those that were brought from an earlier game, or made for this one beforehand (WD-XP-5).

    Who has died is marked, also where it was followed by somebody else (WD-XP-3).
    """
    brought = state.options.get("characters", {})
    grown = {seat: record for seat, record in records(state).items() if isinstance(brought.get(seat), dict)}
    if the_fallen_are_remembered(state):
        grown |= {seat: _record_of_fallen(state, fallen) for seat, fallen in state.fallen.items()}
    return grown


def record_of(state: DarknessState, seat: str) -> dict[str, Json]:
    """What is kept of a made character (WD-XP-3, WD-XP-5, WD-GM-20).

    A campaign keeps what is carried, with what is left of its uses; a board game leaves the items of the record as they
    were. Who died is marked.
    """
    person, ended = state.people[seat], state.ended
    assert ended is not None
    played = _played(state, ended.vp[seat], won=seat in ended.winners)
    record = _record(person, _kept(state, seat, person), [*_earlier(state, seat), played])
    if records_keep_everything(state):
        record |= {"shots": _kept_shots(state, seat, record["items"]), "dead": not person.alive}
    return record


def _record_of_fallen(state: DarknessState, fallen: Fallen) -> dict[str, Json]:
    """What is kept of a character that was brought and has died, as it was then: its items lie where it fell."""
    games = [*fallen.record.get("games", ()), _played(state, fallen.person.vp, won=False)]
    return {**_record(fallen.person, [], games), "shots": {}, "dead": True}


def _record(person: Character, items: list[str], games: list[Json]) -> dict[str, Json]:
    return {
        "name": to_json(person.sheet.name),
        "occupation": person.sheet.occupation,
        "attributes": dict(person.sheet.attributes),
        "skills": dict(person.sheet.skills),
        "skill_points": person.sheet.skill_points,
        "items": items,
        "games": games,
    }


def _played(state: DarknessState, vp: int, *, won: bool) -> dict[str, Json]:
    """What a record tells of this game."""
    assert state.ended is not None
    return {"scenario": state.scenario, "outcome": state.ended.outcome, "vp": vp, "won": won}


def _rank(state: DarknessState, seat: str) -> tuple[bool, bool, int]:
    ended = state.ended
    assert ended is not None
    if seat in ended.winners:
        return (True, True, 0)
    return (False, state.people[seat].alive, ended.vp[seat])


def _kept(state: DarknessState, seat: str, person: Character) -> list[str]:
    """The items that go into the record: in GM play all that are carried, unless the game master says otherwise."""
    if not state.gm:
        return list(_brought(state, seat).get("items", ())) if records_keep_everything(state) else []
    if not person.alive:
        return []
    kept = state.master.keeps.get(seat) if state.master else None
    items = [item for item in person.items if kept is None or item in kept]
    if not tokens_are_kept_as_goods(state):
        return items
    return [item for item in goods_for_tokens(state.data, tuple(items)) if not item.startswith(TOKEN)]


def _kept_shots(state: DarknessState, seat: str, items: list[str]) -> dict[str, int]:
    """What is left of the kept items whose uses are counted (WD-GM-8)."""
    if not state.gm:
        return dict(_brought(state, seat).get("shots", {}))
    return {item: state.shots[item] for item in items if item in state.shots}


def _brought(state: DarknessState, seat: str) -> Mapping[str, Json]:
    """The record that a seat brought; empty if it brought none."""
    record = state.options.get("characters", {}).get(seat)
    return record if isinstance(record, dict) else {}


def _earlier(state: DarknessState, seat: str) -> list[Json]:
    return list(_brought(state, seat).get("games", ()))
