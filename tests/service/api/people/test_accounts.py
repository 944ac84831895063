import pytest


def test_a_new_account_gets_an_id_and_its_first_token(ann):
    me = ann.get("/accounts/me").json
    assert me["name"] == "Ann"
    assert set(me) == {"id", "name", "created", "time_zone", "language", "bot"}


def test_a_name_belongs_to_one_account_in_whatever_case(ann, nobody):
    response = nobody.post("/accounts", {"name": "ANN"})
    assert (response.status_code, response.json["code"]) == (409, "name-taken")


def test_who_has_a_password_logs_in_and_out(person, nobody):
    ann = person("Ann", "correct horse")
    made = nobody.post("/tokens", {"name": "ann", "password": "correct horse"})
    assert made.status_code == 201
    second = type(ann)(ann.client, "Ann", made.json["token"])
    assert second.get("/accounts/me").json == ann.get("/accounts/me").json
    assert ann.call("DELETE", f"/tokens/{made.json['id']}").status_code == 204
    assert second.get("/accounts/me").status_code == 401
    assert ann.get("/accounts/me").status_code == 200


@pytest.mark.parametrize(
    "login", [{"name": "Ann", "password": "wrong horse"}, {"name": "Eve", "password": "wrong horse"}]
)
def test_a_wrong_password_and_a_wrong_name_look_alike(person, nobody, login):
    person("Ann", "correct horse")
    response = nobody.post("/tokens", login)
    assert response.status_code == 401
    assert response.json == {
        "type": "/docs#problem-wrong-credentials",
        "title": "Name and password do not belong together",
        "status": 401,
        "code": "wrong-credentials",
        "detail": "no account has this name and password",
    }


def test_a_name_can_be_changed_and_games_show_the_new_one(ann):
    game = ann.open_game({"account": "me"}, {"open": True})
    assert ann.call("PATCH", "/accounts/me", {"name": "Anna"}).json["name"] == "Anna"
    assert ann.look(game)["seats"]["s1"]["name"] == "Anna"


def test_a_new_password_ends_all_tokens(person, nobody):
    ann = person("Ann", "correct horse")
    new = {"password": "battery staple", "old_password": "correct horse"}
    assert ann.call("PATCH", "/accounts/me", new).status_code == 200
    assert ann.get("/accounts/me").status_code == 401
    assert nobody.post("/tokens", {"name": "Ann", "password": "battery staple"}).status_code == 201


@pytest.mark.parametrize("old", [{}, {"old_password": ""}, {"old_password": "a guess"}, {"old_password": "x" * 200}])
def test_without_the_old_password_there_is_no_new_one(person, nobody, old):
    ann = person("Ann", "correct horse")
    refused = ann.call("PATCH", "/accounts/me", {"password": "battery staple", "name": "Anna"} | old)
    assert (refused.status_code, refused.json["code"]) == (409, "illegal")
    assert ann.get("/accounts/me").json["name"] == "Ann"
    assert nobody.post("/tokens", {"name": "Ann", "password": "correct horse"}).status_code == 201


def test_who_has_no_password_takes_one_with_the_token_alone(person, nobody):
    ann = person("Ann")
    assert ann.call("PATCH", "/accounts/me", {"password": "battery staple"}).status_code == 200
    assert nobody.post("/tokens", {"name": "Ann", "password": "battery staple"}).status_code == 201


def test_an_old_password_is_not_guessed_by_trying(person):
    ann = person("Ann", "correct horse")
    found = []
    while 429 not in found:
        change = {"password": "battery staple", "old_password": f"guess {len(found)}"}
        found.append(ann.call("PATCH", "/accounts/me", change).status_code)
        assert len(found) <= 2 * 20 + 1, "even if a minute begins meanwhile"
    assert found[:20] == [409] * 20


def test_who_leaves_is_forgotten_and_the_games_remain(ann, bob):
    game = ann.open_game({"account": "me"}, {"open": True})
    assert ann.call("DELETE", "/accounts/me").status_code == 204
    assert ann.get("/accounts/me").status_code == 401
    seen = bob.get(f"/games/{game['id']}")
    assert seen.json["status"] == "cancelled"
    assert seen.json["seats"]["s1"] == {"name": None, "kind": "person", "level": None}
    assert "Ann" not in seen.text


def test_time_zone_and_language_are_kept(ann):
    me = ann.get("/accounts/me").json
    assert (me["time_zone"], me["language"]) == ("UTC", "en")
    changed = ann.call("PATCH", "/accounts/me", {"time_zone": "Europe/Paris", "language": "fr"}).json
    assert (changed["time_zone"], changed["language"]) == ("Europe/Paris", "fr")
    ann.call("PATCH", "/accounts/me", {"language": "pl"})
    me = ann.get("/accounts/me").json
    assert (me["name"], me["time_zone"], me["language"]) == ("Ann", "Europe/Paris", "pl")


@pytest.mark.parametrize(
    "change",
    [
        {"time_zone": "Mars/Olympus"},
        {"time_zone": "../etc/passwd"},
        {"time_zone": ""},
        {"time_zone": "localtime"},
        {"language": "xx"},
    ],
)
def test_a_time_zone_or_language_that_there_is_not_is_refused(ann, change):
    response = ann.call("PATCH", "/accounts/me", change)
    assert (response.status_code, response.json["code"]) == (422, "malformed")
    assert ann.get("/accounts/me").json["time_zone"] == "UTC"


@pytest.mark.parametrize(
    ("bad", "code"),
    [({"name": "BOB"}, "name-taken"), ({"password": "short"}, "malformed"), ({"time_zone": "Mars"}, "malformed")],
)
def test_a_change_that_is_refused_in_part_is_refused_as_a_whole(ann, bob, bad, code):
    before = ann.get("/accounts/me").json
    good = {"name": "Anna", "time_zone": "Europe/Paris", "language": "fr"}
    assert ann.call("PATCH", "/accounts/me", {**good, **bad}).json["code"] == code
    assert ann.get("/accounts/me").json == before


def test_who_changes_nothing_is_as_before(ann):
    before = ann.get("/accounts/me").json
    assert ann.call("PATCH", "/accounts/me", {}).json == before


@pytest.mark.parametrize(
    "authorization", ["Bearer nonsense", "Bearer", "Bearer ", "Basic QW5uOng=", "nonsense", "Bearer \xff\xfe"]
)
def test_a_token_that_is_none_is_answered_with_a_challenge(nobody, authorization):
    response = nobody.get("/accounts/me", {"Authorization": authorization})
    assert (response.status_code, response.json["code"]) == (401, "unauthorized")
    assert response.headers["WWW-Authenticate"].startswith('Bearer realm="nightledger"')
    assert response.headers["Vary"] == "Authorization, Cookie, Origin"


def test_a_bad_token_is_refused_even_where_none_is_needed(ann, nobody):
    game = ann.open_game({"account": "me"}, {"open": True})
    assert nobody.get(f"/games/{game['id']}").status_code == 200
    assert nobody.get(f"/games/{game['id']}", {"Authorization": "Bearer nonsense"}).status_code == 401


def test_a_password_is_not_guessed_by_trying(person, nobody):
    person("Ann", "correct horse")
    person("Bob", "battery staple")
    wrong = [nobody.post("/tokens", {"name": "Ann", "password": f"guess {n}"}).status_code for n in range(10)]
    assert wrong == [401] * 10
    response = nobody.post("/tokens", {"name": "\uff21NN", "password": "correct horse"})
    assert (response.status_code, response.json["code"]) == (429, "too-many-requests")
    assert 0 < int(response.headers["Retry-After"]) <= 61
    assert nobody.post("/tokens", {"name": "Bob", "password": "battery staple"}).status_code == 201
