"""Between nights (chapter 19, LS-SETUP): what a seat is asked, and when it is ready.

All seats prepare at the same time, in any order and as often as they like, until each is ready (LS-SETUP-1).
"""

from __future__ import annotations

from domain.contract.chance import Stream
from domain.contract.game import Action, Decision, Refused
from domain.contract.verbs import CarryOut, Sample
from domain.games.last_spell.actions import Ready
from domain.games.last_spell.events.setup import SeatReady
from domain.games.last_spell.rules.day import building, taking
from domain.games.last_spell.rules.samples import first_of, one_of, undrawn
from domain.games.last_spell.state import LastSpellRun, LastSpellState
from domain.games.last_spell.steps import BeginNight


def begin_setup(run: LastSpellRun) -> None:
    """Ask every seat to prepare; the night begins when all are ready (LS-SETUP-1)."""
    run.push(BeginNight())
    for seat in run.state.seats:
        ask(run, seat)


def ask(run: LastSpellRun, seat: str) -> None:
    """Ask a seat, again, what it prepares."""
    run.ask(seat, Decision("setup", verbs(run.state)))


def verbs(state: LastSpellState) -> tuple[str, ...]:
    """What can be done in this set-up: heroes are taken before the first night, equipped before later ones."""
    first = ("hero",) if state.first_setup else ("equip",)
    recruiting = ("recruit",) if state.setting.solo else ()
    return (*first, "build", "place", *recruiting, "ready")


def preparing(do: CarryOut) -> CarryOut:
    """What carries a preparation out: after it the seat is asked again (LS-SETUP-1)."""

    def carry_out(run: LastSpellRun, seat: str, action: Action) -> None:
        do(run, seat, action)
        ask(run, seat)

    return carry_out


def ready(run: LastSpellRun, seat: str, action: Ready) -> None:
    """The seat has finished its preparations; refused while it has to take heroes (LS-SETUP-2, LS-SOLO-1)."""
    if not can_be_ready(run.state, seat):
        raise Refused("illegal", "heroes are to be taken first")
    run.emit(SeatReady(seat))


def readiness(state: LastSpellState, seat: str) -> tuple[Ready, ...]:
    """Ready, once the seat can be."""
    return (Ready(),) if can_be_ready(state, seat) else ()


def can_be_ready(state: LastSpellState, seat: str) -> bool:
    """Whether a seat has taken its hero, in solo all four."""
    return not state.first_setup or not taking.takes_more(state, seat)


def any_preparation(state: LastSpellState, seat: str, rng: Stream) -> Action:
    """A random preparation: first a verb, each as likely, then an answer of it."""
    return first_of(_SAMPLES, state, seat, rng)


_SAMPLES: tuple[Sample, ...] = (
    undrawn(readiness),
    one_of(taking.heroes_to_take),
    one_of(taking.cards_to_move),
    one_of(taking.heroes_to_recruit),
    building.any_place,
    building.any_site,
)
"""In the order in which they are shuffled."""
