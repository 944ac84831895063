"""The actions of a scenario: where they are open, and their checks (WD-SCEN-2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from domain.games.darkness.actions import Scenario as ScenarioAction
from domain.games.darkness.components import ActionRow
from domain.games.darkness.events.checks import CheckDropped
from domain.games.darkness.events.fighting import ScenarioActionTaken
from domain.games.darkness.rules.checks import checks
from domain.games.darkness.rules.play import Play, caused, demand, known, last_check, spend_action, walkable
from domain.games.darkness.rules.scenarios import scenario_of
from domain.games.darkness.rules.town.tiles import doors_of, outside_of, tile_of, walks, windows_of
from domain.games.darkness.state import DOWN, TOKEN, DarknessState, Token, check_of
from domain.games.darkness.steps.combat import Attacked
from domain.games.darkness.steps.scenarios import ScenarioTried

Target = str | None


def take_action(play: Play, seat: str, action: ScenarioAction) -> None:
    """Take an action of the scenario where it is open: it is the turn's action (WD-SCEN-2)."""
    row = _row(play.state, action.action)
    open_targets = targets(play.state, seat, row)
    demand(open_targets, "{action} is not possible here now", action=row.id)
    target = _chosen(play.state, seat, open_targets, action.target)
    spend_action(play, seat)
    _try(play, seat, row, target)


def act_in_attack(play: Play, seat: str, action: ScenarioAction) -> None:
    """Take an action in place of an attack check; what is used up by it is spent (WD-SCEN-MASTER-3)."""
    row = _row(play.state, action.action)
    check = check_of(play.state)
    demand(row.id in check.instead, "{action} is not possible now", action=row.id)
    attacked = play.agenda.pop()
    assert isinstance(attacked, Attacked)
    play.emit(CheckDropped(seat))
    checks.spend_shot(play, seat, f"{TOKEN}{row.needs_token}")
    _try(play, seat, row, None)


def actions_in_attack(state: DarknessState, seat: str) -> Iterator[ScenarioAction]:
    """The actions that can be taken in place of the attack."""
    return (ScenarioAction(name) for name in check_of(state).instead)


def tried(play: Play, step: ScenarioTried) -> None:
    """The check of an action is settled."""
    settled = last_check(play.state)
    scenario = scenario_of(play.state)
    carry_out = scenario.succeeded if settled.success else scenario.failed
    carry_out(play, settled.by, step.action, step.target)


def targets(state: DarknessState, seat: str, row: ActionRow) -> list[Target]:
    """What an action can be aimed at from where the seat stands; `[None]` if it needs no target, `[]` if not open."""
    person = state.people[seat]
    needs = {f"{TOKEN}{number}" for number in (*row.needs_tokens, *([row.needs_token] if row.needs_token else ()))}
    if row.automatic or not needs <= set(person.items) or not scenario_of(state).is_open(state, seat, row):
        return []
    return _places(state, seat, row.where)


def open_actions(state: DarknessState, seat: str) -> list[ScenarioAction]:
    """All actions open at the decision `turn`, with every target."""
    rows = state.data.scenarios[state.scenario].action if state.scenario in state.data.scenarios else ()
    return [ScenarioAction(row.id, target) for row in rows for target in targets(state, seat, row)]


def _row(state: DarknessState, name: str) -> ActionRow:
    row = scenario_of(state).action(state, name)
    known(row, "{name} is no action of this scenario", name=name)
    assert row is not None
    return row


def _try(play: Play, seat: str, row: ActionRow, target: Target) -> None:
    assert row.check is not None
    scenario = scenario_of(play.state)
    level = scenario.level_of_action(play.state, seat, row)
    opened = checks.opening_for(play.state, seat, row.id, row.check.attribute, row.check.skills, tn=level)
    play.emit(ScenarioActionTaken(seat, row.id, target, cause=caused(play.state)))
    play.push(ScenarioTried(row.id, target))
    checks.begin(play, replace(opened, other=scenario.dice_for(play, seat, row)))


def _chosen(state: DarknessState, seat: str, open_targets: list[Target], named: Target) -> Target:
    """The target named, or the only one. A face-down token is named by its space, or by who has looked at it."""
    if named is None:
        demand(len(open_targets) == 1, "a target has to be named")
        return open_targets[0]
    if named in state.tokens and _knows(state.tokens[named], seat) and state.tokens[named].face == DOWN:
        named = state.tokens[named].at
    demand(named in open_targets, "{named} cannot be aimed at", named=named)
    return named


def _knows(token: Token, seat: str) -> bool:
    return token.face != DOWN or seat in token.seen_by


def _places(state: DarknessState, seat: str, where: Mapping[str, Any]) -> list[Target]:
    at = state.people[seat].at
    if "token" in where:
        return _tokens(state, at, where)
    if "character" in where:
        near = walks(state.ground, at, walkable(state), where["range"])
        return [other for other in state.others(seat) if state.people[other].at in near]
    if "tile" in where:
        return [None] if tile_of(at) in where["tile"] and _fits(state, at, where) else []
    return []


def _tokens(state: DarknessState, at: str, where: Mapping[str, Any]) -> list[Target]:
    """Tokens in range: face-down ones by their space, survivors only while they follow nobody (WD-SCEN-BUS-1)."""
    numbers = where["token"] if isinstance(where["token"], list) else [where["token"]]
    near = walks(state.ground, at, walkable(state), where["range"])
    coffins = scenario_of(state).row(state).token
    hidden_kind = {row.id for row in coffins if row.face == DOWN}
    found: list[Target] = []
    for number in numbers:
        name = f"{TOKEN}{number}"
        token = state.tokens.get(name)
        if token is None or token.at not in near or token.follows or (name in hidden_kind and token.face != DOWN):
            continue
        found.append(token.at if token.face == DOWN else name)
    return sorted(found, key=str) if hidden_kind else found


def _fits(state: DarknessState, at: str, where: Mapping[str, Any]) -> bool:
    data, tile = state.data, tile_of(at)
    if "inside" in where and where["inside"] != (data.building(at) is not None):
        return False
    if where.get("cell") == "event" and at != data.tiles[tile].event[0]:
        return False
    if where.get("adjacent_to") == "door-or-window":
        return at in {outside_of(opening) for opening in (*doors_of(data, tile), *windows_of(data, tile))}
    return True
