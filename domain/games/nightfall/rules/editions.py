"""What the three rulebooks do differently: the one place that is read for it (the edition matrix, `EM-n`).

Which cards and quick-start pairs an edition has (EM-1, EM-4) stands with them in `cards.toml`. Every other row of
the matrix is the same in all editions; EM-22 is about printed examples that do not fit the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Edition(NamedTuple):
    """How an edition is played where the rulebooks differ.

    * `shows_face_up`: everybody may count the face-up wounds (EM-2, NF-INFO-7).
    * `treats_before_drawing`: the wound effect may be used before drawing to five (EM-6, NF-CLEAN-4).
    * `doubles_each_time`: each kick of Indigo Six doubles the influence of that moment; otherwise the first
      doubles what each point is worth for the rest of the turn (EM-8).
    * `least_cost`: below it no reduction brings a cost (EM-9, NF-CLAIM-11).
    * `flank_reaches_all`: the kick of Flank Attack takes from any archive (EM-10).
    """

    id: str
    shows_face_up: bool
    treats_before_drawing: bool
    doubles_each_time: bool
    least_cost: int
    flank_reaches_all: bool


EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {
        "fr": Edition(
            "fr",
            shows_face_up=True,
            treats_before_drawing=False,
            doubles_each_time=True,
            least_cost=0,
            flank_reaches_all=False,
        ),
        "de": Edition(
            "de",
            shows_face_up=False,
            treats_before_drawing=True,
            doubles_each_time=False,
            least_cost=1,
            flank_reaches_all=True,
        ),
        "pl": Edition(
            "pl",
            shows_face_up=True,
            treats_before_drawing=False,
            doubles_each_time=False,
            least_cost=0,
            flank_reaches_all=False,
        ),
    }
)
