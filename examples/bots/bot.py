"""Plays a game to its end, both seats being its own: bot.py http://127.0.0.1:8420 nightfall '{"draft": "quick"}'"""

import json
import random
import sys

from nightledger_client import Nightledger
from nightledger_client.decisions import Decision


def bot(decision: Decision) -> dict[str, object]:
    """Any legal action."""
    return random.choice(decision.legal)


def main(address: str, title: str, options: str) -> None:
    with Nightledger(address) as nobody:
        token = nobody.accounts.create_account(name=f"robin {random.getrandbits(32)}", bot=True).token
    with Nightledger(address, token) as robin:
        seats = [{"account": "me"}, {"account": "me"}]
        opened = robin.games.open_game(game=title, seats=seats, options=json.loads(options))
        if (closed := robin.play(bot, opened.id)) is not None:
            print(f"{title} is {closed.status}: {closed.result} after {closed.version} events")


if __name__ == "__main__":
    address, title, options = (*sys.argv[1:], *("http://127.0.0.1:8420", "nightfall", "{}")[len(sys.argv) - 1 :])
    main(address, title, options)
