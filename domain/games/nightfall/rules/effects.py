"""What card texts do, as the words that several cards share. Texts of one card only stand with the card."""

from __future__ import annotations

from msgspec.structs import replace

from domain.games.nightfall.events import MinionEnteredPlay
from domain.games.nightfall.rules import influence, piles
from domain.games.nightfall.rules.damage import deal_to_minion, deal_to_player, destroy
from domain.games.nightfall.rules.targets import A_DISCARDED_MINION, A_MINION, A_PLAYER, minions_of
from domain.games.nightfall.rules.text import Clause
from domain.games.nightfall.state import NightfallRun
from domain.games.nightfall.steps import CarryOut, Deal


def source(text: CarryOut | Deal) -> str:
    """The card of a text as events name what deals damage: `seat/card` of its player."""
    return f"{text.by}/{text.card}"


def draws(count: int) -> Clause:
    """Its player draws cards."""

    def effect(run: NightfallRun, text: CarryOut, _: None) -> None:
        piles.draw(run, text.by, count)

    return Clause(effect)


def gains(amount: int) -> Clause:
    """Its player gains influence, if it is the active seat."""

    def effect(run: NightfallRun, text: CarryOut, _: None) -> None:
        influence.gain(run, text.by, amount, text.card)

    return Clause(effect)


def damages_a_player(amount: int) -> Clause:
    """Damage to a chosen player; forced blockers take it."""

    def effect(run: NightfallRun, text: CarryOut, seat: str) -> None:
        deal_to_player(run, source(text), seat, amount, text.card)

    return Clause(effect, A_PLAYER, amount, may_wound=True)


def damages_a_minion(amount: int) -> Clause:
    """Damage to a chosen minion in play."""

    def effect(run: NightfallRun, text: CarryOut, minion: str) -> None:
        deal_to_minion(run, source(text), run.state.minions[minion], amount)

    return Clause(effect, A_MINION, amount)


def destroys_a_minion() -> Clause:
    """A chosen minion in play is destroyed."""

    def effect(run: NightfallRun, text: CarryOut, minion: str) -> None:
        destroy(run, run.state.minions[minion])

    return Clause(effect, A_MINION)


def damage_minions_of(run: NightfallRun, text: CarryOut, seats: tuple[str, ...], amount: int) -> None:
    """Each minion in play of these seats takes damage, one packet each, whoever is sheltered (NF-TGT-3, NF-SIM-2)."""
    for minion in minions_of(run.state, seats):
        deal_to_minion(run, source(text), minion, amount)


def fetches_a_minion() -> Clause:
    """A minion from its player's discard pile enters play, without its texts."""

    def effect(run: NightfallRun, text: CarryOut, card: str) -> None:
        state = run.state
        id = state.new_id(text.by, card)
        run.emit(MinionEnteredPlay(text.by, card, 0, "discard", id, cause=state.present_cause))

    return Clause(effect, A_DISCARDED_MINION)


def carries_out_the_fetched_text(place: str) -> Clause:
    """The chain text of the card that the chain text fetched is carried out, never its kick (EM-34).

    A "your chain" text only in one's own chain. Who chose the card chooses the targets too (NF-RUL-36).
    """

    def effect(run: NightfallRun, text: CarryOut, _: None) -> None:
        if text.aim is None:
            return
        card = str(text.aim)
        parts = run.state.texts[card].parts(own_chain=text.by == run.state.active, kicked=False)
        if parts:
            run.push(replace(text, card=card, parts=parts, aim=None, place=place))

    return Clause(effect, may_wound=True)
