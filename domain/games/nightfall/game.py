"""Nightfall as a game of the house, in the order of the contract: which module does what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from types import MappingProxyType

from domain.contract.chance import Stream
from domain.contract.datafiles import DataGame
from domain.contract.describe import describe_with
from domain.contract.facets.bot_hints import BotHints
from domain.contract.facets.charted import Charted, Values
from domain.contract.facets.delayed_answers import DelayedAnswers
from domain.contract.facets.drawing import Drawing
from domain.contract.facets.exercised import Exercised
from domain.contract.facets.explained import Explained, Reason
from domain.contract.facets.knowledge import Knowledge
from domain.contract.facets.orders import Orders, Planned
from domain.contract.facets.rule_cases import RuleCases
from domain.contract.facets.searched import Assets, Made, Rated
from domain.contract.facets.series import Series
from domain.contract.facets.stalling import Stalling
from domain.contract.facets.taught import Taught
from domain.contract.facets.told import Told
from domain.contract.facets.tunable import Tunable
from domain.contract.game import Action, Decision, Description, Event, Json, Legal, Outcome, retold
from domain.contract.manual import ManualEntry
from domain.contract.sentences import Message
from domain.games.nightfall import (
    bot,
    cases,
    charts,
    data_check,
    drawing,
    exercised,
    forms,
    knowledge,
    manual,
    options,
    orders,
    outcome,
    resample,
    setup,
    stakes,
    view,
)
from domain.games.nightfall.actions import ACTIONS, with_strings_alone
from domain.games.nightfall.agenda import AGENDA
from domain.games.nightfall.bot import choices, value
from domain.games.nightfall.bot.weights import WEIGHTS, Weights
from domain.games.nightfall.changes import CHANGES
from domain.games.nightfall.components import Catalogue
from domain.games.nightfall.data.card_sets import Library
from domain.games.nightfall.events import EVENTS, GameCreated
from domain.games.nightfall.rules import ending
from domain.games.nightfall.sentences import SENTENCES
from domain.games.nightfall.state import NightfallRun, NightfallState
from domain.games.nightfall.steps import STEPS
from domain.games.nightfall.verbs import VERBS
from domain.games.nightfall.view.shown import Table


class Nightfall(
    DataGame[NightfallState, Catalogue],
    Explained[NightfallState],
    Stalling[NightfallState],
    Series[NightfallState],
    Knowledge[NightfallState],
    Orders[NightfallState],
    DelayedAnswers[NightfallState],
    BotHints[NightfallState],
    Tunable[NightfallState],
    Told[NightfallState],
    Charted[NightfallState],
    Drawing[NightfallState],
    Taught[NightfallState],
    RuleCases[NightfallState],
    Exercised[NightfallState],
):
    """The game that the catalogue lists."""

    id = "nightfall"
    seat_range = (2, 5)
    changes = CHANGES
    rules = CHANGES[-1].number
    action_types = ACTIONS
    event_types = EVENTS
    table_type = Table
    step_types = STEPS
    verbs = VERBS
    sentences = SENTENCES
    chart_titles = charts.CHARTS
    chart_peaks = charts.PEAKS
    phases = manual.PHASES
    weights = value.WEIGHTS
    steps = AGENDA
    marks = MappingProxyType({"TurnBegan": "turn", "PhaseBegan": "phase"})
    data_name = "cards.toml"
    editions: Library

    def __init__(self, library: Library | None = None, begun_with: str | None = None) -> None:
        super().__init__(library or Library(), begun_with)
        self._ratings = WEIGHTS

    @property
    def library(self) -> Library:
        """The card sets that it can be played with."""
        return self.editions

    def describe(self) -> Description:
        schema = options.options_schema(self.library)
        return describe_with(self, options=schema, labels=self.data.labels(), data=self.data_for({}))

    def check_options(
        self, options_given: Mapping[str, Json], seats: Sequence[str], rules: int | None = None
    ) -> dict[str, Json]:
        return options.check_options(options_given, seats, self.library, self.begun)

    def begin(self, run: NightfallRun, chosen: Mapping[str, Json], seats: Sequence[str], rules: int) -> None:
        setup.begin(run, chosen, seats, rules)

    def create(self, event: Event) -> NightfallState:
        assert isinstance(event, GameCreated)
        data = self.library.by_hash(event.options["cards"])
        if event.position is not None:
            return cases.create_position(event, event.position, data)
        return setup.create(event, data)

    def parse(self, raw: Mapping[str, Json]) -> Action:
        return super().parse(with_strings_alone(raw))

    def is_over(self, state: NightfallState) -> bool:
        return state.phase == "over"

    def outcome(self, state: NightfallState) -> Outcome | None:
        return outcome.outcome(state)

    def view(self, state: NightfallState, audience: str) -> dict[str, Json]:
        return {**view.view(state, audience)}

    def asked_about(self, view: Mapping[str, Json]) -> Mapping[str, Json]:
        return {"last": view["chain"][-1]["card"]} if view["chain"] else {"chain": "empty"}

    def at_stake(self, view: Mapping[str, Json], seat: str, asked: Decision) -> Sequence[Message]:
        return stakes.at_stake(self.drawing(view), view, seat, asked)

    def resample(self, state: NightfallState, seat: str, rng: Stream) -> NightfallState:
        return resample.resample(state, seat, rng)

    def data_for(self, chosen: Mapping[str, Json]) -> Mapping[str, str]:
        return {self.data_name: chosen["cards"]} if "cards" in chosen else super().data_for(chosen)

    def check_data(self, raw: bytes | None = None) -> Sequence[str]:
        return data_check.check_data(self.editions.built_in() if raw is None else raw, self.editions.newest)

    def deciding(self, ended: Mapping[str, Json]) -> Sequence[Reason]:
        return tuple(outcome.deciding(ended))

    def explain(self, ended: Mapping[str, Json]) -> tuple[str, ...]:
        return outcome.why(ended)

    def stalled(self, state: NightfallState) -> bool:
        return ending.stalled(state)

    def tally(self, state: NightfallState) -> dict[str, int]:
        return outcome.tally(state)

    def in_series(
        self, options: Mapping[str, Json], sums: Mapping[str, int], limit: int, rules: int
    ) -> dict[str, Json]:
        return {**options, "apocalypse": outcome.series_so_far(sums, limit, rules)}

    def seen(self, state: NightfallState, audience: str) -> dict[str, Json]:
        return knowledge.seen(state, audience)

    def order_kinds(self) -> dict[str, Json]:
        return orders.order_kinds()

    def suggested_orders(self) -> tuple[dict[str, Json], ...]:
        return orders.suggested_orders()

    def read_order(self, view: Mapping[str, Json], seat: str, raw: Mapping[str, Json]) -> dict[str, Json]:
        return orders.read_order(view, seat, raw)

    def apply_order(
        self, view: Mapping[str, Json], seat: str, decision: Decision, legal: Legal, order: Mapping[str, Json]
    ) -> Action | None:
        return orders.apply_order(view, seat, decision, legal, order)

    def planned(self, view: Mapping[str, Json], seat: str, decision: Decision, action: Action) -> Planned | None:
        return orders.planned(view, seat, decision, action)

    def delays(self, state: NightfallState, seat: str) -> bool:
        return state.open[seat].kind == "treat" or (state.open[seat].kind == "link" and seat != state.active)

    def candidates(self, view: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[Action]:
        return bot.candidates(view, seat, legal, self.library.by_hash(view["cards"]), self._ratings)

    def rate(self, view: Mapping[str, Json], seat: str, action: Action) -> float:
        return bot.rate(view, seat, action, self.library.by_hash(view["cards"]), self._ratings)

    @property
    def rating_weights(self) -> Mapping[str, float]:
        return self._ratings._asdict()

    def rated_by(self, weights: Mapping[str, float]) -> Nightfall:
        other = copy(self)
        other._ratings = Weights(**weights)
        return other

    def next_choices(self, state: NightfallState, seat: str, made: Made) -> Sequence[Rated]:
        return choices.next_choices(state, seat, made, self._ratings)

    def complete(self, state: NightfallState, seat: str, made: Made) -> Action | None:
        return choices.complete(state, seat, made)

    def assets(self, state: NightfallState, seat: str) -> Assets:
        return value.assets(state, seat)

    def moment(self, state: NightfallState) -> int:
        return value.moment(state)

    def horizon(self, state: NightfallState) -> int:
        return value.horizon(state)

    def charted(self, view: Mapping[str, Json]) -> Values:
        return charts.charted(view)

    def drawing(self, view: Mapping[str, Json]) -> drawing.NightfallDrawing:
        return drawing.drawing(view, self.library.by_hash(view["cards"]))

    def phase(self, view: Mapping[str, Json]) -> str:
        return manual.phase(view)

    def entries(self) -> Sequence[ManualEntry]:
        return list(manual.entries(self.data))

    def position(
        self, run: NightfallRun, chosen: Mapping[str, Json], seats: Sequence[str], table: Mapping[str, Json]
    ) -> None:
        cases.set_position(run, chosen, seats, table, self.rules)

    def read(self, verb: str, arguments: Json) -> Json:
        return cases.read(verb, arguments)

    def show(self, action: Action) -> Json:
        return cases.show(action)

    def show_position(self, state: NightfallState) -> dict[str, Json] | None:
        return cases.show_position(state)

    def case_names(self, state: NightfallState, seat: str | None = None, verb: str | None = None) -> Mapping[str, str]:
        return cases.case_names(state, seat, verb)

    def forms(self) -> Iterable[tuple[int, Mapping[str, Json]]]:
        return forms.forms()

    def features(self) -> Iterable[str]:
        return exercised.features(self.data)

    def exercised(self, events: Iterable[Event]) -> set[str]:
        return exercised.exercised(retold(self, events))
