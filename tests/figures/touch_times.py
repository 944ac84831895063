"""How long a touched move takes, in a browser: from the touch of confirm to the changed table, `make touch-times`.

A seeded game of each is played by touching its table alone. The clock runs in the page: from the click on confirm until
the frame after the page has put the answer's parts in the place of the old ones. The server runs in this process.
"""

from __future__ import annotations

import statistics
import sys
from typing import Any

from playwright.sync_api import Page

from service.games.shapes import NewGame
from tests.chromium import launched
from tests.figures.pictures import DESKTOP, installation, window
from tests.service.web.browser.windows import game_of, touch_an_answer, wait_for_version
from tests.service.web.playing import answer_for_ais

ME, AI = {"account": "me"}, {"ai": "random"}
GAMES: dict[str, tuple[list[dict[str, str]], dict[str, Any]]] = {
    "nightfall": ([ME, AI], {"draft": "quick"}),
    "darkness": ([ME, AI], {"scenario": "last-bus-out"}),
    "last-spell": ([ME], {"scenario": "lakeburg"}),
}
MOVES = 30

CLOCK = """
window.moves = [];
let begun = 0;
addEventListener("click", (event) => { if (event.target.closest("#confirm")) begun = performance.now(); }, true);
document.addEventListener("shown", () => {
  if (!begun) return;
  const at = begun, came = performance.now();
  begun = 0;
  const fetched = performance.getEntriesByType("resource").filter((one) => one.initiatorType === "fetch");
  const sent = fetched.find((one) => one.startTime >= at);
  const server = sent ? sent.responseStart - sent.startTime : 0;
  requestAnimationFrame(() => setTimeout(() => {
    const whole = performance.now() - at;
    window.moves.push({ whole, server, script: came - at - server, bytes: sent?.encodedBodySize ?? 0 });
    performance.clearResourceTimings();
  }));
});
"""
"""Counts in the page; the part before the answer's first byte is the server's."""


def play(page: Page, services: Any) -> list[dict[str, float]]:
    """Touch an answer after the other; what each took."""
    for _ in range(MOVES):
        game = game_of(page)
        answer_for_ais(services, game, ("s2",))
        table = services.ledger.table(game)
        if table.closed is not None:
            break
        wait_for_version(page, table.version)
        touch_an_answer(page)
        wait_for_version(page, table.version + 1)
        page.wait_for_timeout(50)
    measured: list[dict[str, float]] = page.evaluate("window.moves")
    return measured


def row(game: str, moves: list[dict[str, float]]) -> str:
    """A line of the table of figures: medians, and the slowest but one in twenty."""
    median = {key: statistics.median(move[key] for move in moves) for key in moves[0]}
    slow = sorted(move["whole"] for move in moves)[len(moves) * 95 // 100 - 1]
    parts = (f"{median[key]:.0f}" for key in ("whole", "server", "script"))
    return f"| {game} | {len(moves)} | {' | '.join(parts)} | {slow:.0f} | {median['bytes']:,.0f} |"


def main(games: list[str]) -> None:
    """Print the figures of these games, or of all."""
    print("| game | moves | median ms | server | script | 95 % below | bytes |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    with installation() as (services, address), launched() as browser:
        account = services.accounts.create("Ann", "correct horse")[0].id
        for game in games or GAMES:
            page = window(browser, address, "Ann", DESKTOP, "light")
            page.add_init_script(CLOCK)
            page.goto(f"/games/{services.ledger.open_game(account, NewGame(game, *GAMES[game]))}")
            print(row(game, play(page, services)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
