"""Whatever is sent, as documented or not: no answer is a fault of the service."""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.generation import GenerationMode

EXAMPLES = 15
BAD_ONES_CANNOT_BE_MADE = ("/healthz", "/readyz", "/api/v1/keys", "/api/v1/rules")
"""Beginnings of paths whose parameters take anything, or that have none."""


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_no_request_makes_the_service_fail(app, ann, mode):
    game = ann.open_game({"account": "me"}, {"account": "me"})
    answers = []
    for operation in operations(app, mode):

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=HealthCheck,
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case):
            aimed(case, game)
            answers.append(case.call(headers={"Authorization": f"Bearer {ann.token}"}))

        ask()
    assert {answer.status_code for answer in answers if answer.status_code >= 500} == set()
    assert {answer.headers["content-type"][0] for answer in answers if answer.status_code >= 400} == {
        "application/problem+json"
    }


def operations(app, mode):
    for found in schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app).get_all_operations():
        operation = found.ok()
        if operation.label == "DELETE /api/v1/accounts/me":
            continue
        if mode is GenerationMode.POSITIVE or not operation.path.startswith(BAD_ONES_CANNOT_BE_MADE):
            yield operation


def aimed(case, game):
    """The request, at a game that exists, without a wait, and leaving the password that it would end the token by."""
    if "game_id" in (case.path_parameters or {}):
        case.path_parameters["game_id"] = game["id"]
    if isinstance(case.query, dict):
        case.query.pop("wait", None)
    if isinstance(case.body, dict):
        case.body.pop("password", None)
