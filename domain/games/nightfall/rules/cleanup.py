"""The cleanup phase: drawing to five and the wound effect (chapter 10). It concerns the active seat only."""

from __future__ import annotations

from domain.contract.game import Decision, Refused, Step
from domain.games.nightfall.actions import Treat
from domain.games.nightfall.events import CardDiscarded, PhaseBegan, SecretTold, WoundEffectUsed
from domain.games.nightfall.rules import influence, piles
from domain.games.nightfall.state import NightfallRun, NightfallState
from domain.games.nightfall.steps import BeginCleanup, DrawUp, EndTurn, OfferTreatment

TREAT = Decision("treat", ("treat", "pass"))
TREAT_BEFORE = Decision("treat", ("treat", "pass"), {"when": "before drawing"})
TREAT_AFTER = Decision("treat", ("treat", "pass"), {"when": "after drawing"})
HAND = 5
CARDS_FOR_A_WOUND = 2


def begin_cleanup(run: NightfallRun, step: BeginCleanup) -> None:
    """Draw to five, then the wound effect; in `de` it may be used before instead (NF-CLEAN-4, NF-CLEAN-7, EM-6)."""
    active = run.state.active_seat
    influence.lose_what_is_left(run, active)
    run.emit(PhaseBegan("cleanup", active))
    before: tuple[Step, ...] = (OfferTreatment(),) if run.state.edition.treats_before_drawing else ()
    run.push(*before, DrawUp(), OfferTreatment(), EndTurn())


def offer_treatment(run: NightfallRun, step: OfferTreatment) -> None:
    """The wound effect is asked for once more unless it was used already (NF-CLEAN-3).

    Whether or not a wound is in the hand, unless it is public that there is none: the hand is empty or the seat
    owns no wound at all (NF-AUTO-2).
    """
    state = run.state
    active = state.active_seat
    player = state.players[active]
    if not state.treated and player.hand and piles.wounds_of(player):
        run.ask(active, _question(run))


def _question(run: NightfallRun) -> Decision:
    """It says which of the two it is: before drawing, while that is the next thing to be done, or after."""
    if not run.state.says_more:
        return TREAT
    return TREAT_BEFORE if isinstance(run.agenda[-1], DrawUp) else TREAT_AFTER


def draw_up(run: NightfallRun, step: DrawUp) -> None:
    """With fewer than five cards in hand, draw to five; a larger hand is kept (NF-CLEAN-1, NF-DECK-8)."""
    active = run.state.active_seat
    missing = HAND - len(run.state.players[active].hand)
    if missing > 0:
        piles.draw(run, active, missing)


def treat(run: NightfallRun, seat: str, action: Treat) -> None:
    """The wound effect: discard the first wounds of the hand, then draw two cards for each.

    (NF-CLEAN-2, NF-CLEAN-6) If the deck runs out the discarded ones are shuffled in (NF-CLEAN-5, NF-RUL-12).
    """
    wounds = piles.wounds_in_hand(run.state.players[seat])
    if not 1 <= action.count <= len(wounds):
        raise Refused("illegal", "the hand holds {wounds} wounds", wounds=len(wounds))
    run.emit(SecretTold(seat, "treat"))
    cause = run.state.next_cause
    for wound in wounds[: action.count]:
        run.emit(CardDiscarded(seat, wound, "hand", cause=cause))
    drawn = piles.draw(run, seat, CARDS_FOR_A_WOUND * action.count)
    run.emit(WoundEffectUsed(seat, action.count, drawn, cause=cause))


def treatments(state: NightfallState, seat: str) -> list[Treat]:
    """As many wounds as the hand holds."""
    wounds = len(piles.wounds_in_hand(state.players[seat]))
    return [Treat(count) for count in range(1, wounds + 1)]
