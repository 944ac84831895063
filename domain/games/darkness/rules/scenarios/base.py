"""What scenarios have in common, and every place where one may differ (WD-SCEN).

`Scenario` itself is the bare table: no objectives, and no end but that all are dead (WD-WIN-3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from domain.games.darkness.components import ActionRow, BossRow, ScenarioRow
from domain.games.darkness.events.fighting import BossMoved
from domain.games.darkness.rules.checks.ladder import level_of
from domain.games.darkness.rules.play import Play, caused
from domain.games.darkness.rules.things.points import change_points
from domain.games.darkness.rules.town.laying import lay_disks, lay_token
from domain.games.darkness.rules.town.tiles import walk_to, walks
from domain.games.darkness.state import Combat, DarknessState, Settled
from domain.games.darkness.steps.disks import AskArrange
from domain.games.darkness.steps.ending import Finish

OBJECTIVE = "objective"


class Scenario:
    """A scenario. Stateless; what it remembers is in the state's flags, tokens and effects."""

    vote_points = 0
    rounds = 0
    time_outcome = "time"

    def __init__(self, name: str) -> None:
        self.name = name

    def row(self, state: DarknessState) -> ScenarioRow:
        """Its numbers and places; KeyError for the bare table."""
        return state.data.scenarios[self.name]

    def furnish(self, play: Play, tile: str) -> None:
        """Lay disks and tokens on a tile that was placed (WD-TILE-13, WD-SETUP-7)."""
        lay_disks(play, tile)
        self.lay_tokens(play, tile)

    def lay_tokens(self, play: Play, tile: str) -> None:
        """The tokens whose place is on the tile."""
        for row in self.row(play.state).token if self.name in play.state.data.scenarios else ():
            if row.place["tile"] == tile:
                lay_token(play, row)

    def start_place(self, state: DarknessState) -> Mapping[str, Any] | None:
        """Where characters begin: a tile, and its street or its interior; None if nothing says."""
        setup = self.row(state).setup
        assert setup is not None
        return setup.start_place

    def prepare(self, play: Play) -> None:
        """What is laid out before the tiles are furnished."""

    def found_inside(self, state: DarknessState) -> tuple[str, ...]:
        """What is remembered of a given table beside its flags: where somebody is inside, if that matters."""
        return ()

    def came_to(self, play: Play, seat: str, space: str) -> None:
        """A character came to a space, whether it stays there or passes."""

    def arrived(self, play: Play, seat: str, source: str, cause: str) -> None:
        """A character came from `source` to the space where it stays; `cause` as in `CharacterMoved`."""

    def disk_done(self, play: Play, seat: str, tile: str) -> None:
        """A seat resolved a disk of a tile."""

    def token_taken(self, play: Play, seat: str, token: str) -> None:
        """A seat took a token."""

    def put_disk_back(self, play: Play, disk: str) -> None:
        """Security that was not passed is reshuffled (WD-DISK-SEC-3)."""
        play.push(AskArrange(disk))

    def action(self, state: DarknessState, name: str) -> ActionRow | None:
        """The row of an action, None for one that the scenario has not."""
        rows = self.row(state).action if self.name in state.data.scenarios else ()
        return next((row for row in rows if row.id == name), None)

    def is_open(self, state: DarknessState, seat: str, row: ActionRow) -> bool:
        """Whether an action is open beyond its `where`."""
        return True

    def level_of_action(self, state: DarknessState, seat: str, row: ActionRow) -> int:
        """The level of the action's target number before the seat's own shifts."""
        assert row.check is not None
        return level_of(row.check.tn)

    def dice_for(self, play: Play, seat: str, row: ActionRow) -> int:
        """Dice that the scenario adds to the action's check."""
        return 0

    def succeeded(self, play: Play, seat: str, action: str, target: str | None) -> None:
        """The check of an action succeeded."""

    def failed(self, play: Play, seat: str, action: str, target: str | None) -> None:
        """The check of an action failed."""

    def instead_of_attack(self, state: DarknessState, seat: str) -> Sequence[str]:
        """Actions that may be taken in place of an attack check (WD-SCEN-MASTER-3)."""
        return ()

    def opponent_checked(self, play: Play, against: str, letter: str, level: int) -> None:
        """A check against an opponent's value is about to begin."""

    def initiative_dice(self, state: DarknessState, combat: Combat) -> int:
        """Dice of initiative that a weapon gives."""
        return 0

    def space_of_foe(self, state: DarknessState, combat: Combat) -> str:
        """Where the opponent of a fight stands; told of pieces alone, which may be elsewhere than who fights them."""
        return state.people[combat.by].at

    def attack_over(self, play: Play, settled: Settled, combat: Combat, at: str) -> None:
        """An attack check is settled, whether it hit or not; `at` is where the opponent stood."""

    def turn_over(self, play: Play, seat: str) -> None:
        """A seat's turn is over."""

    def look_about(self, play: Play) -> None:
        """A turn is over and the next is about to begin: something may be in sight now."""

    def door_broken(self, play: Play) -> None:
        """A door was broken: one can look through it now."""

    def boss(self, state: DarknessState, name: str) -> BossRow:
        """A boss's row."""
        return next(row for row in self.row(state).boss if row.id == name)

    def boss_level(self, state: DarknessState, name: str, letter: str) -> int:
        """The level of a boss's I, A or D as it is now."""
        return level_of(self.boss(state, name).fighter.number(letter))

    def piece_level(self, state: DarknessState, name: str, letter: str, level: int) -> int:
        """The level of a piece's value as it is now, if it is this by itself."""
        return level

    def is_immune(self, state: DarknessState, against: str) -> bool:
        """Whether no attack can beat it yet."""
        return False

    def goals(self, state: DarknessState, name: str) -> Iterable[str]:
        """Seats that an awake boss goes for, in seat order."""
        return ()

    def boss_beaten(self, play: Play, combat: Combat) -> None:
        """A boss was beaten."""

    def move_bosses(self, play: Play) -> None:
        """Awake bosses go for the nearest goal, through doors, of equally near ones the earlier seat (WD-SCEN-4)."""
        for name, boss in tuple(play.state.bosses.items()):
            if not boss.awake:
                continue
            came = walks(play.state.ground, boss.at, lambda step: True)
            ways = [walk_to(came, play.state.people[seat].at) for seat in self.goals(play.state, name)]
            reachable = [walk for walk in ways if walk is not None]
            if not reachable:
                continue
            path = min(reachable, key=lambda walk: walk.steps).path[: self.boss(play.state, name).S]
            if path:
                play.emit(BossMoved(name, path[-1], cause=caused(play.state)))

    def end(self, state: DarknessState) -> str | None:
        """The outcome if the end is met at once, tested when a command is settled (WD-WIN-2)."""
        return None

    def if_all_die(self, state: DarknessState, *, turn_ends: bool) -> str | None:
        """The outcome if nobody lives (WD-WIN-3); `turn_ends` as a turn is closed."""
        return "all-dead"

    def last_round(self, state: DarknessState) -> str | None:
        """The outcome if the end is met but the round is finished first (WD-WIN-2)."""
        return None

    def round_over(self, play: Play) -> str | None:
        """What happens when a round is over, and the outcome if that is the end."""
        return self.time_outcome if self.rounds and play.state.round >= self.rounds else None

    def may_win(self, state: DarknessState, outcome: str) -> list[str]:
        """Seats among which the most VP win (WD-WIN-1)."""
        return state.living

    def reward(self, play: Play, seat: str, amount: int) -> None:
        """VP for an objective; what the data names twice is paid once, where it is earned (WD-SCEN-5)."""
        change_points(play, seat, amount, OBJECTIVE)

    def finish(self, play: Play, outcome: str) -> None:
        """The scenario ends at once: whatever is left of the turn falls away (WD-WIN-2)."""
        play.agenda.clear()
        play.push(Finish(outcome))
