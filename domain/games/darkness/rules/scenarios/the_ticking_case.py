"""The Ticking Case: a bomb in the warehouse, its code in three buildings (WD-SCEN-TICKING)."""

from __future__ import annotations

from domain.games.darkness.components import ActionRow
from domain.games.darkness.events.moving import DiskRevealed, DiskSetAside
from domain.games.darkness.events.table import CountdownChanged
from domain.games.darkness.rules.checks import effects
from domain.games.darkness.rules.checks.ladder import level_of
from domain.games.darkness.rules.fights.wounds import die, hurt
from domain.games.darkness.rules.play import Play, caused, last_check
from domain.games.darkness.rules.scenarios.base import Scenario
from domain.games.darkness.rules.town.perception import face_down_spaces, look
from domain.games.darkness.rules.town.tiles import tile_of
from domain.games.darkness.rules.town.walking import near
from domain.games.darkness.state import DarknessState
from domain.games.darkness.steps.disks import Meet

DEFUSE, BUILD, SLIP = "defuse", "build-cutter", "slip-past-watchman"
FRAGMENT = "code-fragment"
WAREHOUSE = "warehouse"
WATCHMAN = "security-guard-1"
EASIEST = "1P"
EXPLOSION = "explosion"
DEFUSED, HELPED, CUTTER_BUILT = 5, 2, 2


class TheTickingCase(Scenario):
    """Defuse the bomb before the countdown is over."""

    def level_of_action(self, state: DarknessState, seat: str, row: ActionRow) -> int:
        """Defusing is one level easier for each code fragment near, at least 1P (WD-SCEN-TICKING-1)."""
        level = super().level_of_action(state, seat, row)
        if row.id != DEFUSE:
            return level
        fragments = {token.id for token in self.row(state).token if token.stands_for == FRAGMENT}
        held = sum(item in fragments for other in near(state, seat) for item in state.people[other].items)
        return max(level - held, level_of(EASIEST))

    def dice_for(self, play: Play, seat: str, row: ActionRow) -> int:
        """A cutter gives its builder a die at the next defuse check (WD-SCEN-TICKING-4)."""
        return effects.use_all(play, seat, effects.CUTTER) if row.id == DEFUSE else 0

    def succeeded(self, play: Play, seat: str, action: str, target: str | None) -> None:
        """The bomb is defused (WD-SCEN-TICKING-1), a cutter is built, or a disk is looked at (WD-SCEN-TICKING-4)."""
        if action == DEFUSE:
            settled = last_check(play.state)
            self.reward(play, seat, DEFUSED)
            for helper in settled.helpers:
                self.reward(play, helper.seat, HELPED)
            self.finish(play, "defused")
        elif action == BUILD:
            effects.gain(play, seat, effects.CUTTER)
            self.reward(play, seat, CUTTER_BUILT)
        else:
            look(play, seat, [s for s in face_down_spaces(play.state) if tile_of(s) == WAREHOUSE], 1)

    def failed(self, play: Play, seat: str, action: str, target: str | None) -> None:
        """The bomb hurts everybody near and ticks on, or the watchman comes (WD-SCEN-TICKING-2, WD-SCEN-TICKING-4)."""
        if action == DEFUSE:
            for other in near(play.state, seat):
                hurt(play, other, 1, DEFUSE)
            self._tick(play)
        elif action == SLIP and not self._watchman_is_gone(play.state):
            play.emit(DiskRevealed(seat, WATCHMAN, play.state.people[seat].at, cause=caused(play.state)))
            play.push(Meet(seat, WATCHMAN))

    def put_disk_back(self, play: Play, disk: str) -> None:
        """The watchman goes back aside instead of being reshuffled (WD-SCEN-TICKING-4)."""
        if disk == WATCHMAN:
            play.emit(DiskSetAside(disk))
        else:
            super().put_disk_back(play, disk)

    def round_over(self, play: Play) -> str | None:
        """The countdown falls by 1 at the end of every round (WD-SCEN-3)."""
        self._tick(play)
        return None

    def may_win(self, state: DarknessState, outcome: str) -> list[str]:
        """Nobody wins when the bomb explodes (WD-SCEN-TICKING-3)."""
        return state.living if outcome == "defused" else []

    def _tick(self, play: Play) -> None:
        """One less until the bomb explodes; where a given table has no countdown none falls."""
        if play.state.countdown is None:
            return
        left = play.state.countdown - 1
        play.emit(CountdownChanged(left, cause=caused(play.state)))
        if left <= 0:
            self._explode(play)

    def _explode(self, play: Play) -> None:
        """Everybody on the warehouse and the orthogonally adjacent tiles dies (WD-SCEN-TICKING-3)."""
        state = play.state
        lies = state.places.get(WAREHOUSE)
        for seat in state.living if lies else ():
            place = state.places.get(tile_of(state.people[seat].at))
            if lies and place and abs(place.x - lies.x) + abs(place.y - lies.y) <= 1:
                die(play, seat, EXPLOSION)
        self.finish(play, "exploded")

    def _watchman_is_gone(self, state: DarknessState) -> bool:
        """Whether the watchman was passed or killed."""
        trophies = (disk for person in state.people.values() for disk in person.trophies)
        return WATCHMAN in state.removed or WATCHMAN in trophies or WATCHMAN not in state.data.encounters
