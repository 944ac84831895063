"""What each scenario adds to the rules (WD-SCEN): one module a scenario, over the common `Scenario`."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.darkness.rules.scenarios.base import Scenario
from domain.games.darkness.rules.scenarios.first_night import FirstNight
from domain.games.darkness.rules.scenarios.last_bus_out import LastBusOut
from domain.games.darkness.rules.scenarios.master_of_the_house import MasterOfTheHouse
from domain.games.darkness.rules.scenarios.the_awakening import TheAwakening
from domain.games.darkness.rules.scenarios.the_bandaged_guest import TheBandagedGuest
from domain.games.darkness.rules.scenarios.the_missing_page import TheMissingPage
from domain.games.darkness.rules.scenarios.the_ticking_case import TheTickingCase
from domain.games.darkness.state import DarknessState

NO_SCENARIO = "none"

SCENARIOS: Mapping[str, Scenario] = {
    NO_SCENARIO: Scenario(NO_SCENARIO),
    "first-night": FirstNight("first-night"),
    "the-ticking-case": TheTickingCase("the-ticking-case"),
    "the-bandaged-guest": TheBandagedGuest("the-bandaged-guest"),
    "master-of-the-house": MasterOfTheHouse("master-of-the-house"),
    "the-missing-page": TheMissingPage("the-missing-page"),
    "last-bus-out": LastBusOut("last-bus-out"),
    "the-awakening": TheAwakening("the-awakening"),
}


def scenario_of(state: DarknessState) -> Scenario:
    """The scenario that is played."""
    return SCENARIOS[state.scenario]
