"""Challenges: the same deal for everybody, one try each, nothing told before the last try has ended."""

import pytest

from domain.audit import CONSISTENT
from domain.audit import audit as audit_record
from domain.audit.aggregates import audit, read
from domain.log.canon import canonical
from domain.log.derived import game_id
from domain.log.record import seed_commitment
from domain.records.export import read as read_record
from service.bootstrap import build
from service.games.shapes import NewGame
from tests.league.api import LeagueHouse
from tests.league.bots import play_on
from tests.service.playing import refusal
from tests.service.unreadable import rename_an_event

DAY = 86_400
INTRODUCTION = NewGame("last-spell", [{}], {"scenario": "introduction"})


@pytest.fixture
def challenges(seasons):
    return seasons.services.challenges


def opened(seasons, days=None):
    return seasons.services.challenges.open(seasons.organiser, INTRODUCTION, "The first night", days)


def draws(services, game):
    """Kind and name -> what was drawn, of the first draws that a game makes."""
    found = {}
    for event in services.ledger.revealed_record(game)["events"]:
        told = [
            *event["draws"],
            *(draw for part in event["private"].values() for draw in part["part"].get("draws", ())),
        ]
        for draw in told:
            found.setdefault((draw["kind"], draw["name"]), []).append((draw["from"], draw["result"]))
    return found


def test_everybody_has_one_try_at_a_game_of_ones_own(seasons, challenges):
    ann, bob = seasons.account("ann"), seasons.account("bob")
    challenge_id = opened(seasons)
    games = [challenges.begin(person, challenge_id) for person in (ann, bob)]
    assert games == [game_id(challenge_id, 1), game_id(challenge_id, 2)]
    assert [seasons.services.ledger.table(game).seats["s1"].account for game in games] == [ann, bob]
    assert refusal(challenges.begin, ann, challenge_id) == "illegal"
    assert [own.name for own in challenges.view(challenge_id).tries] == ["ann", "bob"]


def test_all_tries_share_the_deal_and_commit_to_the_same_seed(seasons, challenges):
    challenge_id = opened(seasons)
    challenges.begin(seasons.account("ann"), challenge_id)
    for level in ("random", "greedy"):
        play_on(seasons.services, challenges.begin_ai(seasons.organiser, challenge_id, level))
    one, other = (draws(seasons.services, game_id(challenge_id, number)) for number in (2, 3))
    shared = [(first, second) for name in one.keys() & other.keys() for first, second in zip(one[name], other[name])]
    alike = [(first, second) for first, second in shared if first[0] == second[0]]
    assert one["flip", "destiny"][0] == other["flip", "destiny"][0]
    assert all(first == second for first, second in alike)


def test_nobody_sees_the_deal_of_others_before_the_end(seasons, challenges):
    ann, bob = seasons.account("ann"), seasons.account("bob")
    challenge_id = opened(seasons)
    first, second = challenges.begin(ann, challenge_id), challenges.begin_ai(seasons.organiser, challenge_id, "random")
    play_on(seasons.services, second)
    challenges.step(challenge_id)
    ledger = seasons.services.ledger
    for other in (bob, seasons.organiser, None):
        assert refusal(ledger.view, first, other) == "not-found"
        assert refusal(ledger.record, second, other) == "not-found"
    assert ledger.table(second).closed.seed is None
    assert challenges.view(challenge_id).seed is None
    assert refusal(challenges.record, challenge_id, 2) == "not-found"


def test_when_the_last_try_has_ended_the_seed_is_revealed_and_everything_can_be_audited(seasons, challenges):
    challenge_id = opened(seasons)
    for level in ("random", "greedy"):
        play_on(seasons.services, challenges.begin_ai(seasons.organiser, challenge_id, level))
    challenges.step(challenge_id)
    assert challenges.view(challenge_id).status == "open"
    challenges.close_entries(seasons.organiser, challenge_id)
    view = challenges.view(challenge_id)
    assert view.status == "closed"
    seed = bytes.fromhex(view.seed)
    assert seed_commitment(challenge_id, seed) == view.commitment
    won = [own.won for own in view.tries]
    assert [own.rank for own in view.tries] == [1 if own or not any(won) else 1 + sum(won) for own in won]
    assert audit(read(challenges.document(challenge_id).encode()), seasons.services.catalog).code == CONSISTENT
    for number in (1, 2):
        record = read_record(canonical(challenges.record(challenge_id, number)))
        assert audit_record(record, seasons.services.catalog, deals={challenge_id: seed}).code == CONSISTENT


def test_a_result_that_cannot_be_read_holds_up_no_other_try(seasons, challenges):
    """CH-TRY-3: the challenge waits for it alone."""
    ann, services, challenge_id = seasons.account("ann"), seasons.services, opened(seasons, days=7)
    broken = challenges.begin_ai(seasons.organiser, challenge_id, "random")
    play_on(services, broken)
    challenges.begin(ann, challenge_id)
    rename_an_event(services.settings, broken, "GameCreated", "GameInvented")
    other = build(services.settings, seasons.clock)
    seasons.clock.now += 7 * DAY
    assert other.challenges.step(challenge_id) == 2
    view = other.challenges.view(challenge_id)
    assert (view.status, [own.cause for own in view.tries]) == ("ending", [None, "void"])
    assert other.challenges.step(challenge_id) == 0
    other.close()


def test_what_runs_when_the_time_is_up_is_void(seasons, challenges):
    ann, bob = seasons.account("ann"), seasons.account("bob")
    challenge_id = opened(seasons, days=7)
    game = challenges.begin(ann, challenge_id)
    seasons.clock.now += 7 * DAY - 1
    assert challenges.step(challenge_id) == 0
    seasons.clock.now += 1
    assert refusal(challenges.begin, bob, challenge_id) == "illegal"
    assert challenges.step(challenge_id) > 0
    view = challenges.view(challenge_id)
    assert (view.status, [own.cause for own in view.tries]) == ("closed", ["void"])
    assert view.tries[0].rank is None
    assert seasons.services.ledger.table(game).closed.cause == "void"
    assert challenges.step(challenge_id) == 0


def test_only_the_organiser_ends_it_and_lets_ais_try(seasons, challenges):
    ann = seasons.account("ann")
    challenge_id = opened(seasons)
    assert refusal(challenges.begin_ai, ann, challenge_id, "random") == "forbidden"
    assert refusal(challenges.close_entries, ann, challenge_id) == "forbidden"
    assert refusal(challenges.begin_ai, seasons.organiser, challenge_id, "clever") == "malformed"
    challenges.close_entries(seasons.organiser, challenge_id)
    assert challenges.view(challenge_id).status == "closed"


def test_the_read_model_tells_what_is_due(seasons, challenges):
    challenge_id = opened(seasons, days=7)
    read_models = seasons.services.read_models

    def due(now):
        assert read_models.follower.catch_up(10)
        return [one for one, _ in read_models.challenges.due(now)]

    assert due(seasons.clock.now) == []
    play_on(seasons.services, challenges.begin_ai(seasons.organiser, challenge_id, "random"))
    assert due(seasons.clock.now) == [challenge_id]
    challenges.step(challenge_id)
    assert due(seasons.clock.now) == []
    assert due(seasons.clock.now + 7 * DAY) == [challenge_id]
    challenges.close_entries(seasons.organiser, challenge_id)
    assert due(seasons.clock.now + 7 * DAY) == []
    assert read_models.rebuilder.verify("challenges", lambda position: None) == []


def test_a_challenge_over_http(seasons):
    house = LeagueHouse(seasons)
    ann, bob = house.person("Ann"), house.person("Bob")
    answer = ann.post("/challenges", {"game": "last-spell", "name": "One night", "options": INTRODUCTION.options})
    assert answer.status_code == 201, answer.text
    shown = house.check("Challenge", answer.json)
    path = f"/challenges/{shown['id']}"
    begun = house.check("TryBegun", bob.post(f"{path}/tries", {}).json)
    assert bob.post(f"{path}/tries", {}).json["code"] == "illegal"
    assert bob.get(f"/games/{begun['game_id']}").status_code == 200
    assert ann.get(f"/games/{begun['game_id']}").status_code == 404
    assert house.nobody.get(f"{path}/tries/1/record").status_code == 404
    page = house.check("ChallengesPage", house.nobody.get("/challenges").json)
    assert [(one["id"], one["tries"]) for one in page["challenges"]] == [(shown["id"], 1)]
    house.check("LogPart", house.nobody.get(f"{path}/events").json)
    house.check("Document", house.nobody.get(f"{path}/record").json)
    assert bob.post(f"{path}/end").json["code"] == "forbidden"
    assert house.check("Challenge", ann.post(f"{path}/end").json)["status"] == "ending"
    seasons.services.ledger.close(begun["game_id"], "void")
    seasons.services.challenges.step(shown["id"])
    assert house.nobody.get(path).json["status"] == "closed"
    house.check("Record", house.nobody.get(f"{path}/tries/1/record").json)


def test_a_group_over_http(seasons):
    house = LeagueHouse(seasons)
    ann, bob, cy = (house.person(name) for name in ("Ann", "Bob", "Cy"))
    body = {"game": "last-spell", "name": "Two", "options": INTRODUCTION.options, "seats": 2, "ai_seats": True}
    path = f"/challenges/{ann.post('/challenges', body).json['id']}"
    formed = house.check("TryBegun", ann.post(f"{path}/tries", {"seats": [{"account": "me"}, {"open": True}]}).json)
    group = f"{path}/tries/{formed['number']}"
    assert formed["game_id"] is None
    assert bob.get(f"{group}/invitation").json["code"] == "forbidden"
    link = house.check("GroupInvitation", ann.get(f"{group}/invitation").json)
    assert link["link"].endswith(f"{path}?invitation={link['token']}")
    assert bob.post(f"{group}/seats", {}).json["code"] == "illegal"
    begun = house.check("TryBegun", bob.post(f"{group}/seats", {"invitation": link["token"]}).json)
    assert bob.get(f"/games/{begun['game_id']}").json["seats"]["s2"]["name"] == "Bob"
    assert bob.post(f"{path}/tries", {}).json["code"] == "illegal"
    led = cy.post(f"{path}/tries", {"seats": [{"account": "me"}, {"account": "Ann"}]}).json["number"]
    assert ann.post(f"{path}/tries/{led}/seats", {}).json["code"] == "illegal"
    house.check("Challenge", cy.call("DELETE", f"{path}/tries/{led}/seats").json)
    again = cy.post(f"{path}/tries", {"seats": [{"account": "me"}, {"open": True}]}).json["number"]
    started = house.check("TryBegun", cy.post(f"{path}/tries/{again}/start", {"level": "greedy"}).json)
    assert started["challenge"]["tries"][-1]["seats"]["s2"] == {"name": "greedy", "kind": "ai", "level": "greedy"}
    assert ann.post(f"{path}/tries", {"seats": [{"account": "me"}] * 2, "level": "greedy"}).status_code == 422


def test_opening_one_again_with_the_same_key_opens_no_second(seasons):
    house = LeagueHouse(seasons)
    ann, body = house.person("Ann"), {"game": "last-spell", "name": "One night", "options": INTRODUCTION.options}
    first, again = (ann.post("/challenges", body, {"Idempotency-Key": "a1"}) for _ in range(2))
    assert first.json["id"] == again.json["id"]
    assert again.headers["Idempotent-Replayed"] == "true"
    assert len(house.nobody.get("/challenges").json["challenges"]) == 1


@pytest.mark.parametrize(
    "body",
    [{}, {"game": "chess", "name": "x"}, {"game": "last-spell", "name": "x", "seats": 40}, {"game": "last-spell"}],
)
def test_a_challenge_that_cannot_be_is_refused(seasons, body):
    answer = LeagueHouse(seasons).person("Ann").post("/challenges", body)
    assert (answer.status_code, answer.json["code"]) == (422, "malformed")
