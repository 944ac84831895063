"""When Darkness Comes as a game of the house, in the order of the contract: which module does what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from types import MappingProxyType

from domain.contract.chance import Stream
from domain.contract.datafiles import DataGame, Editions
from domain.contract.describe import describe_with
from domain.contract.facets.bot_hints import BotHints
from domain.contract.facets.characters import Characters
from domain.contract.facets.charted import Charted, Values
from domain.contract.facets.drawing import Drawing
from domain.contract.facets.exercised import Exercised
from domain.contract.facets.explained import Explained, Reason
from domain.contract.facets.rule_cases import RuleCases
from domain.contract.facets.searched import Assets, Made, Rated
from domain.contract.facets.seating import PLAYER, Seating
from domain.contract.facets.stalling import Stalling
from domain.contract.facets.standing_verbs import StandingVerbs
from domain.contract.facets.taught import Taught
from domain.contract.facets.told import Told
from domain.contract.facets.tunable import Tunable
from domain.contract.facets.words import Words
from domain.contract.game import Action, Decision, Description, Event, Json, Legal, Outcome, Text, retold
from domain.contract.manual import ManualEntry
from domain.contract.sentences import Message
from domain.contract.verbs import Verbs
from domain.games.darkness import (
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
from domain.games.darkness.actions import ACTIONS
from domain.games.darkness.agenda import AGENDA
from domain.games.darkness.bot import choices, value
from domain.games.darkness.bot.weights import WEIGHTS, whole_points
from domain.games.darkness.changes import CHANGES
from domain.games.darkness.data import Data, built_in, labels, read_data
from domain.games.darkness.events import EVENTS
from domain.games.darkness.events.table import GameCreated, PositionSet
from domain.games.darkness.rules import characters, turn
from domain.games.darkness.rules.master import directing, trying
from domain.games.darkness.rules.play import Play
from domain.games.darkness.sentences import SENTENCES
from domain.games.darkness.state import DarknessState
from domain.games.darkness.steps import STEPS
from domain.games.darkness.verbs import MASTER_VERBS, VERBS
from domain.games.darkness.view.shown import Table

STALLED_AFTER = 200
"""Rounds after which a campaign that nobody ends is going nowhere."""


class Darkness(
    DataGame[DarknessState, Data],
    StandingVerbs[DarknessState],
    Words[DarknessState],
    Seating[DarknessState],
    Explained[DarknessState],
    Stalling[DarknessState],
    Characters[DarknessState],
    BotHints[DarknessState],
    Tunable[DarknessState],
    Told[DarknessState],
    Charted[DarknessState],
    Drawing[DarknessState],
    Taught[DarknessState],
    RuleCases[DarknessState],
    Exercised[DarknessState],
):
    """The game that the catalogue lists."""

    id = "darkness"
    seat_range = (1, options.MOST_SEATS)
    changes = CHANGES
    rules = CHANGES[-1].number
    people_sit_from = 3
    action_types = ACTIONS
    event_types = EVENTS
    table_type = Table
    step_types = STEPS
    verbs = VERBS
    sentences = SENTENCES
    chart_titles = charts.CHARTS
    phases = manual.PHASES
    steps = AGENDA
    marks = MappingProxyType({"RoundBegan": "round", "TurnBegan": "turn", "ChapterBegan": "chapter"})
    talk = ("MessageSent",)
    weights = value.WEIGHTS
    prior = value.PRIOR
    playouts = 8

    def __init__(self, editions: Editions[Data] | None = None, begun_with: str | None = None) -> None:
        super().__init__(editions or Editions(built_in, read_data), begun_with)
        self._ratings = WEIGHTS

    def describe(self) -> Description:
        schema = options.options_schema()
        return describe_with(self, options=schema, labels=labels(self.data), data=self.data_for({}))

    def check_options(
        self, options_given: Mapping[str, Json], seats: Sequence[str], rules: int | None = None
    ) -> dict[str, Json]:
        return options.check_options(options_given, seats, self.data)

    def begin(self, run: Play, chosen: Mapping[str, Json], seats: Sequence[str], rules: int) -> None:
        setup.begin(run, chosen, seats, rules, self.data)

    def create(self, event: Event) -> DarknessState:
        if isinstance(event, PositionSet):
            return cases.create_position(event, self.data)
        assert isinstance(event, GameCreated)
        return setup.create(event, self.data)

    def verb_table(self, state: DarknessState) -> Verbs:
        return MASTER_VERBS if state.gm else VERBS

    def standing(self, state: DarknessState, seat: str) -> tuple[str, ...]:
        return turn.standing(state, seat)

    def act(self, run: Play, seat: str, action: Action) -> None:
        if run.answered and run.state.open[seat].kind == "turn":
            run.push(turn.what_follows(run.state, action))
        super().act(run, seat, action)

    def is_over(self, state: DarknessState) -> bool:
        return state.ended is not None

    def outcome(self, state: DarknessState) -> Outcome | None:
        return outcome.outcome(state)

    def view(self, state: DarknessState, audience: str) -> dict[str, Json]:
        return {**view.view(state, audience)}

    def resample(self, state: DarknessState, seat: str, rng: Stream) -> DarknessState:
        return resample.resample(state, seat, rng)

    def check_data(self, raw: bytes | None = None) -> list[str]:
        return data_check.check_data(self.editions.built_in() if raw is None else raw)

    def unasked(self, state: DarknessState, rng: Stream) -> tuple[str, Action] | None:
        return directing.unasked(state, rng)

    def repeatable(self, state: DarknessState, seat: str, action: Action) -> tuple[Text, ...]:
        return trying.repeatable(state, seat, action)

    def ranked(self, state: DarknessState) -> tuple[str, ...]:
        return tuple(seat for seat in state.seats if not self.needs_person(state.options, seat))

    def needs_person(self, options: Mapping[str, Json], seat: str) -> bool:
        return seat == options.get("gm")

    def role(self, options: Mapping[str, Json], seat: str) -> str:
        return "gm" if self.needs_person(options, seat) else PLAYER

    def deciding(self, ended: Mapping[str, Json]) -> Sequence[Reason]:
        return tuple(outcome.deciding(ended))

    def explain(self, ended: Mapping[str, Json]) -> tuple[str, ...]:
        return outcome.why(ended)

    def stalled(self, state: DarknessState) -> bool:
        return state.round > STALLED_AFTER

    def character_schema(self) -> dict[str, Json]:
        return characters.new_character_schema(self.data)

    def new_character(self, given: Mapping[str, Json]) -> dict[str, Json]:
        return characters.new_character(self.data, given)

    def with_characters(self, options: Mapping[str, Json], brought: Mapping[str, Json]) -> dict[str, Json]:
        return {**options, "characters": {**options.get("characters", {}), **brought}}

    def grown_characters(self, state: DarknessState) -> Mapping[str, Json]:
        return outcome.grown_characters(state) if state.ended else {}

    def character_is_spent(self, content: Mapping[str, Json]) -> bool:
        return bool(content.get("dead"))

    def claims_earned(self, options: Mapping[str, Json]) -> bool:
        return any(characters.claims(self.data, one) for one in options.get("characters", {}).values())

    def candidates(self, view: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[Action]:
        return bot.candidates(view, seat, legal, self.editions.by_hash(view["data"]), self._ratings)

    def rated(self, view: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[tuple[int, Action]]:
        return bot.rated(view, seat, legal, self.editions.by_hash(view["data"]), self._ratings)

    def rate(self, view: Mapping[str, Json], seat: str, action: Action) -> int:
        return bot.rate(view, seat, action, self.editions.by_hash(view["data"]), self._ratings)

    @property
    def rating_weights(self) -> Mapping[str, float]:
        return self._ratings

    def rated_by(self, weights: Mapping[str, float]) -> Darkness:
        other = copy(self)
        other._ratings = whole_points(weights)
        return other

    def next_choices(self, state: DarknessState, seat: str, made: Made) -> Sequence[Rated]:
        return choices.next_choices(state, seat, self.legal(state, seat), self.view(state, seat), self._ratings)

    def complete(self, state: DarknessState, seat: str, made: Made) -> Action | None:
        return choices.complete(made)

    def assets(self, state: DarknessState, seat: str) -> Assets:
        return value.assets(state, seat)

    def hopes(self, state: DarknessState, seat: str) -> Assets:
        return value.hopes(state, seat, self.view(state, seat), self._ratings)

    def may_fail(self, state: DarknessState) -> bool:
        return state.scenario in value.ENDS

    def is_reached(self, state: DarknessState) -> bool:
        return value.is_reached(state)

    def moment(self, state: DarknessState) -> int:
        return value.moment(state)

    def horizon(self, state: DarknessState) -> int:
        return value.horizon(state)

    def charted(self, view: Mapping[str, Json]) -> Values:
        return charts.charted(view, self.editions.by_hash(view["data"]))

    def asked_about(self, view: Mapping[str, Json]) -> Mapping[str, Json]:
        return drawing.asked_about(view)

    def at_stake(self, view: Mapping[str, Json], seat: str, asked: Decision) -> Sequence[Message]:
        return stakes.at_stake(self.editions.by_hash(view["data"]), view, seat, asked)

    def drawing(self, view: Mapping[str, Json]) -> drawing.DarknessDrawing:
        return drawing.drawing(self.editions.by_hash(view["data"]))

    def phase(self, view: Mapping[str, Json]) -> str:
        return manual.phase(view)

    def entries(self) -> Sequence[ManualEntry]:
        return list(manual.entries(self.data))

    def position(self, run: Play, chosen: Mapping[str, Json], seats: Sequence[str], table: Mapping[str, Json]) -> None:
        cases.set_position(run, chosen, seats, table, self.rules, self.data)

    def read(self, verb: str, arguments: Json) -> Json:
        return cases.read(verb, arguments)

    def show(self, action: Action) -> Json:
        return cases.show(action)

    def show_position(self, state: DarknessState) -> dict[str, Json] | None:
        return cases.show_position(state)

    def forms(self) -> Iterable[tuple[int, Mapping[str, Json]]]:
        return forms.forms(self.data)

    def features(self) -> Iterable[str]:
        return exercised.features(self.data)

    def exercised(self, events: Iterable[Event]) -> set[str]:
        return exercised.exercised(retold(self, events))
