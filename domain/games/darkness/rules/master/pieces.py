"""The game master's pieces: placed, shown when they come into sight, one action each (WD-GM-4, WD-GM-10, WD-GM-24)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count

from domain.contract.game import Slot
from domain.games.darkness.actions import Reveal
from domain.games.darkness.components import BossRow, TokenRow
from domain.games.darkness.events.master import WardLit
from domain.games.darkness.events.moving import TilePlaced
from domain.games.darkness.events.pieces import LookedAbout, PiecePlaced, PieceShown
from domain.games.darkness.events.things import TokenTurned
from domain.games.darkness.rules.checks.ladder import CODES
from domain.games.darkness.rules.differences import (
    every_piece_walks,
    ids_of_pieces_are_used_once,
    numbers_are_bounded,
    tokens_are_laid_once,
)
from domain.games.darkness.rules.master.actions import HEALTHS, PlacePiece
from domain.games.darkness.rules.master.sight import sees, sees_from
from domain.games.darkness.rules.play import Play, demand, known, known_space
from domain.games.darkness.rules.things.equipment import is_known, token_row
from domain.games.darkness.rules.town.laying import lay_token
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.state import DOWN, DarknessState, master_of
from domain.games.darkness.steps.master import LookFrom, Watch

HEALTH = 2
SPEED = 3
"""Of a piece for which the book gives none (R44)."""
LONGEST_ID = 40
WARD = "ward"
LETTERS = ("I", "A", "D")


def place(play: Play, seat: str, action: PlacePiece) -> None:
    """Put a piece on the map, in secret (WD-GM-24), with 2 health unless stated (WD-GM-12).

    It is shown at once where somebody sees it. From rules 3 on it has at most 99 health.
    """
    state, master = play.state, master_of(play.state)
    known_space(play.state, action.at)
    known(action.kind in kinds(state), "{kind} is no kind of piece", kind=action.kind)
    bounded = numbers_are_bounded(state)
    known(not bounded or 1 <= len(action.id) <= LONGEST_ID, "an id has 1 to {longest} characters", longest=LONGEST_ID)
    known(action.health is None or action.health > 0, "health is at least 1")
    if bounded and action.health is not None:
        HEALTHS.check(action.health, "health")
    if action.values is not None:
        known(set(action.values) == set(LETTERS), "values are I, A and D")
        known(set(action.values.values()) <= set(CODES), "values are target numbers")
    demand(tile_of(action.at) in {*state.places, *master.hidden}, "{at} is not on the map", at=action.at)
    taken = action.id in master.pieces or action.id in state.seats or is_known(state, action.id)
    demand(not taken and action.id not in _used(state), "{id} is taken", id=action.id)
    health = action.health or usual_health(state, action.kind)
    values = action.values or fixed_values(state, action.kind)
    play.emit(PiecePlaced(seat, action.id, action.kind, action.at, health, values))
    watch(play)


def place_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """Ids are counted on, as placements can be counted in the log anyway."""
    return (
        Slot("id", (_next_id(state),)),
        Slot("kind", tuple(kinds(state))),
        Slot("at", tuple(laid_spaces(state))),
        Slot("health", min=HEALTHS.least, max=HEALTHS.most),
        *(Slot(f"values.{letter}", (None, *CODES)) for letter in LETTERS),
    )


def reveal(play: Play, seat: str, action: Reveal) -> None:
    """The game master shows a piece or a tile, lights a ward, turns a token (WD-SCEN-AWAKENING-1)."""
    state, master = play.state, master_of(play.state)
    name = action.id or ""
    if name in master.pieces:
        demand(not master.pieces[name].shown, "{name} is shown already", name=name)
        demand(tile_of(master.pieces[name].at) in state.places, "its tile is hidden")
        _show(play, name)
    elif name in play.state.data.tiles:
        demand(name in master.hidden, "{name} is not hidden", name=name)
        show_tile(play, name)
        watch(play)
    elif name in state.tokens and token_row(state, name).stands_for == WARD:
        demand(name not in master.wards, "{name} is lit", name=name)
        play.emit(WardLit(name))
    else:
        known(is_known(state, name), "{name} is nothing that can be shown", name=name)
        demand(name in state.tokens and state.tokens[name].face == DOWN, "{name} does not lie face down", name=name)
        play.emit(TokenTurned(seat, name))


def reveal_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """What can be shown."""
    return (Slot("id", tuple(_hidden(state))),)


def watch_step(play: Play, step: Watch) -> None:
    """What has come into sight is shown."""
    watch(play)


def look_from(play: Play, step: LookFrom) -> None:
    """What was in sight on the way is shown too (WD-GM-10)."""
    play.emit(LookedAbout())
    for name, piece in tuple(master_of(play.state).pieces.items()):
        if not piece.shown and sees_from(play.state, step.seat, step.at, piece.at):
            _show(play, name)


def watch(play: Play) -> None:
    """Hidden tiles beside a character, then pieces in sight, are shown (WD-SCEN-AWAKENING-1, WD-GM-10)."""
    play.emit(LookedAbout())
    for tile in _tiles_beside(play.state):
        show_tile(play, tile)
    for name, piece in tuple(master_of(play.state).pieces.items()):
        if not piece.shown and any(sees(play.state, seat, piece.at) for seat in play.state.living):
            _show(play, name)


def show_tile(play: Play, tile: str) -> None:
    """A hidden tile and its tokens are seen by all."""
    play.emit(TilePlaced(tile, *master_of(play.state).hidden[tile]))
    lay_tokens(play, tile)


def lay_tokens(play: Play, tile: str) -> None:
    """The tokens of the chapter that lie on a tile: not those that somebody has, or that are out of the game."""
    state = play.state
    gone = {*state.removed, *(item for person in state.people.values() for item in person.items)}
    for row in chapter_tokens(state):
        if row.place["tile"] == tile and not (row.id in gone and tokens_are_laid_once(state)):
            lay_token(play, row)


def chapter_tokens(state: DarknessState) -> tuple[TokenRow, ...]:
    """The tokens of the chapter that is played."""
    master = master_of(state)
    chapters = state.data.scenarios[state.scenario].chapter
    return next((chapter.tokens for chapter in chapters if chapter.id == master.chapter), ())


def laid_spaces(state: DarknessState) -> Iterator[str]:
    """Spaces of the tiles on the map, the hidden ones too."""
    tiles = (*state.places, *master_of(state).hidden)
    return (space.id for tile in tiles for space in state.data.tiles[tile].spaces)


def kinds(state: DarknessState) -> list[str]:
    """Kinds of pieces: adversaries, security, allies, bosses and NPCs."""
    row = state.data.scenarios[state.scenario]
    disks = {disk.kind for disk in state.data.encounters.values() if disk.category != "item"}
    return sorted(disks | {boss.id for boss in row.boss} | {npc.id for npc in row.npc})


def speed_of(state: DarknessState, kind: str) -> int:
    """Spaces a piece moves: the S of its disk kind, boss or NPC, 3 where the book gives none (WD-GM-4, R44)."""
    row = state.data.scenarios[state.scenario]
    speeds = [disk.S for disk in state.data.encounters.values() if disk.kind == kind and disk.S]
    speeds += [boss.S for boss in row.boss if boss.id == kind]
    speeds += [npc.attributes["S"] for npc in row.npc if npc.id == kind]
    return speeds[0] if speeds else SPEED if every_piece_walks(state) else 0


def boss_row(state: DarknessState, kind: str) -> BossRow | None:
    """The boss that a piece is, if it is one; its values are fixed (WD-SCEN-AWAKENING-2)."""
    return next((boss for boss in state.data.scenarios[state.scenario].boss if boss.id == kind), None)


def usual_health(state: DarknessState, kind: str) -> int:
    """The health of a piece unless something else is stated (WD-GM-12)."""
    boss = boss_row(state, kind)
    return boss.health if boss else HEALTH


def fixed_values(state: DarknessState, kind: str) -> dict[str, str] | None:
    """I, A and D of a boss; those of others are thrown (WD-GM-11, WD-SCEN-AWAKENING-2)."""
    boss = boss_row(state, kind)
    return {letter: boss.fighter.number(letter) for letter in LETTERS} if boss else None


def _next_id(state: DarknessState) -> str:
    master = master_of(state)
    trophies = (trophy for person in state.people.values() for trophy in person.trophies)
    used = {*master.pieces, *trophies, *_used(state)}
    return next(name for number in count(1) if (name := f"piece/{number}") not in used)


def _used(state: DarknessState) -> Collection[str]:
    """Ids that pieces had before, where none has one again."""
    return master_of(state).used if ids_of_pieces_are_used_once(state) else ()


def _hidden(state: DarknessState) -> Iterator[str]:
    """What can be shown: pieces on tiles that are, hidden tiles, wards that are dark, tokens that lie face down."""
    master = master_of(state)
    for name, piece in master.pieces.items():
        if not piece.shown and state.data.spaces[piece.at].tile in state.places:
            yield name
    yield from master.hidden
    for name, token in state.tokens.items():
        is_ward = token_row(state, name).stands_for == WARD
        if name not in master.wards if is_ward else token.face == DOWN:
            yield name


def _show(play: Play, name: str) -> None:
    piece = master_of(play.state).pieces[name]
    play.emit(PieceShown(name, piece.kind, piece.at))


def _tiles_beside(state: DarknessState) -> list[str]:
    """Hidden tiles beside the tile that a character stands on."""
    stood_on = {tile_of(state.people[seat].at) for seat in state.living if state.people[seat].at}
    taken = [state.places[tile] for tile in stood_on if tile in state.places]
    return [
        tile
        for tile, place in master_of(state).hidden.items()
        if any(abs(place.x - other.x) + abs(place.y - other.y) == 1 for other in taken)
    ]
