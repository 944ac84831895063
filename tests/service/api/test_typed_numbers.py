"""Numbers that organisers, operators and game masters type: all are answered, and every record stays sound.

The watchdog has a wide margin: it only tells work that is bounded from work that a few digits make endless.
"""

import signal
from contextlib import contextmanager
from typing import get_args

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from domain.audit import aggregates, audit
from domain.contract.chance import Stream
from domain.contract.parts import verb_of_type
from domain.games.darkness.rules.master.actions import AWARDS, MASTER_ACTIONS
from domain.games.darkness.rules.turn import MASTER_VERBS, RULING, STANDING_OF_MASTER
from domain.league.actions import LeagueAction
from domain.log.canon import parse
from domain.records.export import read
from service.app.application import create_app
from service.bootstrap import build
from tests.installation import prepare
from tests.league.bots import MORE_GAMES
from tests.league.seasons import GAME, SWISS
from tests.service.api.conftest import API, Caller
from tests.service.api.document import api_document
from tests.service.clocks import DAY, HandClock
from tests.service.playing import refusal
from tests.typed_values import NUMBERS, fitting, typed

ME = {"account": "me"}

MOST_SECONDS = 60

CLOCK = {"per_decision": DAY, "policy": "remind"}

FEW = settings(
    max_examples=40, deadline=None, database=None, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


@contextmanager
def bounded():
    """Whatever is done in here is over in time, even on a machine that is busy."""

    def late(*_):
        raise AssertionError(f"it took more than {MOST_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(MOST_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


TRIES = {
    "attempt": {"type": "attempt", "what": "Lift the lorry", "attribute": "S"},
    "end_turn": {"type": "end_turn"},
}
"""What is done until the game master of a campaign is asked."""


class Hall:
    """An installation with a league, a game with a clock and a campaign, all of one person; and an operator."""

    def __init__(self, home):
        self.clock = HandClock()
        self.services = build(prepare(home, NIGHTLEDGER_EXTRA_GAMES=MORE_GAMES), self.clock)
        self.client = create_app(self.services).test_client()
        self.olga, self.operator = (self.person(name) for name in ("Olga", "Opal"))
        self.services.accounts.set_operator(self.services.accounts.by_name("Opal").id, True)
        self.league = self.ok("/leagues", {"game": GAME, "name": "Winter", "plan": SWISS})["id"]
        self.ok(f"/leagues/{self.league}/seasons")
        for _ in range(4):
            self.ok(f"/leagues/{self.league}/entrants", {"level": "random"})
        for verb in ("close-enrolment", "start-season"):
            self.ok(f"/leagues/{self.league}/organiser", {"verb": verb})
        self.services.league_play.step(self.league)
        self.stage = f"{self.league}/1/A/1"
        self.schemas = api_document()["components"]["schemas"]
        self.verbs = self.services.catalog["darkness"].describe().verbs
        self.campaign = self.begun()
        self._ruled = self.begun()

    def person(self, name):
        token = self.client.post(f"{API}/accounts", json={"name": name}).json["token"]
        return Caller(self.client, name, token)

    def ok(self, path, body=None):
        answer = self.olga.post(path, body)
        assert answer.status_code < 300, answer.text
        return answer.json

    def duel(self):
        """A new game with a clock."""
        return self.ok("/games", {"game": GAME, "seats": [ME, ME], "clock": CLOCK})["id"]

    def begun(self):
        """A new campaign whose game master is the first seat, at its first turn."""
        options = {"scenario": "the-awakening", "gm": "s1"}
        game = self.ok("/games", {"game": "darkness", "seats": [ME, ME], "options": options})["id"]
        rng = Stream(b"begin")
        while (table := self.services.ledger.table(game)).state.phase == "setup":
            seat = next(iter(table.pending))
            self._answer(game, seat, lambda view: rng.choice(view["legal"]))
        return game

    def asked(self):
        """A campaign that waits for its game master, who is asked for the number of an attempt."""
        for _ in range(20):
            view = self.look(self._ruled, "s1")
            if view["status"] != "running" or not view["pending"]:
                break
            [(seat, decision)] = view["pending"].items()
            if "set_tn" in decision["verbs"]:
                return self._ruled
            tries = [TRIES[verb] for verb in TRIES if verb in decision["verbs"]]
            self._answer(self._ruled, seat, lambda view, tries=tries: [*tries, *view["legal"]][0])
        self._ruled = self.begun()
        return self.asked()

    def look(self, game, seat):
        return self.olga.get(f"/games/{game}", seat=seat).json

    def _answer(self, game, seat, choose):
        view = self.look(game, seat)
        body = {"action": choose(view), "decision": view["decision"]}
        answer = self.olga.post(f"/games/{game}/actions", body, seat=seat)
        assert answer.status_code == 200, answer.text

    def ask(self, path, body, by=None, **query):
        """The answer to a post, by Olga if by nobody else, which is given in time and is no fault of the server's."""
        with bounded():
            answer = (by or self.olga).post(path, body, **query)
        assert answer.status_code < 500, answer.text
        return answer

    def league_is_sound(self):
        document = self.olga.get(f"/leagues/{self.league}/record")
        assert not aggregates.audit(aggregates.read(document.data), self.services.catalog).is_refused

    def game_is_sound(self, game):
        """Its record is a prefix that no audit refuses, and it is shown."""
        with bounded():
            assert self.olga.get(f"/games/{game}", seat="s1").status_code == 200
            found = read(self.olga.get(f"/games/{game}/record").data)
        assert not audit(found, self.services.catalog).is_refused


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    hall = Hall(tmp_path_factory.mktemp("hall") / "home")
    yield hall
    hall.services.close()


@pytest.mark.parametrize("points", [["1e30000000", 0], ["1e400"], [10**400], [1.5], ["1/0"], ["9" * 5000], [10**9]])
def test_a_plan_with_points_that_are_none_is_refused_at_once(hall, points):
    body = {"game": GAME, "name": "Winter", "plan": {**SWISS, "points": points}}
    assert hall.ask("/leagues", body).status_code == 422
    assert hall.ask("/leagues", {**body, "plan": {**SWISS, "bye": points[0]}}).status_code == 422


@pytest.mark.parametrize("points", ["1e30000000", "1e400", 10**9, "1/0", "1e0", " 1", 2**53, 1.5, "9" * 5000])
def test_an_adjustment_that_is_none_changes_nothing(hall, points):
    before = hall.olga.get(f"/leagues/{hall.league}").json["version"]
    body = {"verb": "adjust", "stage": hall.stage, "entrant": "e1", "points": points, "reason": "a test"}
    assert hall.ask(f"/leagues/{hall.league}/organiser", body).status_code == 422
    assert hall.olga.get(f"/leagues/{hall.league}").json["version"] == before
    hall.league_is_sound()


def test_adjustments_add_up_only_as_far_as_they_can_be_written(hall):
    """Fractions that have no common part would grow without end."""
    answers = []
    for below in (999_999_937, 999_999_929, 999_999_893, 999_999_883):
        body = {"verb": "adjust", "stage": hall.stage, "entrant": "e2", "points": f"1/{below}", "reason": "a test"}
        answers.append(hall.ask(f"/leagues/{hall.league}/organiser", body))
    assert [answer.status_code for answer in answers] == [200, 200, 409, 409]
    assert {answer.json["code"] for answer in answers[2:]} == {"illegal"}
    hall.league_is_sound()


@pytest.mark.parametrize(
    ("verb", "to"),
    [
        ("extend", 2**53 - 1),
        ("extend", 61 * DAY),
        ("pause", 1_800_000_000_000),
        ("pause", 1_800_000_000 + 60 * DAY + 1),
        ("pause", 2**53 - 1),
        ("bring-forward", 1_800_000_000 + 60 * DAY + 1),
    ],
)
def test_a_time_that_is_far_off_is_refused(hall, verb, to):
    game = hall.duel()
    before = hall.olga.get(f"/games/{game}", seat="s1").json["version"]
    answer = hall.ask(f"/games/{game}/operator", {"verb": verb, "to": to, "reason": "a test"}, hall.operator)
    assert (answer.status_code, answer.json["code"]) == (422, "malformed")
    assert hall.olga.get(f"/games/{game}", seat="s1").json["version"] == before


def test_how_far_off_is_a_setting(tmp_path):
    clock = HandClock()
    services = build(prepare(tmp_path / "home", NIGHTLEDGER_HORIZON_DAYS="2"), clock)
    olga = services.accounts.create("Olga")[0].id
    assert services.vacations.take(olga, clock.now + 2 * DAY).ends == clock.now + 2 * DAY
    assert refusal(services.vacations.take, olga, clock.now + 3 * DAY) == "malformed"
    services.close()


@pytest.mark.parametrize("vp", [AWARDS.least, AWARDS.most])
def test_an_award_has_a_bound(hall, vp):
    """WD-GM-25."""
    path = f"/games/{hall.campaign}/actions"
    award = {"type": "award", "to": "s2", "vp": vp, "why": "a test"}
    assert hall.ask(path, {"action": award}, seat="s1").status_code == 200
    over = award | {"vp": vp + (1 if vp > 0 else -1)}
    assert hall.ask(path, {"action": over}, seat="s1").status_code == 422


ENTRANTS = ("e1", "e2", "e3", "e4")

ARGUMENTS = {
    "reason": st.text(min_size=1, max_size=20),
    "entrant": st.sampled_from(ENTRANTS),
    "table": st.integers(1, 2),
    "round": st.just(1),
    "places": st.dictionaries(st.sampled_from(ENTRANTS), st.integers(1, 2) | NUMBERS, max_size=2),
    "tally": st.dictionaries(st.sampled_from(ENTRANTS), NUMBERS, max_size=2),
    "absent": st.lists(st.sampled_from(ENTRANTS), max_size=2),
    "tables": st.permutations(ENTRANTS).map(lambda order: [order[:2], order[2:]]),
    "level": st.just("random"),
}
"""What organisers are likely to type; all else comes from the document."""

OF_ORGANISERS = {kind.__struct_config__.tag.removeprefix("league/"): kind for kind in get_args(LeagueAction)}

CLONED = {"season": True, "opens": True}
"""What a season is cloned by, of which the service makes the draft: whether it must be there."""


def of_verb(schema, verb):
    """Of what an organiser can post the part that a verb takes."""
    if verb == "clone-season":
        fields = CLONED
    else:
        fields = {field.encode_name: field.required for field in msgspec.structs.fields(OF_ORGANISERS[verb])}
    properties = {name: part for name, part in schema["properties"].items() if name in fields}
    return {"properties": properties, "required": [name for name in properties if fields[name]]}


def test_each_argument_of_an_organiser_has_values_that_fit(hall):
    schema = hall.schemas["Organiser"]
    for verb in schema["properties"]["verb"]["enum"]:
        for name, part in of_verb(schema, verb)["properties"].items():
            assert not fitting(part).is_empty, f"{verb}: {name}"


@FEW
@given(data=st.data())
def test_whatever_organisers_type_is_answered(hall, data):
    schema = hall.schemas["Organiser"]
    verb = data.draw(st.sampled_from(schema["properties"]["verb"]["enum"]))
    likely = ARGUMENTS | {"stage": st.just(hall.stage)}
    hall.ask(f"/leagues/{hall.league}/organiser", data.draw(typed(of_verb(schema, verb), {"verb": verb}, likely)))
    hall.league_is_sound()


@FEW
@given(name=st.sampled_from(("seats", "fewest", "points", "bye", "release")), value=NUMBERS, stage=st.dictionaries(
    st.sampled_from(("rounds", "cycles", "through", "advance", "seats", "limit", "days")), NUMBERS, max_size=3
), size=NUMBERS, days=NUMBERS)  # fmt: skip
def test_whatever_is_planned_is_answered(hall, name, value, stage, size, days):
    plan = {**SWISS, name: [value] if name == "points" else value, "stages": [{"kind": "swiss", "rounds": 2, **stage}]}
    hall.ask("/leagues", {"game": GAME, "name": "Winter", "plan": plan})
    plan = {**SWISS, "divisions": [{"name": "A", "size": size}]}
    hall.ask("/leagues", {"game": GAME, "name": "Winter", "plan": plan})
    hall.ask("/series", {"game": GAME, "seats": [ME, ME], "limit": value, "release": size})
    hall.ask("/challenges", {"game": "last-spell", "name": "Night", "days": days, "seats": size})


OPERATED = {
    "to": NUMBERS,
    "seat": st.sampled_from(("s1", "s2")),
    "account": st.just("Olga"),
    "level": st.just("random"),
    "places": st.fixed_dictionaries({"s1": st.integers(1, 2) | NUMBERS, "s2": st.just(1)}),
}
"""What operators are likely to type."""


@FEW
@given(data=st.data())
def test_whatever_operators_type_is_answered(hall, data):
    game, schema = hall.duel(), hall.schemas["Operator"]
    for verb in data.draw(st.lists(st.sampled_from(schema["properties"]["verb"]["enum"]), max_size=4)):
        body = data.draw(typed(schema, {"verb": verb, "reason": "a test"}, OPERATED))
        hall.ask(f"/games/{game}/operator", body, hall.operator)
    hall.game_is_sound(game)


OF_MASTERS = sorted(
    {verb_of_type(kind) for kind in MASTER_ACTIONS} | {"talk", *MASTER_VERBS, *STANDING_OF_MASTER, *RULING}
)
"""Every verb of a game master, and those that only the others have in games with one."""


class Offered(int):
    """An argument that is taken from what is offered for it, counted round and round."""


def taken(action, slots):
    """The action with what is offered: a value of the slot, a number of its range, or a seat where all is open."""
    found = dict(action)
    for name, at in action.items():
        if isinstance(at, Offered):
            slot = next((slot for slot in slots if slot["name"] == name), {"values": None, "min": None})
            values = slot["values"] or (["s2"] if slot["min"] is None else range(slot["min"], slot["max"] + 1))
            chosen = values[at % len(values)]
            found[name] = [chosen] if slot["values"] and slot["min"] is not None else chosen
    return found


def test_all_verbs_that_a_game_master_is_offered_are_tried(hall):
    view = hall.look(hall.asked(), "s1")
    assert {*view["standing"], *view["pending"]["s1"]["verbs"]} <= {*OF_MASTERS} <= hall.verbs.keys()


@pytest.mark.parametrize("verb", OF_MASTERS)
@settings(FEW, max_examples=8)
@given(data=st.data())
def test_whatever_game_masters_type_is_answered(hall, verb, data):
    """While they are asked for the number of an attempt."""
    schema = hall.verbs[verb]
    likely = dict.fromkeys(schema["properties"], st.integers(0, 99).map(Offered))
    typed_in = data.draw(typed(schema, {"type": verb}, likely))
    game = hall.asked()
    view = hall.look(game, "s1")
    action = taken(typed_in, [*view["standing"].get(verb, ()), *view["slots"].get(verb, ())])
    decision = {} if verb in view["standing"] else {"decision": view["decision"]}
    hall.ask(f"/games/{game}/actions", {"action": action, **decision}, seat="s1")
    hall.game_is_sound(game)


@pytest.mark.parametrize("at", [1, 7, 19])
def test_every_effect_of_a_ruling_is_answered(hall, at):
    """WD-GM-25."""
    codes = set()
    for effect in sorted(hall.verbs["rule"]["properties"].keys() - {"type", "on"}):
        game = hall.asked()
        action = taken({"type": "rule", "on": "s2", effect: Offered(at)}, hall.look(game, "s1")["standing"]["rule"])
        codes.add(hall.ask(f"/games/{game}/actions", {"action": action}, seat="s1").status_code)
    assert {200, 422} <= codes
    hall.game_is_sound(game)


def test_many_points_are_never_listed(hall):
    """A range says what may be paid, whatever it is."""
    for _ in range(30):
        award = {"type": "award", "to": "s2", "vp": AWARDS.most, "why": "a test"}
        assert hall.ask(f"/games/{hall.campaign}/actions", {"action": award}, seat="s1").status_code == 200
    view = hall.olga.get(f"/games/{hall.campaign}", seat="s1").json
    [vp] = [slot for slot in view["standing"]["award"] if slot["name"] == "vp"]
    assert (vp["values"], vp["min"], vp["max"]) == (None, AWARDS.least, AWARDS.most)
    answer = hall.olga.get(f"/games/{hall.campaign}", seat="s2")
    assert len(answer.data) < 100_000
    assert parse(answer.data)["table"] is not None
