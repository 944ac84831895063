"""A picture of each kind of decision as the seat sees it that is asked: `make pictures` takes them, into docs/pictures.

Games are played at random, the same at every run, until nothing new was asked for long; the pictures are of the table's
page in a browser, on a desktop and, of the first of each game, on a phone in the dark.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from domain.contract.facets.told import sentences as sentences_of
from domain.games.catalog import Catalog
from service.app.application import create_app
from service.bootstrap import Services, build
from service.games.shapes import NewGame
from service.language.filling import FIELD, OPTIONAL
from service.language.names import game_title
from tests.chromium import launched
from tests.installation import prepare
from tests.service.web.browser.positions import asks_how_a_tile_lies, has_a_target, has_a_way_in, position_of
from tests.service.web.browser.windows import PHONE
from tests.service.web.playing import play
from tests.serving import served
from tests.streams import random_bytes

PAGE = Path(__file__).parents[2] / "docs/pictures.md"
FOLDER = PAGE.with_suffix("")
DESKTOP = {"width": 1100, "height": 800}
ME, AI = {"account": "me"}, {"ai": "random"}
BUS, LAKE = {"scenario": "last-bus-out"}, {"scenario": "lakeburg"}
TECHNIQUE = "[data-thing^='technique/'].lit"


class Gesture(NamedTuple):
    """Something to touch: a name for the file, what it shows, the game's options, the position, what is touched."""

    name: str
    shows: str
    options: dict[str, str]
    ready: Callable[[Any], bool]
    touched: tuple[str, ...]


FORMS = {
    "nightfall": [([ME, AI, AI], {"draft": "quick"}), ([ME, AI, AI], {})],
    "darkness": [([ME, AI, AI], {"scenario": name}) for name in ("last-bus-out", "first-night")],
    "last-spell": [([ME, AI], {"scenario": "lakeburg"}), ([ME], {"scenario": "gildenberg"})],
}
"""Game -> seats and options of the games that are played in turn."""

GESTURES = {
    "darkness": [
        Gesture("tile", "A drawn tile, turned by touching it", BUS, asks_how_a_tile_lies, ("[data-turns]",)),
        Gesture("door", "A door or window, touched", BUS, has_a_way_in, ("[data-thing^='edge/'].lit",)),
    ],
    "last-spell": [
        Gesture("aim", "A weapon, touched: its range, and whom it could hit", LAKE, has_a_target, (TECHNIQUE,)),
        Gesture("ways", "Where the monsters would go next", LAKE, has_a_target, ("#ls-all-ways summary", ".ls-board")),
    ],
}
"""Game -> what is touched besides, and photographed."""

MOST_DECISIONS = 700
"""How long one game is played."""

QUALITY = 62
"""Of 100, as JPEG has it: about 60 KB a picture."""


@contextmanager
def installation() -> Iterator[tuple[Services, str]]:
    """A service in which chance is the same at every run, and where it listens."""
    with (
        tempfile.TemporaryDirectory(prefix="nightledger-pictures-") as folder,
        closing(build(prepare(Path(folder) / "home"), entropy=random_bytes(b"pictures"))) as services,
        served(create_app(services, waiting=16)) as address,
    ):
        yield services, address


def kind_asked(services: Services, game_id: str) -> str | None:
    """The kind, with its case, of the decision that the first seat is asked; None if it is asked nothing."""
    table = services.ledger.table(game_id)
    decision = table.pending.get("s1")
    if decision is None:
        return None
    sentences = sentences_of(table.game)
    found = sentences.of_decision(decision.kind, decision.verbs, decision.details)
    return next((key for key, phrases in sentences.decisions.items() if phrases is found), decision.kind)


def decisions_of(services: Services, game: str, account: str) -> Iterator[tuple[str, str]]:
    """Play the game's forms, and stop at each kind of decision when it is asked for the first time: kind, game id."""
    seen: set[str] = set()
    for seats, options in FORMS[game]:
        game_id = services.ledger.open_game(account, NewGame(game, seats, options))
        for _ in range(MOST_DECISIONS):
            kind = kind_asked(services, game_id)
            if kind is not None and kind not in seen:
                seen.add(kind)
                yield kind, game_id
            play(services, game_id, 1)


def window(browser: Browser, address: str, name: str, viewport: dict[str, int], colors: str) -> Page:
    """A window of somebody who is signed in."""
    context = browser.new_context(base_url=address, viewport=viewport, color_scheme=colors)
    page = context.new_page()
    page.goto("/")
    page.locator("#in-name").fill(name)
    page.locator("#in-password").fill("correct horse")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Sign out", include_hidden=True).wait_for(state="attached")
    return page


def take(page: Page, game_id: str, name: str) -> str:
    """Take the picture of this name."""
    page.goto(f"/games/{game_id}")
    page.locator("#table").wait_for()
    page.wait_for_function("document.fonts.status === 'loaded'")
    page.screenshot(path=FOLDER / name, type="jpeg", quality=QUALITY)
    return name


def take_touched(page: Page, services: Services, account: str, game: str) -> Iterator[str]:
    """Take the pictures of what is touched in a game."""
    for gesture in GESTURES.get(game, ()):
        page.goto(f"/games/{position_of(services, account, game, gesture.options, gesture.ready)}")
        for thing in gesture.touched:
            page.locator(thing).first.click()
        page.mouse.move(0, 0)
        name = _file(game, f"touched/{gesture.name}")
        page.screenshot(path=FOLDER / name, type="jpeg", quality=QUALITY)
        yield name


def asked(sentences: Sequence[str]) -> str:
    """What players read over a decision of these sentences, in the one that needs the least: it leaves open what is
    another in each game."""
    return FIELD.sub("…", OPTIONAL.sub("", sentences[-1]))


def page(catalog: Catalog) -> Iterator[str]:
    """The lines of the page that shows the pictures that there are."""
    yield "# What players are asked, in pictures"
    yield ""
    yield (
        "Made by `make pictures` from games at random; what is seldom asked may be missing. "
        "Over each stands what is asked, with … for what is another in each game."
    )
    for game in FORMS:
        yield from ("", f"## {game_title(catalog[game])}", "")
        shown = {_file(game, kind): asked(said) for kind, said in sentences_of(catalog[game]).decisions.items()}
        shown |= {_file(game, f"touched/{one.name}"): one.shows for one in GESTURES.get(game, ())}
        shown[_file(game, "phone")] = "On a phone, in the dark"
        for name, label in shown.items():
            if (FOLDER / name).exists():
                yield from (label, "", f"![{label}](pictures/{name})", "")


def text(catalog: Catalog) -> str:
    """The page."""
    return "\n".join(page(catalog)).rstrip() + "\n"


def _file(game: str, kind: str) -> str:
    return f"{game}-{kind.replace('/', '-').replace(' ', '-')}.jpg"


def main(games: list[str]) -> None:
    """Take the pictures of these games, or of all."""
    FOLDER.mkdir(exist_ok=True)
    with installation() as (services, address), launched() as browser:
        account = services.accounts.create("Ann", "correct horse")[0].id
        wide = window(browser, address, "Ann", DESKTOP, "light")
        small = window(browser, address, "Ann", PHONE, "dark")
        for game in games or FORMS:
            for number, (kind, game_id) in enumerate(decisions_of(services, game, account)):
                print(take(wide, game_id, _file(game, kind)))
                if number == 0:
                    take(small, game_id, _file(game, "phone"))
            print(*take_touched(wide, services, account, game), sep="\n")
        PAGE.write_text(text(services.catalog))


if __name__ == "__main__":
    main(sys.argv[1:])
