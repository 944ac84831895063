"""Checks, rerolls and help."""

from __future__ import annotations

from msgspec.structs import replace

from domain.contract.game import Event
from domain.games.darkness.events.basis import Announcement, Caused
from domain.games.darkness.rules.checks.ladder import level_of
from domain.games.darkness.state import Asking, Check, DarknessState, Helper, Pool, Settled, Terms, check_of, combat_of


class CheckOpened(Caused, frozen=True):
    """A check began. `tn` is the shifted target number, null where the level counts; see `Check`."""

    seat: str
    kind: str
    attribute: str
    tn: str | None
    approaches: tuple[str, ...]
    help: bool = False
    beyond: bool = False
    rival: str | None = None
    target: str | None = None
    distance: int = 0
    weapon: str | None = None
    other: int = 0
    instead: tuple[str, ...] = ()
    helpers: tuple[Helper, ...] = ()

    def apply(self, state: DarknessState) -> None:
        self.begin(state)
        if state.check is not None:
            state.waiting = (*state.waiting, state.check)
        state.check = Check(
            by=self.seat,
            kind=self.kind,
            attribute=self.attribute,
            approaches=self.approaches,
            level=level_of(self.tn) if self.tn else 0,
            help=self.help,
            beyond=self.beyond,
            rival=self.rival,
            target=self.target,
            distance=self.distance,
            weapon=self.weapon,
            other=self.other,
            instead=self.instead,
            helpers=self.helpers,
        )


class DiceRolled(Event, frozen=True):
    """The dice of a check were thrown; the fate die comes first in `results`."""

    seat: str
    kind: str
    skill: str | None
    dice: int
    pool: Pool
    results: tuple[int, ...]
    weapon: str | None = None

    def apply(self, state: DarknessState) -> None:
        state.check = replace(check_of(state), skill=self.skill, weapon=self.weapon, results=self.results)
        if self.pool.vp:
            bought = {**state.turn.bought, self.seat: state.turn.bought.get(self.seat, 0) + self.pool.vp}
            state.turn = replace(state.turn, bought=bought)


class DiceRerolled(Event, frozen=True):
    """Some of the dice were thrown again: places from 1, the new faces, the throw afterwards."""

    seat: str
    source: str
    dice: tuple[int, ...]
    results: tuple[int, ...]
    all: tuple[int, ...]

    def apply(self, state: DarknessState) -> None:
        check, sources = check_of(state), check_of(state).sources
        if self.source == "vp":
            count = state.turn.rerolled.get(self.seat, 0) + len(self.dice)
            state.turn = replace(state.turn, rerolled={**state.turn.rerolled, self.seat: count})
        else:
            sources = (*sources, self.source)
        state.check = replace(check, results=self.all, sources=sources)


class CheckResolved(Event, frozen=True):
    """A check was settled; `success` is null where there is no target number."""

    seat: str
    kind: str
    level: int
    tn: str | None
    success: bool | None
    face: int = 0

    def apply(self, state: DarknessState) -> None:
        check = check_of(state)
        state.rival = state.settled
        state.settled = Settled(self.seat, self.level, self.face, self.success, check.helpers, check.weapon)
        state.check, state.waiting = (state.waiting or (None,))[-1], state.waiting[:-1]


class CheckDropped(Event, frozen=True):
    """A check was given up for something else before the dice."""

    seat: str

    def apply(self, state: DarknessState) -> None:
        state.check = None


class OpposedResolved(Announcement, frozen=True, rename={"holder": "from"}):
    """Who holds the thing after an opposed check."""

    kind: str
    by: str
    holder: str
    winner: str


class HelpAsked(Event, frozen=True):
    """A seat was asked for help."""

    by: str
    of: str
    give: Terms

    def apply(self, state: DarknessState) -> None:
        state.check = replace(check_of(state), asking=Asking(self.of, self.give))


class TermsDemanded(Event, frozen=True):
    """The seat asked named other terms."""

    by: str
    of: str
    give: Terms

    def apply(self, state: DarknessState) -> None:
        state.check = replace(check_of(state), asking=Asking(self.of, self.give))


class HelpAgreed(Event, frozen=True):
    """Help was agreed; `dice` before the cap of WD-HELP-6, `away` the steps an approaching helper has to go."""

    by: str
    of: str
    give: Terms
    dice: int
    ally: str | None = None
    away: int = 0

    def apply(self, state: DarknessState) -> None:
        check, combat, helper = check_of(state), state.combat, Helper(self.of, self.ally)
        helping = check.helpers if self.away else (*check.helpers, helper)
        state.check = replace(check, asking=None, helpers=helping)
        if combat is None:
            return
        if self.away:
            approaching = {**combat.approaching, self.of: self.away}
            state.combat = replace(combat, approaching=approaching, coming=(*combat.coming, helper))
        else:
            state.combat = replace(combat, helpers=(*combat.helpers, helper))


class HelpDeclined(Event, frozen=True):
    """The seat asked does not help."""

    by: str
    of: str
    give: Terms

    def apply(self, state: DarknessState) -> None:
        check = check_of(state)
        state.check = replace(check, asking=None, declined=(*check.declined, self.of))


class TermsRefused(Event, frozen=True):
    """The terms demanded were refused."""

    by: str
    of: str
    give: Terms

    def apply(self, state: DarknessState) -> None:
        check = check_of(state)
        state.check = replace(check, asking=None, declined=(*check.declined, self.of))


class PricePaid(Caused, frozen=True):
    """The price of help changes hands."""

    by: str
    to: str
    vp: int
    items: tuple[str, ...]
    allies: tuple[str, ...]


class HelperMoved(Caused, frozen=True, rename={"source": "from"}):
    """A helper goes to whom it helps."""

    seat: str
    source: str
    to: str


class HelperApproached(Caused, frozen=True, rename={"source": "from"}):
    """A helper from farther off came nearer; with nothing left it has arrived."""

    seat: str
    source: str
    to: str
    left: int

    def apply(self, state: DarknessState) -> None:
        combat = combat_of(state)
        if self.left:
            state.combat = replace(combat, approaching={**combat.approaching, self.seat: self.left})
            return
        approaching = {seat: left for seat, left in combat.approaching.items() if seat != self.seat}
        arrived = tuple(helper for helper in combat.coming if helper.seat == self.seat)
        coming = tuple(helper for helper in combat.coming if helper.seat != self.seat)
        helpers = (*combat.helpers, *arrived)
        state.combat = replace(combat, approaching=approaching, coming=coming, helpers=helpers)
