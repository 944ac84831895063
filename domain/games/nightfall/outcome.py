"""Who has won: the count, the ties (chapter 11), and the series of an Apocalypse (NF-VAR-6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from domain.contract.facets.explained import Reason
from domain.contract.game import Outcome
from domain.games.nightfall.changes import SAYS_MORE
from domain.games.nightfall.rules.piles import wounds_of
from domain.games.nightfall.state import NightfallState

SERIES_LIMIT = 100
"""The sum that ends a series which names no other (NF-VAR-6)."""


def ranking(state: NightfallState) -> tuple[str, ...]:
    """All seats, best first (NF-END-7, NF-TIE-4)."""
    return tuple(sorted(state.seats, key=lambda seat: _rank(state, seat)))


def _rank(state: NightfallState, seat: str) -> tuple[int, list[int], int]:
    """Fewest wounds; then the lowest of the highest numbers of a type, of the second highest, and so on.

    (NF-TIE-1, NF-TIE-2) Then the nearest on the first player's right, that one itself being the farthest
    (NF-TIE-3, NF-RUL-14).
    """
    wounds = state.players[seat].wounds
    to_the_right = (state.seats.index(str(state.start_player)) - state.seats.index(seat)) % len(state.seats)
    return sum(wounds.values()), sorted(wounds.values(), reverse=True), to_the_right or len(state.seats)


COUNT, *TIES = DECIDING = ("NF-END-7", "NF-TIE-1", "NF-TIE-2", "NF-TIE-3")
"""What can decide between two seats: the number of wounds, the highest of a type, the second highest, the place."""


def rule_between(state: NightfallState, better: str, worse: str) -> str:
    """The rule that puts one seat before its neighbour in the ranking."""
    ranks = zip(DECIDING, _criteria(state, better), _criteria(state, worse))
    return next((rule for rule, one, other in ranks if one != other), DECIDING[-1])


def _criteria(state: NightfallState, seat: str) -> list[int]:
    total, kinds, _ = _rank(state, seat)
    return [total, *kinds[:2]]


def why(ended: Mapping[str, Any]) -> tuple[str, ...]:
    """How the seats were set apart, from the data of `GameEnded` alone; before rules number 2 it told the sums only."""
    wounds, kinds = ended["wounds"], ended.get("kinds", {})
    first, *_ = ended["ranking"]
    counted = [f"{first} has won with {_counted(wounds[first], kinds.get(first))}"]
    return (*counted, *(_set_apart(*neighbours, wounds, kinds) for neighbours in _neighbours(ended)))


def _neighbours(ended: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The rule that decided, and the better and the worse of two neighbours in the ranking."""
    rules = ended.get("decided") or [COUNT] * (len(ended["wounds"]) - 1)
    return ((rule, better, worse) for rule, (better, worse) in zip(rules, pairwise(ended["ranking"])))


def _set_apart(
    rule: str, better: str, worse: str, wounds: Mapping[str, int], kinds: Mapping[str, Mapping[str, int]]
) -> str:
    said = f"{worse} comes after {better} with {_counted(wounds[worse], kinds.get(worse))}"
    if wounds[better] != wounds[worse]:
        return f"{said}: more wounds ({COUNT})"
    if rule == COUNT:
        return f"{said}: as many wounds, so their types or the seats decided"
    one, other = (sorted(kinds[seat].values(), reverse=True) for seat in (better, worse))
    if rule == TIES[0]:
        return f"{said}: as many wounds, but {other[0]} of one type against {one[0]} ({rule})"
    if rule == TIES[1]:
        return f"{said}: as many wounds, but {other[1]} of the second type against {one[1]} ({rule})"
    return f"{said}: as many wounds of equal numbers, but seated farther from the first player's right ({rule})"


def _counted(total: int, kinds: Mapping[str, int] | None) -> str:
    held = ", ".join(f"{kind} {count}" for kind, count in (kinds or {}).items() if count)
    return f"{total} wound{'s' * (total != 1)}" + (f" ({held})" if held else "")


def deciding(ended: Mapping[str, Any]) -> Iterator[Reason]:
    """The same as reasons: who has won, and for each neighbour in the ranking what set it apart."""
    wounds, kinds, ranking = ended["wounds"], ended.get("kinds", {}), ended["ranking"]
    yield "won", {"seat": ranking[0], "wounds": wounds[ranking[0]]}
    for rule, better, worse in _neighbours(ended):
        pair = {"better": better, "worse": worse}
        if wounds[better] != wounds[worse]:
            yield COUNT, {**pair, "one": wounds[better], "other": wounds[worse]}
        elif rule in TIES[:2]:
            at = TIES.index(rule)
            one, other = (sorted(kinds[seat].values(), reverse=True)[at] for seat in (better, worse))
            yield rule, {**pair, "one": one, "other": other}
        else:
            yield rule if rule in TIES else "level", {**pair, "wounds": wounds[worse]}


def outcome(state: NightfallState) -> Outcome | None:
    """The result, or None while the game goes on."""
    if state.phase != "over":
        return None
    places = {seat: place for place, seat in enumerate(state.ranking, 1)}
    detail: dict[str, Any] = {"ranking": list(state.ranking)}
    if "apocalypse" in state.options:
        detail["series"] = _series(state)
    return Outcome(places, detail)


def _series(state: NightfallState) -> dict[str, Any]:
    """The sums after this game; at the limit the series is over and the lowest sum wins (NF-VAR-6).

    Equal sums are ordered by the places in the last game (NF-VAR-7, NF-RUL-17).
    """
    before = state.options["apocalypse"]["before"]
    totals = {seat: before[seat] + wounds for seat, wounds in tally(state).items()}
    over = max(totals.values()) >= state.options["apocalypse"].get("limit", SERIES_LIMIT)
    order = sorted(state.ranking, key=lambda seat: totals[seat])
    return {"totals": totals, "over": over, "ranking": order if over else None}


def series_so_far(sums: Mapping[str, int], limit: int, rules: int) -> dict[str, Any]:
    """The option `apocalypse` of the next game of a series. Up to rules number 1 games were not told the limit."""
    before = {"before": dict(sums)}
    return {**before, "limit": limit} if rules >= SAYS_MORE else before


def tally(state: NightfallState) -> dict[str, int]:
    """Each seat's wounds, which a series adds up (NF-VAR-6)."""
    return {seat: wounds_of(player) for seat, player in state.players.items()}
