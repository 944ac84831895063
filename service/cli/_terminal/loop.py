"""The loop of a person at a terminal: the table, what has happened, what there is to do, and what is answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click
from rich.console import Console, RenderableType
from rich.text import Text

from domain.contract.facets.told import sentences
from domain.contract.game import Game
from domain.contract.quantities import whole
from domain.log.canon import Json, NotCanonical, parse_typed
from service.cli._terminal.ends import RUNS, End
from service.cli._terminal.forms import Cancelled, Forms, out_of_range
from service.cli._terminal.menu import LISTED, Item, Menu
from service.cli._terminal.reading import rules, things
from service.cli._terminal.tables import table_of
from service.errors import ServiceError
from service.games.shapes.answers import Game as View
from service.language.catalogues import catalogue
from service.language.lines import lines
from service.language.names import Names
from service.language.refusals import told
from service.language.stories import LOOKED_AT, recap
from service.web.games.shown import Shown, shown_in

LOGGED = 40
"""So many of the last lines of the log are told."""

QUIT = "q"


class Terminal:
    """A person, or several in turn, at a game."""

    def __init__(self, end: End, game: Game[Any], language: str, console: Console) -> None:
        self._end = end
        self._game = game
        self._language = language
        self._words = catalogue(language, game)
        self._console = console
        self._forms = Forms(self._read, self._say, self._words)
        self._awaited: list[str] = []
        self._keys: Mapping[str, tuple[str, Callable[[Shown, str], RenderableType]]] = {
            "?": (self._words.told("the table again"), self._table),
            "c": (
                self._words.told("what is printed on cards and pieces; with words: on those that have them"),
                self._cards,
            ),
            "r": (self._words.told("the rules of this phase"), self._rules),
            "l": (self._words.told("the log"), self._log),
            "h": (self._words.told("these keys"), self._help),
        }

    def play(self) -> None:
        """Play until the game is over or is left."""
        while (view := self._end.look()).status in RUNS:
            try:
                stays = self._waits(view) if view.decision is None else self._ask(view)
            except click.Abort:
                stays = False
            if not stays:
                again = self._end.command
                self._say(self._words.filled("The game was left. Take it up again: {command}", command=again))
                return
        self._tell_end(view)

    def _waits(self, view: View) -> bool:
        """Wait for the others, of whom people are named; whether the person stays."""
        people = [seat for seat in view.pending if view.seats[seat].kind == "person"]
        if people and people != self._awaited:
            names = Names.of(self._game, view, self._language)
            self._say(self._words.filled("Waiting for {seats}", seats=", ".join(map(names.seat, people))))
        self._awaited = people
        try:
            self._end.wait(view)
        except KeyboardInterrupt:
            return False
        return True

    def _ask(self, view: View) -> bool:
        """Show the table and ask until something is done; whether the person stays."""
        shown = shown_in(self._game, view, self._language)
        menu = Menu.of(shown)
        self._print(self._table(shown, ""))
        self._tell_stories(shown)
        self._list(shown, menu)
        while True:
            typed = self._read(view.seat).strip()
            if typed == QUIT:
                return False
            key, _, words = typed.partition(" ")
            if key in self._keys:
                self._print(self._keys[key][1](shown, words))
            elif self._does(shown, menu, typed):
                return True

    def _does(self, shown: Shown, menu: Menu, typed: str) -> bool:
        """Do what was typed; False, with what is to be said of it, where nothing was done."""
        try:
            if typed == "b":
                self._end.take_back(shown.view)
                return True
            action = self._action(menu, typed)
            if action is not None:
                self._end.act(shown.view, action)
            return action is not None
        except ServiceError as error:
            said = told(error.why, shown.names.catalogue, shown.names) or error.reason
            self._say(shown.names.in_text(said))
        except Cancelled:
            self._say(self._words.told("Nothing was done."))
        return False

    def _action(self, menu: Menu, typed: str) -> Mapping[str, Json] | None:
        """The action that was typed by its number or as JSON; None after a search, which lists what has the words."""
        number = whole(typed)
        if number is not None:
            return self._chosen(menu, number)
        if typed.startswith("{"):
            return _parsed(typed)
        found = menu.find(typed)
        if not found:
            last, filled = len(menu.items), self._words.filled
            self._say(filled("a number from 1 to {last}, words that an answer has, or h for the keys", last=last))
        for item in found[:LISTED]:
            self._say(item.line)
        return None

    def _chosen(self, menu: Menu, number: int) -> Mapping[str, Json]:
        try:
            item = menu[number]
        except IndexError:
            raise ServiceError("malformed", out_of_range(number, len(menu.items), self._words)) from None
        return self._filled(item)

    def _filled(self, item: Item) -> Mapping[str, Json]:
        if item.form is None:
            assert item.action is not None, "an item is an action or a form"
            return item.action
        self._say(self._words.told("- leaves the form; several values are separated by commas"))
        return self._forms.fill(item.form)

    def _list(self, shown: Shown, menu: Menu) -> None:
        assert shown.panel is not None, "who is asked has a panel"
        seat = shown.names.seat(shown.view.seat)
        self._print(Text.assemble((seat, "bold"), ": ", shown.panel.question))
        for stake in shown.panel.stakes:
            self._print(Text(f"  {stake}", "dim"))
        for item in menu.listed:
            self._print(Text.assemble(item.line, (f"  {item.hint}" if item.hint else "", "dim")))
        if (more := len(menu.items) - len(menu.listed)) > 0:
            self._say(self._words.filled("     and {count} more: type words that they have", count=more))

    def _tell_stories(self, shown: Shown) -> None:
        view = shown.view
        entries = self._end.entries(view, max(0, view.version - LOOKED_AT))
        for story in recap(entries, view.seat, self._game, shown.names):
            self._print(Text(f"  {story}", "italic"))

    def _table(self, shown: Shown, words: str) -> RenderableType:
        return table_of(shown)

    def _cards(self, shown: Shown, words: str) -> RenderableType:
        return things(shown, words)

    def _rules(self, shown: Shown, words: str) -> RenderableType:
        return rules(shown)

    def _log(self, shown: Shown, words: str) -> RenderableType:
        entries = self._end.entries(shown.view, max(0, shown.view.version - LOGGED))
        told = lines(entries, shown.names, sentences(self._game).events)
        return Text("\n".join(f"{one.version:5} {one.text}" for one in told))

    def _help(self, shown: Shown, words: str) -> RenderableType:
        keys = [(key, told) for key, (told, _) in self._keys.items()]
        keys.append(("b", self._words.told("take back the last action")))
        keys.append((QUIT, self._words.told("leave the game, which can be taken up again")))
        return Text("\n".join(f"{key:4} {told}" for key, told in keys))

    def _tell_end(self, view: View) -> None:
        shown = shown_in(self._game, view, self._language)
        self._print(self._table(shown, ""))
        result = view.result
        places = sorted(((place, seat) for seat, place in (result.places or {}).items()) if result else ())
        for place, seat in places:
            self._say(f"{place}. {shown.names.seat(seat)}")
        if result is not None and result.won is not None:
            self._say(self._words.told("Won") if result.won else self._words.told("Lost"))
        for why in view.why:
            self._say(shown.names.in_text(why))

    def _read(self, what: str) -> str:
        return str(click.prompt(what, default="", show_default=False, prompt_suffix="> "))

    def _say(self, line: str) -> None:
        """Print a line as it is: what is to be copied from it is not broken."""
        self._console.print(Text(line), soft_wrap=True)

    def _print(self, what: RenderableType) -> None:
        self._console.print(what)


def _parsed(typed: str) -> Mapping[str, Json]:
    try:
        action = parse_typed(typed)
    except NotCanonical as error:
        raise ServiceError("malformed", f"this is no action: {error}") from None
    if not isinstance(action, dict) or not isinstance(action.get("type"), str):
        raise ServiceError("malformed", "an action is a JSON object with a type")
    return action
