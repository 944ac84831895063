import hashlib

import pytest

from tests.service.playing import AI, ME, OPEN, ROLL, act

ENTROPY = "ab" * 32


def test_a_game_whose_seats_are_all_taken_begins_at_once(ann):
    game = ann.open_game(ME, AI)
    assert game["status"] == "running"
    assert game["seats"] == {
        "s1": {"name": "Ann", "kind": "person", "level": None},
        "s2": {"name": "random", "kind": "ai", "level": "random"},
    }
    assert game["seat"] == "s1"
    assert game["table"] == {"active": "s1", "bank": {"s1": 0, "s2": 0}, "goal": 100, "guesses": {}, "turn_points": 0}
    assert game["pending"] == {"s1": {"kind": "turn", "verbs": ["roll", "hold"], "details": {}}}
    assert game["decision"] == f"{game['version']}.s1"
    assert game["legal"] == [{"type": "roll"}, {"type": "hold"}]
    assert (game["legal_complete"], game["slots"], game["result"]) == (True, {}, None)


def test_a_new_game_says_where_it_is(ann):
    response = ann.post("/games", {"game": "pig", "seats": [ME, OPEN]})
    assert response.status_code == 201
    assert response.headers["Location"] == f"/api/v1/games/{response.json['id']}"
    assert int(response.headers["Log-Position"]) > 0
    assert ann.client.get(response.headers["Location"]).json["id"] == response.json["id"]


def test_an_open_seat_is_taken_and_the_game_begins(ann, bob):
    game = ann.open_game(ME, OPEN, options={"goal": 20})
    assert (game["status"], game["table"], game["pending"], game["legal"]) == ("open", None, {}, [])
    answer = bob.post(f"/games/{game['id']}/seats", {}).json
    assert answer["game"]["status"] == "running"
    assert answer["game"]["seat"] == "s2"
    assert [event["type"] for event in answer["events"]] == ["SeatTaken", "GameStarted", "GameCreated", "Asked"]
    assert answer["game"]["options"] == {"goal": 20, "guess": False}


def test_a_taken_seat_is_not_given_again(ann, bob, person):
    game = ann.open_game(ME, OPEN, OPEN)
    bob.post(f"/games/{game['id']}/seats", {"seat": "s3"})
    response = person("Eve").post(f"/games/{game['id']}/seats", {"seat": "s3"})
    assert (response.status_code, response.json["code"]) == (409, "illegal")


def test_a_seat_is_left_before_the_start(ann, bob):
    game = ann.open_game(ME, OPEN, OPEN)
    bob.post(f"/games/{game['id']}/seats", {"seat": "s2"})
    left = bob.call("DELETE", f"/games/{game['id']}/seats/s2")
    assert left.status_code == 200
    assert left.json["game"]["seats"]["s2"]["kind"] == "open"


def test_nobody_leaves_anothers_seat(ann, bob):
    game = ann.open_game(ME, OPEN)
    for seat in ("s1", "s9"):
        response = bob.call("DELETE", f"/games/{game['id']}/seats/{seat}")
        assert (response.status_code, response.json["code"]) == (403, "forbidden")
    assert ann.look(game)["seats"]["s1"]["kind"] == "person"


def test_an_invited_seat_is_kept_for_the_guest(ann, bob, person):
    game = ann.open_game(ME, {"account": "Bob"})
    response = person("Eve").post(f"/games/{game['id']}/seats", {"seat": "s2"})
    assert (response.status_code, response.json["code"]) == (403, "forbidden")
    assert bob.post(f"/games/{game['id']}/seats").json["game"]["status"] == "running"


def test_entropy_counts_with_a_reservation_and_is_in_the_log(ann, bob):
    reservation = ann.post("/reservations").json
    game = ann.open_game(ME, OPEN, reservation=reservation["id"], entropy=ENTROPY)
    assert (game["id"], game["commitment"]) == (reservation["id"], reservation["commitment"])
    sealed = hashlib.sha256(bytes.fromhex(ENTROPY)).hexdigest()
    waiting = bob.post(f"/games/{game['id']}/seats", {"entropy_hash": sealed}).json["game"]
    assert waiting["status"] == "open"
    path = f"/games/{game['id']}/seats/s2/entropy"
    assert bob.call("PUT", path, {"entropy": "cd" * 32}).status_code == 409
    opened = bob.call("PUT", path, {"entropy": ENTROPY}).json
    assert opened["game"]["status"] == "running"
    started = next(event for event in opened["events"] if event["type"] == "GameStarted")
    assert started["data"]["entropy"] == [["s1", ENTROPY], ["s2", ENTROPY]]


def test_a_reservation_is_its_makers_and_good_once(ann, bob):
    reservation = ann.post("/reservations").json
    wanted = {"game": "pig", "seats": [ME, OPEN], "reservation": reservation["id"]}
    assert bob.post("/games", wanted).status_code == 404
    assert ann.post("/games", wanted).status_code == 201
    assert ann.post("/games", wanted).status_code == 409


def test_its_creator_cancels_a_game_before_the_start(ann, bob):
    game = ann.open_game(ME, OPEN)
    assert bob.call("DELETE", f"/games/{game['id']}").status_code == 403
    cancelled = ann.call("DELETE", f"/games/{game['id']}")
    assert cancelled.json["game"]["status"] == "cancelled"
    assert bob.post(f"/games/{game['id']}/seats").json["code"] == "game-over"


def test_a_running_game_is_not_cancelled(ann):
    game = ann.open_game(ME, AI)
    response = ann.call("DELETE", f"/games/{game['id']}")
    assert (response.status_code, response.json["code"]) == (409, "illegal")


def test_a_private_game_is_not_there_for_strangers(ann, bob, nobody):
    game = ann.open_game(ME, AI, visibility="private")
    for path in ("", "/events", "/record", "/table?at=1"):
        for stranger in (bob, nobody):
            assert stranger.get(f"/games/{game['id']}{path}").status_code == 404
    assert ann.get(f"/games/{game['id']}/events").status_code == 200


def test_a_game_that_has_not_changed_is_not_sent_again(ann, bob):
    game = ann.open_game(ME, AI)
    first = ann.get(f"/games/{game['id']}")
    etag = first.headers["ETag"]
    assert etag.startswith(f'"{game["version"]}-{game["head"]}-')
    same = ann.get(f"/games/{game['id']}", {"If-None-Match": etag})
    assert (same.status_code, same.data, same.headers["ETag"]) == (304, b"", etag)
    assert same.headers["Vary"] == "Authorization, Cookie, Origin"
    assert ann.get(f"/games/{game['id']}", {"If-None-Match": f'"x", W/{etag}'}).status_code == 304
    assert bob.get(f"/games/{game['id']}", {"If-None-Match": etag}).status_code == 200
    ann.act(game, {"type": "roll"}, decision=game["decision"])
    assert ann.get(f"/games/{game['id']}", {"If-None-Match": etag}).status_code == 200


def test_a_new_game_that_moves_while_it_is_answered_is_not_said_to_be_as_it_was(ann, services, monkeypatch):
    def moving_after(look):
        def looked(game_id, account):
            found = look(game_id, account)
            between.undo()
            act(services.ledger, account, game_id, ROLL)
            return found

        return looked

    with monkeypatch.context() as between:
        for name in ("etag", "view"):
            between.setattr(services.ledger, name, moving_after(getattr(services.ledger, name)))
        opened = ann.post("/games", {"game": "pig", "seats": [ME, ME]})
    again = ann.get(f"/games/{opened.json['id']}", {"If-None-Match": opened.headers["ETag"]})
    assert again.status_code == 200


def test_games_are_listed_by_what_they_are_to_the_caller(ann, bob, nobody):
    private = ann.open_game(ME, AI, visibility="private")
    running = ann.open_game(ME, AI)
    waiting = ann.open_game(ME, OPEN)

    def listed(who, **filters):
        return [game["id"] for game in who.get("/games", **filters).json["games"]]

    assert listed(ann) == [waiting["id"], running["id"], private["id"]]
    assert listed(nobody) == [waiting["id"], running["id"]]
    assert listed(ann, mine="true") == [waiting["id"], running["id"], private["id"]]
    assert listed(bob, mine="true") == []
    assert listed(ann, my_turn="true", status="running") == [running["id"], private["id"]]
    assert listed(bob, open="true", game="pig") == [waiting["id"]]
    assert listed(bob, status="cancelled") == []


def test_a_listed_game_says_who_sits_and_who_must_decide(ann):
    game = ann.open_game(ME, AI)
    [listed] = ann.get("/games").json["games"]
    assert listed["seats"] == game["seats"]
    [waiting] = listed["pending"].values()
    assert (waiting["decision"], waiting["kind"], waiting["verbs"]) == (game["decision"], "turn", ["roll", "hold"])
    assert (listed["version"], listed["status"], listed["visibility"]) == (game["version"], "running", "public")


def test_a_list_is_read_page_by_page(ann):
    made = [ann.open_game(ME, OPEN)["id"] for _ in range(5)]
    first = ann.get("/games", limit=2).json
    second = ann.get("/games", limit=2, cursor=first["next"]).json
    third = ann.get("/games", limit=2, cursor=second["next"]).json
    pages = [[game["id"] for game in page["games"]] for page in (first, second, third)]
    assert pages == [[made[4], made[3]], [made[2], made[1]], [made[0]]]
    assert third["next"] is None


def test_ones_own_list_needs_a_token(nobody):
    assert nobody.get("/games", mine="true").status_code == 401
    assert nobody.get("/games", my_turn="").status_code == 401


@pytest.mark.parametrize(
    ("wanted", "pointer"),
    [
        ({}, "#/game"),
        ({"game": "pig"}, "#/seats"),
        ({"game": "pig", "seats": []}, "#/seats"),
        ({"game": "pig", "seats": [ME] * 13}, "#/seats"),
        ({"game": "pig", "seats": "me"}, "#/seats"),
        ({"game": "pig", "seats": [{}, ME]}, "#/seats/0"),
        ({"game": "pig", "seats": [{"ai": "random", "open": True}, ME]}, "#/seats/0"),
        ({"game": "pig", "seats": [{"open": False}, ME]}, "#/seats/0/open"),
        ({"game": "pig", "seats": [{"open": 1}, ME]}, "#/seats/0/open"),
        ({"game": "pig", "seats": [{"ai": 5}, ME]}, "#/seats/0/ai"),
        ({"game": "pig", "seats": [{"robot": "x"}, ME]}, "#/seats/0/robot"),
        ({"game": "pig", "seats": [{"account": "a\u0000"}, ME]}, "#/seats/0/account"),
        ({"game": "pig", "seats": [5, ME]}, "#/seats/0"),
        ({"game": ["pig"], "seats": [ME, AI]}, "#/game"),
        ({"game": "pig", "seats": [ME, AI], "options": []}, "#/options"),
        ({"game": "pig", "seats": [ME, AI], "visibility": "secret"}, "#/visibility"),
        ({"game": "pig", "seats": [ME, AI], "rated": "yes"}, "#/rated"),
        ({"game": "pig", "seats": [ME, AI], "release": "5"}, "#/release"),
        ({"game": "pig", "seats": [ME, AI], "release": True}, "#/release"),
        ({"game": "pig", "seats": [ME, AI], "entropy": "AB" * 32}, "#/entropy"),
        ({"game": "pig", "seats": [ME, AI], "entropy": "ab" * 32 + "\n"}, "#/entropy"),
        ({"game": "pig", "seats": [ME, AI], "seed": 5}, "#/seed"),
    ],
)
def test_a_game_that_is_badly_described_is_not_opened(ann, wanted, pointer):
    response = ann.post("/games", wanted)
    assert (response.status_code, response.json["code"]) == (422, "malformed")
    assert response.json["errors"][0]["pointer"] == pointer
    assert ann.get("/games").json["games"] == []


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "chess", "seats": [ME, AI]},
        {"game": "pig", "seats": [ME]},
        {"game": "pig", "seats": [ME] * 7},
        {"game": "pig", "seats": [ME, {"ai": "genius"}]},
        {"game": "pig", "seats": [ME, {"account": "Nobody"}]},
        {"game": "pig", "seats": [ME, AI], "options": {"goal": 0}},
        {"game": "pig", "seats": [ME, AI], "options": {"goal": "20"}},
        {"game": "pig", "seats": [ME, AI], "options": {"gaol": 20}},
        {"game": "pig", "seats": [ME, AI], "clock": {"days": 1}},
        {"game": "pig", "seats": [ME, AI], "release": 0},
        {"game": "pig", "seats": [ME, AI], "reservation": "nonsense"},
        {"game": "pig", "seats": [ME, AI], "entropy": ENTROPY},
    ],
)
def test_a_game_that_does_not_exist_or_fit_is_not_opened(ann, wanted):
    response = ann.post("/games", wanted)
    unknown = "reservation" in wanted
    assert (response.status_code, response.json["code"]) == ((404, "not-found") if unknown else (422, "malformed"))
    assert response.json["detail"]
    assert ann.get("/games").json["games"] == []


def test_a_list_shows_what_was_written_up_to_the_position_that_is_asked_for(ann, services):
    opened = ann.post("/games", {"game": "pig", "seats": [ME, ME]})
    position = int(opened.headers["Log-Position"])
    listed = ann.get("/games", mine="true", position=position)
    assert [game["id"] for game in listed.json["games"]] == [opened.json["id"]]
    assert int(listed.headers["Log-Position"]) >= position


def test_a_position_behind_what_is_being_stored_is_one_that_the_log_has(ann, services, monkeypatch):
    position = int(ann.post("/games", {"game": "pig", "seats": [ME, ME]}).headers["Log-Position"])
    services.read_models.follower.catch_up()
    monkeypatch.setattr(services.store, "position", lambda: position - 1)
    assert ann.get("/games", position=position).status_code == 200


def test_a_position_that_the_log_has_not_is_refused(ann, services):
    response = ann.get("/games", position=services.store.position() + 1)
    assert (response.status_code, response.json["code"]) == (422, "malformed")


def test_a_list_that_does_not_get_there_in_time_says_so(ann, services, monkeypatch):
    opened = ann.post("/games", {"game": "pig", "seats": [ME, ME]})
    monkeypatch.setattr(services.read_models.follower, "follow", lambda: 0)
    monkeypatch.setattr("service.api.lists.PATIENCE", 0.01)
    response = ann.get("/games", position=int(opened.headers["Log-Position"]))
    assert (response.status_code, response.json["code"]) == (503, "behind")


@pytest.mark.parametrize("path", ["/games", "/leagues", "/series", "/challenges", "/tours", "/ratings?game=pig"])
def test_a_list_that_does_not_show_everything_says_how_far_it_is_behind(ann, services, monkeypatch, path):
    services.read_models.follower.catch_up()
    reached = services.store.position()
    ann.post("/games", {"game": "pig", "seats": [ME, ME]})
    with monkeypatch.context() as slow:
        slow.setattr(services.read_models.follower, "follow", lambda: 0)
        slow.setattr("service.api.lists.PATIENCE", 0.01)
        behind = ann.get(path)
    assert (behind.status_code, behind.headers["Log-Behind"]) == (200, str(services.store.position() - reached))
    assert "Log-Behind" not in ann.get(path).headers
