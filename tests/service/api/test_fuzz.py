"""Whatever is sent, as documented or not, by whomever: no answer is a fault of ours, and each is as documented."""

import pytest
from schemathesis.generation import GenerationMode

from tests.service.api.fuzzing import World

FEW, MANY = 1, 14
"""Requests of each operation: some 300 of two roles in the ordinary suite, 10,000 of all in the slow one."""


@pytest.fixture
def world(app, person, record):
    return World(app, person, record)


@pytest.fixture
def caller(request, world, services, nobody):
    """Somebody of the role that the test asks for."""
    role = request.param
    if role == "operator":
        services.accounts.set_operator(services.accounts.by_name("Spectator").id, True)
    return {"nobody": nobody, "player": world.player, "spectator": world.spectator, "operator": world.spectator}[role]


GOOD, BAD = GenerationMode.POSITIVE, GenerationMode.NEGATIVE


@pytest.mark.parametrize(("caller", "mode"), [("player", GOOD), ("operator", BAD)], indirect=["caller"], ids=str)
def test_every_answer_is_as_documented(world, caller, mode):
    asked, wrong = world.ask_all(caller, mode, FEW)
    assert wrong == []
    assert asked > 60


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GOOD, BAD], ids=["good", "bad"])
@pytest.mark.parametrize("caller", ["nobody", "player", "spectator", "operator"], indirect=True)
def test_thousands_of_answers_are_as_documented(world, caller, mode):
    asked, wrong = world.ask_all(caller, mode, MANY)
    assert wrong == []
    assert asked > 1000
