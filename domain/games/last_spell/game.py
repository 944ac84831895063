"""The Last Spell on the contract of a game. Everything is done in the modules of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from domain.contract.chance import Stream
from domain.contract.datafiles import DataGame, Editions
from domain.contract.describe import describe_with
from domain.contract.facets.bot_hints import BotHints
from domain.contract.facets.chained import Chained
from domain.contract.facets.compared import Compared
from domain.contract.facets.exercised import Exercised
from domain.contract.facets.explained import Explained
from domain.contract.facets.rule_cases import RuleCases
from domain.contract.facets.seating import Seating
from domain.contract.facets.stalling import Stalling
from domain.contract.game import Action, Description, Event, Json, Legal, Outcome, Run, retold, to_json
from domain.games.last_spell import (
    actions,
    cases,
    dispatch,
    exercised,
    options,
    resample,
    slots,
    steps,
    view,
)
from domain.games.last_spell import (
    bot as bots,
)
from domain.games.last_spell import forms as all_forms
from domain.games.last_spell import legal as legal_answers
from domain.games.last_spell import outcome as outcomes
from domain.games.last_spell import sample as samples
from domain.games.last_spell.changes import CHANGES, is_corrected
from domain.games.last_spell.data import Content, built_in, read_content
from domain.games.last_spell.data_check import check_data
from domain.games.last_spell.events import EVENTS
from domain.games.last_spell.events.setup import GameCreated, PositionSet, SetupBegan
from domain.games.last_spell.options import known_to
from domain.games.last_spell.rules.day.preparation import begin_setup
from domain.games.last_spell.rules.heroes.creation import created
from domain.games.last_spell.rules.night import dealing, saving
from domain.games.last_spell.state import LastSpellState

Night = Run[LastSpellState]

STALLED_AFTER = 60
"""Monster phases of one night after which nobody can be said to bring it nearer its end."""


class LastSpell(
    DataGame[LastSpellState, Content],
    Seating[LastSpellState],
    Explained[LastSpellState],
    Stalling[LastSpellState],
    Compared[LastSpellState],
    Chained[LastSpellState],
    BotHints[LastSpellState],
    RuleCases[LastSpellState],
    Exercised[LastSpellState],
):
    """The Last Spell, the night phase: co-operative, one to four seats."""

    id = "last-spell"
    seat_range = (1, 4)
    changes = CHANGES
    rules = CHANGES[-1].number
    compared_by = outcomes.COMPARED_BY
    action_types = actions.ACTIONS
    event_types = EVENTS
    step_types = steps.STEPS
    steps = dispatch.PERFORM
    marks = MappingProxyType(
        {"SetupBegan": "phase", "MonsterPhaseBegan": "phase", "HeroPhaseBegan": "phase", "TurnBegan": "turn"}
    )

    def __init__(self, editions: Editions[Content] | None = None, begun_with: str | None = None) -> None:
        super().__init__(editions or Editions(built_in, read_content), begun_with)

    def check_options(self, options_: Mapping[str, Json], seats: Sequence[str]) -> dict[str, Json]:
        return options.filled(self.data, options_, seats)

    def begin(self, run: Night, options: Mapping[str, Json], seats: Sequence[str], rules: int) -> None:
        run.emit(GameCreated(tuple(seats), known_to(rules, options), rules, self.data.sha256))
        if is_corrected(run.state):
            goes_on = options["save"] is not None and run.state.night > 1
            dealing.deal_quests(run, kept=run.state.quests if goes_on else ())
        run.emit(SetupBegan(run.state.night))
        begin_setup(run)

    def create(self, event: Event) -> LastSpellState:
        if isinstance(event, PositionSet):
            return cases.table_of(event, self.editions.by_hash(event.data))
        assert isinstance(event, GameCreated)
        return created(event, self.editions.by_hash(event.data))

    def act(self, run: Night, seat: str, action: Action) -> None:
        dispatch.act(run, seat, action)

    def is_over(self, state: LastSpellState) -> bool:
        return state.phase == "over"

    def ranked(self, state: LastSpellState) -> tuple[str, ...]:
        return ()

    def stalled(self, state: LastSpellState) -> bool:
        return state.round > STALLED_AFTER

    def legal(self, state: LastSpellState, seat: str, limit: int = 200) -> Legal:
        found = legal_answers.legal(state, seat, limit)
        return found if found.complete else Legal(found.actions, False, slots.slots(state, seat))

    def sample(self, state: LastSpellState, seat: str, rng: Stream) -> Action:
        return samples.sampled(state, seat, rng)

    def default(self, state: LastSpellState, seat: str) -> Action:
        return legal_answers.default(state, seat)

    def view(self, state: LastSpellState, audience: str) -> dict[str, Json]:
        return view.view(state, audience)

    def resample(self, state: LastSpellState, seat: str, rng: Stream) -> LastSpellState:
        return resample.resampled(state, rng)

    def outcome(self, state: LastSpellState) -> Outcome | None:
        return outcomes.outcome(state)

    def explain(self, ended: Mapping[str, Json]) -> tuple[str, ...]:
        return outcomes.why(ended)

    def compared(self, state: LastSpellState) -> Mapping[str, int]:
        return outcomes.compared(state)

    def describe(self) -> Description:
        return describe_with(self, options=options.schema(), labels=self.data.labels(), data=self.data_for({}))

    def check_data(self, raw: bytes | None = None) -> list[str]:
        return check_data(self.editions.built_in() if raw is None else raw)

    def position(
        self, run: Night, options: Mapping[str, Json], seats: Sequence[str], table: Mapping[str, Json]
    ) -> None:
        run.emit(PositionSet(tuple(seats), dict(options), self.rules, self.data.sha256, dict(table)))
        dealing.deal_quests(run, kept=table.get("quests", {}))
        cases.begin(run)

    def read(self, verb: str, arguments: Json) -> Json:
        return cases.read(verb, arguments)

    def show(self, action: Action) -> Json:
        return cases.show(action)

    def show_event(self, event: Event) -> dict[str, Json]:
        return {key: cases.plain(value) for key, value in to_json(event).items()}

    def forms(self) -> Iterable[tuple[int, Mapping[str, Json]]]:
        return all_forms.forms(self.data)

    def features(self) -> Iterable[str]:
        return exercised.features(self.data)

    def exercised(self, events: Iterable[Event]) -> set[str]:
        return exercised.exercised(retold(self, events))

    def next_in_chain(self, options: Mapping[str, Json], state: LastSpellState) -> dict[str, Json] | None:
        return saving.following_options(options, state)

    def candidates(self, view: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[Action]:
        return bots.candidates(view, seat, legal, self.editions.by_hash(view["data"]))

    def rate(self, view: Mapping[str, Json], seat: str, action: Action) -> int:
        return bots.rate(view, seat, action, self.editions.by_hash(view["data"]))
