"""What players cannot know of the game master's table, dealt anew (WD-GM-21, WD-INFO-6)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from domain.contract.chance import Stream
from domain.games.darkness.rules.checks.ladder import CODES
from domain.games.darkness.rules.master.kept import Piece
from domain.games.darkness.rules.master.pieces import LETTERS, boss_row, kinds
from domain.games.darkness.rules.master.sight import sees
from domain.games.darkness.state import DarknessState, master_of


def conceal(state: DarknessState, rng: Stream) -> None:
    """Change, in place, hidden tiles, pieces out of sight, and values not told yet."""
    master = master_of(state)
    tiles = rng.shuffled(sorted(master.hidden))
    state.master = replace(
        master,
        hidden=dict(zip(tiles, sorted(master.hidden.values()), strict=True)),
        pieces={name: _another(state, piece, rng) for name, piece in master.pieces.items()},
    )
    if state.combat is not None and state.combat.values:
        state.combat = replace(state.combat, values=_values(rng))


def _another(state: DarknessState, piece: Piece, rng: Stream) -> Piece:
    """A piece that nobody can tell from this one; a boss's values are printed."""
    if not piece.shown:
        unseen = [space for space in state.ground.at if not any(sees(state, seat, space) for seat in state.living)]
        at = rng.choice(unseen) if unseen else piece.at
        piece = replace(piece, kind=rng.choice(kinds(state)), at=at)
    if piece.values is None or boss_row(state, piece.kind):
        return piece
    return replace(piece, values=_values(rng))


def _values(rng: Stream) -> Mapping[str, str]:
    return {letter: rng.choice(CODES) for letter in LETTERS}
