"""The claim phase: influence for discarded cards, cards from archives for influence (chapter 9)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.game import Decision, Refused
from domain.games.nightfall.actions import Claim, Discard
from domain.games.nightfall.events import ArchiveRevealed, CardClaimed, CardDiscarded, PermissionUsed, PhaseBegan
from domain.games.nightfall.rules import influence
from domain.games.nightfall.rules.editions import Edition
from domain.games.nightfall.rules.naming import check_archive, check_card
from domain.games.nightfall.rules.targets import is_enemy, is_permitted
from domain.games.nightfall.state import Archives, NightfallRun, NightfallState
from domain.games.nightfall.steps import BeginClaim, BeginCleanup

CLAIM = Decision("claim", ("discard", "claim", "pass"))


def begin_claim(run: NightfallRun, step: BeginClaim) -> None:
    """The active seat is always asked (NF-AUTO-3, NF-CLAIM-8)."""
    active = run.state.active_seat
    run.emit(PhaseBegan("claim", active))
    run.push(BeginCleanup())
    run.ask(active, CLAIM)


def discard_card(run: NightfallRun, seat: str, action: Discard) -> None:
    """One influence for a card of the hand, a wound too (NF-CLAIM-3, NF-CLAIM-4, NF-CLAIM-10).

    It goes to the discard pile, a starter as well (NF-CLAIM-5, NF-CARD-STARTER-2, NF-RUL-10, EM-27).
    """
    if action.card not in run.state.players[seat].hand:
        check_card(run.state, action.card)
        raise Refused("illegal", "this card is not in the hand")
    run.emit(CardDiscarded(seat, action.card, "hand", cause=run.state.next_cause))
    influence.gain(run, seat, 1, "discard")
    run.ask(seat, CLAIM)


def claim_card(run: NightfallRun, seat: str, action: Claim) -> None:
    """Claim the top card of an archive, as many as can be paid, in any order with discards (NF-CLAIM-6, NF-CLAIM-7).

    An opponent's archive uses a permission of Indigo Six up (NF-CARD-indigo-six-2, NF-RUL-39); a secret archive is
    turned up first (NF-VAR-1).
    """
    state, archive = run.state, action.archive
    check_archive(state, archive)
    if not is_open_to(state, seat, archive):
        raise Refused("illegal", "no such archive is open to this seat")
    card = archive.partition("/")[2]
    cost = cost_of(state, seat, card)
    if cost > state.players[seat].influence:
        raise Refused("illegal", "this card costs {cost}", cost=cost)
    if card in state.players[seat].secret and archive.startswith(f"{seat}/"):
        run.emit(ArchiveRevealed(seat, card, state.catalogue.archive))
    run.emit(CardClaimed(seat, card, archive, cost))
    if is_enemy(archive, seat):
        run.emit(PermissionUsed(seat, archive))
    run.ask(seat, CLAIM)


def is_open_to(state: NightfallState, seat: str, archive: str) -> bool:
    """Whether the active seat may claim from an archive that holds a card (NF-CLAIM-1, NF-CLAIM-9).

    The common ones and its own are open, secret ones included; an opponent's by the permission of Indigo Six.
    """
    place, _, card = archive.partition("/")
    if place == seat and card in state.players[seat].secret:
        return True
    if not state.archives(place).get(card):
        return False
    return not is_enemy(archive, seat) or is_permitted(state, archive, seat)


def archives_open_to(state: NightfallState, seat: str, dearest: int) -> list[str]:
    """All archives that are open to a seat and of no higher printed cost."""
    player, cards = state.players[seat], state.cards
    piles: list[tuple[str, Archives]] = [("commons", state.commons), (seat, player.private)]
    if player.secret:
        piles.append((seat, dict.fromkeys(player.secret, state.catalogue.archive)))
    open_to = [
        f"{place}/{card}"
        for place, archives in piles
        for card, left in archives.items()
        if left and cards[card].cost <= dearest
    ]
    if seat in state.effects.enemy_claims:
        open_to += _permitted(state, seat, dearest)
    return open_to


def _permitted(state: NightfallState, seat: str, dearest: int) -> list[str]:
    _, *others = state.clockwise(seat)
    lie_there = ((other, card) for other in others for card, left in state.players[other].private.items() if left)
    names = [f"{other}/{card}" for other, card in lie_there if state.cards[card].cost <= dearest]
    return [archive for archive in names if is_permitted(state, archive, seat)]


def cost_of(state: NightfallState, seat: str, card: str) -> int:
    """What a claim costs (NF-CLAIM-2): the printed cost, less what Sir John Travail takes off it.

    No reduction brings it below the edition's least cost (EM-9, NF-CLAIM-11); a cheaper card keeps its own
    (NF-RUL-11).
    """
    return reduced(state.cards[card].cost, state.effects.cost_reduction.get(seat), state.edition)


def reduced(printed: int, reduction: int | None, edition: Edition) -> int:
    """A printed cost with a seat's reduction; None if it has none."""
    return printed if reduction is None else min(printed, max(printed - reduction, edition.least_cost))


def discards(state: NightfallState, seat: str) -> Iterator[Discard]:
    """The cards of the hand."""
    return map(Discard, dict.fromkeys(state.players[seat].hand))


def claims(state: NightfallState, seat: str) -> Iterator[Claim]:
    """The archives that can be paid."""
    influence = state.players[seat].influence
    reduction = state.effects.cost_reduction.get(seat, 0)
    archives = archives_open_to(state, seat, influence + reduction)
    if reduction:
        archives = [name for name in archives if cost_of(state, seat, name.partition("/")[2]) <= influence]
    return map(Claim, archives)
