"""Each limit is told before somebody meets it: to programs by the API's document, to people by a page or a guide.

What is refused beyond it names it too, since the message is filled with it; a budget's by its setting.
"""

import json
import re
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from service.app.application import create_app
from service.games.shapes import NewGame
from service.settings import BUDGETS
from tests.installation import install
from tests.service.api.document import api_document
from tests.service.playing import ME, OPEN
from tests.service.web.visitor import Visitor

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "service/web/templates/pages"
SIZES = ("maxLength", "maxItems", "maximum", "maxProperties")
WORDS = {5: "five", 10: "ten"}


class Limit(NamedTuple):
    """Where a limit is told: the operations of the API, and a page as it is shown (`/...`), a template of one, or a
    guide; none where only programs meet it."""

    operations: str
    page: str = ""


CHANNELS, TALK, SIGNED_UP = "notices.html", "talk.html", "welcome.html"
LEAGUES, PLANNING, ORGANISING = "leagues.md", "planning.md", "organising.md"

LIMITS = {
    "domain.challenge.tour:MOST_CHALLENGES": Limit("open_tour", "/tours"),
    "domain.challenge.tour:MOST_PLACES": Limit("open_tour"),
    "domain.league.conduct.apart:MOST_GROUPS": Limit("organise", LEAGUES),
    "domain.league.conduct.disputes:MOST_OF_A_TABLE": Limit("open_dispute", LEAGUES),
    "domain.league.conduct.disputes:MOST_SAID": Limit("say_in_dispute", LEAGUES),
    "domain.league.conduct.reminders:MOST_CALLS": Limit("organise", LEAGUES),
    "domain.league.conduct.reminders:MOST_HOURS": Limit("organise", LEAGUES),
    "domain.league.plan:MOST_ENTRANTS": Limit("open_league", ORGANISING),
    "domain.table.rules.conditions:MOST_PARTS": Limit("give_orders"),
    "domain.table.rules.standing_orders:MOST_CONDITIONS": Limit("give_orders", PLANNING),
    "domain.table.rules.standing_orders:MOST_DECISIONS": Limit("give_orders"),
    "domain.table.rules.standing_orders:MOST_IN_A_ROW": Limit("give_orders", "seat.html"),
    "domain.table.rules.standing_orders:MOST_ORDERS": Limit("give_orders", PLANNING),
    "service.api.games.actions:MOST_LISTED": Limit("legal", "api.md"),
    "service.api.games.archive:MOST": Limit("games_of_player", "own-data.md"),
    "service.api.games.games:MOST_SEATS": Limit("open_game open_series open_challenge"),
    "service.api.games.records:MOST": Limit("list_records"),
    "service.api.reading:MOST_BYTES": Limit("", "operating.md"),
    "service.api.reading:MOST_RECORD_BYTES": Limit("take_in_record", "/records"),
    "service.api.schemas:LONGEST_DECISION": Limit("act legal"),
    "service.api.schemas:MOST_EVENTS": Limit("events"),
    "service.api.schemas:MOST_ON_A_PAGE": Limit("list_leagues list_series list_challenges list_tours"),
    "service.characters.ledger:MOST": Limit("make_character", "/characters"),
    "service.games.corrections:LONGEST_REASON": Limit("open_dispute organise", "disputes.html"),
    "service.games.imports:MOST_EVENTS": Limit("take_in_record"),
    "service.games.legal:MOST": Limit("legal", "api.md"),
    "service.games.notes:LONGEST": Limit("write_note note_in_private_branch", TALK),
    "service.games.posting:LONGEST_KEY": Limit("act", "repeats.md"),
    "service.games.posting:MOST_ACTIONS": Limit("act"),
    "service.games.private_branches:LONGEST_ANSWER": Limit("answer_in_private_branch"),
    "service.games.private_branches:MOST_ANSWERS": Limit("answer_in_private_branch", PLANNING),
    "service.games.private_branches:MOST_BRANCHES": Limit("begin_private_branch", PLANNING),
    "service.games.talk:LONGEST": Limit("say report_message", TALK),
    "service.games.talk:MOST": Limit("list_messages"),
    "service.leagues.bounds:MOST_DIVISIONS": Limit("open_league", ORGANISING),
    "service.leagues.bounds:MOST_STAGES": Limit("open_league", ORGANISING),
    "service.notify.channels:LONGEST_ADDRESS": Limit("set_mail", CHANNELS),
    "service.notify.channels:LONGEST_DEVICE": Limit("add_device", CHANNELS),
    "service.notify.channels:LONGEST_ENDPOINT": Limit("add_device"),
    "service.notify.channels:MOST_MAILS": Limit("set_mail", "/account/notices"),
    "service.notify.sender:MOST_CONFIRMATIONS": Limit("set_mail challenge_webhook", "webhooks.md"),
    "service.people.apps:LONGEST_ADDRESS": Limit("register_app"),
    "service.people.apps:MOST_ADDRESSES": Limit("register_app", "/account/apps"),
    "service.people.apps:MOST_APPS": Limit("register_app", "/account/apps"),
    "service.people.blocks:MOST": Limit("block_person mute_person", "/account"),
    "service.people.invitations:MOST": Limit("invite", "/games"),
    "service.people.names:LONGEST": Limit("create_account change_account", SIGNED_UP),
    "service.people.names:LONGEST_OF_THINGS": Limit("open_league open_challenge open_tour", "tours.html"),
    "service.people.passwords:LENGTH": Limit("create_account", SIGNED_UP),
    "service.people.tokens:NAME_LENGTH": Limit("log_in register_app", "account.html"),
}
"""Module and name of each."""


def values():
    """The names in `LIMITS` -> their values; of a range the end."""
    for place in LIMITS:
        module, _, name = place.partition(":")
        value = getattr(import_module(module), name)
        yield place, value[-1] if isinstance(value, tuple) else value


INWARD = {
    "service.api.limits.batched:MOST_CALLERS",
    "service.api.reading:LONGEST_CACHED",
    "service.api.reading:MOST_DRAINED",
    "service.games.following:MOST_COMMANDS",
    "service.games.streams:LONGEST",
    "service.games.timing.delayed:MOST_EARLIER",
    "service.leagues.play:MOST_LOOKS",
    "service.people.ttl_cache:MOST",
}
"""Limits by which nothing is refused."""

PLACES = (
    *(ROOT / "service" / room for room in ("api", "characters", "games", "leagues", "people")),
    *(ROOT / "domain" / room for room in ("challenge", "league/conduct", "table")),
)
"""Where each limit is in one of these lists."""


NAMED = re.compile(r"^(?=MOST|LONGEST)([A-Z_, ]+?)(?:: .*)? = ", re.MULTILINE)


def limits_of_code():
    """Module and name of all that is called as limits are."""
    for path in (path for place in PLACES for path in place.rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        names = (name for found in NAMED.findall(path.read_text()) for name in found.split(", "))
        yield from (f"{module}:{name}" for name in names if name.startswith(("MOST", "LONGEST")))


def test_no_limit_is_left_out():
    found = set(limits_of_code())
    assert found - INWARD - LIMITS.keys() == set()
    assert found >= INWARD


def told_in(text, most):
    """Whether a text says that there are so many at most, or a form takes no more."""
    number = rf"(?<![\d,])({most}|{most:,}|{most >> 20} MiB|{WORDS.get(most, most)})(?!\d|[,.]\d)"
    said = (
        rf"{number}[^.|<]{{0,80}} at most",
        rf"at most {number}",
        rf"(1|8) to {number}",
        rf"not more than {number}",
        rf"first {number}",
        rf"beyond {number}",
        rf"end at {number}",
        rf"up to an? {'thousand' if most == 1000 else number}",
        rf'maxlength="{most}"',
        rf'max="{most}"',
    )
    return re.search("|".join(said), " ".join(text.split()), re.IGNORECASE) is not None


@pytest.fixture(scope="module")
def operations():
    """Id -> operation of the API's document."""
    paths = api_document()["paths"].values()
    return {one["operationId"]: one for path in paths for one in path.values() if "operationId" in one}


def sizes(part):
    """The numbers by which a part of the document bounds what is sent."""
    if isinstance(part, list):
        for one in part:
            yield from sizes(one)
    elif isinstance(part, dict):
        if "$ref" in part:
            *_, kind, name = part["$ref"].split("/")
            yield from sizes(api_document()["components"][kind][name])
        yield from (part[size] for size in SIZES if isinstance(part.get(size), int))
        yield from (int(most) for most in re.findall(r"\{\d+,(\d+)\}", str(part.get("pattern", ""))))
        for one in part.values():
            yield from sizes(one)


@pytest.mark.parametrize("place", LIMITS)
def test_a_program_reads_it_where_it_sends_something(operations, place):
    most = dict(values())[place]
    for name in LIMITS[place].operations.split():
        one = operations[name]
        sent = {key: one[key] for key in ("parameters", "requestBody") if key in one}
        said = f"{one['summary']} {one.get('description', '')} {json.dumps(sent)}"
        assert most in set(sizes(sent)) or told_in(said, most), f"{name} does not tell of {most}"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages at which somebody is shown a limit, by their paths; that of a game as `/games`."""
    services = install(tmp_path_factory.mktemp("limits") / "home")
    ann = Visitor(create_app(services))
    ann.sign_up("Ann")
    account = services.accounts.by_name("Ann").id
    services.challenges.open(account, NewGame("last-spell", [{}], {"scenario": "introduction"}), "A night")
    game = services.ledger.open_game(account, NewGame("pig", [ME, OPEN]))
    paths = {place.page: place.page for place in LIMITS.values() if place.page.startswith("/")}
    yield {name: ann.open(path).text for name, path in (paths | {"/games": f"/games/{game}"}).items()}
    services.close()


@pytest.mark.parametrize("place", [place for place, told in LIMITS.items() if told.page])
def test_a_person_reads_it_where_something_is_asked_for_or_explained(pages, place):
    page = LIMITS[place].page
    file = ROOT / "docs" / page if page.endswith(".md") else TEMPLATES / page
    assert told_in(pages[page] if page in pages else file.read_text(), dict(values())[place]), page


@pytest.mark.parametrize("budget", BUDGETS)
def test_a_budget_is_told_where_an_installation_is_set(budget):
    setting, at_a_time, a_day = BUDGETS[budget]
    names = [f"`NIGHTLEDGER_{setting}`"] * bool(at_a_time) + [f"`NIGHTLEDGER_{setting}_A_DAY`"]
    numbers = [str(number) for number in (at_a_time, a_day) if number]
    assert f"| {', '.join(names)} | {', '.join(numbers)} |" in (ROOT / "docs/operating.md").read_text()
