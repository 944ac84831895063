"""The draft, in all its forms, and quick start, which has none (chapter 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from domain.contract.game import Action, Decision
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
from domain.games.nightfall.rules.naming import check_card, illegal
from domain.games.nightfall.state import DraftTable, NightfallRun, NightfallState
from domain.games.nightfall.steps import DealHands, EndDraftRound

DRAFT = Decision("draft", ("draft",))
COMMONS = 8


def begin_draft(run: NightfallRun) -> None:
    """Shuffle the draft cards and deal the packets, from the top, in seat order (NF-DRAFT-1)."""
    state = run.state
    rules = procedure(state.options)
    if rules is None:
        _quick_start(run)
        return
    pool = state.catalogue.draft_cards(state.edition.id, tuple(state.options["promos"]))
    run.emit(DraftShuffled(tuple(run.shuffle("draft", pool))))
    if rules.commons_first:
        commons = tuple(_draft(state).rest[:COMMONS])
        run.emit(ArchivesRevealed(commons, {}, {}, state.catalogue.archive, ends_draft=False))
    for seat in state.seats:
        run.emit(DraftPackDealt(seat, tuple(_draft(state).rest[: rules.packet])))
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
        raise illegal("this card is not in the packet")
    number = _draft(run.state).round
    run.emit(DraftCardPicked(seat, action.card, _rules(run.state).picks[number - 1], number))


def end_round(run: NightfallRun, step: EndDraftRound) -> None:
    """All have picked: the packets go to the left, or the archives are turned up (NF-DRAFT-3, NF-DRAFT-4)."""
    number = _draft(run.state).round
    if number < len(_rules(run.state).picks):
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
    table, rules = _draft(state), _rules(state)
    commons: list[str] = []
    if not rules.commons_first:
        left = [card for seat in state.seats for card in state.players[seat].packet]
        commons = table.centre + (left if rules.left_over == "centre" else [])
        commons += table.rest[: max(0, COMMONS - len(commons))]
    _lay_out(run, commons, {seat: tuple(state.players[seat].picks) for seat in state.seats})


def _lay_out(run: NightfallRun, commons: Sequence[str], private: Mapping[str, tuple[str, ...]]) -> None:
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
    rules = procedure(state.options)
    if rules is None:
        return ()
    rounds = [number for number, place in enumerate(rules.picks, 1) if place in places]
    return tuple(sealed_pick(seat, number) for seat in state.seats for number in rounds)


def picks(state: NightfallState, seat: str) -> list[Action]:
    """The cards of the packet."""
    return [Draft(card) for card in state.players[seat].packet]


def first_pick(state: NightfallState, seat: str) -> Action:
    """The first card of the packet (NF-AUTO-7)."""
    return Draft(state.players[seat].packet[0])


# ---- quick start


class Deals(Sequence[dict[str, str]]):
    """Every way to give each seat a pair, a pair being named by one of its cards, the first where it is drawn."""

    def __init__(self, seats: Sequence[str], pairs: Sequence[tuple[str, str]]) -> None:
        self._pairs = pairs
        self._deals = [dict(zip(seats, firsts)) for firsts in permutations((pair[0] for pair in pairs), len(seats))]

    def __len__(self) -> int:
        return len(self._deals)

    def __iter__(self) -> Iterator[dict[str, str]]:
        return iter(self._deals)

    def __getitem__(self, at: Any) -> Any:
        return self._deals[at]

    def __contains__(self, deal: object) -> bool:
        firsts = {card: pair[0] for pair in self._pairs for card in pair}
        return isinstance(deal, Mapping) and {seat: firsts.get(card) for seat, card in deal.items()} in self._deals


def pair_of(card: str, pairs: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The quick-start pair that a card belongs to."""
    return next(pair for pair in pairs if card in pair)


def _quick_start(run: NightfallRun) -> None:
    """Each seat gets a pair of the edition's list, named or drawn (NF-DRAFT-9, NF-OPT-5, EM-4).

    The eight top cards of the other draft cards become common (NF-DRAFT-10, NF-RUL-2).
    """
    state = run.state
    pairs = state.catalogue.pairs[state.edition.id]
    named = state.options.get("sets") or run.pick("sets", Deals(state.seats, pairs))
    private = {seat: pair_of(named[seat], pairs) for seat in state.seats}
    used = {card for pair in private.values() for card in pair}
    pool = state.catalogue.draft_cards(state.edition.id, tuple(state.options["promos"]))
    run.emit(DraftShuffled(tuple(run.shuffle("draft", [card for card in pool if card not in used]))))
    _lay_out(run, _draft(state).rest[:COMMONS], private)


def _draft(state: NightfallState) -> DraftTable:
    assert state.draft is not None
    return state.draft


def _rules(state: NightfallState) -> Procedure:
    rules = procedure(state.options)
    assert rules is not None
    return rules
