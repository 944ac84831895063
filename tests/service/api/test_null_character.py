"""What PostgreSQL keeps no text with is refused in every part of a request, whatever the database."""

import pytest

from tests.installation import install
from tests.service.api.conftest import API
from tests.service.web.visitor import Visitor

ME, OPEN = {"account": "me"}, {"open": True}
NUL = "a\0b"


@pytest.fixture
def services(tmp_path, database):
    services = install(tmp_path / "home", **database.environ)
    yield services
    services.close()


@pytest.fixture
def game(ann):
    return f"/games/{ann.open_game(ME, OPEN)['id']}"


def test_no_body_holds_it(ann, game):
    for method, path, body, pointer in (
        ("POST", f"{game}/messages", {"text": NUL}, "#/text"),
        ("PUT", f"{game}/notes", {"text": NUL}, "#/text"),
        ("POST", f"{game}/messages/1/reports", {"reason": NUL}, "#/reason"),
        ("POST", "/accounts", {"name": NUL}, "#/name"),
        ("POST", "/games", {"game": "pig", "seats": [ME, {"account": NUL}]}, "#/seats/1/account"),
        ("POST", "/games", {"game": "pig", "seats": [ME], "options": {NUL: 1}}, "#/options"),
        ("POST", "/webhooks", {"url": f"https://example.org/{NUL}"}, "#/url"),
    ):
        refused = ann.call(method, path, body)
        assert refused.status_code == 422, path
        assert refused.json["errors"] == [{"detail": "no text holds the character U+0000", "pointer": pointer}]


def test_no_address_holds_it(ann, game):
    for path in ("/accounts/me/blocks/%00", "/webhooks/%00/deliveries", "/games?status=%00", f"{game}?seat=%00"):
        method = "PUT" if "blocks" in path else "GET"
        refused = ann.client.open(API + path, method=method, headers={"Authorization": f"Bearer {ann.token}"})
        assert refused.json["code"] == "malformed", path


def test_no_form_holds_it(app):
    visitor = Visitor(app)
    visitor.sign_up("Cy")
    form = visitor.open("/account").form("/account/block")
    assert visitor.send(form, name=NUL).status == 422


def test_no_app_exchanges_it(nobody):
    for field in ("client_id", "code"):
        form = {"grant_type": "authorization_code", "client_id": "a", "code": "b", field: NUL}
        assert nobody.client.post("/oauth/token", data=form).json["code"] == "malformed"


def test_the_words_backslash_and_u0000_are_text_like_any_other(ann, game):
    said = r"\u0000 is how JSON writes it"
    assert ann.post(f"{game}/messages", {"text": said}).json["text"] == said
