"""The decisions of the game, and for each its legal answers, a random one, and the one of an absent seat.

Legal answers give a hand away, so they are for the seat concerned only (NF-INFO-13).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from domain.contract.chance import Stream
from domain.contract.game import Action, Legal
from domain.games.nightfall.actions import Pass
from domain.games.nightfall.rules import chain, choosing, claim, cleanup, combat, draft
from domain.games.nightfall.state import NightfallState


class Answers(NamedTuple):
    """How a kind of decision can be answered."""

    legal: Callable[[NightfallState, str, int], Legal]
    sample: Callable[[NightfallState, str, Stream], Action]
    default: Callable[[NightfallState, str], Action]


def _listed(
    actions: Callable[[NightfallState, str], list[Action]],
    default: Callable[[NightfallState, str], Action],
) -> Answers:
    """A decision whose legal answers are a short list."""

    def legal(state: NightfallState, seat: str, limit: int) -> Legal:
        listed = actions(state, seat)
        return Legal(tuple(listed)) if len(listed) <= limit else Legal(tuple(listed[:limit]), False)

    def sample(state: NightfallState, seat: str, rng: Stream) -> Action:
        return rng.choice(actions(state, seat))

    return Answers(legal, sample, default)


def _pass(state: NightfallState, seat: str) -> Action:
    """(NF-AUTO-7)"""
    return Pass()


ANSWERS: Mapping[str, Answers] = MappingProxyType(
    {
        "draft": _listed(draft.legal_picks, draft.default_pick),
        "attack": Answers(combat.legal_attacks, combat.sample_attack, combat.default_attack),
        "block": Answers(combat.legal_blocks, combat.sample_block, combat.default_block),
        "link": _listed(chain.legal_links, _pass),
        "choose": Answers(choosing.legal, choosing.sample, choosing.default),
        "claim": _listed(claim.legal_claims, _pass),
        "treat": _listed(cleanup.legal_treatments, _pass),
    }
)
