"""What people do in a window of a browser, and what can be said of it."""

from contextlib import suppress

from playwright.sync_api import TimeoutError, expect

from tests.house import wait_until

DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}

MOST_TOUCHES = 20

SOON = 5000
"""Milliseconds."""

GONE_ON = "version => Number(document.getElementById('about').dataset.version) > version"


def game_of(page):
    return page.url.partition("/games/")[2][:36]


def wait_for_version(page, version):
    """Until the page, by itself, shows the game at this version or a later one."""
    about = page.locator("#about")
    wait_until(lambda: int(about.get_attribute("data-version")) >= version, f"the page shows version {version}")


def stays_within_the_window(page):
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def touch_an_answer(page):
    """Answer the open decision by the table and the bar alone: what is lit, what the bar asks besides, and confirm.

    An update that comes in between may begin the decision anew, or close it: then it is touched once more.
    """
    version = int(page.locator("#about").get_attribute("data-version"))
    confirm = page.locator("#confirm")
    for _ in range(MOST_TOUCHES):
        if confirm.is_visible() and confirm.is_enabled():
            with suppress(TimeoutError):
                confirm.click(timeout=SOON)
                page.wait_for_function(GONE_ON, arg=version, timeout=SOON)
                return
            continue
        offered = page.locator(".thing.lit, #which button, #spoken button").locator("visible=true")
        expect(offered.first).to_be_visible()
        offered.last.click() if page.locator("#which button").count() else offered.first.click()
    raise AssertionError(f"not answered by touching: {page.locator('#question').inner_text()}")
