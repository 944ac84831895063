"""The table rebuilt from a view, without what lies face down: what bots think about, and what drawings reckon with."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Json
from domain.games.last_spell.cases import create_position
from domain.games.last_spell.data import INTRODUCTION, LAST_NIGHT, Content, city_board
from domain.games.last_spell.events.setup import PositionSet
from domain.games.last_spell.state import LastSpellState, seat_of

FACE_DOWN = "face-down"
"""What stands for each card of a pile, of which the view tells how many there are."""


def rebuilt(view: Mapping[str, Json], content: Content) -> LastSpellState:
    """A table with everything that the view shows."""
    seats = tuple(dict.fromkeys(seat_of(hero) for hero in view["heroes"]))
    scenario = view["scenario"]
    options = {
        "scenario": scenario,
        "night": view["night"],
        "until": 1 if scenario == INTRODUCTION else LAST_NIGHT,
        "mode": view["mode"],
        "solo": bool(view["prepared"]),
        **view.get("readings", {}),
    }
    known = {key: value for key, value in view.items() if key != "board" or _is_changed(view, content)}
    known["spawn"] = {slot: {"pile": [FACE_DOWN] * pile["left"], **pile} for slot, pile in view["spawn"].items()}
    state = create_position(PositionSet(seats, options, view.get("rules", 1), content.sha256, known), content)
    state.quests = {id: state.quests[id] for id in view["quests"]}
    return state


def _is_changed(view: Mapping[str, Json], content: Content) -> bool:
    """Whether the board is not the city's, so that it has to be read."""
    return bool(city_board(content, view["scenario"], view["night"]).drawn() != view["board"])
