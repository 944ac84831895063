from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from service.app.application import create_app
from service.bootstrap import build
from tests.chromium import launched
from tests.installation import prepare
from tests.service.web.browser.windows import DESKTOP
from tests.serving import served
from tests.streams import random_bytes

PATIENCE = 20_000
"""Milliseconds for what takes a fraction of a second, on a busy machine."""


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    """A service of its own in which dice and bags fall alike at every run; its peers lie on this machine."""
    home = tmp_path_factory.mktemp("installation") / "home"
    settings = prepare(home, NIGHTLEDGER_WEBHOOKS_TO_PRIVATE="yes")
    services = build(settings, entropy=random_bytes(b"browser"))
    yield services
    services.close()


@pytest.fixture(scope="module")
def address(services):
    """Where the service listens."""
    with served(create_app(services, waiting=64)) as address:
        yield address


@pytest.fixture(scope="module")
def chromium():
    expect.set_options(timeout=PATIENCE)
    with launched() as browser:
        yield browser


@pytest.fixture
def visit(chromium, address):
    """Opens a window for a new account, signed in; at its end the browser must have had nothing to complain of."""

    @contextmanager
    def window(name, viewport=DESKTOP, script=True, colors="light", language="en"):
        context = chromium.new_context(
            base_url=address, viewport=viewport, java_script_enabled=script, color_scheme=colors, locale=language
        )
        context.set_default_timeout(PATIENCE)
        page, complaints = context.new_page(), []
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto("/")
        page.locator("#up-name").fill(name)
        page.locator("#up-password").fill("correct horse")
        page.locator("form:has(#up-name) button").click()
        expect(page.locator("form[action='/sign-out']")).to_be_attached()
        yield page
        context.close()
        assert complaints == []

    return window
