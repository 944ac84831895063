"""What is done with each step of the agenda, in the order in which a game comes to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from domain.contract.game import Step
from domain.games.nightfall import setup, steps
from domain.games.nightfall.rules import chain, choosing, claim, cleanup, combat, draft, resolving, turn
from domain.games.nightfall.state import NightfallRun

AGENDA: Mapping[type[Step], Callable[[NightfallRun, Any], None]] = MappingProxyType(
    {
        steps.EndDraftRound: draft.end_round,
        steps.DealHands: setup.deal_hands,
        steps.BeginTurn: turn.begin_turn,
        steps.BeginCombat: combat.begin_combat,
        steps.Strike: combat.strike,
        steps.EndCombat: combat.end_combat,
        steps.BeginChain: chain.begin_chain,
        steps.Moment: chain.moment,
        steps.Answers: chain.answers,
        steps.CloseChain: chain.close_chain,
        steps.ResolveLink: resolving.resolve_link,
        steps.CarryOut: choosing.carry_out,
        steps.EndKick: resolving.end_kick,
        steps.Deal: resolving.deal,
        steps.FinishLink: resolving.finish_link,
        steps.BeginClaim: claim.begin_claim,
        steps.BeginCleanup: cleanup.begin_cleanup,
        steps.OfferTreatment: cleanup.offer_treatment,
        steps.DrawUp: cleanup.draw_up,
        steps.EndTurn: turn.end_turn,
    }
)
