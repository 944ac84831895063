"""Ten thousand stored games before a program whose rules were altered: `make release-games`.

A third of the games each, some over, some stopped in the middle of a chain, a fight or a strike. The program as it is
must find none that differs; the altered one exactly those in which the altered rule was used.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from domain.games.catalog import Catalog
from domain.games.darkness.events.things import DamageHealed
from domain.games.last_spell.events.heroes import HeroStruck
from domain.games.nightfall.events import KickResolved
from domain.log.record import Entry
from service.bootstrap import build
from service.dev.release_check import Games, pool_of
from service.store.event_store import Store
from tests.installation import prepare
from tests.stored_games import played, seed_of

COUNT = 10_000
AT_A_TIME = 200
"""How many games are played before they are stored, so that they fit into memory."""

SEATS = ("s1", "s2")


class Altered(NamedTuple):
    """A rule that another program carries out otherwise: where the event comes from that tells of it, and how."""

    place: str
    event: str
    otherwise: object


ALTERED: Mapping[str, Altered] = {
    "nightfall": Altered(
        "domain.games.nightfall.rules.resolving", "KickResolved", lambda seat, card: KickResolved(_other(seat), card)
    ),
    "darkness": Altered(
        "domain.games.darkness.rules.fights.wounds",
        "DamageHealed",
        lambda seat, healed, by, combat: DamageHealed(seat, healed + 1, by, combat),
    ),
    "last-spell": Altered(
        "domain.games.last_spell.rules.attacks.strikes",
        "HeroStruck",
        lambda hero, by, damage: HeroStruck(hero, by, damage + 1),
    ),
}


def main(count: int) -> None:
    """Store the games, check them with this program and with the altered one, and print how it went."""
    with tempfile.TemporaryDirectory() as home:
        processes = os.cpu_count() or 1
        games, used, seconds = stored(Path(home) / "home", count, processes)
        print(f"{count} games played and stored in {seconds:.0f} s by {processes} processes")
        differing, seconds = differing_games(games)
        print(f"as it is: {len(differing)} games differ, {seconds:.0f} s")
        found, seconds = differing_games(altered(games))
        print(f"altered: {len(found)} games differ, {len(used)} used an altered rule, {seconds:.0f} s")
        if differing or found != used:
            raise SystemExit(1)


def stored(home: Path, count: int, processes: int) -> tuple[Games, set[str], float]:
    """An installation with so many games, the ids of those that used a rule that will be altered, and the seconds."""
    began, used = time.monotonic(), set[str]()
    settings = prepare(home)
    with pool_of(processes) as pool, closing(build(settings)) as services:
        for first in range(0, count, AT_A_TIME):
            numbers = range(first, min(first + AT_A_TIME, count))
            for number, raw in zip(numbers, pool.map(_played, numbers, chunksize=10), strict=True):
                entries, game_id = [Entry.decode(one) for one in raw], str(UUID(int=number + 1))
                seed = services.store.seed_kept(game_id, seed_of(number), "ann", 0)
                services.store.append([(game_id, 0, entries)], [seed])
                if ALTERED[_game(number)].event in {entry.read().type for entry in entries}:
                    used.add(game_id)
    games = Games(str(settings.events_path), settings.secret_path, {}, processes)
    return games, used, time.monotonic() - began


def differing_games(games: Games) -> tuple[set[str], float]:
    """The ids of the games that this program decides otherwise, and the seconds that it took to find them."""
    began = time.monotonic()
    found = {game_id for game_id, checked in games.check(games.ids(), moved=False) if checked.differs}
    return found, time.monotonic() - began


class AlteredGames(Games):
    """Games before the program with altered rules, which each process that looks at them has from then on."""

    def catalog(self, store: Store) -> Catalog:
        for one in ALTERED.values():
            setattr(import_module(one.place), one.event, one.otherwise)
        return super().catalog(store)


def altered(games: Games) -> AlteredGames:
    """The same games before that program."""
    return AlteredGames(**vars(games))


def _game(number: int) -> str:
    return list(ALTERED)[number % len(ALTERED)]


def _played(number: int) -> Sequence[bytes]:
    return [entry.encode() for entry in played(Catalog(), _game(number), {}, SEATS, number).entries]


def _other(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)
