"""The examples of the OpenAPI document are sent to a service, and answered as it says."""

import pytest

from domain.table.rules.seating import entropy_hash
from service.api.described.examples import BODIES, ENTROPY
from tests.service.api.document import schema
from tests.service.playing import ME, OPEN

SEALED = {"entropy_hash": entropy_hash(ENTROPY.hex())}

ELSEWHERE = {
    "take_in_record": "a record is many pages long; `GET /games/{id}/record` shows one",
    "confirm_device": "a challenge is signed by one installation for one device; docs/push.md tells how",
    "confirm_webhook": "a challenge is signed by one installation for one webhook; docs/webhooks.md tells how",
    **dict.fromkeys(
        ("share_seed", "give_share", "reveal_seed"), "an installation signs each question; docs/log-format.md tells how"
    ),
    "add_cosignature": "a witness signs one checkpoint of one installation; docs/witnesses.md tells how",
}
"""Operations whose body has no example, and why."""


class Stage:
    """What an example needs to be there: each method is named after an operation, and is its caller and path.

    A third value is a body in which ids of this game stand in the place of the example's.
    """

    def __init__(self, person, nobody, services):
        self.ann, self.bob, self.nobody = person("Ann"), person("Bob"), nobody
        self.person, self.services = person, services

    def game(self, *seats, game="nightfall", **more):
        return self.ann.open_game(*(seats or (ME, ME)), game=game, **more)

    def closed(self):
        game = self.game()
        self.ann.post(f"/games/{game['id']}/resignations", {"seat": "s1"})
        return game

    def create_account(self):
        return self.nobody, "/accounts"

    def change_account(self):
        return self.ann, "/accounts/me"

    def log_in(self):
        self.person("Marie", "nine lives of a cat")
        return self.nobody, "/tokens"

    def register_app(self):
        return self.ann, "/apps"

    def take_vacation(self):
        return self.ann, "/accounts/me/vacation"

    def open_game(self):
        return self.ann, "/games"

    def rematch(self):
        return self.ann, f"/games/{self.closed()['id']}/rematch"

    def invite(self):
        return self.ann, f"/games/{self.game(ME, OPEN)['id']}/invitations"

    def sit(self):
        return self.bob, f"/games/{self.game(ME, OPEN)['id']}/seats"

    def bring_character(self):
        made = self.ann.post("/characters", BODIES["make_character"]).json
        game = self.game(ME, OPEN, game="darkness", options={"scenario": "first-night"})
        return self.ann, f"/games/{game['id']}/seats/s1/character", {"character": made["id"]}

    def open_entropy(self):
        game = self.game(OPEN, ME)
        sat = self.bob.post(f"/games/{game['id']}/seats", {"seat": "s1", **SEALED})
        assert sat.status_code == 200, sat.text
        return self.bob, f"/games/{game['id']}/seats/s1/entropy"

    def act(self):
        game = self.game()
        assert game["legal"][0]["type"] == BODIES["act"]["action"]["type"]
        return self.ann, f"/games/{game['id']}/actions", {"action": game["legal"][0], "decision": game["decision"]}

    def preview(self):
        game = self.game()
        return self.ann, f"/games/{game['id']}/preview", {"action": game["legal"][0]}

    def give_orders(self):
        return self.ann, f"/games/{self.game(ME, {'ai': 'random'})['id']}/standing-orders"

    def take_back(self):
        game = self.game()
        self.ann.act(game, game["legal"][0], decision=game["decision"])
        now = self.ann.look(game)
        return self.ann, f"/games/{game['id']}/takebacks", {"to": now["may_take_back"][0]}

    def claim(self):
        return self.ann, f"/games/{self.game()['id']}/claims"

    def operate(self):
        return self.bob, f"/games/{self.game()['id']}/operator"

    def branch(self):
        game = self.closed()
        start = self.ann.get(f"/games/{game['id']}/timeline").json["boundaries"][-2]
        return self.ann, f"/games/{game['id']}/branches", {**BODIES["branch"], "at": start}

    def begin_private_branch(self):
        game = self.game()
        return self.ann, f"/games/{game['id']}/private-branches", {"at": game["version"]}

    def private_branch(self):
        """A branch whose own seat is to answer first."""
        game = self.game()
        begun = self.ann.post(f"/games/{game['id']}/private-branches", {})
        assert begun.status_code == 201, begun.text
        return begun.json

    def answered_branch(self):
        """The same after that answer, with what was answered."""
        branch = self.private_branch()
        view = branch["view"]
        body = {"decision": view["decision"], "action": view["legal"][0]}
        answered = self.ann.post(f"/private-branches/{branch['id']}/answers", body)
        assert answered.status_code == 200, answered.text
        return answered.json

    def answer_in_private_branch(self):
        branch = self.private_branch()
        view = branch["view"]
        body = {"decision": view["decision"], "action": view["legal"][0]}
        return self.ann, f"/private-branches/{branch['id']}/answers", body

    def let_others_answer(self):
        branch = self.answered_branch()
        return self.ann, f"/private-branches/{branch['id']}/others", {"decision": branch["view"]["decision"]}

    def note_in_private_branch(self):
        return self.ann, f"/private-branches/{self.private_branch()['id']}/notes/0"

    def make_condition(self):
        return self.ann, f"/private-branches/{self.answered_branch()['id']}/conditions"

    def say(self):
        return self.ann, f"/games/{self.game()['id']}/messages"

    def report_message(self):
        game = self.game(ME, {"account": "Bob"})
        self.bob.post(f"/games/{game['id']}/messages", {"text": "boo"})
        return self.ann, f"/games/{game['id']}/messages/1/reports"

    def write_note(self):
        return self.ann, f"/games/{self.game()['id']}/notes"

    def series(self, **sealed):
        body = {**BODIES["open_series"], **sealed}
        return self.ann.post("/series", body).json["id"]

    def open_challenge(self):
        return self.ann, "/challenges"

    def begin_try(self):
        challenge = self.ann.post("/challenges", BODIES["open_challenge"]).json
        return self.ann, f"/challenges/{challenge['id']}/tries"

    def open_tour(self):
        challenge = self.ann.post("/challenges", BODIES["open_challenge"]).json
        return self.ann, "/tours", {**BODIES["open_tour"], "challenges": [challenge["id"]]}

    def group(self, *seats):
        """The path of a group that ann leads."""
        caller, tries = self.begin_try()
        begun = caller.post(tries, {"seats": list(seats)})
        return f"{tries}/{begun.json['number']}"

    def join_group(self):
        return self.bob, f"{self.group(ME, {'account': 'Bob'})}/seats"

    def start_group(self):
        return self.ann, f"{self.group(ME, OPEN)}/start"

    def open_series(self):
        return self.ann, "/series"

    def sit_in_series(self):
        return self.bob, f"/series/{self.series()}/seats"

    def open_series_entropy(self):
        series = self.series(**SEALED)
        assert self.bob.post(f"/series/{series}/seats", {}).status_code == 200
        return self.ann, f"/series/{series}/seats/s1/entropy"

    def league(self, *entrants):
        league = self.ann.post("/leagues", BODIES["open_league"]).json["id"]
        assert self.ann.post(f"/leagues/{league}/seasons").status_code == 201
        for entrant in entrants:
            assert entrant.post(f"/leagues/{league}/entrants", SEALED).status_code == 201
        return f"/leagues/{league}"

    def open_league(self):
        return self.ann, "/leagues"

    def enrol(self):
        return self.bob, f"{self.league()}/entrants"

    def open_league_entropy(self):
        league = self.league(self.ann, self.bob, self.person("Cy"))
        closed = self.ann.post(f"{league}/organiser", BODIES["organise"])
        assert closed.status_code == 200, closed.text
        return self.bob, f"{league}/entrants/me/entropy"

    def organise(self):
        return self.ann, f"{self.league(self.bob, self.person('Cy'), self.person('Dan'))}/organiser"

    def begun(self):
        """The path of a league whose first round is played, with Bob among three, and his table."""
        people = [self.bob, *map(self.person, ("Cy", "Dan"))]
        league = self.ann.post("/leagues", BODIES["open_league"]).json["id"]
        assert self.ann.post(f"/leagues/{league}/seasons").status_code == 201
        for entrant in people:
            assert entrant.post(f"/leagues/{league}/entrants", {}).status_code == 201
        for verb in ("close-enrolment", "start-season"):
            assert self.ann.post(f"/leagues/{league}/organiser", {"verb": verb}).status_code == 200
        self.services.league_play.step(league)
        [stage] = self.ann.get(f"/leagues/{league}/rounds").json["stages"]
        [table, *_] = [own for own in stage["rounds"][0]["tables"] if "e1" in own["seats"]]
        return f"/leagues/{league}", {"stage": stage["id"], "table": table["table"]}

    def open_dispute(self):
        league, where = self.begun()
        return self.bob, f"{league}/disputes", {**BODIES["open_dispute"], **where}

    def say_in_dispute(self):
        caller, path, body = self.open_dispute()
        assert caller.post(path, body).status_code == 201
        return self.ann, f"{path}/1/messages"

    def make_character(self):
        return self.ann, "/characters"

    def add_webhook(self):
        return self.ann, "/webhooks"

    def add_device(self):
        return self.ann, "/devices"

    def set_mail(self):
        return self.ann, "/accounts/me/mail"

    def mute(self):
        return self.ann, f"/games/{self.game()['id']}/notifications"

    def mute_league(self):
        return self.ann, f"{self.league()}/notifications"

    def mute_challenge(self):
        challenge = self.ann.post("/challenges", BODIES["open_challenge"]).json["id"]
        return self.ann, f"/challenges/{challenge}/notifications"


REFUSED = {"claim": "illegal", "set_mail": "illegal"}
"""Examples that are refused on this stage, and how: nobody is late, and there is no server for mail."""


def operation_of(document, name):
    for item in document["paths"].values():
        for method, operation in item.items():
            if method != "parameters" and operation["operationId"] == name:
                return method, operation
    raise AssertionError(f"no operation {name}")


def test_every_body_has_an_example(document):
    with_body = {
        operation["operationId"]
        for item in document["paths"].values()
        for name, operation in item.items()
        if name != "parameters" and "requestBody" in operation
    }
    assert with_body - ELSEWHERE.keys() == BODIES.keys()


@pytest.mark.parametrize("name", BODIES)
def test_an_example_is_answered_as_documented(document, person, nobody, services, name):
    method, operation = operation_of(document, name)
    [content] = operation["requestBody"]["content"].values()
    body = content["example"]
    wanted = schema(content["schema"]["$ref"].rpartition("/")[2])
    assert [error.message for error in wanted.iter_errors(body)] == []
    stage = Stage(person, nobody, services)
    if name == "operate":
        services.accounts.set_operator(services.accounts.by_name("Bob").id, True)
    if name == "take_vacation":
        body = {"until": services.clock() + 86_400}
    caller, address, *own = getattr(stage, name)()
    response = caller.call(method.upper(), address, own[0] if own else body)
    if name in REFUSED:
        assert response.json["code"] == REFUSED[name]
        return
    documented = operation["responses"][str(response.status_code)]
    assert response.status_code < 300, response.text
    shown = documented["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    assert [error.message for error in schema(shown).iter_errors(response.json)] == []
