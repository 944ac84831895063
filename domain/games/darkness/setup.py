"""Set-up: map, characters, first player, places (WD-SETUP)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.contract.chance import Stream
from domain.contract.game import Action, Decision, Json, Slot
from domain.games.darkness.actions import ChooseCharacter, Start
from domain.games.darkness.components import SetUp
from domain.games.darkness.data import Data
from domain.games.darkness.events.moving import TilePlaced
from domain.games.darkness.events.table import (
    CharacterChosen,
    CharacterPlaced,
    CountdownChanged,
    FirstPlayerDrawn,
    GameCreated,
    PoolShuffled,
    ReserveShuffled,
)
from domain.games.darkness.rules import characters
from domain.games.darkness.rules.differences import (
    disks_are_counted_as_firearms,
    records_keep_everything,
    sights_on_the_way_count,
)
from domain.games.darkness.rules.master.kept import Master
from domain.games.darkness.rules.master.pieces import watch
from domain.games.darkness.rules.play import Play, caused, demand, known, known_space
from domain.games.darkness.rules.scenarios import NO_SCENARIO, scenario_of
from domain.games.darkness.rules.town import exploring
from domain.games.darkness.rules.town.tiles import Place
from domain.games.darkness.state import DarknessState
from domain.games.darkness.steps.master import BeginChapter
from domain.games.darkness.steps.setup import ChooseCharacters, DrawFirst, PlaceNext
from domain.games.darkness.steps.turn import BeginRound

ORDINARY = "first-night"
"""What a table is set up with when no scenario is named."""


def begin(play: Play, options: Mapping[str, Json], seats: Sequence[str], rules: int, data: Data) -> None:
    """Lay the table out; everything that is drawn is in the events (WD-SETUP-2, WD-SETUP-7)."""
    scenario = options["scenario"] if options["scenario"] != NO_SCENARIO else ORDINARY
    row = data.scenarios[scenario]
    play.emit(GameCreated(tuple(seats), {**options, "scenario": scenario}, rules, scenario, row.mode))
    if row.setup is not None:
        _lay_out(play, row.setup)
    for seat, character in options.get("characters", {}).items():
        play.emit(_chosen(play.state, seat, character))
    play.push(ChooseCharacters(), DrawFirst())
    if row.setup is None:
        play.push(BeginChapter(row.chapter[0].id, first=True))


def create(event: GameCreated, data: Data) -> DarknessState:
    """The table before anything lies on it."""
    state = DarknessState(event.seats, event.rules, data, event.scenario, event.mode)
    state.options = event.options
    if "gm" in event.options:
        state.master = Master(event.options["gm"], "", "")
    return state


def players(state: DarknessState) -> list[str]:
    """Seats that play a character; the game master has none (WD-GM-1)."""
    return [seat for seat in state.seats if seat != state.options.get("gm")]


def choose_characters(play: Play, step: ChooseCharacters) -> None:
    """Seats without a character choose one, all at the same time (WD-SETUP-3)."""
    for seat in players(play.state):
        if seat not in play.state.people:
            play.ask(seat, Decision("setup", ("character",)))


def choose_character(play: Play, seat: str, action: ChooseCharacter) -> None:
    """Take a pre-made character nobody has, or make one (WD-SETUP-3, WD-CHAR-2 to WD-CHAR-5)."""
    if action.character is not None:
        known(
            action.character in play.state.data.characters,
            "{character} is no pre-made character",
            character=action.character,
        )
        demand(action.character in free_characters(play.state), "{character} is taken", character=action.character)
        play.emit(characters.premade(play.state.data, seat, action.character))
    else:
        known(action.occupation, "a made character has an activity")
        record = characters.new_record(
            play.state.data, action.name, action.occupation, action.attributes, action.skills
        )
        play.emit(characters.made(play.state.data, seat, record, keeps_items=False))
    if play.state.phase != "setup":
        _ask_start(play, seat)


def characters_to_take(state: DarknessState, seat: str) -> Iterator[Action]:
    """The pre-made characters that are left."""
    return (ChooseCharacter(name) for name in free_characters(state))


def any_character(state: DarknessState, seat: str, rng: Stream) -> Action:
    """A pre-made character, or a random made one."""
    free = free_characters(state)
    if free and rng.below(2):
        return ChooseCharacter(rng.choice(free))
    new = characters.made_up(state.data, rng)
    return ChooseCharacter(None, None, new.occupation, new.attributes, new.skills)


def character_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """Of a made character; those that are made already are listed."""
    data, dice = state.data, tuple(range(characters.LEAST, characters.MOST + 1))
    return (
        Slot("name"),
        Slot("occupation", tuple(data.occupations)),
        *(Slot(f"attributes.{code}", dice) for code in data.attributes),
        Slot("skills", tuple(data.skills), 0, len(data.skills), once=None),
    )


def free_characters(state: DarknessState) -> list[str]:
    """Pre-made characters that no seat has taken."""
    taken = {person.character for person in state.people.values()}
    return [name for name in state.data.characters if name not in taken]


def draw_first(play: Play, step: DrawFirst) -> None:
    """The first player is drawn at random (WD-SETUP-4)."""
    seats = players(play.state)
    first = play.pick("first-player", seats)
    play.emit(FirstPlayerDrawn(first))
    at = seats.index(first)
    play.push(PlaceNext((*seats[at:], *seats[:at])))


def place_next(play: Play, step: PlaceNext) -> None:
    """From the first player on, each seat puts its character on the start (WD-SETUP-5)."""
    if not step.seats:
        play.push(BeginRound(1))
        return
    play.push(PlaceNext(step.seats[1:]))
    _ask_start(play, step.seats[0])


def start(play: Play, seat: str, action: Start) -> None:
    """Stand on a space that the start allows (WD-SETUP-5); a new character looks about (WD-GM-10, WD-GM-19)."""
    known_space(play.state, action.at)
    demand(action.at in play.state.open[seat].details["spaces"], "{at} is no space of the start", at=action.at)
    play.emit(CharacterPlaced(seat, action.at))
    if play.state.phase != "setup" and sights_on_the_way_count(play.state):
        watch(play)


def starts(state: DarknessState, seat: str) -> Iterator[Action]:
    """Each space of the start."""
    return (Start(space) for space in state.open[seat].details["spaces"])


def start_spaces(state: DarknessState) -> list[str]:
    """The spaces that the scenario's start allows, in reading order; every street where it says nothing."""
    place = scenario_of(state).start_place(state)
    if place is None:
        return [space for space in state.ground.at if state.data.spaces[space].street]
    streets = place["cells"] == "street"
    spaces = state.data.tiles[place["tile"]].spaces
    return [space.id for space in spaces if (space.street if streets else space.building is not None)]


def _ask_start(play: Play, seat: str) -> None:
    """Ask where a character stands, unless a given table has no map."""
    if spaces := start_spaces(play.state):
        play.ask(seat, Decision("setup", ("start",), {"spaces": spaces}))


def _lay_out(play: Play, row: SetUp) -> None:
    """Pool and reserve are shuffled, the map is laid with disks and tokens (WD-SETUP-7)."""
    disks = tuple(play.shuffle("disks", _pool(play.state.data, row)))
    play.emit(PoolShuffled(len(disks), disks))
    if row.reserve:
        tiles = tuple(play.shuffle("tiles", row.reserve))
        play.emit(ReserveShuffled(len(tiles), tiles))
    scenario = scenario_of(play.state)
    scenario.prepare(play)
    if row.start_tile is not None:
        exploring.lay_tiles(play, row.start_tile, Place(0, 0, 0))
    for placed in row.tiles:
        play.emit(TilePlaced(placed.tile, placed.x, placed.y, placed.rot))
    for placed in row.tiles:
        scenario.furnish(play, placed.tile)
    if row.countdown is not None:
        play.emit(CountdownChanged(row.countdown, cause=caused(play.state)))


def _pool(data: Data, row: SetUp) -> list[str]:
    pool: Any = row.disks["pool"]
    excluded = () if pool == "all" else pool["exclude"]
    return [disk for disk in data.encounters if disk not in excluded]


def _chosen(state: DarknessState, seat: str, character: Json) -> CharacterChosen:
    if isinstance(character, str):
        return characters.premade(state.data, seat, character)
    record = characters.read_record(state.data, character)
    chosen = characters.made(state.data, seat, record, keeps_items=state.gm)
    if not state.gm or not records_keep_everything(state):
        return chosen
    taken = {item for person in state.people.values() for item in person.items}
    of_disks = disks_are_counted_as_firearms(state)
    return characters.counted(state.data, record, taken, chosen, of_disks=of_disks)
