"""When Darkness Comes on the contract of `domain.contract.game`; everything is done in the modules of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from domain.contract.chance import Stream
from domain.contract.datafiles import DataGame, Editions
from domain.contract.describe import describe_with
from domain.contract.facets.bot_hints import BotHints
from domain.contract.facets.characters import Characters
from domain.contract.facets.exercised import Exercised
from domain.contract.facets.explained import Explained
from domain.contract.facets.rule_cases import RuleCases
from domain.contract.facets.seating import Seating
from domain.contract.facets.stalling import Stalling
from domain.contract.facets.standing_verbs import StandingVerbs
from domain.contract.facets.words import Words
from domain.contract.game import Action, Description, Event, Json, Legal, Outcome, Run, Slot, Text, retold
from domain.games.darkness import actions, cases, exercised, outcome, resample, setup, view
from domain.games.darkness import forms as all_forms
from domain.games.darkness import legal as answers
from domain.games.darkness.bot import rating as greedy
from domain.games.darkness.changes import CHANGES
from domain.games.darkness.data import Data, built_in, check_data, labels, read_data
from domain.games.darkness.dispatch import ACTS, PERFORMS
from domain.games.darkness.events import EVENTS
from domain.games.darkness.events.table import PositionSet
from domain.games.darkness.rules import characters, turn
from domain.games.darkness.rules.master import directing, trying
from domain.games.darkness.rules.scenarios import SCENARIOS
from domain.games.darkness.standing import standing_slots
from domain.games.darkness.state import DarknessState
from domain.games.darkness.steps import STEPS
from domain.games.darkness.steps.turn import Resume, ResumeTurn

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
    RuleCases[DarknessState],
    Exercised[DarknessState],
):
    """The game; stateless."""

    id = "darkness"
    seat_range = (1, 6)
    changes = CHANGES
    rules = CHANGES[-1].number
    people_sit_from = 3
    action_types = actions.ACTIONS
    event_types = EVENTS
    step_types = STEPS
    steps = PERFORMS
    marks = MappingProxyType({"RoundBegan": "round", "TurnBegan": "turn", "ChapterBegan": "chapter"})
    talk = ("MessageSent",)

    def __init__(self, editions: Editions[Data] | None = None, begun_with: str | None = None) -> None:
        super().__init__(editions or Editions(built_in, read_data), begun_with)

    def check_options(self, options: Mapping[str, Json], seats: Sequence[str]) -> dict[str, Json]:
        return setup.check_options(self.data, options, seats)

    def begin(self, run: Run[DarknessState], options: Mapping[str, Json], seats: Sequence[str], rules: int) -> None:
        setup.begin(run, self.data, options, seats, rules)

    def create(self, event: Event) -> DarknessState:
        return cases.create(event, self.data)

    def act(self, run: Run[DarknessState], seat: str, action: Action) -> None:
        if run.answered and run.state.open[seat].kind == "turn":
            run.push(turn.what_follows(run.state, action))
        ACTS[type(action)](run, seat, action)

    def is_over(self, state: DarknessState) -> bool:
        return state.ended is not None

    def legal(self, state: DarknessState, seat: str, limit: int = 200) -> Legal:
        return answers.legal(state, seat, limit)

    def sample(self, state: DarknessState, seat: str, rng: Stream) -> Action:
        return answers.sample(state, seat, rng)

    def default(self, state: DarknessState, seat: str) -> Action:
        return answers.default(state, seat)

    def standing(self, state: DarknessState, seat: str) -> tuple[str, ...]:
        return turn.standing(state, seat)

    def standing_slots(self, state: DarknessState, seat: str) -> Mapping[str, tuple[Slot, ...]]:
        return standing_slots(state, seat)

    def ranked(self, state: DarknessState) -> tuple[str, ...]:
        return tuple(seat for seat in state.seats if not self.needs_person(state.options, seat))

    def needs_person(self, options: Mapping[str, Json], seat: str) -> bool:
        return seat == options.get("gm")

    def repeatable(self, state: DarknessState, seat: str, action: Action) -> tuple[Text, ...]:
        return trying.repeatable(state, seat, action)

    def claims_earned(self, options: Mapping[str, Json]) -> bool:
        return any(characters.claims(self.data, one) for one in options.get("characters", {}).values())

    def keepsake_is_spent(self, content: Mapping[str, Json]) -> bool:
        return bool(content.get("dead"))

    def stalled(self, state: DarknessState) -> bool:
        return state.round > STALLED_AFTER

    def candidates(self, view: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[Action]:
        return greedy.candidates(view, seat, legal, self.editions.by_hash(view["data"]))

    def rate(self, view: Mapping[str, Json], seat: str, action: Action) -> int:
        return greedy.rate(view, seat, action, self.editions.by_hash(view["data"]))

    def view(self, state: DarknessState, audience: str) -> dict[str, Json]:
        return view.view(state, audience)

    def resample(self, state: DarknessState, seat: str, rng: Stream) -> DarknessState:
        return resample.resample(state, seat, rng)

    def outcome(self, state: DarknessState) -> Outcome | None:
        return outcome.outcome(state)

    def explain(self, ended: Mapping[str, Json]) -> tuple[str, ...]:
        return outcome.why(ended)

    def describe(self) -> Description:
        options = {
            "type": "object",
            "properties": {
                "scenario": {"type": "string", "enum": [name for name in SCENARIOS if name != "none"]},
                "gm": {"type": "string", "enum": [f"s{number}" for number in range(1, self.seat_range[1] + 1)]},
                "characters": {"type": "object"},
                "experienced": {"type": "boolean"},
            },
            "additionalProperties": False,
        }
        return describe_with(self, options=options, labels=labels(self.data), data=self.data_for({}))

    def keepsake_schema(self) -> dict[str, Json]:
        return characters.new_character_schema(self.data)

    def new_keepsake(self, given: Mapping[str, Json]) -> dict[str, Json]:
        return characters.new_keepsake(self.data, given)

    def with_keepsakes(self, options: Mapping[str, Json], brought: Mapping[str, Json]) -> dict[str, Json]:
        return {**options, "characters": {**options.get("characters", {}), **brought}}

    def keepsakes(self, state: DarknessState) -> Mapping[str, Json]:
        return outcome.keepsakes(state) if state.ended else {}

    def check_data(self, raw: bytes | None = None) -> list[str]:
        return check_data(self.editions.built_in() if raw is None else raw)

    def forms(self) -> Iterable[tuple[int, Mapping[str, Json]]]:
        return all_forms.forms(self.data)

    def features(self) -> Iterable[str]:
        return exercised.features(self.data)

    def exercised(self, events: Iterable[Event]) -> set[str]:
        return exercised.exercised(retold(self, events))

    def unasked(self, state: DarknessState, rng: Stream) -> tuple[str, Action] | None:
        return directing.unasked(state, rng)

    def position(
        self, run: Run[DarknessState], options: Mapping[str, Json], seats: Sequence[str], table: Mapping[str, Json]
    ) -> None:
        cases.validate(self.data, table)
        run.emit(PositionSet(tuple(seats), dict(options), self.rules, dict(table)))
        run.push(ResumeTurn() if "turn" in table else Resume())

    def read(self, verb: str, arguments: Json) -> Json:
        return cases.read(verb, arguments)

    def show(self, action: Action) -> Json:
        return cases.show(action)
