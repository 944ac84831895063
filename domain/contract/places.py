"""Places that people type: of every seat that is ranked, from 1, those who are level sharing one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from domain.contract.parts import Refused
from domain.contract.reason import Listed


def check_places(places: Mapping[str, int], ranked: Collection[str], dropped_out: int = 0) -> None:
    """`Refused("malformed")` unless just those who are ranked have places, from 1 on, of which a tie alone leaves some
    out, and so do as many as `dropped_out`."""
    if missing := [one for one in ranked if one not in places]:
        raise Refused("malformed", "no place is given for {missing}", missing=listed(missing))
    if more := [one for one in places if one not in ranked]:
        raise Refused("malformed", "a place is given for {more}, of whom there is none", more=listed(more))
    for one, place in places.items():
        ahead = sum(other < place for other in places.values())
        if place < 1:
            raise Refused("malformed", "places count from 1, and {one} has {place}", one=one, place=place)
        if place > 1 + ahead + dropped_out:
            raise Refused(
                "malformed",
                "{one} has place {place}, with {ahead} ahead: a tie alone leaves places out",
                one=one,
                place=place,
                ahead=ahead,
            )


def listed(names: Iterable[str]) -> Listed:
    """Names in a sentence, in the order given: `e1, e2 and e3`."""
    return Listed(names)
