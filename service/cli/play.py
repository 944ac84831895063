"""`nightledger play`: a game in the terminal, people and bots, no server."""

from __future__ import annotations

import json
import os
import time
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import yaml

from domain.bots import LEVELS, player
from domain.contract.audience import visible
from domain.contract.chance import Stream
from domain.contract.facets.told import sentences
from domain.contract.game import Action, Asked, Refused, to_json
from domain.contract.quantities import whole
from domain.games.catalog import Catalog
from domain.log.canon import Json
from domain.log.record import SEALED
from domain.records.export import export
from domain.table import actions
from domain.table.gamelog import GameLog
from domain.table.stories import Happening, since_last_move, stories
from service.cli.simulate import parse_options
from service.games.shapes.answers import Decision
from service.installed import catalog_of
from service.language.catalogues import SOURCE, TRANSLATED
from service.language.names import Names
from service.language.stories import told
from service.settings import Settings

LISTED = 40
"""How many actions are listed at once; words find the others."""

MOST = 5000
"""How many actions of a decision can be chosen by number."""


@click.command("play")
@click.argument("game_id", metavar="GAME")
@click.option("--ai", default="greedy", show_default=True, help=f"Levels of the AI seats: {', '.join(LEVELS)}.")
@click.option("--people", default=1, show_default=True, help="Seats of people, before the AI seats.")
@click.option("--options", "options_json", default="{}", show_default=True, help="The game's options, as JSON.")
@click.option(
    "--language", type=click.Choice([SOURCE, *TRANSLATED]), default=SOURCE, show_default=True, help="Of the sentences."
)
@click.option("--record", "file", type=click.Path(dir_okay=False, path_type=Path), help="Where to keep the record.")
def command(game_id: str, ai: str, people: int, options_json: str, language: str, file: Path | None) -> None:
    """Play a game in the terminal, handing it round when several people play.

    Answer with the number of a listed action, or with an action as JSON; words list the actions that have them,
    `?` shows the table again, `q` leaves.

    Example: nightledger play nightfall --ai greedy,greedy
    """
    catalog = catalog_of(Settings.from_env(os.environ))
    if game_id not in catalog:
        raise click.BadParameter(f"unknown game; there are {', '.join(catalog)}", param_hint="GAME")
    levels = [level for level in ai.split(",") if level]
    if unknown := set(levels) - set(LEVELS):
        raise click.BadParameter(f"unknown level {sorted(unknown)[0]!r}", param_hint="--ai")
    seats = [f"s{n}" for n in range(1, people + len(levels) + 1)]
    bots = dict(zip(seats[people:], levels, strict=True))
    try:
        log = seated(catalog, game_id, parse_options(options_json), seats, bots)
    except Refused as refused:
        raise click.ClickException(refused.reason) from None
    Terminal(log, bots, language).play()
    if file is not None:
        file.write_bytes(export(log.table, log.entries, {}, seats[:people]).encode())
        click.echo(f"The record is in {file}")


def seated(catalog: Catalog, game_id: str, options: dict[str, Json], seats: list[str], bots: dict[str, str]) -> GameLog:
    """A game that has begun, with a seed from the operating system."""
    log = GameLog(catalog, str(uuid.uuid4()), os.urandom(32), os.urandom)
    now = int(time.time())
    log.post("service", None, log.opening(game_id, options, seats), now)
    for seat in seats:
        sit = actions.Sit(level=bots[seat]) if seat in bots else actions.Sit(account=f"terminal-{seat}")
        log.post("service", seat, sit, now)
    log.post("service", None, actions.Start(), now)
    return log


class Terminal:
    """A game under way at one terminal."""

    def __init__(self, log: GameLog, bots: dict[str, str], language: str) -> None:
        self._log = log
        self._bots = bots
        self._names = Names.of_game(log.table.game, language)
        self._told = 0
        self._rng = Stream(os.urandom(32))

    def play(self) -> None:
        """Until the game is over or somebody leaves."""
        table = self._log.table
        while table.status == "running":
            seat = next(iter(table.pending))
            if seat in self._bots:
                assert table.state is not None, "a game that runs has a state"
                self._post(seat, player(self._bots[seat])(table.game, table.state, seat, self._rng))
            elif not self._ask(seat):
                click.echo("The game was left.")
                return
        if table.result is not None:
            click.echo(yaml.safe_dump({"result": to_json(table.result), "why": list(table.why)}, sort_keys=False))

    def _ask(self, seat: str) -> bool:
        self._tell(seat)
        self._show(seat)
        while True:
            answer = click.prompt(f"{seat}", prompt_suffix="> ").strip()
            if answer == "q":
                return False
            if answer == "?":
                self._show(seat)
                continue
            try:
                self._post(seat, self._read(seat, answer))
                return True
            except Refused as refused:
                click.echo(refused.reason)

    def _read(self, seat: str, answer: str) -> Action:
        listed = self._legal(seat)
        number = whole(answer)
        if number is not None and 1 <= number <= len(listed):
            return listed[number - 1]
        if number is not None:
            raise Refused("malformed", f"there is no {number}: choose from 1 to {len(listed)}")
        try:
            raw = json.loads(answer)
        except ValueError:
            raise Refused("malformed", _found(answer, listed)) from None
        if not isinstance(raw, dict):
            raise Refused("malformed", "an action is a JSON object with a type")
        return self._log.table.game.parse(raw)

    def _legal(self, seat: str) -> tuple[Action, ...]:
        table = self._log.table
        return table.game.legal(table.state, seat, MOST).actions

    def _show(self, seat: str) -> None:
        table = self._log.table
        click.echo(yaml.safe_dump(table.game.view(table.state, seat), sort_keys=False, default_flow_style=None))
        decision = table.pending[seat]
        click.echo(f"{seat} decides: {decision.kind} {_details(decision.details)}")
        click.echo(self._names.question(Decision.of(decision), table.game.view(table.state, seat)))
        listed = self._legal(seat)
        for number, action in enumerate(listed[:LISTED], 1):
            click.echo(_line(number, action))
        if len(listed) > LISTED:
            click.echo(f"     and {len(listed) - LISTED} more: type words that they have")

    def _tell(self, seat: str) -> None:
        table = self._log.table
        happened = list(self._happened(seat))
        for version, kind, data in happened:
            if version > self._told and kind != Asked.__name__:
                click.echo(f"  {version} {kind} {json.dumps(data)}")
        self._told = table.version
        for story in told(stories(since_last_move(happened, seat), sentences(table.game)), self._names):
            click.echo(story)

    def _happened(self, seat: str) -> Iterator[Happening]:
        """All events as the seat may know them."""
        table = self._log.table
        for version, event in table.history:
            data = visible(event, seat, table.header.seats)
            yield Happening(version, type(event).__name__ if data is not None else SEALED, data or {})

    def _post(self, seat: str, action: Action) -> None:
        self._log.post("seat", seat, action, int(time.time()))


def _line(number: int, action: Action) -> str:
    return f"{number:4} {json.dumps(to_json(action), ensure_ascii=False)}"


def _found(words: str, listed: Sequence[Action]) -> str:
    """The actions that have all these words, with their numbers; or what may be answered."""
    lines = [_line(number, action) for number, action in enumerate(listed, 1)]
    wanted = words.lower().split()
    found = [line for line in lines if wanted and all(word in line.lower() for word in wanted)]
    if not found:
        return f"a number from 1 to {len(listed)}, words that actions have, or an action as JSON"
    return "\n".join(found[:LISTED])


def _details(details: Any) -> str:
    return json.dumps(details, ensure_ascii=False) if details else ""
