"""A game is checked in a real browser: as a page, as a file without a network, and whatever is dropped onto it."""

import random
from copy import deepcopy
from urllib.parse import urlsplit

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from domain.log.canon import canonical
from service.games.shapes import NewGame
from tests.service.web.browser.windows import PHONE, stays_within_the_window
from tests.service.web.playing import play
from tests.verifier import forging
from tests.verifier.both import command_line, made_anew
from verifier import verify

pytestmark = pytest.mark.slow

SAMPLE = (
    forging.another_outcome, forging.an_event_dropped, forging.somebody_who_may_not, forging.another_commitment,
    forging.another_nonce, forging.a_part_kept_back, forging.time_that_runs_back, forging.a_name_for_nobody,
    forging.true_for_1, forging.a_field_more, forging.the_end_cut_off, forging.other_names, forging.all_times_later,
)  # fmt: skip

SAID = {
    "consistent": "Everything that is checked here holds.",
    "a prefix": "What there is holds;",
    "malformed": "This has not the form of a record.",
    "refused": "This record is refused",
}


@pytest.fixture(scope="module")
def record(services):
    """The record of a game of pig that is over."""
    account = services.accounts.create("Rae", "correct horse")[0].id
    game = services.ledger.open_game(account, NewGame("pig", [{"account": "me"}, {"ai": "random"}], {"goal": 9}))
    play(services, game, 300)
    return services.ledger.record(game, account)


@pytest.fixture
def window(chromium, address):
    """A window without an account, which must complain of nothing."""
    context = chromium.new_context(base_url=address, viewport=PHONE, accept_downloads=True)
    page, complaints = context.new_page(), []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


@pytest.fixture
def kept_file(window, record, tmp_path):
    """The page as a file, opened from the disk in a window that has no network."""
    window.goto(f"/games/{record['id']}/check")
    with window.expect_download() as download:
        window.get_by_role("link", name="as a file to keep").click()
    file = tmp_path / "kept.html"
    download.value.save_as(file)
    window.context.set_offline(True)
    window.goto(file.as_uri())
    return window


def drop(page, raw, name="given.json"):
    page.locator("#files").set_input_files({"name": name, "mimeType": "application/json", "buffer": raw})


def verdict(page):
    """What is said when everything is checked."""
    expect(page.locator("#verdict")).not_to_have_attribute("data-state", "busy")
    return page.locator("#verdict").inner_text()


def test_a_page_checks_the_game_draw_by_draw(window, record):
    window.goto(f"/games/{record['id']}")
    window.get_by_role("link", name="Check this game").click()
    assert verdict(window).startswith(SAID["consistent"])
    states = {line.get_attribute("data-check"): line.get_attribute("data-state") for line in _lines(window)}
    nothing = dict.fromkeys(("shares", "kept"), "absent")
    assert states == dict.fromkeys(("form", "chain", "opening", "commitments", "draws"), "holds") | nothing
    window.get_by_text("Every draw, made anew").click()
    assert window.locator("#draws tr").count() == len([*forging.drawn(record)])
    assert Axe().run(window).violations_count == 0
    assert stays_within_the_window(window)


def _lines(page):
    return page.locator("[data-check]").all()


def test_a_file_checks_it_without_a_network_and_forgeries_as_the_one_file_does(kept_file, record, tmp_path):
    assert urlsplit(kept_file.url).scheme == "file"
    assert verdict(kept_file).startswith(SAID["consistent"])
    assert Axe().run(kept_file).violations_count == 0
    words, wanted = {}, {}
    for kind in SAMPLE:
        raw = made_anew(kind(deepcopy(record), random.Random(kind.__name__)))
        (tmp_path / "forged.json").write_bytes(raw)
        drop(kept_file, raw)
        words[kind.__name__] = verdict(kept_file)
        code = command_line(tmp_path / "forged.json")
        wanted[kind.__name__] = next(SAID[word] for word, known in verify.VERDICTS.items() if known == code)
    assert {name: said[: len(wanted[name])] for name, said in words.items()} == wanted


def test_a_tampered_record_fails_by_event_and_check(kept_file, record):
    tampered = deepcopy(record)
    [first, *_] = [event for event in tampered["events"] if event["draws"]]
    first["draws"][0]["result"] = [first["draws"][0]["result"][0] % 6 + 1]
    drop(kept_file, canonical(tampered))
    assert f"Event {first['version']}: The chain." in verdict(kept_file)
    drop(kept_file, made_anew(tampered))
    assert f"Event {first['version']}: The draws." in verdict(kept_file)
    assert kept_file.locator("[data-check='draws']").get_attribute("data-state") == "fails"


def test_a_receipt_that_was_kept_is_held_against_the_record(kept_file, services, record):
    last = record["events"][-1]
    receipt = services.signer.receipt(record["id"], last["version"], last["hash"])
    drop(kept_file, msgspec.json.encode(receipt), "receipt.json")
    assert verdict(kept_file).startswith(SAID["consistent"])
    assert kept_file.locator("[data-check='kept']").get_attribute("data-state") == "holds"
    drop(kept_file, msgspec.json.encode({**receipt, "version": receipt["version"] - 1}), "altered.json")
    assert "What was kept." in verdict(kept_file)


def test_where_a_browser_lacks_cryptography_nothing_is_called_good(chromium, address, record):
    """Which it does for pages of another machine that come without encryption."""
    context = chromium.new_context(base_url=address.replace("127.0.0.1", "0.0.0.0"))
    page = context.new_page()
    page.goto(f"/games/{record['id']}/check")
    assert page.evaluate("isSecureContext") is False
    assert verdict(page).startswith("This browser cannot check it.")
    assert "holds" not in {line.get_attribute("data-state") for line in _lines(page)[1:]}
    context.close()
