"""Numbers that organisers, operators and game masters type: all are answered, and every record stays sound.

The watchdog has a wide margin: it only tells work that is bounded from work that a few digits make endless.
"""

import signal
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from domain.audit import REFUSED, aggregates, audit
from domain.canon import parse
from domain.chance import Stream
from domain.darkness.master.verbs import AWARDS
from domain.export import read
from service.api.app import create_app
from service.api.corrections import VERBS as OPERATORS
from service.bootstrap import build
from service.leagues.ledger import VERBS as ORGANISERS
from service.leagues.ledger import WITHOUT_REASON
from tests.installation import prepare
from tests.league.bots import MORE_GAMES
from tests.league.seasons import GAME, SWISS
from tests.service.api.conftest import API, Caller
from tests.service.clocks import DAY, HandClock
from tests.service.playing import refusal

ME = {"account": "me"}

MOST_SECONDS = 20

CLOCK = {"per_decision": DAY, "policy": "remind"}

EVIL = (
    "1e30000000", "1e400", "-1e400", "1/0", "0/1", "-1/2", "0.5", "19/3", "999999999.999999999", "9" * 5000, "1_0", "",
    0, 1, -1, 7, 1000, 1001, -1001, 999_999_999, 10**9, 10**12, 2**31, 2**53 - 2, 2**53 - 1, 2**53, 2**63, 10**400,
    1_800_000_000, 1_800_000_000 + 60 * DAY, 1_800_000_000 + 61 * DAY, 1_800_000_000_000, 253_402_214_399,
    True, None, 1.5, [1], {"a": 1}, [[[[[1]]]]],
)  # fmt: skip

NUMBERS = st.one_of(
    st.sampled_from(EVIL), st.integers(), st.text(max_size=12), st.from_regex("-?[0-9]{1,12}([./e][0-9]{1,12})?")
)

FEW = settings(
    max_examples=60, deadline=None, database=None, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


WITH_TO = ("pause", "extend", "take-back", "move-rules")
"""The operators' verbs that take a number."""


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


class Hall:
    """An installation with a league under way, a game with a clock and a campaign, all of one operator."""

    def __init__(self, home):
        self.clock = HandClock()
        self.services = build(prepare(home, NIGHTLEDGER_EXTRA_GAMES=MORE_GAMES), self.clock)
        self.client = create_app(self.services).test_client()
        token = self.client.post(f"{API}/accounts", json={"name": "Olga"}).json["token"]
        self.olga = Caller(self.client, "Olga", token)
        self.account = self.services.accounts.by_name("Olga").id
        self.services.accounts.set_operator(self.account, True)
        self.league = self.ok("/leagues", {"game": GAME, "name": "Winter", "plan": SWISS})["id"]
        self.ok(f"/leagues/{self.league}/seasons")
        for _ in range(4):
            self.ok(f"/leagues/{self.league}/entrants", {"level": "random"})
        for verb in ("close-enrolment", "start-season"):
            self.ok(f"/leagues/{self.league}/organiser", {"verb": verb})
        self.services.league_play.step(self.league)
        self.stage = f"{self.league}/1/A/1"
        self.campaign = self.ok(
            "/games",
            {"game": "darkness", "seats": [ME, ME], "options": {"scenario": "the-awakening", "gm": "s1"}},
        )["id"]
        self._begin()

    def ok(self, path, body=None):
        answer = self.olga.post(path, body)
        assert answer.status_code < 300, answer.text
        return answer.json

    def duel(self):
        """A new game with a clock."""
        return self.ok("/games", {"game": GAME, "seats": [ME, ME], "clock": CLOCK})["id"]

    def _begin(self):
        """The character of the second seat is chosen."""
        rng, ledger = Stream(b"begin"), self.services.ledger
        while (table := ledger.table(self.campaign)).state.phase == "setup":
            seat = next(iter(table.pending))
            view = self.olga.get(f"/games/{self.campaign}", seat=seat).json
            body = {"action": rng.choice(view["legal"]), "decision": view["decision"]}
            assert self.olga.post(f"/games/{self.campaign}/actions", body, seat=seat).status_code == 200

    def ask(self, path, body, **query):
        """The answer to a post, which is given in time and is no fault of the server's."""
        with bounded():
            answer = self.olga.post(path, body, **query)
        assert answer.status_code < 500, answer.text
        return answer

    def league_is_sound(self):
        document = self.olga.get(f"/leagues/{self.league}/record")
        assert aggregates.audit(aggregates.read(document.data), self.services.catalog).code != REFUSED

    def game_is_sound(self, game):
        """Its record is a prefix that no audit refuses, and it is shown."""
        with bounded():
            assert self.olga.get(f"/games/{game}", seat="s1").status_code == 200
            found = read(self.olga.get(f"/games/{game}/record").data)
        assert audit(found, self.services.catalog).code != REFUSED


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
    codes = set()
    for below in (999_999_937, 999_999_929, 999_999_893, 999_999_883):
        body = {"verb": "adjust", "stage": hall.stage, "entrant": "e2", "points": f"1/{below}", "reason": "a test"}
        codes.add(hall.ask(f"/leagues/{hall.league}/organiser", body).status_code)
    assert codes == {200, 409}
    hall.league_is_sound()


@pytest.mark.parametrize(
    ("verb", "to"),
    [
        ("extend", 2**53 - 1),
        ("extend", 61 * DAY),
        ("pause", 1_800_000_000_000),
        ("pause", 1_800_000_000 + 60 * DAY + 1),
        ("pause", 2**53 - 1),
    ],
)
def test_a_time_that_is_far_off_is_refused(hall, verb, to):
    game = hall.duel()
    before = hall.olga.get(f"/games/{game}", seat="s1").json["version"]
    answer = hall.ask(f"/games/{game}/operator", {"verb": verb, "to": to, "reason": "a test"})
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
    "stage": st.just(None),
    "entrant": st.sampled_from(ENTRANTS) | NUMBERS,
    "points": NUMBERS,
    "table": st.integers(1, 2) | NUMBERS,
    "round": st.just(1) | NUMBERS,
    "places": st.dictionaries(st.sampled_from(ENTRANTS), st.integers(1, 2) | NUMBERS, max_size=2),
    "tally": st.dictionaries(st.sampled_from(ENTRANTS), NUMBERS, max_size=2),
    "absent": st.lists(st.sampled_from(ENTRANTS), max_size=2),
    "tables": st.permutations(ENTRANTS).map(lambda order: [order[:2], order[2:]]),
    "level": st.just("random"),
    "by_itself": st.booleans(),
}

OF_VERBS = {
    "next-season": ("by_itself",),
    "enter-late": ("stage", "level"),
    "replace": ("entrant", "level"),
    "pair-by-hand": ("stage", "round", "tables"),
    "forfeit": ("stage", "table", "absent", "places"),
    "replay": ("stage", "table"),
    "correct": ("stage", "table", "places", "tally"),
    "adjust": ("stage", "entrant", "points"),
    "withdraw": ("entrant",),
    "close-stage": ("stage",),
}
"""The arguments of the organisers' verbs that take some."""


@st.composite
def decisions(draw):
    """An organiser's verb with its arguments."""
    verb = draw(st.sampled_from(ORGANISERS))
    reason = {} if verb in WITHOUT_REASON else {"reason": draw(st.text(min_size=1, max_size=20))}
    return {"verb": verb, **reason, **{name: draw(ARGUMENTS[name]) for name in OF_VERBS.get(verb, ())}}


@FEW
@given(decisions())
def test_whatever_organisers_type_is_answered(hall, decision):
    where = {"stage": hall.stage} if "stage" in decision else {}
    hall.ask(f"/leagues/{hall.league}/organiser", {**decision, **where})
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


@FEW
@given(verbs=st.lists(st.tuples(st.sampled_from(OPERATORS), NUMBERS, st.booleans()), max_size=4), place=NUMBERS)
def test_whatever_operators_type_is_answered(hall, verbs, place):
    game = hall.duel()
    for verb, to, of_one in verbs:
        given = {"places": {"s1": place, "s2": 1}} if verb == "adjudicate" else {"to": to} if verb in WITH_TO else {}
        body = {"verb": verb, "reason": "a test", **given, **({"seat": "s1"} if of_one else {})}
        hall.ask(f"/games/{game}/operator", body)
    hall.game_is_sound(game)


def doing(verb, **arguments):
    return st.fixed_dictionaries({"type": st.just(verb), **arguments})


TEXTS = st.text(max_size=50)

DOINGS = st.one_of(
    doing("award", to=st.sampled_from(("s1", "s2")), vp=NUMBERS, why=TEXTS),
    doing("place", id=TEXTS, kind=st.sampled_from(("zombie", "guard")), at=TEXTS, health=NUMBERS),
    doing("set_tn", tn=st.sampled_from(("6H", "1P")), turns=NUMBERS),
    doing("environment", environment=NUMBERS),
    doing("begin_chapter", chapter=NUMBERS),
    doing("allow_new", seat=NUMBERS),
    doing("reveal", id=NUMBERS),
    doing("talk", to=st.just(["s2"]), text=TEXTS),
)
"""What a game master does at any time but end the game."""


@FEW
@given(actions=st.lists(DOINGS, max_size=4))
def test_whatever_game_masters_type_is_answered(hall, actions):
    for action in actions:
        hall.ask(f"/games/{hall.campaign}/actions", {"action": action}, seat="s1")
    hall.game_is_sound(hall.campaign)


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
