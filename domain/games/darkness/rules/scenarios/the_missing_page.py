"""The Missing Page: three leaves, and one reader at the altar (WD-SCEN-PAGE)."""

from __future__ import annotations

from domain.games.darkness.events.moving import DiskPlaced, LeafHidden
from domain.games.darkness.rules.checks import effects
from domain.games.darkness.rules.checks.failures import fail
from domain.games.darkness.rules.fights.wounds import hurt
from domain.games.darkness.rules.play import Play
from domain.games.darkness.rules.scenarios.base import Scenario
from domain.games.darkness.rules.town.laying import lay_disks

SHADOW, READ = "shadow-a-rival", "read-the-leaves"
READ_ALOUD = 8


class TheMissingPage(Scenario):
    """Find the leaves, keep them, read them."""

    rounds = 18

    def furnish(self, play: Play, tile: str) -> None:
        """A leaf lies in place of one disk of its tile and looks like one (WD-SCEN-PAGE-1)."""
        leaf = next((row.id for row in self.row(play.state).token if row.place["tile"] == tile), None)
        if leaf is None:
            lay_disks(play, tile)
            return
        spaces = play.state.data.tiles[tile].encounter
        place = play.pick("leaf", spaces)
        play.emit(LeafHidden(tile))
        for space in spaces:
            if space == place:
                play.emit(DiskPlaced(space, leaf))
            elif play.state.pool:
                play.emit(DiskPlaced(space, play.state.pool[0]))

    def succeeded(self, play: Play, seat: str, action: str, target: str | None) -> None:
        """The leaves are read (WD-SCEN-PAGE-2), or a rival is shadowed (WD-SCEN-PAGE-3)."""
        if action == SHADOW:
            effects.gain(play, seat, effects.SHADOWED)
        else:
            self.reward(play, seat, READ_ALOUD)
            self.finish(play, "closed")

    def failed(self, play: Play, seat: str, action: str, target: str | None) -> None:
        """A Failure, or 1 damage (WD-SCEN-PAGE-2, WD-SCEN-PAGE-3)."""
        if action == SHADOW:
            fail(play, seat, "scenario")
        else:
            hurt(play, seat, 1, READ)
