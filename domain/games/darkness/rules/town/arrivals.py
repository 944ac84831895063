"""Characters brought to a space, by whatever cause."""

from __future__ import annotations

from domain.games.darkness.events.moving import CharacterMoved, DiskOwed
from domain.games.darkness.rules.play import Play, begun, caused
from domain.games.darkness.state import DOWN, DarknessState
from domain.games.darkness.steps.turn import Arrived, CameTo


def face_down_on(state: DarknessState, space: str) -> str | None:
    """The face-down disk on a space, or the leaf that looks like one (WD-SCEN-PAGE-1)."""
    for disk, lies in state.disks.items():
        if lies.at == space and lies.face == DOWN:
            return disk
    return next((name for name, token in lookalikes(state) if token == space), None)


def lookalikes(state: DarknessState) -> list[tuple[str, str]]:
    """Face-down tokens that look like disks, each with its space (WD-INFO-3)."""
    if state.scenario != "the-missing-page":
        return []
    return [(name, token.at) for name, token in state.tokens.items() if token.face == DOWN]


def bring(play: Play, seat: str, path: tuple[str, ...], cause: str, cost: int = 0) -> None:
    """Move a character along a path; what the scenario makes of it comes next."""
    arrive(play, seat, path, cause, cost)
    play.push(CameTo(seat, path))


def arrive(play: Play, seat: str, path: tuple[str, ...], cause: str, cost: int = 0) -> None:
    """Move a character along a path; the caller tells what the scenario makes of its spaces (`CameTo`)."""
    before = space_before(play.state.people[seat].at, path)
    relocate(play, seat, path, cause, cost)
    play.push(Arrived(seat, before, cause))


def space_before(start: str, path: tuple[str, ...]) -> str:
    """The space from which the last one of a path is entered; the start, if it is the only one."""
    return path[-2] if len(path) > 1 else start


def relocate(play: Play, seat: str, path: tuple[str, ...], cause: str, cost: int = 0) -> None:
    """Move a character along a path; whoever did not walk there owes a face-down disk (WD-ENC-2, WD-ENTER-7)."""
    number = begun(play.state) if cause == "walk" else caused(play.state)
    play.emit(CharacterMoved(seat, play.state.people[seat].at, path[-1], path, cause, cost, number))
    if cause != "walk" and face_down_on(play.state, path[-1]):
        play.emit(DiskOwed(seat, owes=True))
