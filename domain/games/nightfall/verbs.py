"""The verbs of the game: what carries each out, and how it can be answered with.

Legal answers give a hand away, so they are for the seat concerned only (NF-INFO-13).
"""

from __future__ import annotations

from domain.contract.verbs import Verb, Verbs, only
from domain.games.nightfall.actions import Attack, Block, Choose, Claim, Discard, Draft, LinkCard, Pass, Treat
from domain.games.nightfall.rules import chain, choosing, claim, cleanup, combat, draft
from domain.games.nightfall.state import NightfallRun, NightfallState


def _done(run: NightfallRun, seat: str, action: Pass) -> None:
    """Only in the chain does a pass change anything by itself."""


def _pass(state: NightfallState, seat: str) -> Pass:
    """(NF-AUTO-7)"""
    return Pass()


VERBS = Verbs(
    Verb(action=Draft, carry_out=draft.pick, listing=draft.picks, default=draft.first_pick),
    Verb(
        action=Attack,
        carry_out=combat.declare_attack,
        listing=combat.attacks,
        sample=combat.any_attack,
        slots=combat.attack_slots,
        default=combat.attack_to_the_left,
    ),
    Verb(
        action=Block,
        carry_out=combat.declare_block,
        listing=combat.blocks,
        sample=combat.any_block,
        slots=combat.block_slots,
        default=combat.no_block,
    ),
    Verb(action=LinkCard, carry_out=chain.link_card, listing=chain.links),
    Verb(
        action=Choose,
        carry_out=choosing.choose,
        listing=choosing.choices,
        sample=choosing.any_choice,
        slots=choosing.choice_slots,
        default=choosing.first_choice,
    ),
    Verb(action=Discard, carry_out=claim.discard_card, listing=claim.discards),
    Verb(action=Claim, carry_out=claim.claim_card, listing=claim.claims),
    Verb(action=Treat, carry_out=cleanup.treat, listing=cleanup.treatments),
    Verb(action=Pass, at=("link",), carry_out=chain.end_moment, listing=only(Pass()), default=_pass),
    Verb(action=Pass, at=("claim", "treat"), carry_out=_done, listing=only(Pass()), default=_pass),
)
