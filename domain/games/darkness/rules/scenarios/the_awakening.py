"""The Awakening: a campaign of four chapters with a game master (WD-SCEN-AWAKENING)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.darkness.events.moving import DiskSetAside
from domain.games.darkness.rules.checks.ladder import level_of
from domain.games.darkness.rules.differences import sights_on_the_way_count
from domain.games.darkness.rules.master import fighting
from domain.games.darkness.rules.master.sight import NIGHT
from domain.games.darkness.rules.play import Play
from domain.games.darkness.rules.scenarios.base import Scenario
from domain.games.darkness.state import Combat, DarknessState, Settled, master_of
from domain.games.darkness.steps.master import AskSecurity, LookFrom, Watch

FIRST_AWAKE = "the-first-awake"


class TheAwakening(Scenario):
    """From rumour to cure to the thing that woke first."""

    def start_place(self, state: DarknessState) -> Mapping[str, Any] | None:
        """The start of the chapter; None where a given table names none."""
        now = master_of(state).chapter
        return next((chapter.start for chapter in self.row(state).chapter if chapter.id == now), None)

    def came_to(self, play: Play, seat: str, space: str) -> None:
        """What is in sight on the way is shown too (WD-GM-10)."""
        if space != play.state.people[seat].at and sights_on_the_way_count(play.state):
            play.push(LookFrom(seat, space))

    def arrived(self, play: Play, seat: str, source: str, cause: str) -> None:
        """Pieces come into sight (WD-GM-10); security may come in a building that is entered (WD-GM-7).

        Nobody meets it while it comes to help (WD-HELP-5).
        """
        at = play.state.people[seat].at
        building = play.state.data.building(at)
        if building is not None and building != play.state.data.building(source) and cause != "help":
            play.push(AskSecurity(seat))
        play.push(Watch())

    def opponent_checked(self, play: Play, against: str, letter: str, level: int) -> None:
        """The values of a piece are the game master's until a check needs them (WD-GM-21)."""
        fighting.show_value(play, against, letter, level)

    def initiative_dice(self, state: DarknessState, combat: Combat) -> int:
        """A flame gives dice of initiative (WD-GM-23)."""
        return fighting.initiative_dice(state, combat)

    def space_of_foe(self, state: DarknessState, combat: Combat) -> str:
        """The space of the piece."""
        return fighting.space_of_foe(state, combat)

    def attack_over(self, play: Play, settled: Settled, combat: Combat, at: str) -> None:
        """Stray shots and thrown weapons (WD-GM-9, WD-GM-15); a stray shot may end the campaign too."""
        stood = _stands(play.state)
        fighting.after_attack(play, settled, combat, at)
        if stood and not _stands(play.state):
            self.finish(play, "laid-to-rest")

    def turn_over(self, play: Play, seat: str) -> None:
        """Thrown weapons that were not taken back are lost (WD-GM-9)."""
        fighting.lose_thrown(play, seat)

    def look_about(self, play: Play) -> None:
        """At night a flashlight that changed hands brings pieces into sight (WD-GM-10, WD-GM-17)."""
        if master_of(play.state).environment == NIGHT and sights_on_the_way_count(play.state):
            play.push(Watch())

    def door_broken(self, play: Play) -> None:
        """Whoever stands before it sees what is behind it (WD-GM-10)."""
        if sights_on_the_way_count(play.state):
            play.push(Watch())

    def put_disk_back(self, play: Play, disk: str) -> None:
        """No disks are laid out in GM play: security goes back aside (WD-GM-24)."""
        play.emit(DiskSetAside(disk))

    def boss_level(self, state: DarknessState, name: str, letter: str) -> int:
        """A piece's value, fixed or thrown for the combat."""
        piece = master_of(state).pieces[name]
        values = piece.values or (state.combat.values if state.combat else {})
        return self.piece_level(state, name, letter, level_of(values[letter]))

    def piece_level(self, state: DarknessState, name: str, letter: str, level: int) -> int:
        """Each lit ward lowers the D of the First Awake one level (WD-SCEN-AWAKENING-2)."""
        master = master_of(state)
        lit = len(master.wards) if master.pieces[name].kind == FIRST_AWAKE and letter == "D" else 0
        return max(level - lit, 1)

    def boss_beaten(self, play: Play, combat: Combat) -> None:
        """The campaign ends with the First Awake (WD-SCEN-AWAKENING-1)."""
        self.finish(play, "laid-to-rest")

    def if_all_die(self, state: DarknessState, *, turn_ends: bool) -> str | None:
        """All are dead only if nobody lives when the game master's turn ends (WD-GM-19)."""
        return "all-dead" if turn_ends and state.active == master_of(state).seat else None


def _stands(state: DarknessState) -> bool:
    """Whether the First Awake is on the map."""
    return state.master is not None and any(piece.kind == FIRST_AWAKE for piece in state.master.pieces.values())
