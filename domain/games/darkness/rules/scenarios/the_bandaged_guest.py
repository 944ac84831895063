"""The Bandaged Guest: five jars bind a king that has left its case (WD-SCEN-BANDAGED)."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.darkness.events.fighting import BossPlaced, BossWoke
from domain.games.darkness.events.moving import DiskPlaced, DisksMixed
from domain.games.darkness.events.table import FlagSet
from domain.games.darkness.events.things import TokenDelivered
from domain.games.darkness.rules.play import Play, caused
from domain.games.darkness.rules.scenarios.base import Scenario
from domain.games.darkness.rules.town.laying import lay_disks
from domain.games.darkness.state import TOKEN, Combat, DarknessState

KING = "bandaged-king"
AWAKE = "king-awake"
DELIVERED = 3
JARS_TO_BEAT = 3


class TheBandagedGuest(Scenario):
    """Bring the jars back, then put the king down."""

    rounds = 24

    def prepare(self, play: Play) -> None:
        """The king lies in its case."""
        play.emit(BossPlaced(KING, self._case(play.state), self.boss(play.state, KING).health))

    def furnish(self, play: Play, tile: str) -> None:
        """On a tile with a jar one disk is the topmost adversary of the pool (WD-SCEN-BANDAGED-4)."""
        if any(row.place["tile"] == tile for row in self.row(play.state).token):
            self._lay_with_adversary(play, tile)
        else:
            lay_disks(play, tile)
        self.lay_tokens(play, tile)

    def token_taken(self, play: Play, seat: str, token: str) -> None:
        """The king wakes when the first jar is taken (WD-SCEN-BANDAGED-2); one taken in its case is delivered."""
        if AWAKE not in play.state.flags and not self._is_awake(play.state):
            if KING not in play.state.bosses:
                play.emit(BossPlaced(KING, self._case(play.state), self.boss(play.state, KING).health))
            play.emit(FlagSet(AWAKE))
            play.emit(BossWoke(KING, play.state.bosses[KING].at, cause=caused(play.state)))
        self._deliver(play, seat, play.state.people[seat].at)

    def came_to(self, play: Play, seat: str, space: str) -> None:
        """A jar carried to the event space of the museum is delivered by itself (WD-SCEN-BANDAGED-1)."""
        self._deliver(play, seat, space)

    def boss_level(self, state: DarknessState, name: str, letter: str) -> int:
        """The king's D falls one level with each jar delivered (WD-SCEN-BANDAGED-1)."""
        level = super().boss_level(state, name, letter)
        return max(level - self._delivered(state), 1) if letter == "D" else level

    def is_immune(self, state: DarknessState, against: str) -> bool:
        """Before three jars are delivered no attack can beat the king (WD-SCEN-BANDAGED-2)."""
        return against == KING and self._delivered(state) < JARS_TO_BEAT

    def goals(self, state: DarknessState, name: str) -> Iterable[str]:
        """The king goes for whoever carries a jar (WD-SCEN-BANDAGED-2)."""
        return [seat for seat in state.living if self._jars(state, seat)]

    def boss_beaten(self, play: Play, combat: Combat) -> None:
        """The king is beaten (WD-SCEN-BANDAGED-3)."""
        self.finish(play, "king-beaten")

    def _deliver(self, play: Play, seat: str, space: str) -> None:
        if space != self._case(play.state) or not play.state.people[seat].alive:
            return
        for token in self._jars(play.state, seat):
            play.emit(TokenDelivered(seat, token, cause=caused(play.state)))
            self.reward(play, seat, DELIVERED)

    def _lay_with_adversary(self, play: Play, tile: str) -> None:
        """The adversary and the topmost others, shuffled over the encounter spaces (WD-SCEN-BANDAGED-4)."""
        data, pool = play.state.data, play.state.pool
        spaces = data.tiles[tile].encounter
        adversary = next((disk for disk in pool if data.encounters[disk].category == "adversary"), None)
        if adversary is None:
            lay_disks(play, tile)
            return
        others = [disk for disk in pool if disk != adversary]
        order = play.shuffle(tile, [adversary, *others[: len(spaces) - 1]])
        play.emit(DisksMixed(tile))
        for space, disk in zip(spaces, order, strict=False):
            play.emit(DiskPlaced(space, disk))

    def _case(self, state: DarknessState) -> str:
        return state.data.tiles["museum"].event[0]

    def _jars(self, state: DarknessState, seat: str) -> list[str]:
        return [item for item in state.people[seat].items if item.startswith(TOKEN)]

    def _delivered(self, state: DarknessState) -> int:
        return sum(person.delivered for person in state.people.values())

    def _is_awake(self, state: DarknessState) -> bool:
        return KING in state.bosses and state.bosses[KING].awake
