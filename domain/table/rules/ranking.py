"""How seats that resigned are placed: below all that stayed, who held out longer above who went before, and who went
together side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.contract.game import Outcome


def with_resigned(outcome: Outcome | None, ranked: Sequence[str], resigned: Mapping[str, int]) -> Outcome | None:
    """The outcome of a closed game with its resigned seats placed.

    `outcome` is the game's own, None when resignations ended it before the game did: then the ranked seat that stayed
    has won. `resigned` maps those that went, in their order, to the command that they went with. A game in which nobody
    is ranked keeps its outcome.
    """
    gone = {seat: command for seat, command in resigned.items() if seat in ranked}
    if not gone:
        return outcome
    if outcome is None:
        places = _placed(dict.fromkeys(ranked, 1), gone)
        return Outcome(places, {"resigned": list(gone), "ranking": ranked_by_places(places)})
    if outcome.places is None:
        return outcome
    places = _placed(outcome.places, gone)
    detail = {**outcome.detail, "resigned": list(gone), "ranking": ranked_by_places(places)}
    if series := outcome.detail.get("series"):
        detail["series"] = _in_series(series, places)
    return msgspec.structs.replace(outcome, places=places, detail=detail)


def _in_series(series: Mapping[str, Any], places: Mapping[str, int]) -> Mapping[str, Any]:
    """Equal sums of a series that is over are ordered by these places (NF-VAR-7)."""
    if series["ranking"] is None:
        return series
    totals = [series["totals"][seat] for seat in series["ranking"]]
    ranking = sorted(places, key=lambda seat: (totals.index(series["totals"][seat]), places[seat]))
    return {**series, "ranking": ranking}


def ranked_by_places(places: Mapping[str, int]) -> list[str]:
    """The seats, the best first."""
    return sorted(places, key=lambda seat: places[seat])


def _placed(places: Mapping[str, int], gone: Mapping[str, int]) -> dict[str, int]:
    """Places from 1, equal ones shared, the resigned seats last."""
    order = {seat: (1, -gone[seat]) if seat in gone else (0, place) for seat, place in places.items()}
    return {seat: 1 + sum(other < own for other in order.values()) for seat, own in order.items()}
