"""Nightfall as a game of the house: which module does what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from domain.contract.chance import Stream
from domain.contract.datafiles import DataGame
from domain.contract.describe import describe_with
from domain.contract.facets.bot_hints import BotHints
from domain.contract.facets.delayed_answers import DelayedAnswers
from domain.contract.facets.exercised import Exercised
from domain.contract.facets.explained import Explained
from domain.contract.facets.orders import Orders
from domain.contract.facets.rule_cases import RuleCases
from domain.contract.facets.series import Series
from domain.contract.facets.stalling import Stalling
from domain.contract.game import Action, Decision, Description, Event, Json, Legal, Outcome, Step, retold
from domain.games.nightfall import actions as act
from domain.games.nightfall import (
    bot as greedy,
)
from domain.games.nightfall import (
    cases,
    exercised,
    options,
    outcome,
    position,
    resample,
    setup,
    standing_orders,
    view,
)
from domain.games.nightfall import (
    data_check as cardset,
)
from domain.games.nightfall import steps as to_do
from domain.games.nightfall.answers import ANSWERS
from domain.games.nightfall.changes import CHANGES
from domain.games.nightfall.data import Catalogue
from domain.games.nightfall.events import EVENTS, GameCreated
from domain.games.nightfall.library import Library
from domain.games.nightfall.rules import chain, choosing, claim, cleanup, combat, draft, ending, resolving, turn
from domain.games.nightfall.state import NightfallRun, NightfallState


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


class Nightfall(
    DataGame[NightfallState, Catalogue],
    Explained[NightfallState],
    Stalling[NightfallState],
    Series[NightfallState],
    Orders[NightfallState],
    DelayedAnswers[NightfallState],
    BotHints[NightfallState],
    RuleCases[NightfallState],
    Exercised[NightfallState],
):
    """The game that the catalogue lists."""

    id = "nightfall"
    seat_range = (2, 5)
    changes = CHANGES
    rules = CHANGES[-1].number
    action_types = act.ACTIONS
    event_types = EVENTS
    step_types = to_do.STEPS
    marks = MappingProxyType({"TurnBegan": "turn", "PhaseBegan": "phase"})
    data_name = "cards.toml"
    editions: Library

    def __init__(self, library: Library | None = None, begun_with: str | None = None) -> None:
        super().__init__(library or Library(), begun_with)

    @property
    def library(self) -> Library:
        """The card sets that it can be played with."""
        return self.editions

    def check_options(self, options_given: Mapping[str, Json], seats: Sequence[str]) -> dict[str, Json]:
        return options.check_options(options_given, seats, self.library, self.begun)

    def begin(self, run: NightfallRun, chosen: Mapping[str, Json], seats: Sequence[str], rules: int) -> None:
        setup.begin(run, chosen, seats, rules)

    def create(self, event: Event) -> NightfallState:
        assert isinstance(event, GameCreated)
        data = self.library.by_hash(event.options["cards"])
        if event.position is not None:
            return position.create_position(event, event.position, data)
        return setup.create(event, data)

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

    def explain(self, ended: Mapping[str, Json]) -> tuple[str, ...]:
        return outcome.why(ended)

    def tally(self, state: NightfallState) -> dict[str, int]:
        return outcome.tally(state)

    def in_series(
        self, options: Mapping[str, Json], sums: Mapping[str, int], limit: int, rules: int
    ) -> dict[str, Json]:
        return {**options, "apocalypse": outcome.series_so_far(sums, limit, rules)}

    def describe(self) -> Description:
        schema = options.options_schema(self.library)
        return describe_with(self, options=schema, labels=self.data.labels(), data=self.data_for({}))

    def data_for(self, chosen: Mapping[str, Json]) -> Mapping[str, str]:
        return {self.data_name: chosen["cards"]} if "cards" in chosen else super().data_for(chosen)

    def check_data(self, raw: bytes | None = None) -> Sequence[str]:
        return cardset.problems(self.editions.built_in() if raw is None else raw, self.editions.newest)

    def forms(self) -> Iterable[tuple[int, Mapping[str, Json]]]:
        return exercised.forms()

    def features(self) -> Iterable[str]:
        return exercised.features(self.data)

    def exercised(self, events: Iterable[Event]) -> set[str]:
        return exercised.exercised(retold(self, events))

    def position(
        self, run: NightfallRun, chosen: Mapping[str, Json], seats: Sequence[str], table: Mapping[str, Json]
    ) -> None:
        position.set_position(run, chosen, seats, table, self.rules)

    def read(self, verb: str, arguments: Json) -> Json:
        return cases.read(verb, arguments)

    def show(self, action: Action) -> Json:
        return cases.show(action)

    def case_names(self, state: NightfallState, seat: str | None = None, verb: str | None = None) -> Mapping[str, str]:
        return cases.case_names(state, seat, verb)

    def order_kinds(self) -> dict[str, Json]:
        return standing_orders.order_kinds()

    def suggested_orders(self) -> tuple[dict[str, Json], ...]:
        return standing_orders.suggested_orders()

    def read_order(self, table: Mapping[str, Json], seat: str, raw: Mapping[str, Json]) -> dict[str, Json]:
        return standing_orders.read_order(table, seat, raw)

    def apply_order(
        self, table: Mapping[str, Json], seat: str, decision: Decision, legal: Legal, order: Mapping[str, Json]
    ) -> Action | None:
        return standing_orders.apply_order(table, seat, decision, legal, order)

    def releases(self, state: NightfallState, seat: str) -> bool:
        return state.open[seat].kind == "treat" or (state.open[seat].kind == "link" and seat != state.active)

    def candidates(self, table: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[Action]:
        return greedy.candidates(table, seat, legal, self.library.by_hash(table["cards"]))

    def rate(self, table: Mapping[str, Json], seat: str, action: Action) -> int:
        return greedy.rate(table, seat, action, self.library.by_hash(table["cards"]))
