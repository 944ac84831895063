"""How a game begins, and the table that it begins with (LS-SETUP-7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.contract.game import Json
from domain.games.last_spell.changes import is_corrected
from domain.games.last_spell.data import Content, city_board
from domain.games.last_spell.events.setup import GameCreated, SetupBegan, put_construction
from domain.games.last_spell.options import known_to, setting_of
from domain.games.last_spell.rules.day.preparation import begin_setup
from domain.games.last_spell.rules.night.dealing import deal_quests
from domain.games.last_spell.rules.night.saving import read_save, restore
from domain.games.last_spell.rules.town.geometry import footprint
from domain.games.last_spell.state import Construction, LastSpellRun, LastSpellState, QuestLog


def begin(run: LastSpellRun, options: Mapping[str, Json], seats: Sequence[str], rules: int, data: str) -> None:
    """Create the game, deal the quests, and begin the first day; `data` is the hash of what it is played with."""
    run.emit(GameCreated(tuple(seats), known_to(rules, options), rules, data))
    if is_corrected(run.state):
        goes_on = options["save"] is not None and run.state.night > 1
        deal_quests(run, kept=run.state.quests if goes_on else ())
    run.emit(SetupBegan(run.state.night))
    begin_setup(run)


def create(event: GameCreated, content: Content) -> LastSpellState:
    """The table of a new game: the city as it stands at first, all mages, a full panic track; or a saved game."""
    state = empty_table(event.seats, event.rules, content, event.options)
    _first_resources(state)
    for placed in state.content.city(state.setting.scenario).starting_constructions:
        kind = state.content.constructions[placed.construction]
        squares = footprint(placed.at, *kind.size)
        piece = Construction(kind.id, placed.at, squares, kind.health, rocks=kind.ammunition_count or 0)
        put_construction(state, state.next_name(kind.id), piece)
    if event.options["save"] is not None:
        restore(state, read_save(state.content, event.options["save"]))
    return state


def empty_table(seats: Sequence[str], rules: int, content: Content, options: Mapping[str, Json]) -> LastSpellState:
    """A table with mages, panic and quests, but nothing on the board and nothing in the reserve."""
    setting = setting_of(options)
    state = LastSpellState(seats, rules, content, setting, city_board(content, setting.scenario, setting.night))
    state.mages = content.source["board"]["mages"]
    track = content.source["panic_track"]
    state.panic = (track["flame_tokens_per_cell"],) * track["cells"]
    state.quests = {id: QuestLog() for id in content.quests_of(setting.scenario)}
    return state


def _first_resources(state: LastSpellState) -> None:
    """The gold and material of the start, as many for any number of heroes (R54)."""
    solo = state.content.source["solo"]
    state.gold, state.material = solo["starting_gold"], solo["starting_material"]
