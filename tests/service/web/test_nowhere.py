"""Addresses that lead nowhere, or take no such request."""

from tests.service.web.visitor import BROWSER


def test_a_browser_is_told_on_a_page(ann):
    answered = ann.client.get("/nowhere", headers=BROWSER)
    page = answered.get_data(as_text=True)
    assert (answered.status_code, answered.mimetype) == (404, "text/html")
    assert "<h1>This did not work (404)</h1>" in page
    assert "there is no such page" in page
    assert "Ann</a>" in page
    assert answered.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_a_program_is_told_by_a_problem_document(nobody):
    for headers in ({}, {"Accept": "*/*"}, {"Accept": "application/json"}):
        answered = nobody.client.get("/api/v1/nowhere", headers=headers)
        assert (answered.status_code, answered.mimetype) == (404, "application/problem+json")
        assert answered.json["code"] == "not-found"


def test_what_the_api_does_not_find_is_a_problem_whoever_asks(nobody):
    answered = nobody.client.get("/api/v1/games/00000000-0000-4000-8000-000000000000", headers=BROWSER)
    assert (answered.status_code, answered.mimetype) == (404, "application/problem+json")


def test_a_browser_that_asks_as_an_address_cannot_be_asked_is_told_on_a_page(ann):
    answered = ann.client.get("/challenges/1/try", headers=BROWSER)
    assert (answered.status_code, answered.mimetype) == (405, "text/html")
    page = answered.get_data(as_text=True)
    assert "<h1>This did not work (405)</h1>" in page
    assert "this address takes no such request" in page
    assert set(answered.allow) == {"OPTIONS", "POST"}


def test_a_program_that_does_is_told_by_a_problem_document(nobody):
    answered = nobody.client.get("/challenges/1/try", headers={"Accept": "*/*"})
    assert (answered.status_code, answered.mimetype) == (405, "application/problem+json")
    assert (answered.json["code"], set(answered.allow)) == ("method-not-allowed", {"OPTIONS", "POST"})
