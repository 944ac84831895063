"""The promotional cards; `fr` has two of them in its base set (EM-1)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.nightfall.events import MinionHealed
from domain.games.nightfall.rules.damage import health_left
from domain.games.nightfall.rules.effects import draws, fetches_a_minion
from domain.games.nightfall.rules.text import CardText, Clause
from domain.games.nightfall.state import Minion, NightfallRun, NightfallState
from domain.games.nightfall.steps import CarryOut


def _heal_one(run: NightfallRun, text: CarryOut, _: None) -> None:
    _heal(run, text.by, 1)


def _heal_all(run: NightfallRun, text: CarryOut, _: None) -> None:
    _heal(run, text.by, None)


def _heal(run: NightfallRun, seat: str, most: int | None) -> None:
    """Each minion of the seat regains lost health, never above the printed health (NF-COMBAT-9, EM-26)."""
    for minion in run.state.players[seat].in_play:
        amount = minion.damage if most is None else min(most, minion.damage)
        if amount:
            left = health_left(run.state, minion) + amount
            run.emit(MinionHealed(minion.name, amount, left, cause=run.state.present_cause))


def _minions_beside(state: NightfallState, minion: Minion) -> int:
    """As many as its controller has in play, itself included."""
    return len(state.players[minion.seat].in_play)


PROMOS: Mapping[str, CardText] = {
    # NF-CARD-lisaveta-florescu-1, NF-CARD-lisaveta-florescu-2
    "lisaveta-florescu": CardText(chain=Clause(_heal_one), instead=Clause(_heal_all)),
    # NF-CARD-shadow-seven-1, NF-CARD-shadow-seven-2, NF-CARD-shadow-seven-3 (EM-30), NF-CARD-shadow-seven-4
    "shadow-seven": CardText(kick=draws(1), shelters_its_player=True),
    # NF-CARD-zombie-horde-1, NF-CARD-zombie-horde-2
    "zombie-horde": CardText(kick=fetches_a_minion(), strength=_minions_beside),
}
