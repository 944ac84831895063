"""Master of the House: one of six coffins hides the sleeper (WD-SCEN-MASTER)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.games.darkness.events.fighting import BossPlaced, BossWoke, FoeWeakened
from domain.games.darkness.events.moving import DiskPeeked, TokenHidden
from domain.games.darkness.events.things import CoffinTried, TokenTurned
from domain.games.darkness.rules.fights.wounds import hurt
from domain.games.darkness.rules.play import Play, caused
from domain.games.darkness.rules.scenarios.base import Scenario
from domain.games.darkness.rules.town.laying import lay_token, place_of
from domain.games.darkness.state import DOWN, Combat, DarknessState

SLEEPER, COFFIN = "the-sleeper", "coffin"
OPEN, LISTEN, BRANDISH, SPRINKLE = "open-coffin", "listen-at-coffin", "brandish", "sprinkle"
OPENED, HELPED = 2, 3


class MasterOfTheHouse(Scenario):
    """Find the sleeper before dawn, and slay it."""

    rounds = 15
    time_outcome = "escaped"

    def prepare(self, play: Play) -> None:
        """The six coffins are shuffled face down over their places (WD-SCEN-MASTER-1)."""
        coffins = [row for row in self.row(play.state).token if row.stands_for == COFFIN]
        order = play.shuffle("coffins", [row.id for row in coffins])
        for row, token in zip(coffins, order, strict=True):
            play.emit(TokenHidden(place_of(play, row), token))

    def lay_tokens(self, play: Play, tile: str) -> None:
        """Crucifix and holy water lie in the church."""
        for row in self.row(play.state).token:
            if row.stands_for != COFFIN and row.place["tile"] == tile:
                lay_token(play, row)

    def succeeded(self, play: Play, seat: str, action: str, target: str | None) -> None:
        """A coffin is opened or listened at, or the sleeper is weakened (WD-SCEN-MASTER-1, WD-SCEN-MASTER-3)."""
        if action == OPEN:
            self._open(play, seat, str(target))
        elif action == LISTEN:
            token = self._coffin_at(play.state, str(target))
            play.emit(DiskPeeked(seat, str(target), token))
        else:
            play.emit(FoeWeakened(seat, {"A": 1} if action == BRANDISH else {"D": 1}))

    def failed(self, play: Play, seat: str, action: str, target: str | None) -> None:
        """Failing at the true coffin does damage (WD-SCEN-MASTER-1)."""
        if action != OPEN:
            return
        true = self._is_true(play.state, self._coffin_at(play.state, str(target)))
        play.emit(CoffinTried(seat, str(target), true))
        if true:
            hurt(play, seat, 1, OPEN)

    def instead_of_attack(self, state: DarknessState, seat: str) -> Sequence[str]:
        """Crucifix and holy water work against the sleeper, in place of an attack (WD-SCEN-MASTER-3)."""
        if state.combat is None or state.combat.against != SLEEPER:
            return ()
        rows = (row for row in self.row(state).action if row.id in (BRANDISH, SPRINKLE))
        return [row.id for row in rows if f"token-{row.needs_token}" in state.people[seat].items]

    def goals(self, state: DarknessState, name: str) -> Iterable[str]:
        """The sleeper goes for the nearest character (WD-SCEN-4)."""
        return state.living

    def boss_beaten(self, play: Play, combat: Combat) -> None:
        """The sleeper is slain, 3 VP to each helper of that combat (WD-SCEN-MASTER-4)."""
        for helper in combat.helpers:
            if play.state.people[helper.seat].alive:
                self.reward(play, helper.seat, HELPED)
        self.finish(play, "slain")

    def may_win(self, state: DarknessState, outcome: str) -> list[str]:
        """Nobody wins when the sleeper escapes (WD-SCEN-MASTER-4)."""
        return state.living if outcome == "slain" else []

    def _open(self, play: Play, seat: str, space: str) -> None:
        """A coffin is turned; when it is number 6 the sleeper wakes there (WD-SCEN-MASTER-1, WD-SCEN-MASTER-2)."""
        token = self._coffin_at(play.state, space)
        play.emit(TokenTurned(seat, token))
        self.reward(play, seat, OPENED)
        if self._is_true(play.state, token):
            play.emit(BossPlaced(SLEEPER, space, self.boss(play.state, SLEEPER).health))
            play.emit(BossWoke(SLEEPER, space, cause=caused(play.state)))

    def _coffin_at(self, state: DarknessState, space: str) -> str:
        return next(name for name, token in state.tokens.items() if token.at == space and token.face == DOWN)

    def _is_true(self, state: DarknessState, token: str) -> bool:
        return any(row.id == token and row.true_coffin for row in self.row(state).token)
