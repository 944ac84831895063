"""Damage: to minions, to players, and the forced blockers between (chapters 7 and 8)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET

from domain.contract.game import Decision, Json
from domain.games.nightfall.events import CardExiled, DamageDealt, MinionDamaged, MinionDestroyed, MinionDiscarded
from domain.games.nightfall.events.cause import Cause
from domain.games.nightfall.rules.piles import take_wounds
from domain.games.nightfall.state import Minion, NightfallRun, NightfallState
from domain.games.nightfall.steps import Absorb


def strength(state: NightfallState, minion: Minion) -> int:
    """What a minion deals now (NF-COMBAT-13, NF-RUL-6)."""
    changing = state.texts[minion.card].strength
    return state.cards[minion.card].power if changing is None else changing(state, minion)


def health_left(state: NightfallState, minion: Minion) -> int:
    """The damage that destroys it."""
    return state.cards[minion.card].health - minion.damage


def hurt(run: NightfallRun, minion: Minion, amount: int) -> int:
    """A minion takes all the damage it can and is destroyed when it loses its last health; what it took.

    Damage stays until it is healed (NF-COMBAT-5, NF-COMBAT-8).
    """
    health = health_left(run.state, minion)
    taken = min(amount, health)
    run.emit(MinionDamaged(minion.name, taken, health - taken, cause=run.state.present_cause))
    if taken == health:
        destroy(run, minion)
    return taken


def deal_to_minion(run: NightfallRun, source: str, minion: Minion, amount: int) -> None:
    """A text deals damage to a minion; what it cannot take is lost (NF-RES-6, NF-RES-7, EM-13)."""
    run.emit(DamageDealt(source, minion.name, amount, run.state.phase, cause=run.state.present_cause))
    hurt(run, minion, amount)


def deal_to_player(run: NightfallRun, source: str, seat: str, amount: int, card: str) -> None:
    """A text of `card` deals damage to a seat: its forced blockers take it first (NF-RES-6, NF-FORCE-1).

    Unless Overwatch Two has put them aside (NF-CARD-overwatch-two-2). None can be declared as a blocker (EM-14).
    """
    run.emit(DamageDealt(source, seat, amount, run.state.phase, cause=run.state.present_cause))
    if seat in run.state.effects.no_forced_block:
        take_wounds(run, seat, amount)
    else:
        absorb(run, seat, amount, card, source)


def absorb(run: NightfallRun, seat: str, amount: int, card: str, source: str) -> None:
    """Forced blockers take what is dealt to their seat, before it takes a wound (NF-FORCE-1, NF-FORCE-2, EM-15).

    With two or more of them the seat is asked for their order, for each packet (NF-FORCE-4, NF-RUL-8).
    """
    blockers = forced_blockers(run.state, seat)
    if len(blockers) > 1:
        run.push(Absorb(seat, amount, card))
        details: dict[str, Json] = {"asks": "forced blockers", "card": card}
        if run.state.says_more:
            details = {**details, "source": source, "amount": amount, **text_under_way(run.state)}
        run.ask(seat, Decision("choose", ("choose",), details))
    else:
        pass_on(run, seat, amount, blockers)


def text_under_way(state: NightfallState) -> dict[str, Json]:
    """Which part of which link's text asks, in which run; nothing in combat."""
    return {} if state.text is None else state.text._asdict()


def pass_on(run: NightfallRun, seat: str, amount: int, blockers: Iterable[Minion]) -> None:
    """The blockers take damage one after the other; what is left goes to the seat as wounds (NF-FORCE-5)."""
    for blocker in blockers:
        if amount:
            amount -= hurt(run, blocker, amount)
    take_wounds(run, seat, amount)


def forced_blockers(state: NightfallState, seat: str) -> list[Minion]:
    """The minions that must take damage dealt to their seat (NF-CARD-vulko-1, NF-CARD-bad-smoke-2)."""
    texts = state.texts
    return [minion for minion in state.players[seat].in_play if texts[minion.card].forced_blocker]


def destroy(run: NightfallRun, minion: Minion) -> None:
    """A minion is destroyed: to the discard pile, or where its text says (NF-DECK-5, NF-CARD-STARTER-1)."""
    to = run.state.texts[minion.card].destroyed_to
    run.emit(MinionDestroyed(minion.name, to, cause=run.state.present_cause))
    _exile(run, minion, to)


def discard_from_play(run: NightfallRun, minion: Minion, cause: Cause) -> None:
    """A minion is discarded from play without being destroyed (NF-COMBAT-10, NF-CARD-STARTER-1)."""
    to = run.state.texts[minion.card].discarded_to
    run.emit(MinionDiscarded(minion.name, to, cause=cause))
    _exile(run, minion, to)


def _exile(run: NightfallRun, minion: Minion, to: str) -> None:
    if to == "exile":
        exile(run, minion.card, "play", minion.seat)


def exile(run: NightfallRun, card: str, origin: str, owner: str | None) -> None:
    """A card is exiled, by the seat that has brought about what does it (NF-DECK-6)."""
    state = run.state
    by = state.caused_by if state.says_more else UNSET
    run.emit(CardExiled(card, origin, owner, by, cause=state.present_cause))
