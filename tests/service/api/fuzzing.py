"""Requests made up from the OpenAPI document, aimed at a world in which there is something to hit."""

from contextlib import suppress
from random import Random

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import checks
from schemathesis.generation import GenerationMode

from service.api.described.examples import BODIES

ME, OPEN = {"account": "me"}, {"open": True}

BAD_ONES_CANNOT_BE_MADE = ("/healthz", "/readyz", "/metrics", "/api/v1/keys", "/api/v1/rules", "/api/v1/ai-levels")
"""Beginnings of paths whose parameters take anything, or that have none."""

NOT_ASKED = ("DELETE /api/v1/accounts/me",)
"""What would end the token that all further requests show."""


def status_is_listed(ctx, response, case):
    """The operation lists the status of its answer: with its `default` any would be as documented."""
    listed = case.operation.definition.raw["responses"]
    assert str(response.status_code) in listed, f"{response.status_code} is not among {', '.join(listed)}"


CHECKS = (
    checks.not_a_server_error, status_is_listed, checks.content_type_conformance, checks.response_schema_conformance
)  # fmt: skip


class World:
    """An installation with games of every state, in which `person(name)` makes accounts; `record` is taken in."""

    def __init__(self, app, person, record):
        self.schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
        send_bodies(self.schema.raw_schema)
        self.player, self.spectator = person("Player"), person("Spectator")
        self.ids = {"game_id": [], "invitation_id": [], "token": []}
        for seats, more in (
            ([ME, ME], {"clock": {"per_decision": 86_400, "policy": "default"}}),
            ([ME, OPEN], {"open_talk": True}),
            ([ME, {"account": "Spectator"}], {"visibility": "private"}),
            ([ME, ME], {"game": "nightfall"}),
            ([ME, ME], {"game": "last-spell"}),
            ([ME, ME], {"game": "darkness"}),
        ):
            self.ids["game_id"].append(self.player.open_game(*seats, **more)["id"])
        over = self.player.open_game(ME, ME)["id"]
        self.player.post(f"/games/{over}/resignations", {"seat": "s1"})
        self.ids["game_id"].append(over)
        self.player.post(f"/games/{over}/messages", {"text": "hello"})
        invitation = self.player.post(f"/games/{self.ids['game_id'][1]}/invitations", {}).json
        self.ids["invitation_id"].append(invitation["id"])
        self.ids["token"].append(invitation["token"])
        self.ids |= {name: [made["id"]] for name, made in self.besides(record).items()}

    def besides(self, record):
        """What there is beside games: the path parameter -> what the player has made."""
        challenge = self.made("/challenges", BODIES["open_challenge"])
        tour = self.made("/tours", {**BODIES["open_tour"], "challenges": [challenge["id"]]})
        self.made(f"/challenges/{challenge['id']}/tries", {"seats": [ME, OPEN]})
        league = self.made("/leagues", BODIES["open_league"])
        self.made(f"/leagues/{league['id']}/seasons")
        return {
            "series_id": self.made("/series", {"game": "nightfall", "seats": [ME, OPEN]}),
            "league_id": league,
            "challenge_id": challenge,
            "tour_id": tour,
            "character_id": self.made("/characters", BODIES["make_character"]),
            "record_id": self.made("/records", record),
            "webhook_id": self.made("/webhooks", BODIES["add_webhook"]),
            "device_id": self.made("/devices", BODIES["add_device"]),
        }

    def made(self, path, body=None):
        """What the player makes there."""
        response = self.player.post(path, body)
        assert response.status_code == 201, response.text
        return response.json

    def operations(self, mode):
        """The operations to ask for requests of this mode."""
        for found in self.schema.get_all_operations():
            operation = found.ok()
            if operation.label in NOT_ASKED:
                continue
            if mode is GenerationMode.POSITIVE or not operation.path.startswith(BAD_ONES_CANNOT_BE_MADE):
                yield operation

    def ask_all(self, caller, mode, examples):
        """Make so many requests of every operation as somebody: how many, and what was not answered as documented."""
        rng, asked, wrong = Random(caller.name or ""), 0, []
        headers = {"Authorization": f"Bearer {caller.token}"} if caller.token else {}
        for operation in self.operations(mode):
            for case in requests(operation, mode, examples):
                self._aim(case, caller, rng)
                response = case.call(headers=headers)
                asked += 1
                try:
                    case.validate_response(response, checks=CHECKS)
                except Exception as error:
                    wrong.append(f"{operation.label} {response.status_code}: {str(error)[:800]}")
        return asked, wrong

    def _aim(self, case, caller, rng):
        """Send the request to something that is there, and tame it."""
        parameters = case.path_parameters or {}
        for name in parameters.keys() & self.ids.keys():
            if self.ids[name]:
                parameters[name] = rng.choice(self.ids[name])
        if "number" in parameters and rng.random() < 0.5:
            parameters["number"] = 1
        tamed(case)
        acts = case.operation.definition.raw.get("operationId") == "act" and isinstance(case.body, dict)
        if acts and caller.token and rng.random() < 0.7:
            self.make_legal(case, caller, rng)

    def make_legal(self, case, caller, rng):
        """Answer the caller's own decision, so that the games of this world move on."""
        game = caller.get(f"/games/{case.path_parameters['game_id']}").json
        if game.get("legal"):
            case.body = {"action": rng.choice(game["legal"]), "decision": game["decision"]}


def tamed(case):
    """Shorten the request's waits, and leave the password, and so the token, alone."""
    if isinstance(case.query, dict):
        case.query.pop("wait", None)
        if case.operation.path.endswith("/stream"):
            case.query["seconds"] = 0
    if isinstance(case.body, dict):
        case.body.pop("password", None)


def send_bodies(document):
    """Have the links of a document send the bodies that stand beside them."""
    for item in document["paths"].values():
        for operation in item.values():
            for answer in operation["responses"].values() if isinstance(operation, dict) else ():
                for link in answer.get("links", {}).values():
                    link.update({"requestBody": link["x-body"]} if "x-body" in link else {})


def requests(operation, mode, examples):
    """So many requests of an operation, the same ones at every run; none of those that cannot be made bad."""
    found = []

    @seed(examples)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def collect(case):
        found.append(case)

    with suppress(Unsatisfiable):
        collect()
    return found
