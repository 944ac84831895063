"""Oh Hell as a game of the house, in the order of the contract: which module does what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from domain.contract.chance import Stream
from domain.contract.datafiles import DataGame, Editions
from domain.contract.describe import describe_with
from domain.contract.facets.bot_hints import BotHints
from domain.contract.facets.drawing import LaidOut
from domain.contract.facets.explained import Explained
from domain.contract.facets.knowledge import Knowledge
from domain.contract.facets.series import Series
from domain.contract.game import Action, Description, Event, Json, Outcome
from domain.contract.layout import Layout
from nightledger_oh_hell import bot, data_check, drawing, knowledge, options, outcome, resample, setup, view
from nightledger_oh_hell.actions import ACTIONS
from nightledger_oh_hell.agenda import AGENDA
from nightledger_oh_hell.data import Deck, built_in, read_data
from nightledger_oh_hell.events import EVENTS, GameCreated
from nightledger_oh_hell.state import OhHellRun, OhHellState
from nightledger_oh_hell.steps import STEPS
from nightledger_oh_hell.verbs import VERBS


class OhHell(
    DataGame[OhHellState, Deck],
    Explained[OhHellState],
    Series[OhHellState],
    Knowledge[OhHellState],
    BotHints[OhHellState],
    LaidOut[OhHellState],
):
    """The game that the entry point names."""

    id = "oh-hell"
    seat_range = options.SEATS
    action_types = ACTIONS
    event_types = EVENTS
    step_types = STEPS
    verbs = VERBS
    steps = AGENDA
    marks = MappingProxyType({"CardsDealt": "phase", "TrickTaken": "turn"})
    data_name = "deck.toml"
    lowest_tally_wins = False
    sentences = drawing.SENTENCES
    headings = drawing.HEADINGS

    def __init__(self, editions: Editions[Deck] | None = None, begun_with: str | None = None) -> None:
        super().__init__(editions or Editions(built_in, read_data), begun_with)

    def describe(self) -> Description:
        return describe_with(self, options=options.options_schema(), labels=self.data.labels(), data=self.data_for({}))

    def check_options(
        self, given: Mapping[str, Json], seats: Sequence[str], rules: int | None = None
    ) -> dict[str, Json]:
        return options.check_options(given, seats)

    def begin(self, run: OhHellRun, chosen: Mapping[str, Json], seats: Sequence[str], rules: int) -> None:
        setup.begin(run, chosen, seats, rules, self.data.sha256)

    def create(self, event: Event) -> OhHellState:
        assert isinstance(event, GameCreated)
        return setup.create(event, self.editions.by_hash(event.data))

    def is_over(self, state: OhHellState) -> bool:
        return state.over

    def outcome(self, state: OhHellState) -> Outcome | None:
        return outcome.outcome(state)

    def view(self, state: OhHellState, audience: str) -> dict[str, Json]:
        return view.view(state, audience)

    def resample(self, state: OhHellState, seat: str, rng: Stream) -> OhHellState:
        return resample.resample(state, seat, rng)

    def check_data(self, raw: bytes | None = None) -> list[str]:
        return data_check.check_data(self.editions.built_in() if raw is None else raw)

    def explain(self, ended: Mapping[str, Json]) -> tuple[str, ...]:
        return outcome.why(ended)

    def tally(self, state: OhHellState) -> Mapping[str, int]:
        return state.scores

    def seen(self, state: OhHellState, audience: str) -> dict[str, Json]:
        return knowledge.seen(state)

    def rate(self, view: Mapping[str, Json], seat: str, action: Action) -> int:
        return bot.rate(view, seat, action, self.editions.by_hash(view["data"]))

    def drawing(self, view: Mapping[str, Json]) -> Layout:
        return drawing.drawing(view, self.editions.by_hash(view["data"]))
