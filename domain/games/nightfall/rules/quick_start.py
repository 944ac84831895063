"""Quick start, which has no draft: pairs of private archives that are named or drawn (chapter 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from domain.games.nightfall.events import DraftShuffled
from domain.games.nightfall.rules.draft import COMMONS, lay_out
from domain.games.nightfall.state import NightfallRun, draft_of


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


def begin_quick_start(run: NightfallRun) -> None:
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
    lay_out(run, draft_of(state).rest[:COMMONS], private)
