"""What the game master's pieces do: in its turn each moves or attacks once (WD-GM-4)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.chance import Stream
from domain.contract.game import Action, Slot
from domain.games.darkness.events.pieces import LookedAbout, PieceActed, PieceCrept, PieceMoved, PieceShown
from domain.games.darkness.rules.differences import (
    pieces_fight_each_other,
    sights_on_the_way_count,
    unseen_pieces_walk_anywhere,
)
from domain.games.darkness.rules.master import duels, fighting
from domain.games.darkness.rules.master.actions import Act
from domain.games.darkness.rules.master.kept import Piece
from domain.games.darkness.rules.master.moving import any_path, is_path, reach
from domain.games.darkness.rules.master.pieces import speed_of, watch
from domain.games.darkness.rules.master.sight import sees
from domain.games.darkness.rules.play import Play, begun, caused, demand, known, known_seat, known_space
from domain.games.darkness.rules.town.tiles import Ground, ground_of
from domain.games.darkness.state import DarknessState, master_of


def act(play: Play, seat: str, action: Act) -> None:
    """A piece moves or attacks, once in the game master's turn (WD-GM-4)."""
    state, master = play.state, master_of(play.state)
    known(action.piece in master.pieces, "{piece} is no piece", piece=action.piece)
    known((action.move is None) != (action.attack is None), "a piece moves or attacks")
    path = tuple(action.move or ())
    for space in path:
        known_space(state, space)
    if action.attack is not None and not _is_foe(state, action.attack):
        known_seat(state, action.attack)
    demand(action.piece not in master.acted, "{piece} has acted", piece=action.piece)
    piece = master.pieces[action.piece]
    if action.attack is not None:
        _attack(play, seat, action.piece, action.attack)
        return
    spaces, ground = speed_of(state, piece.kind), _ground_for(state, piece)
    demand(path and is_path(state, piece.at, path, spaces, ground=ground), "no such way, or it is too long")
    demand(not _vanishes(state, piece, path), "it is seen on its way and cannot hide again")
    play.emit(PieceActed(seat, action.piece, cause=begun(play.state)))
    _move(play, seat, action.piece, path)
    watch(play)


def doings(state: DarknessState, seat: str) -> Iterator[Action]:
    """Whom each piece that has not acted can attack, and the cheapest way to each space."""
    master = master_of(state)
    for name, piece in master.pieces.items():
        if name in master.acted:
            continue
        for other in targets(state, name):
            yield Act(name, attack=other)
        for path in reach(state, piece.at, speed_of(state, piece.kind), ground=_ground_for(state, piece)).values():
            if not _vanishes(state, piece, path):
                yield Act(name, move=path)


def any_doing(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    """What some piece that has not acted could do, if anything."""
    master = master_of(state)
    waiting = [name for name in master.pieces if name not in master.acted]
    if not waiting:
        return None
    name = rng.choice(waiting)
    piece = master.pieces[name]
    if (others := targets(state, name)) and rng.below(2):
        return Act(name, attack=rng.choice(others))
    path = any_path(state, piece.at, speed_of(state, piece.kind), rng, ground=_ground_for(state, piece))
    return Act(name, move=path) if path and not _vanishes(state, piece, path) else None


def any_to_act(state: DarknessState, seat: str) -> bool:
    """Whether there are pieces."""
    return bool(master_of(state).pieces)


def act_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """Which piece goes which way, or attacks whom."""
    names = tuple(master_of(state).pieces)
    attacked = (*state.living, *names) if pieces_fight_each_other(state) else tuple(state.living)
    return (Slot("piece", names), Slot("move"), Slot("attack", attacked))


def targets(state: DarknessState, name: str) -> list[str]:
    """Whom a piece can attack: the seats in its own space, and from rules 3 on the other pieces there (WD-GM-4)."""
    pieces = master_of(state).pieces
    at = pieces[name].at
    others = [other for other, piece in pieces.items() if piece.at == at and other != name]
    return [*state.here(at), *(others if pieces_fight_each_other(state) else ())]


def _is_foe(state: DarknessState, name: str) -> bool:
    """Whether it is a piece that others may attack, from rules 3 on."""
    return name in master_of(state).pieces and pieces_fight_each_other(state)


def _ground_for(state: DarknessState, piece: Piece) -> Ground:
    """What a piece walks on: the tiles that are shown, and while nobody sees it the hidden ones too (WD-GM-21)."""
    if piece.shown or not unseen_pieces_walk_anywhere(state):
        return state.ground
    return ground_of(state.data, (*state.places.items(), *master_of(state).hidden.items()))


def _vanishes(state: DarknessState, piece: Piece, path: tuple[str, ...]) -> bool:
    """Whether a way leads a piece onto a hidden tile past a space where it is seen."""
    return path[-1] not in state.ground.at and not piece.shown and _first_seen(state, path) is not None


def _first_seen(state: DarknessState, path: tuple[str, ...]) -> str | None:
    """The first space of a way that somebody sees."""
    return next((space for space in path if any(sees(state, other, space) for other in state.living)), None)


def _attack(play: Play, seat: str, name: str, target: str) -> None:
    """A piece attacks a seat, or from rules 3 on another piece, in its own space (WD-GM-4)."""
    state, pieces = play.state, master_of(play.state).pieces
    at = pieces[name].at
    if _is_foe(state, target):
        demand(target in targets(state, name), "{target} is not in its space", target=target)
        play.emit(PieceActed(seat, name, cause=begun(state)))
        duels.fight(play, name, target)
        return
    demand(target in state.here(at), "{target} is not in its space", target=target)
    play.emit(PieceActed(seat, name, cause=begun(state)))
    fighting.strike(play, name, target)


def _move(play: Play, seat: str, name: str, path: tuple[str, ...]) -> None:
    """A piece goes along a path; in sight on the way it is shown (WD-GM-10), out of sight it creeps."""
    state = play.state
    piece = master_of(state).pieces[name]
    if not piece.shown and sights_on_the_way_count(state):
        play.emit(LookedAbout())
        if seen := _first_seen(state, path):
            play.emit(PieceShown(name, piece.kind, seen))
    shown = master_of(play.state).pieces[name].shown
    play.emit(PieceMoved(name, path[-1], cause=caused(play.state)) if shown else PieceCrept(seat, name, path[-1]))
