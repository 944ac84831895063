"""Text that is not in normal form C is brought there wherever it is typed, and nowhere refused for that."""

from tests.service.api.conftest import API
from tests.service.web.visitor import Visitor

ME, OPEN = {"account": "me"}, {"open": True}
TYPED, KEPT = "e\u0301te\u0301", "\u00e9t\u00e9"


def test_in_bodies(ann):
    game = ann.open_game(ME, OPEN)
    assert ann.post(f"/games/{game['id']}/messages", {"text": TYPED}).json["text"] == KEPT
    assert ann.call("PUT", f"/games/{game['id']}/notes", {"text": TYPED}).status_code == 200
    assert ann.get(f"/games/{game['id']}/notes").json["text"] == KEPT


def test_in_bodies_that_escape_it(ann):
    escaped = b'{"text": "e\\u0301t\\u00e9"}'
    game = ann.open_game(ME, OPEN)
    headers = {"Authorization": f"Bearer {ann.token}"}
    address = f"{API}/games/{game['id']}/messages"
    response = ann.client.post(address, data=escaped, content_type="application/json", headers=headers)
    assert response.json["text"] == KEPT


def test_in_names_of_accounts(person, nobody):
    person(TYPED, "nine lives of a cat")
    for spelt in (TYPED, KEPT):
        response = nobody.post("/tokens", {"name": spelt, "password": "nine lives of a cat"})
        assert response.status_code == 201, response.text


def test_in_forms_of_pages(app, services):
    visitor = Visitor(app)
    visitor.sign_up(TYPED, f"{TYPED} nine lives")
    assert services.accounts.by_name(KEPT).name == KEPT
    assert services.accounts.login(KEPT, f"{KEPT} nine lives")


def test_two_fields_that_become_one_are_refused(ann):
    body = '{"game": "pig", "seats": [{"open": true}], "options": {"e\u0301": 1, "\u00e9": 2}}'.encode()
    headers = {"Authorization": f"Bearer {ann.token}"}
    response = ann.client.post(f"{API}/games", data=body, content_type="application/json", headers=headers)
    assert (response.status_code, response.json["code"]) == (422, "malformed")
    assert "stands twice" in response.json["detail"]
