"""`Idempotency-Key` where a game is opened or an account deleted, and rematches."""

import hashlib
import hmac
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from domain.contract.chance import joined
from service.api.described.examples import BODIES
from service.api.repeats import KeyedOperation
from service.errors import ServiceError
from service.store.event_store import executing
from tests.service.api.conftest import Caller

ME, OPEN = {"account": "me"}, {"open": True}
KEY = {"Idempotency-Key": "one"}
GAME = {"game": "pig", "seats": [ME, OPEN], "options": {"goal": 20}}


def test_the_same_key_and_body_open_one_game(ann):
    first, second = ann.post("/games", GAME, KEY), ann.post("/games", GAME, KEY)
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json == second.json
    assert "Idempotent-Replayed" not in first.headers
    assert second.headers["Idempotent-Replayed"] == "true"
    assert len(ann.get("/games", mine="true").json["games"]) == 1


def test_another_key_opens_another_game_and_no_key_always_does(ann):
    opened = [ann.post("/games", GAME, headers).json["id"] for headers in (KEY, {"Idempotency-Key": "two"}, {}, {})]
    assert len(set(opened)) == 4


def test_a_key_with_another_body_is_refused(ann):
    ann.post("/games", GAME, KEY)
    response = ann.post("/games", GAME | {"rated": True}, KEY)
    assert (response.status_code, response.json["code"]) == (422, "key-reused")


def test_a_key_is_its_accounts_own(ann, bob):
    assert ann.post("/games", GAME, KEY).json["id"] != bob.post("/games", GAME, KEY).json["id"]


def test_a_refused_request_uses_no_key_up(ann):
    assert ann.post("/games", {**GAME, "seats": [ME]}, KEY).status_code == 422
    assert ann.post("/games", GAME, KEY).status_code == 201


@pytest.fixture
def played(ann, bob):
    """A game of Ann, Bob and an AI that Bob has lost by giving up."""
    game = ann.open_game(ME, {"account": "Bob"}, options={"goal": 20}, visibility="private")
    assert bob.post(f"/games/{game['id']}/seats", {}).status_code == 200
    assert bob.post(f"/games/{game['id']}/resignations", {}).json["game"]["status"] == "over"
    return game


def seats(game):
    return [(seat["kind"], seat["name"]) for seat in game["seats"].values()]


def test_a_rematch_has_the_same_terms_and_invites_the_others(ann, bob, played):
    game = ann.post(f"/games/{played['id']}/rematch", {"seats": "same"}).json
    assert game["id"] != played["id"]
    assert (game["options"], game["visibility"], game["status"]) == (played["options"], "private", "open")
    assert seats(game) == [("person", "Ann"), ("open", "Bob")]
    assert bob.post(f"/games/{game['id']}/seats", {}).json["game"]["status"] == "running"


def test_seats_are_rotated_unless_they_are_to_stay(bob, played):
    game = bob.post(f"/games/{played['id']}/rematch", {}).json
    assert seats(game) == [("person", "Bob"), ("open", "Ann")]


def test_a_rematch_is_opened_once_for_a_key(ann, played):
    place = f"/games/{played['id']}/rematch"
    assert ann.post(place, {}, KEY).json["id"] == ann.post(place, {}, KEY).json["id"]
    assert ann.post("/games", {}, KEY).json["code"] == "malformed"


def test_both_who_ask_for_a_rematch_meet_at_one_table(ann, bob, played):
    place = f"/games/{played['id']}/rematch"
    first = ann.post(place, {"seats": "same"}).json
    second = bob.post(place, {"seats": "rotated"}, KEY).json
    assert (second["id"], second["status"], seats(second)) == (
        first["id"],
        "running",
        [("person", "Ann"), ("person", "Bob")],
    )
    assert bob.post(place, {"seats": "rotated"}, KEY).json["id"] == first["id"]


def test_who_is_blocked_by_whoever_waits_at_a_rematch_opens_another(ann, bob, played):
    place = f"/games/{played['id']}/rematch"
    waiting = ann.post(place, {}).json["id"]
    assert ann.call("PUT", "/accounts/me/blocks/Bob").status_code in (200, 204)
    own = bob.post(place, {})
    assert own.status_code == 201
    assert own.json["id"] != waiting


def test_asking_again_while_it_waits_opens_no_other(ann, played):
    place = f"/games/{played['id']}/rematch"
    assert ann.post(place, {}).json["id"] == ann.post(place, {}).json["id"]


def test_after_a_rematch_was_called_off_or_has_begun_there_is_another(ann, bob, played):
    place = f"/games/{played['id']}/rematch"
    called_off = ann.post(place, {}).json["id"]
    assert ann.call("DELETE", f"/games/{called_off}").status_code == 200
    begun = ann.post(place, {}).json["id"]
    assert bob.post(place, {}).json["id"] == begun
    assert len({called_off, begun, bob.post(place, {}).json["id"]}) == 3


def test_rematches_asked_for_at_once_are_one(app, ann, played):
    place, barrier = f"/games/{played['id']}/rematch", Barrier(8)

    def ask(_):
        asking = Caller(app.test_client(), ann.name, ann.token)
        barrier.wait()
        return asking.post(place, {}).json["id"]

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(ask, range(8)))) == 1


def test_who_is_gone_leaves_an_open_seat(ann, bob, played):
    assert bob.call("DELETE", "/accounts/me").status_code == 204
    assert seats(ann.post(f"/games/{played['id']}/rematch", {}).json) == [("open", None), ("person", "Ann")]


def test_only_players_ask_for_a_rematch_and_only_at_the_end(ann, bob, person, played):
    assert person("Cy").post(f"/games/{played['id']}/rematch", {}).status_code == 404
    running = ann.open_game(ME, ME)
    assert ann.post(f"/games/{running['id']}/rematch", {}).json["code"] == "illegal"
    ann.post(f"/games/{running['id']}/resignations", {"seat": "s1"})
    assert bob.post(f"/games/{running['id']}/rematch", {}).json["code"] == "forbidden"


PLAN = {"seats": 2, "divisions": [{"name": "A", "size": 4}], "stages": [{"kind": "swiss", "rounds": 2}]}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/series", {"game": "nightfall", "seats": [ME, OPEN]}),
        ("/leagues", {"game": "pig", "name": "Winter", "plan": PLAN}),
        ("/characters", BODIES["make_character"]),
    ],
)
def test_what_is_no_game_is_opened_once_for_a_key_too(ann, path, body):
    first, second = ann.post(path, body, KEY), ann.post(path, body, KEY)
    assert (first.status_code, second.status_code) == (201, 201), first.text
    assert first.json["id"] == second.json["id"]
    assert second.headers["Idempotent-Replayed"] == "true"
    assert ann.post(path, body, {"Idempotency-Key": "other"}).json["id"] != first.json["id"]
    assert ann.post(path, {**body, "game": "last-spell"}, KEY).json["code"] == "key-reused"


def test_a_closed_game_is_branched_once_for_a_key(ann, played):
    start = ann.get(f"/games/{played['id']}/timeline").json["boundaries"][0]
    path, body = f"/games/{played['id']}/branches", {"at": start}
    first, second = ann.post(path, body, KEY), ann.post(path, body, KEY)
    assert (first.status_code, second.status_code) == (201, 201), first.text
    assert first.json["id"] == second.json["id"]
    assert second.headers["Idempotent-Replayed"] == "true"
    assert ann.post(path, body).json["id"] != first.json["id"]


def test_a_repeat_whose_token_has_just_ended_waits_for_the_answer(app, ann, monkeypatch):
    came, to_keep, of_ended_token = Event(), KeyedOperation._to_keep, KeyedOperation.of_ended_token

    def refused_meanwhile(keyed):
        came.set()
        return of_ended_token(keyed)

    def leave():
        return Caller(app.test_client(), "Ann", ann.token).call("DELETE", "/accounts/me", headers=KEY)

    with ThreadPoolExecutor(1) as other:

        def kept_late(keyed, response, stored):
            later.append(other.submit(leave))
            assert came.wait(30)
            return to_keep(keyed, response, stored)

        later = []
        monkeypatch.setattr(KeyedOperation, "_to_keep", kept_late)
        monkeypatch.setattr(KeyedOperation, "of_ended_token", refused_meanwhile)
        assert (leave().status_code, later[0].result().status_code) == (204, 204)


def test_who_is_refused_after_something_was_stored_is_told_so_and_waits_for_no_answer(ann, services, monkeypatch):
    path = f"/series/{ann.post('/series', BODIES['open_series']).json['id']}"

    def refused(*given, **named):
        raise ServiceError("not-found", "there is no such series")

    monkeypatch.setattr(services.series, "view", refused)
    assert ann.call("DELETE", path, headers=KEY).json["code"] == "not-found"
    assert services.series.look(path.removeprefix("/series/")).status == "void"


def test_an_answer_is_kept_for_an_ended_token_only_where_a_token_was_shown(nobody, services):
    """What else stands in `Authorization` may be the same for many, as the password of a door before the service."""
    door = {**KEY, "Idempotency-Secret": "s" * 22, "Authorization": "Basic ZG9vcjprZXk="}
    assert nobody.post("/accounts", {"name": "Dee"}, door).status_code == 201
    assert len(services.store.rows("SELECT * FROM done_once")) == 1


SECRET = {**KEY, "Idempotency-Secret": "s" * 22}
BODY = b'{"name":"Dee","password":"correct horse"}'


def test_what_is_kept_of_a_body_can_be_guessed_by_nobody_who_has_the_database_alone(nobody, services):
    posted = nobody.client.post("/api/v1/accounts", data=BODY, headers=SECRET, content_type="application/json")
    assert posted.status_code == 201
    [row] = services.store.rows("SELECT key, body FROM done_once")
    sent = joined(row["key"], joined(b"", BODY))
    assert row["body"] == hmac.digest(services.store.vault.repeats, sent, "sha256").hex()


def test_a_request_that_an_earlier_program_has_carried_out_is_answered_as_then(nobody, services):
    """It kept the SHA-256 of its body."""
    made = nobody.client.post("/api/v1/accounts", data=BODY, headers=SECRET, content_type="application/json")
    earlier = hashlib.sha256(joined(b"", BODY)).hexdigest()
    services.store.write(executing("UPDATE done_once SET body=:earlier", earlier=earlier))
    again = nobody.client.post("/api/v1/accounts", data=BODY, headers=SECRET, content_type="application/json")
    assert (again.status_code, again.json["id"]) == (201, made.json["id"])
    another = nobody.post("/accounts", {"name": "Eve"}, SECRET)
    assert another.json["code"] == "key-reused"


def test_no_answer_names_an_account_that_is_deleted(nobody, services):
    made = nobody.post("/accounts", {"name": "Hildegard", "password": "correct horse"}, SECRET).json
    dora = Caller(nobody.client, "Hildegard", made["token"])
    change = {"password": "battery staple", "old_password": "correct horse"}
    assert dora.call("PATCH", "/accounts/me", change, {"Idempotency-Key": "two"}).status_code == 200
    dora.token = nobody.post("/tokens", {"name": "Hildegard", "password": "battery staple"}).json["token"]
    ended = nobody.post("/tokens", {"name": "Hildegard", "password": "battery staple"}).json
    own = Caller(nobody.client, "Hildegard", ended["token"])
    assert own.call("DELETE", f"/tokens/{ended['id']}", headers=KEY).status_code == 204
    assert len(services.store.rows("SELECT key FROM done_once WHERE account=:id", id=made["id"])) == 5
    leave = {"Idempotency-Key": "three"}
    assert dora.call("DELETE", "/accounts/me", headers=leave).status_code == 204
    [row] = services.store.rows("SELECT account, answer FROM done_once")
    assert (row["account"], b"Hildegard" in row["answer"]) == ("", False)
    assert dora.call("DELETE", "/accounts/me", headers=leave).status_code == 204


def test_who_cannot_be_deleted_yet_asks_again_under_the_same_key(nobody, services, monkeypatch):
    made = nobody.post("/accounts", {"name": "Hildegard", "password": "correct horse"}).json
    leaving, key = Caller(nobody.client, "Hildegard", made["token"]), {"Idempotency-Key": "three"}
    has_caught_up = iter([True, False])
    with monkeypatch.context() as patched:
        patched.setattr(services.read_models.follower, "catch_up", lambda patience: next(has_caught_up))
        assert leaving.call("DELETE", "/accounts/me", headers=key).json["code"] == "behind"
    for _ in range(2):
        assert leaving.call("DELETE", "/accounts/me", headers=key).status_code == 204
