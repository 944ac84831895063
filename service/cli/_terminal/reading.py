"""What there is to read at a terminal: what is printed on what lies on the table, and the rules of its phase."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from service.web.games.shown import Shown
from service.web.teaching.printed import Printed, lying, shelves


def things(shown: Shown, words: str) -> RenderableType:
    """What is printed on all that lies on the table, or on what has these words, wherever that is."""
    wanted = words.lower().split()
    if not wanted:
        return Group(*map(_thing, lying(shown.view, shown.names)))
    everything = (thing for shelf in shelves(shown.names) for thing in shelf.things)
    found = [thing for thing in everything if all(word in thing.name.lower() for word in wanted)]
    if not found:
        return Text(shown.names.catalogue.filled("nothing is called “{words}”", words=words))
    return Group(*map(_thing, found))


def rules(shown: Shown) -> RenderableType:
    """The chapter of the manual that belongs to where the game is; none where the game has no manual."""
    manual = shown.names.manual
    if manual is None:
        return Text(shown.names.catalogue.told("This game brings no rules in short."))
    chapter = manual.chapter_of(shown.names.phase(shown.view.table))
    return Text.assemble((chapter.title, "bold"), *(f"\n{paragraph}" for paragraph in chapter.text))


def _thing(thing: Printed) -> Text:
    text = Text.assemble((thing.name, "bold"), f" ({thing.kind})")
    for name, value in thing.facts:
        text.append(f"\n  {name}: {value}")
    for one in thing.texts:
        text.append(f"\n  {one.heading}: {one.words}" if one.heading else f"\n  {one.words}")
    return text
