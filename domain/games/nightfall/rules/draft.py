"""The draft in all its forms (chapter 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.contract.game import Action, Decision, Refused
from domain.games.nightfall.actions import Draft
from domain.games.nightfall.components import SECRET
from domain.games.nightfall.events import (
    ArchivesRevealed,
    DraftCardPicked,
    DraftPackDealt,
    DraftPacksPassed,
    DraftShuffled,
    sealed_pick,
)
from domain.games.nightfall.options import Procedure, procedure
from domain.games.nightfall.rules.naming import check_card
from domain.games.nightfall.state import NightfallRun, NightfallState, draft_of
from domain.games.nightfall.steps import DealHands, EndDraftRound

DRAFT = Decision("draft", ("draft",))
COMMONS = 8


def begin_draft(run: NightfallRun) -> None:
    """Shuffle the draft cards and deal the packets, from the top, in seat order (NF-DRAFT-1)."""
    state = run.state
    going = _procedure(state)
    pool = state.catalogue.draft_cards(state.edition.id, tuple(state.options["promos"]))
    run.emit(DraftShuffled(tuple(run.shuffle("draft", pool))))
    if going.commons_first:
        commons = tuple(draft_of(state).rest[:COMMONS])
        run.emit(ArchivesRevealed(commons, {}, {}, state.catalogue.archive, ends_draft=False))
    for seat in state.seats:
        run.emit(DraftPackDealt(seat, tuple(draft_of(state).rest[: going.packet])))
    ask_all(run)


def ask_all(run: NightfallRun) -> None:
    """Every seat that holds a packet picks at the same time (NF-DRAFT-2)."""
    for seat in run.state.seats:
        run.ask(seat, DRAFT)
    run.push(EndDraftRound())


def ask_those_to_pick(run: NightfallRun) -> None:
    """In mid-round only the seats whose packets are still whole have to pick (NF-DRAFT-12)."""
    packets = {seat: len(player.packet) for seat, player in run.state.players.items()}
    whole = max(packets.values())
    for seat, size in packets.items():
        if size == whole > 0:
            run.ask(seat, DRAFT)
    run.push(EndDraftRound())


def pick(run: NightfallRun, seat: str, action: Draft) -> None:
    """Pick a card of one's own packet, face down and for good (NF-DRAFT-2)."""
    check_card(run.state, action.card)
    if action.card not in run.state.players[seat].packet:
        raise Refused("illegal", "this card is not in the packet")
    number = draft_of(run.state).round
    run.emit(DraftCardPicked(seat, action.card, _procedure(run.state).picks[number - 1], number))


def end_round(run: NightfallRun, step: EndDraftRound) -> None:
    """All have picked: the packets go to the left, or the archives are turned up (NF-DRAFT-3, NF-DRAFT-4)."""
    number = draft_of(run.state).round
    if number < len(_procedure(run.state).picks):
        run.emit(DraftPacksPassed(number))
        ask_all(run)
    else:
        _reveal(run)


def _reveal(run: NightfallRun) -> None:
    """All draft cards are turned up together and replaced by their archives (NF-DRAFT-7, NF-SETUP-5, NF-SETUP-7).

    The centre is filled to eight (NF-DRAFT-6, NF-VAR-5, EM-29). What is left in the packets becomes common in the
    two-player draft (NF-DRAFT-8) and returns to the box in all others (NF-DRAFT-5, NF-VAR-4).
    """
    state = run.state
    table, going = draft_of(state), _procedure(state)
    commons: list[str] = []
    if not going.commons_first:
        left = [card for seat in state.seats for card in state.players[seat].packet]
        commons = table.centre + (left if going.left_over == "centre" else [])
        commons += table.rest[: max(0, COMMONS - len(commons))]
    lay_out(run, commons, {seat: tuple(state.players[seat].picks) for seat in state.seats})


def lay_out(run: NightfallRun, commons: Sequence[str], private: Mapping[str, tuple[str, ...]]) -> None:
    """Secret archives stay face down (NF-VAR-1, EM-28); under common ground nobody has any (NF-VAR-4)."""
    state = run.state
    secret = SECRET in state.options["variants"]
    owned = {seat: cards for seat, cards in private.items() if cards}
    opened = _opened_picks(state, ("centre",) if secret else ("centre", "private"))
    run.emit(
        ArchivesRevealed(
            commons=tuple(commons),
            private_archives={} if secret else owned,
            secret=owned if secret else {},
            size=state.catalogue.archive,
            ends_draft=True,
            opened=opened,
        )
    )
    run.push(DealHands())


def _opened_picks(state: NightfallState, places: tuple[str, ...]) -> tuple[str, ...]:
    """The sealed picks that lie open now; what was put out of the game stays unseen (NF-INFO-5)."""
    going = procedure(state.options)
    if going is None:
        return ()
    rounds = [number for number, place in enumerate(going.picks, 1) if place in places]
    return tuple(sealed_pick(seat, number) for seat in state.seats for number in rounds)


def picks(state: NightfallState, seat: str) -> list[Action]:
    """The cards of the packet."""
    return [Draft(card) for card in state.players[seat].packet]


def first_pick(state: NightfallState, seat: str) -> Action:
    """The first card of the packet (NF-AUTO-7)."""
    return Draft(state.players[seat].packet[0])


def _procedure(state: NightfallState) -> Procedure:
    """How the draft under way goes."""
    going = procedure(state.options)
    assert going is not None
    return going
