"""Resolving the chain, from the last link to the first, and the kick (chapter 8)."""

from __future__ import annotations

from msgspec import UNSET

from domain.contract.game import Step
from domain.games.nightfall.events import CardDiscarded, CardResolved, KickResolved, LinkCancelled, MinionEnteredPlay
from domain.games.nightfall.rules import ending
from domain.games.nightfall.rules.damage import deal_to_player
from domain.games.nightfall.rules.effects import source
from domain.games.nightfall.state import Link, NightfallRun, NightfallState
from domain.games.nightfall.steps import BeginClaim, CarryOut, Deal, EndKick, FinishLink, ResolveLink


def resolve_link(run: NightfallRun, step: ResolveLink) -> None:
    """Resolve the last link that waits, whoever played it (NF-RES-1); without one the phase is over.

    It stays the last entry of the chain until its texts are finished (NF-RES-8). A cancelled link is discarded
    without any of its texts (NF-RUL-23, EM-11).
    """
    state = run.state
    if not state.chain:
        ending.end_phase(run, BeginClaim())
        return
    link = state.chain[-1]
    if link.cancelled_by is not None:
        run.emit(LinkCancelled(link.by, link.card, link.cancelled_by, link.id or UNSET, cause=state.next_cause))
        run.push(step)
        return
    again = _texts(state, link, 2) if link.twice else ()
    run.push(*_texts(state, link, 1), *again, FinishLink(), step)


def _texts(state: NightfallState, link: Link, number: int) -> list[Step]:
    """Its texts, to be carried out in order; all of them again if it is doubled (NF-RUL-19).

    A kicked card must carry out its kick text (NF-KICK-2), in any chain (NF-KICK-6, NF-RUL-9). Who took the link
    over chooses its targets, but the card's own player is "you" (NF-CARD-leave-me-1, NF-RUL-26).
    """
    parts = state.texts[link.card].parts(own_chain=link.by == state.active, kicked=link.kick)
    steps: list[Step] = []
    if parts:
        steps.append(_carry_out(state, link, parts, number))
    if link.kick:
        steps.append(EndKick(link.by, link.card, link.id or UNSET))
    return steps


def _carry_out(state: NightfallState, link: Link, parts: tuple[str, ...], number: int) -> CarryOut:
    chooser = link.chooser or link.by
    if not state.says_more:
        return CarryOut(link.card, link.by, chooser, parts)
    id = link.id or state.link_position(len(state.chain) - 1)
    return CarryOut(link.card, link.by, chooser, parts, link=id, run=number)


def end_kick(run: NightfallRun, step: EndKick) -> None:
    """The kick was carried out, as far as possible."""
    run.emit(KickResolved(step.seat, step.card, step.link))


def deal(run: NightfallRun, step: Deal) -> None:
    """One of several packets that a text deals to seats."""
    deal_to_player(run, source(step), step.seat, step.amount, step.card)


def finish_link(run: NightfallRun, step: FinishLink) -> None:
    """A resolved action is discarded (NF-RES-2, EM-18), a resolved minion enters play after its texts (NF-RES-3)."""
    state = run.state
    link = state.chain[-1]
    by, card, cause = link.by, link.card, state.next_cause
    run.emit(CardResolved(by, card, link.id or UNSET, cause=cause))
    if state.cards[card].is_minion:
        hurt = state.texts[card].enters_hurt
        run.emit(MinionEnteredPlay(by, card, hurt, "chain", state.new_id(by, card), cause=cause))
    else:
        run.emit(CardDiscarded(by, card, "chain", cause=cause))
