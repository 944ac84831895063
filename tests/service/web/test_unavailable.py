"""The pages while the store is locked by another program."""

from service.errors import TRY_AGAIN
from tests.locking import locked_by_another_program


def test_a_form_that_cannot_be_stored_is_answered_by_a_page_that_says_when_to_try_again(services, ann):
    form = ann.open("/account").form("/account/place")
    with locked_by_another_program(services.settings.events_path):
        response = ann.client.post(form.action, data=form.fields)
    assert (response.status_code, response.headers["Retry-After"]) == (503, str(TRY_AGAIN))
    assert "the store cannot be used now" in response.text
    assert ann.client.post(form.action, data=form.fields).status_code < 400
