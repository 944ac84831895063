"""What an analysis shows of a game as a whole: its blunders, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.mirror.analysis import Finding
from domain.mirror.judging import TOGETHER

BLUNDER = 0.15
"""An answer is a blunder if another one would surely have made it so much more likely to win."""

LEAD = 0.2
"""Another seat is the likeliest winner, and the game has turned, when it leads by so much."""

LOST = "lost"
"""Stands for the other side of a game that all play together."""


def is_blunder(found: Finding) -> bool:
    """Whether the answer was a blunder."""
    return found.judged.is_sure and found.judged.loss >= BLUNDER


def blunders(findings: Sequence[Finding]) -> list[Finding]:
    """The blunders, in the order of the game."""
    return [found for found in findings if is_blunder(found)]


def turning_points(findings: Sequence[Finding]) -> list[Finding]:
    """The decisions after which another seat, or side, was clearly the likeliest to win than before."""
    return list(_turns(sorted(findings, key=lambda found: found.at)))


def _turns(findings: Sequence[Finding]) -> Iterator[Finding]:
    ahead: str | None = None
    for found in findings:
        leader = _leader(_sides(found.judged.chances))
        if leader is not None and leader != ahead:
            if ahead is not None:
                yield found
            ahead = leader


def _sides(chances: Mapping[str, float]) -> Mapping[str, float]:
    return {**chances, LOST: 1 - chances[TOGETHER]} if TOGETHER in chances else chances


def _leader(sides: Mapping[str, float]) -> str | None:
    """Who leads clearly; None where nobody does."""
    first, second = sorted(sides, key=lambda side: sides[side], reverse=True)[:2]
    return first if sides[first] - sides[second] >= LEAD else None
