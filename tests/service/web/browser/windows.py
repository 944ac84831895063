"""What people do in a window of a browser, and what can be said of it."""

from playwright.sync_api import expect

from tests.house import wait_until

DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}

MOST_TOUCHES = 20


def game_of(page):
    return page.url.partition("/games/")[2][:36]


def wait_for_version(page, version):
    """Until the page, by itself, shows the game at this version or a later one."""
    about = page.locator("#about")
    wait_until(lambda: int(about.get_attribute("data-version")) >= version, f"the page shows version {version}")


def stays_within_the_window(page):
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def the_first(number):
    """Which of so many things is touched, if nobody says otherwise."""
    return 0


def touch_an_answer(page, which=the_first):
    """Answer the open decision by the table and the bar alone: what is lit, what the bar asks besides, and confirm."""
    confirm = page.locator("#confirm")
    for _ in range(MOST_TOUCHES):
        if confirm.is_visible() and confirm.is_enabled():
            confirm.click()
            return
        offered = page.locator(".thing.lit, #which button, #spoken button").locator("visible=true")
        expect(offered.first).to_be_visible()
        asked_which, shown = page.locator("#which button").count(), offered.count()
        if shown:  # Else the table is just being drawn anew.
            (offered.last if asked_which else offered.nth(which(shown))).click()
    raise AssertionError(f"not answered by touching: {page.locator('#question').inner_text()}")
