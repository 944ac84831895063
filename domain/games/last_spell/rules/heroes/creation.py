"""The table that a game begins with (LS-SETUP-7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.contract.game import Json
from domain.games.last_spell.data import Content, city_board
from domain.games.last_spell.events.setup import GameCreated, put_construction
from domain.games.last_spell.options import setting_of
from domain.games.last_spell.rules.night.saving import read_save, restore
from domain.games.last_spell.rules.town.geometry import footprint
from domain.games.last_spell.state import Construction, LastSpellState, QuestLog


def created(event: GameCreated, content: Content) -> LastSpellState:
    """The table of a new game: the city as it stands at first, all mages, a full panic track; or a saved game."""
    state = bare(event.seats, event.rules, content, event.options)
    first_resources(state)
    for placed in state.content.city(state.setting.scenario).starting_constructions:
        kind = state.content.constructions[placed.construction]
        squares = footprint(placed.at, *kind.size)
        piece = Construction(kind.id, placed.at, squares, kind.health, rocks=kind.ammunition_count or 0)
        put_construction(state, state.next_name(kind.id), piece)
    if event.options["save"] is not None:
        restore(state, read_save(state.content, event.options["save"]))
    return state


def bare(seats: Sequence[str], rules: int, content: Content, options: Mapping[str, Json]) -> LastSpellState:
    """A table with mages, panic and quests, but nothing on the board and nothing in the reserve."""
    setting = setting_of(options)
    state = LastSpellState(seats, rules, content, setting, city_board(content, setting.scenario, setting.night))
    state.mages = content.source["board"]["mages"]
    track = content.source["panic_track"]
    state.panic = (track["flame_tokens_per_cell"],) * track["cells"]
    state.quests = {id: QuestLog() for id in content.quests_of(setting.scenario)}
    return state


def first_resources(state: LastSpellState) -> None:
    """The gold and material of the start, as many for any number of heroes (R54)."""
    solo = state.content.source["solo"]
    state.gold, state.material = solo["starting_gold"], solo["starting_material"]
