"""Pieces of the game master that fight each other (WD-GM-4, WD-GM-13)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.darkness.events.fighting import AdversaryHit, AdversaryKilled
from domain.games.darkness.events.pieces import DuelFought, PieceHealth, PieceShown, PieceVanished
from domain.games.darkness.rules.checks.ladder import level_of
from domain.games.darkness.rules.fights.foes import is_final_piece
from domain.games.darkness.rules.play import Play, caused
from domain.games.darkness.rules.scenarios import scenario_of
from domain.games.darkness.state import DarknessState, master_of

LAID_TO_REST = "laid-to-rest"


def fight(play: Play, name: str, target: str) -> None:
    """One round: the higher initiative strikes first, the attacker where they are equal, and then the other.

    Neither has dice, so a blow succeeds when the level of A equals or passes that of D (WD-CHECK-2).
    """
    state, master = play.state, master_of(play.state)
    if master.pieces[name].shown or master.pieces[target].shown:
        for piece in (name, target):
            _show(play, piece)
    values, other = _values(play, name), _values(play, target)
    play.emit(DuelFought(master.seat, name, target, dict(values), dict(other), cause=caused(state)))
    blows = [(name, target, values, other), (target, name, other, values)]
    if _level(state, target, other, "I") > _level(state, name, values, "I"):
        blows.reverse()
    for by, hit, strong, guarded in blows:
        if by in master_of(state).pieces and _level(state, by, strong, "A") >= _level(state, hit, guarded, "D"):
            harm(play, hit, 1, by)


def harm(play: Play, name: str, amount: int, by: str) -> bool:
    """A piece loses health to something that is no seat's doing, which pays nobody; whether it lives."""
    state, master = play.state, master_of(play.state)
    piece, left = master.pieces[name], master.pieces[name].health - amount
    if left > 0:
        hit = AdversaryHit(master.seat, name, left, by, cause=caused(state))
        play.emit(hit if piece.shown else PieceHealth(master.seat, name, left, cause=caused(state)))
        return True
    final = is_final_piece(state, name)
    killed = AdversaryKilled(master.seat, name, 0, by, cause=caused(state))
    play.emit(killed if piece.shown else PieceVanished(master.seat, name, cause=caused(state)))
    if final:
        play.open.clear()
        scenario_of(state).finish(play, LAID_TO_REST)
    return False


def _show(play: Play, name: str) -> None:
    piece = master_of(play.state).pieces[name]
    if not piece.shown:
        play.emit(PieceShown(name, piece.kind, piece.at))


def _values(play: Play, name: str) -> Mapping[str, str]:
    """I, A and D: fixed, or thrown for this round, 2d6 each (WD-GM-11)."""
    fixed = master_of(play.state).pieces[name].values
    if fixed is not None:
        return fixed
    return {letter: play.state.data.thrown_values[sum(play.roll("d6", 6, 2))] for letter in ("I", "A", "D")}


def _level(state: DarknessState, name: str, values: Mapping[str, str], letter: str) -> int:
    """The level of a value; wards that are lit lower the D of the First Awake (WD-SCEN-AWAKENING-2)."""
    return scenario_of(state).piece_level(state, name, letter, level_of(values[letter]))
