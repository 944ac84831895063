"""Nightfall as a game of the house: which module does what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from domain.chance import Stream
from domain.describe import describe_with
from domain.game import Action, Description, Event, Game, Json, Legal, Outcome, Step
from domain.nightfall import actions as act
from domain.nightfall import (
    cases,
    chain,
    choosing,
    claim,
    cleanup,
    combat,
    draft,
    ending,
    greedy,
    options,
    outcome,
    resample,
    resolving,
    setup,
    turn,
    view,
)
from domain.nightfall import steps as to_do
from domain.nightfall.answers import ANSWERS
from domain.nightfall.changes import CHANGES
from domain.nightfall.data import catalogue, data_file
from domain.nightfall.events import EVENTS, GameCreated
from domain.nightfall.state import NightfallRun, NightfallState


def _pass(run: NightfallRun, seat: str, action: act.Pass) -> None:
    """Only in the chain does a pass change anything by itself."""
    if run.state.open[seat].kind == "link":
        chain.end_moment(run, seat)


ACTS: Mapping[type[Action], Callable[[NightfallRun, str, Any], None]] = MappingProxyType(
    {
        act.Draft: draft.pick,
        act.Attack: combat.declare_attack,
        act.Block: combat.declare_block,
        act.LinkCard: chain.link_card,
        act.Pass: _pass,
        act.Choose: choosing.choose,
        act.Discard: claim.discard_card,
        act.Claim: claim.claim_card,
        act.Treat: cleanup.treat,
    }
)

STEPS: Mapping[type[Step], Callable[[NightfallRun, Any], None]] = MappingProxyType(
    {
        to_do.EndDraftRound: draft.end_round,
        to_do.DealHands: setup.deal_hands,
        to_do.BeginTurn: turn.begin_turn,
        to_do.BeginCombat: combat.begin_combat,
        to_do.Strike: combat.strike,
        to_do.EndCombat: combat.end_combat,
        to_do.BeginChain: chain.begin_chain,
        to_do.Moment: chain.moment,
        to_do.Answers: chain.answers,
        to_do.CloseChain: chain.close_chain,
        to_do.ResolveLink: resolving.resolve_link,
        to_do.CarryOut: choosing.carry_out,
        to_do.EndKick: resolving.end_kick,
        to_do.Deal: resolving.deal,
        to_do.FinishLink: resolving.finish_link,
        to_do.BeginClaim: claim.begin_claim,
        to_do.BeginCleanup: cleanup.begin_cleanup,
        to_do.OfferTreatment: cleanup.offer_treatment,
        to_do.DrawUp: cleanup.draw_up,
        to_do.EndTurn: turn.end_turn,
    }
)


class Nightfall(Game[NightfallState]):
    """The game that the catalogue lists."""

    id = "nightfall"
    seat_range = (2, 5)
    rules = CHANGES[-1].number
    action_types = act.ACTIONS
    event_types = EVENTS
    step_types = to_do.STEPS
    marks = MappingProxyType({"TurnBegan": "turn", "PhaseBegan": "phase"})

    def check_options(self, options_given: Mapping[str, Json], seats: Sequence[str]) -> dict[str, Json]:
        return options.check_options(options_given, seats)

    def begin(self, run: NightfallRun, chosen: Mapping[str, Json], seats: Sequence[str], rules: int) -> None:
        setup.begin(run, chosen, seats, rules)

    def create(self, event: Event) -> NightfallState:
        assert isinstance(event, GameCreated)
        if event.position is not None:
            return cases.create_position(event, event.position)
        return setup.create(event)

    def act(self, run: NightfallRun, seat: str, action: Action) -> None:
        ACTS[type(action)](run, seat, action)

    def perform(self, run: NightfallRun, step: Any) -> None:
        STEPS[type(step)](run, step)

    def is_over(self, state: NightfallState) -> bool:
        return state.phase == "over"

    def stalled(self, state: NightfallState) -> bool:
        return ending.stalled(state)

    def legal(self, state: NightfallState, seat: str, limit: int = 200) -> Legal:
        decision = state.open.get(seat)
        return Legal(()) if decision is None else ANSWERS[decision.kind].legal(state, seat, limit)

    def sample(self, state: NightfallState, seat: str, rng: Stream) -> Action:
        return ANSWERS[state.open[seat].kind].sample(state, seat, rng)

    def default(self, state: NightfallState, seat: str) -> Action:
        return ANSWERS[state.open[seat].kind].default(state, seat)

    def view(self, state: NightfallState, audience: str) -> dict[str, Json]:
        return view.view(state, audience)

    def resample(self, state: NightfallState, seat: str, rng: Stream) -> NightfallState:
        return resample.resample(state, seat, rng)

    def outcome(self, state: NightfallState) -> Outcome | None:
        return outcome.outcome(state)

    def describe(self) -> Description:
        data = catalogue()
        return describe_with(
            self, options=options.options_schema(), labels=data.labels(), data={"cards.toml": data.sha256}
        )

    def data_file(self, sha256: str) -> str | None:
        return data_file(sha256)

    def position(
        self, run: NightfallRun, chosen: Mapping[str, Json], seats: Sequence[str], table: Mapping[str, Json]
    ) -> None:
        cases.set_position(run, chosen, seats, table, self.rules)

    def read(self, verb: str, arguments: Json) -> Json:
        return cases.read(verb, arguments)

    def show(self, action: Action) -> Json:
        return cases.show(action)

    def candidates(self, table: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[Action]:
        return greedy.candidates(table, seat, legal)

    def rate(self, table: Mapping[str, Json], seat: str, action: Action) -> int:
        return greedy.rate(table, seat, action)
