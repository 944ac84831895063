from io import BytesIO

import pytest

from service.api.limits.limiter import FILM_MAKERS, LIMITED
from service.api.problems import KINDS
from service.errors import STATUS
from tests.service.api.problems import is_problem

API = "/api/v1"
GAME = f"{API}/games/00000000-0000-4000-8000-000000000000"

NO_JSON = [b"{", b"nonsense", b"{'name': 'Ann'}", b"\xff\xfe", b'{"name": "Ann"}{', b"[1,]"]

OF_ANOTHER_SHAPE = [
    b'{"name": "Ann", "name": "Bob"}',
    b'{"name": 1.5}',
    b'{"name": 1e400}',
    b'{"name": 9007199254740993}',
    b'{"name": ' + b"9" * 5000 + b"}",
    b'{"name": "\\ud800"}',
    b'{"\\ud800": 1}',
    b'{"name": "a\\u0000"}',
    b'{"name": ' + b"[" * 70 + b"]" * 70 + b"}",
    b"[" * 200_000,
    b'{"name": "' + b"x" * 101 + b'"}',
    b'{"name": ""}',
    b'{"name": "Ann", "admin": true}',
    b"null",
    b"[]",
    b'"Ann"',
    b"",
]


def test_every_code_of_the_service_is_documented_with_its_status():
    assert {code: KINDS[code].status for code in STATUS} == STATUS


@pytest.mark.parametrize("path", ["/nowhere", f"{API}/nowhere", f"{API}/games/nonsense", f"{GAME}/nowhere", "/%ff"])
def test_an_address_that_is_none_is_not_found(nobody, path):
    assert is_problem(nobody.client.get(path), 404, "not-found")


@pytest.mark.parametrize("path", ["", "/events", "/record", "/table?at=1"])
def test_a_game_that_is_none_is_not_found(ann, nobody, path):
    for who in (ann, nobody):
        assert is_problem(who.client.get(GAME + path), 404, "not-found")


def test_a_method_that_is_not_taken_names_those_that_are(nobody):
    response = nobody.client.put(f"{API}/games")
    assert is_problem(response, 405, "method-not-allowed")
    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}


@pytest.mark.parametrize("body", NO_JSON)
def test_a_body_that_is_not_json_is_a_bad_request(nobody, body):
    response = nobody.client.post(f"{API}/accounts", data=body, content_type="application/json")
    assert is_problem(response, 400, "not-json")


@pytest.mark.parametrize("body", OF_ANOTHER_SHAPE, ids=lambda body: body[:24].decode(errors="replace"))
def test_json_of_another_shape_is_malformed(nobody, body):
    response = nobody.client.post(f"{API}/accounts", data=body, content_type="application/json")
    assert is_problem(response, 422, "malformed")


BY_API = sorted(endpoint for endpoint in LIMITED.difference(FILM_MAKERS) if not endpoint.startswith("pages."))


@pytest.mark.parametrize("endpoint", BY_API)
def test_no_body_is_a_fault_of_ours_where_a_limit_is_asked_first(app, ann, endpoint):
    [rule] = app.url_map.iter_rules(endpoint)
    [method] = rule.methods - {"OPTIONS"}
    as_ann = {"Authorization": f"Bearer {ann.token}"}
    for body in (*NO_JSON, *OF_ANOTHER_SHAPE):
        sent = {"data": body, "content_type": "application/json", "headers": as_ann}
        assert ann.client.open(rule.rule, method=method, **sent).status_code < 500, body[:24]


@pytest.mark.parametrize("kind", [None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"])
def test_a_body_of_another_kind_is_not_read(nobody, kind):
    response = nobody.client.post(f"{API}/accounts", data=b'{"name": "Ann"}', content_type=kind)
    assert is_problem(response, 415, "unsupported-media-type")


@pytest.mark.parametrize("path", [f"{API}/accounts", f"{API}/games", f"{GAME}/actions"])
def test_a_body_of_ten_megabytes_is_too_large(ann, path):
    response = ann.client.post(path, data=b" " * 10_000_000, content_type="application/json")
    assert is_problem(response, 413, "too-large")


def send(who, stream, **environ):
    """Post a body as a web server hands it on: a stream, of a length or chunked."""
    return who.client.post(
        f"{API}/accounts",
        content_type="application/json",
        environ_overrides={"wsgi.input": stream, "wsgi.input_terminated": True, **environ},
    )


@pytest.mark.parametrize("environ", [{}, {"CONTENT_LENGTH": "10000000"}])
def test_a_body_that_is_too_large_is_taken_to_its_end_so_that_the_answer_is_seen(nobody, environ):
    stream = BytesIO(b" " * 10_000_000)
    assert is_problem(send(nobody, stream, **environ), 413, "too-large")
    assert stream.read() == b""


def test_a_body_that_breaks_off_is_a_bad_request(nobody):
    assert is_problem(send(nobody, BytesIO(b'{"name": "Ann"}'), CONTENT_LENGTH="100"), 400, "bad-request")


def test_a_body_that_cannot_be_read_is_a_bad_request(nobody):
    class Broken:
        def read(self, size=-1):
            raise RuntimeError("no chunk begins here")

    assert is_problem(send(nobody, Broken()), 400, "bad-request")


def test_a_body_of_one_megabyte_is_read(nobody):
    body = b'{"name": "Ann"}'.ljust(1 << 20)
    assert nobody.client.post(f"{API}/accounts", data=body, content_type="application/json").status_code == 201


def test_every_fault_is_named_with_its_place(nobody):
    response = nobody.post("/accounts", {"name": 5, "password": ["x"], "a/b~c": 1})
    assert response.json["errors"] == [
        {"detail": "Not a valid string.", "pointer": "#/name"},
        {"detail": "Not a valid string.", "pointer": "#/password"},
        {"detail": "Unknown field.", "pointer": "#/a~1b~0c"},
    ]


@pytest.mark.parametrize(
    ("path", "parameter"),
    [
        ("/games?limit=0", "limit"),
        ("/games?limit=201", "limit"),
        ("/games?limit=x", "limit"),
        ("/games?mine=maybe", "mine"),
        ("/games?status=lost", "status"),
        ("/games?colour=red", "colour"),
        ("/games?status=open&mine=true&status=running", "status"),
    ],
)
def test_a_parameter_that_does_not_fit_is_named(ann, path, parameter):
    response = ann.get(path)
    assert is_problem(response, 422, "malformed")
    assert response.json["errors"][0]["parameter"] == parameter


@pytest.mark.parametrize("cursor", ["x", "-1", "1.5", "9" * 40, "\u0661"])
def test_a_cursor_that_no_page_gave_is_malformed(ann, cursor):
    assert is_problem(ann.get("/games", cursor=cursor), 422, "malformed")


def test_a_fault_of_ours_is_a_problem_too_and_tells_nothing(app):
    @app.get("/broken")
    def broken():
        raise RuntimeError("a secret")

    response = app.test_client().get("/broken")
    assert is_problem(response, 500, "internal")
    assert "secret" not in response.text
