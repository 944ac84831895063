"""Notices on a device: the page has the browser subscribe, the worker shows what comes and answers the first notice.

The browser's own push service lies far away: what `pushManager` gives is a subscription of the test's, and what is
posted there is handed to the worker as the browser would.
"""

import json

import pytest
from playwright.sync_api import expect

from service.games.shapes import NewGame
from tests.house import wait_until
from tests.notify.browsers import Browser
from tests.notify.peers import Hook

pytestmark = pytest.mark.slow

SUBSCRIBED = """
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
const fields = %s;
let there = null;
const subscription = {
  endpoint: fields.endpoint,
  getKey: (name) => bytes(fields[name]).buffer,
  unsubscribe: async () => { there = null; window.name = ""; },
};
if (window.name === "subscribed") there = subscription;
PushManager.prototype.getSubscription = async () => there;
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (!userVisibleOnly || applicationServerKey.length !== 65) throw new TypeError("no such key");
  window.name = "subscribed";
  return (there = subscription);
};
"""
"""A push service that remembers by the window's name, which stays from page to page, that it was subscribed to."""


@pytest.fixture
def hook():
    server = Hook()
    yield server
    server.close()


class Worker:
    """The service worker of a page, as the browser's developer tools reach it."""

    def __init__(self, page, address):
        self._page, self._origin, self._registered = page, address, []
        self._tools = page.context.new_cdp_session(page)
        self._tools.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self._tools.send("ServiceWorker.enable")

    def _note(self, event):
        self._registered += [one["registrationId"] for one in event["registrations"] if not one["isDeleted"]]

    def push(self, message):
        """Hand a message to it, as if a push service had brought it."""
        given = {"origin": self._origin, "registrationId": self._registered[-1], "data": json.dumps(message)}
        self._tools.send("ServiceWorker.deliverPushMessage", given)

    def shown(self):
        """The titles of what the device shows, with where each leads."""
        return self._page.evaluate(
            """async () => {
              const there = await navigator.serviceWorker.getRegistration("/static/worker.js");
              return (await there.getNotifications()).map((one) => [one.title, one.data.url]);
            }"""
        )


def test_a_device_is_chosen_told_and_ended(visit, services, address, hook):
    browser = Browser(hook.url)
    with visit("Ann at a device") as page:
        page.context.grant_permissions(["notifications"], origin=address)
        page.add_init_script(SUBSCRIBED % json.dumps(browser.fields))
        worker = Worker(page, address)
        page.goto("/account/notices")
        page.locator("#this-device").get_by_label("Name").fill("Telephone")
        page.get_by_role("button", name="Show notices here").click()
        expect(page.get_by_text("Not yet confirmed: a first notice is on its way there.")).to_be_visible()
        expect(page.get_by_role("heading", name="Telephone (this one)")).to_be_visible()
        expect(page.locator("#this-device")).to_be_hidden()

        services.post.sender.step()
        [first] = [browser.read(body) for _, _, body in hook.posted]
        worker.push(first)
        expect(page.get_by_text("Not yet confirmed")).to_have_count(0)
        assert worker.shown() == [["This device tells you of your games now", "/"]]

        account = services.accounts.by_name("Ann at a device").id
        game = services.ledger.open_game(account, NewGame("pig", [{"account": "me"}, {"account": "me"}]))
        services.post.sender.step()
        told = browser.read(hook.posted[-1][2])
        worker.push(told)
        wait_until(lambda: any(game in url for _, url in worker.shown()), "the game's notice is shown")

        page.locator("form.end button").first.click()
        expect(page.get_by_role("heading", name="Telephone (this one)")).to_have_count(0)
        expect(page.locator("#this-device")).to_be_visible()
        assert services.post.channels.devices(account) == []


def test_whoever_signs_out_is_shown_nothing_more_there(visit, services, address, hook):
    browser = Browser(hook.url, number=3)
    with visit("Bob at a device") as page:
        page.context.grant_permissions(["notifications"], origin=address)
        page.add_init_script(SUBSCRIBED % json.dumps(browser.fields))
        page.goto("/account/notices")
        page.get_by_role("button", name="Show notices here").click()
        expect(page.get_by_text("(this one)")).to_be_visible()
        assert page.evaluate("window.name") == "subscribed"
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("button", name="Sign up")).to_be_visible()
        assert page.evaluate("window.name") == ""


def test_a_browser_that_was_told_to_show_nothing_says_so(visit):
    with visit("Cy at a device") as page:
        page.add_init_script("Object.defineProperty(Notification, 'permission', { value: 'denied' })")
        page.goto("/account/notices")
        expect(page.locator("#device-words")).to_contain_text("has been told to show no notices of this page")
        expect(page.locator("#this-device")).to_be_hidden()


RENEWED = """([was, now]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const subscription = ({ endpoint, ...keys }) => ({
    toJSON: () => ({ endpoint, keys }),
    options: { applicationServerKey: bytes("AAAA").buffer },
  });
  const event = new ExtendableEvent("pushsubscriptionchange");
  const told = new Promise((resolve) => {
    event.waitUntil = resolve;
  });
  event.oldSubscription = was && subscription(was);
  event.newSubscription = subscription(now);
  self.dispatchEvent(event);
  return told;
}"""
"""Has a worker hear that the browser has renewed its subscription, which no developer tool can bring about."""


def test_a_subscription_that_the_browser_renews_goes_on_without_a_page(visit, services, address, hook):
    browsers = [Browser(f"{hook.url}&{number}", number=number) for number in (11, 12, 13)]
    with visit("Dee at a device") as page:
        page.context.grant_permissions(["notifications"], origin=address)
        page.add_init_script(SUBSCRIBED % json.dumps(browsers[0].fields))
        page.goto("/account/notices")
        page.get_by_role("button", name="Show notices here").click()
        expect(page.get_by_text("(this one)")).to_be_visible()
        [worker] = page.context.service_workers
        page.context.clear_cookies()
        page.goto("about:blank")
        worker.evaluate(RENEWED, [browsers[0].fields, browsers[1].fields])
        account = services.accounts.by_name("Dee at a device").id
        [device] = services.post.channels.devices(account)
        assert device.address == browsers[1].endpoint
        worker.evaluate(RENEWED, [None, browsers[2].fields])
        [device] = services.post.channels.devices(account)
        assert device.address == browsers[2].endpoint, "the worker remembers what the browser does not tell"
