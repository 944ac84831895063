"""The Last Spell as a game of the house, in the order of the contract: which module does what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from types import MappingProxyType

from domain.contract.chance import Stream
from domain.contract.datafiles import DataGame, Editions
from domain.contract.describe import describe_with
from domain.contract.facets.bot_hints import BotHints
from domain.contract.facets.chained import Chained
from domain.contract.facets.charted import Charted, Values
from domain.contract.facets.compared import Compared
from domain.contract.facets.drawing import Drawing
from domain.contract.facets.exercised import Exercised
from domain.contract.facets.explained import Explained, Reason
from domain.contract.facets.rule_cases import RuleCases
from domain.contract.facets.searched import Assets, Made, Rated
from domain.contract.facets.seating import Seating
from domain.contract.facets.stalling import Stalling
from domain.contract.facets.taught import Taught
from domain.contract.facets.told import Told
from domain.contract.facets.tunable import Tunable
from domain.contract.game import Action, Decision, Description, Event, Json, Legal, Outcome, retold
from domain.contract.manual import ManualEntry
from domain.contract.sentences import Message
from domain.games.last_spell import (
    bot,
    cases,
    charts,
    data_check,
    drawing,
    exercised,
    forms,
    manual,
    options,
    outcome,
    resample,
    setup,
    stakes,
    view,
)
from domain.games.last_spell.actions import ACTIONS
from domain.games.last_spell.agenda import AGENDA
from domain.games.last_spell.bot import plans, value
from domain.games.last_spell.bot.weights import WEIGHTS, Weights, whole_points
from domain.games.last_spell.changes import CHANGES
from domain.games.last_spell.data import MOST_HEROES, Content, built_in, read_data
from domain.games.last_spell.events import EVENTS
from domain.games.last_spell.events.setup import GameCreated, PositionSet
from domain.games.last_spell.rules.night import ending, saving
from domain.games.last_spell.sentences import SENTENCES
from domain.games.last_spell.state import LastSpellRun, LastSpellState
from domain.games.last_spell.steps import STEPS
from domain.games.last_spell.verbs import VERBS
from domain.games.last_spell.view.shown import Table


class LastSpell(
    DataGame[LastSpellState, Content],
    Seating[LastSpellState],
    Explained[LastSpellState],
    Stalling[LastSpellState],
    Compared[LastSpellState],
    Chained[LastSpellState],
    BotHints[LastSpellState],
    Tunable[LastSpellState],
    Told[LastSpellState],
    Charted[LastSpellState],
    Drawing[LastSpellState],
    Taught[LastSpellState],
    RuleCases[LastSpellState],
    Exercised[LastSpellState],
):
    """The game that the catalogue lists: the night phase, co-operative.

    It has no facet for what a seat has seen: no card is ever in a hand, and what has been face up stays in the view.
    """

    id = "last-spell"
    seat_range = (1, MOST_HEROES)
    changes = CHANGES
    rules = CHANGES[-1].number
    action_types = ACTIONS
    event_types = EVENTS
    table_type = Table
    step_types = STEPS
    verbs = VERBS
    sentences = SENTENCES
    chart_titles = charts.CHARTS
    phases = manual.PHASES
    steps = AGENDA
    marks = MappingProxyType(
        {"SetupBegan": "phase", "MonsterPhaseBegan": "phase", "HeroPhaseBegan": "phase", "TurnBegan": "turn"}
    )
    compared_by = tuple(outcome.COMPARED)
    weights = value.WEIGHTS
    prior = value.PRIOR
    thinks_in_play = False
    playouts = 24
    widest = 1
    playouts_after = 16

    def __init__(self, editions: Editions[Content] | None = None, begun_with: str | None = None) -> None:
        super().__init__(editions or Editions(built_in, read_data), begun_with)
        self._ratings = WEIGHTS

    def describe(self) -> Description:
        schema = options.options_schema()
        return describe_with(self, options=schema, labels=self.data.labels(), data=self.data_for({}))

    def check_options(
        self, options_given: Mapping[str, Json], seats: Sequence[str], rules: int | None = None
    ) -> dict[str, Json]:
        return options.check_options(options_given, seats, self.data, self.rules if rules is None else rules)

    def begin(self, run: LastSpellRun, chosen: Mapping[str, Json], seats: Sequence[str], rules: int) -> None:
        setup.begin(run, chosen, seats, rules, self.data.sha256)

    def create(self, event: Event) -> LastSpellState:
        assert isinstance(event, GameCreated | PositionSet)
        data = self.editions.by_hash(event.data)
        return setup.create(event, data) if isinstance(event, GameCreated) else cases.create_position(event, data)

    def is_over(self, state: LastSpellState) -> bool:
        return state.phase == "over"

    def outcome(self, state: LastSpellState) -> Outcome | None:
        return outcome.outcome(state)

    def view(self, state: LastSpellState, audience: str) -> dict[str, Json]:
        return {**view.view(state, audience)}

    def resample(self, state: LastSpellState, seat: str, rng: Stream) -> LastSpellState:
        return resample.resample(state, rng)

    def check_data(self, raw: bytes | None = None) -> list[str]:
        return data_check.check_data(self.editions.built_in() if raw is None else raw)

    def ranked(self, state: LastSpellState) -> tuple[str, ...]:
        return ()

    def deciding(self, ended: Mapping[str, Json]) -> Sequence[Reason]:
        return tuple(outcome.deciding(ended))

    def explain(self, ended: Mapping[str, Json]) -> tuple[str, ...]:
        return outcome.why(ended)

    def stalled(self, state: LastSpellState) -> bool:
        return ending.stalled(state)

    def compared(self, state: LastSpellState) -> Mapping[str, int]:
        return outcome.compared(state)

    def next_in_chain(self, chosen: Mapping[str, Json], state: LastSpellState) -> dict[str, Json] | None:
        return saving.following_options(chosen, state)

    def candidates(self, view: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[Action]:
        return bot.candidates(view, seat, legal, self.editions.by_hash(view["data"]), self._ratings)

    def rated(self, view: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[tuple[int, Action]]:
        return bot.rated(view, seat, legal, self.editions.by_hash(view["data"]), self._ratings)

    def rate(self, view: Mapping[str, Json], seat: str, action: Action) -> int:
        return bot.rate(view, seat, action, self.editions.by_hash(view["data"]), self._ratings)

    @property
    def rating_weights(self) -> Mapping[str, float]:
        return self._ratings._asdict()

    def rated_by(self, weights: Mapping[str, float]) -> LastSpell:
        return self._by(whole_points(weights))

    def _by(self, ratings: Weights) -> LastSpell:
        other = copy(self)
        other._ratings = ratings
        return other

    def next_choices(self, state: LastSpellState, seat: str, made: Made) -> Sequence[Rated]:
        return bot.next_choices(state, seat, self._ratings)

    def complete(self, state: LastSpellState, seat: str, made: Made) -> Action | None:
        return bot.complete(made)

    def ways(self, state: LastSpellState, seat: str) -> Sequence[LastSpell]:
        return [self._by(plan) for plan in plans.plans(state, self._ratings)]

    def assets(self, state: LastSpellState, seat: str) -> Assets:
        return value.assets(state)

    def moment(self, state: LastSpellState) -> int:
        return value.moment(state)

    def horizon(self, state: LastSpellState) -> int:
        return value.horizon(state)

    def charted(self, view: Mapping[str, Json]) -> Values:
        return charts.charted(view)

    def asked_about(self, view: Mapping[str, Json]) -> Mapping[str, Json]:
        hero = view["heroes"].get(view["active"])
        return {} if hero is None else {"profile": hero["hero"]}

    def at_stake(self, view: Mapping[str, Json], seat: str, asked: Decision) -> Sequence[Message]:
        return stakes.at_stake(self.drawing(view), view, asked)

    def drawing(self, view: Mapping[str, Json]) -> drawing.LastSpellDrawing:
        return drawing.drawing(view, self.editions.by_hash(view["data"]))

    def phase(self, view: Mapping[str, Json]) -> str:
        return manual.phase(view)

    def entries(self) -> Sequence[ManualEntry]:
        return list(manual.entries(self.data))

    def position(
        self, run: LastSpellRun, chosen: Mapping[str, Json], seats: Sequence[str], table: Mapping[str, Json]
    ) -> None:
        cases.set_position(run, chosen, seats, table, self.rules, self.data.sha256)

    def read(self, verb: str, arguments: Json) -> Json:
        return cases.read(verb, arguments)

    def show(self, action: Action) -> Json:
        return cases.show(action)

    def show_event(self, event: Event) -> dict[str, Json]:
        return cases.show_event(event)

    def show_position(self, state: LastSpellState) -> dict[str, Json] | None:
        return cases.show_position(state)

    def forms(self) -> Iterable[tuple[int, Mapping[str, Json]]]:
        return forms.forms(self.data)

    def features(self) -> Iterable[str]:
        return exercised.features(self.data)

    def exercised(self, events: Iterable[Event]) -> set[str]:
        return exercised.exercised(retold(self, events))
