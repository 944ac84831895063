"""Walks along the links of the OpenAPI document, as every role: what one answer has made, the next request uses."""

from contextlib import suppress
from copy import deepcopy
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import Flaky
from hypothesis.stateful import run_state_machine_as_test

from service.api.described.examples import BODIES
from service.api.described.links import FOUND_IN
from tests.service.api.fuzzing import CHECKS, World, tamed

FEW, MANY = (4, 8), (12, 20)
"""Walks, and the steps of each: in the ordinary suite, and in the slow one."""

HELPFUL = {
    **BODIES,
    "open_game": {"game": "pig", "seats": [{"account": "me"}, {"account": "me"}]},
    "open_challenge": {"game": "last-spell", "name": "A night", "options": {"scenario": "introduction"}, "seats": 1},
    "take_back": {"to": "turn"},
    "give_orders": {"orders": [{"order": "default", "decisions": ["turn"]}]},
    "resign": {},
}
"""Bodies with which most requests are carried out, by operation: made-up ones seldom are."""


@pytest.fixture
def world(app, person, record):
    return World(app, person, record)


@pytest.fixture
def caller(request, world, services, nobody):
    """Somebody of the role that the test asks for."""
    if request.param == "operator":
        services.accounts.set_operator(services.accounts.by_name("Spectator").id, True)
    roles = {"nobody": nobody, "player": world.player, "spectator": world.spectator, "operator": world.spectator}
    return roles[request.param]


def walk(world, caller, walks, steps):
    """Walk as somebody: the operations that were asked, each with its status, and what was not as documented."""
    asked, wrong = [], []
    for number in range(walks):
        # A walk changes what the next one finds, and a repeated one what it finds itself: it is never the same again.
        with suppress(Flaky):
            run_state_machine_as_test(
                machine(world, caller, Random(number), asked, wrong),
                settings=settings(
                    max_examples=1,
                    stateful_step_count=steps,
                    deadline=None,
                    database=None,
                    phases=[Phase.generate],
                    suppress_health_check=list(HealthCheck),
                ),
            )
    return asked, wrong


def machine(world, caller, rng, asked, wrong):
    """A state machine that walks along the links as this caller, and notes what it has asked and what was wrong."""

    class Walk(world.schema.as_state_machine()):
        def get_call_kwargs(self, case):
            return {"headers": {"Authorization": f"Bearer {caller.token}"} if caller.token else {}}

        def before_call(self, case):
            operation = named(case)
            if operation in HELPFUL and rng.random() < 0.8:
                # What a link has filled in stays.
                linked = ("action", "decision") if isinstance(case.body, dict) and "decision" in case.body else ()
                case.body = {name: case.body[name] for name in linked if name in case.body} or deepcopy(
                    HELPFUL[operation]
                )
            lead(case, world.ids, rng)
            if operation == "act" and caller.token and rng.random() < 0.7:
                world.make_legal(case, caller, rng)
            tamed(case)

        def validate_response(self, response, case, **kwargs):
            asked.append((named(case), response.status_code))
            if response.status_code == 201:
                learn(world.ids, named(case), response.json())
            try:
                case.validate_response(response, checks=CHECKS)
            except Exception as error:
                wrong.append(f"{case.operation.label} {response.status_code}: {str(error)[:800]}")

    return Walk


def lead(case, ids, rng):
    """Send a request that no link has led to what there is; mostly with one's own eyes."""
    parameters = case.path_parameters or {}
    for name in parameters.keys() & ids.keys():
        if ids[name] and parameters[name] not in ids[name]:
            parameters[name] = rng.choice(ids[name])
    if isinstance(case.query, dict) and rng.random() < 0.8:
        case.query.pop("seat", None)


def learn(ids, operation, body):
    """Remember what was made."""
    for name, place in FOUND_IN.get(operation, {}).items():
        if place.startswith("$response.body#/"):
            ids.setdefault(name, []).append(body[place.removeprefix("$response.body#/")])


def named(case):
    """The id of the operation that a request is of."""
    return case.operation.definition.raw["operationId"]


def test_the_links_lead_from_what_was_made_to_what_can_be_done_with_it(document):
    paths = document["paths"]
    opened = paths["/api/v1/games"]["post"]["responses"]["201"]["links"]
    assert {"look", "act", "sit", "events", "show_timeline", "record", "leave"} <= opened.keys()
    assert opened["events"] == {"operationId": "events", "parameters": {"game_id": "$response.body#/id"}}
    looked = paths["/api/v1/games/{game_id}"]["get"]["responses"]["200"]["links"]
    assert looked["act"]["x-body"]["decision"] == "$response.body#/decision"


@pytest.mark.parametrize("caller", ["player", "operator"], indirect=True)
def test_on_short_walks_every_answer_is_as_documented(world, caller):
    asked, wrong = walk(world, caller, *FEW)
    assert wrong == []
    assert len(asked) > 10


@pytest.mark.slow
@pytest.mark.parametrize("caller", ["nobody", "player", "spectator", "operator"], indirect=True)
def test_on_long_walks_every_answer_is_as_documented(world, caller):
    asked, wrong = walk(world, caller, *MANY)
    assert wrong == []
    assert len(asked) > 100
    done = {operation for operation, status in asked if status < 300}
    assert len(done) > 10 if caller.token else done
