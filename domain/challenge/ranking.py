"""Who comes before whom in a challenge (CH-RNK)."""

from __future__ import annotations

from domain.challenge.state import Challenge, Place, Try


def places(challenge: Challenge) -> tuple[Place, ...]:
    """The places of the tries, the best first; a game that was not played to its end has none (CH-RNK-1 to -4)."""
    played = sorted(
        (own for own in challenge.tries.values() if own.won is not None),
        key=lambda own: standing(challenge, own),
        reverse=True,
    )
    standings = [standing(challenge, own) for own in played]
    return tuple(Place(1 + standings.index(own), one.number) for own, one in zip(standings, played))


def standing(challenge: Challenge, own: Try) -> tuple[bool, tuple[int, ...]]:
    """What a try is compared by: won or lost (CH-RNK-1), then the tie-breaks in their order (CH-RNK-2)."""
    return bool(own.won), tuple(own.values.get(name, 0) for name in challenge.tie_breaks)
