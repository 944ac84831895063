"""The table of The Last Spell at a terminal: the board in characters, the tracks, and what each hero carries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.text import Text

from domain.games.last_spell.drawing import CIRCLE, CLIFF, CROSSABLE, FOG, TREE, VOID, WATER, LastSpellDrawing
from service.cli._terminal.tables.canvas import Canvas
from service.cli._terminal.tables.pieces import Area, facts, listed, some
from service.language.names import Names
from service.web.games.shown import Shown
from service.web.tables.last_spell import HeroArea, LastSpellTable, Means
from service.web.tables.last_spell_pieces import Piece, pieces_on

WIDE = 2
"""So many columns a square is wide."""

GROUNDS: Mapping[str, tuple[str, str]] = {
    FOG: ("~", "dim"), CROSSABLE: ("o", "dim"), CLIFF: ("^", "dim"), TREE: ("T", "green"),
    WATER: ("w", "blue"), CIRCLE: ("*", "magenta"),
}  # fmt: skip
"""Sign of the board -> how it is set; any other ground is a dot."""

STYLES = {"hero": "bold green", "monster": "bold red", "boss": "bold red", "tile": "bold red"}
"""Kind of a piece -> its style; what is built is not coloured."""


def table(drawn: LastSpellTable, shown: Shown) -> RenderableType:
    """The whole table."""
    words, names = shown.names.catalogue, shown.names
    left, mages = drawn.mages
    tracks = [
        (words.told("Destiny"), drawn.destiny_side),
        (words.told("Mages"), names.filled("{left} of {full}", {"left": left, "full": mages})),
        (words.told("Panic"), " ".join(f"[{box.flames}]" if box.is_read else str(box.flames) for box in drawn.panic)),
    ]
    return some(
        Area(words.told("Board"), *_board(shown)),
        Area(words.told("Table"), facts(drawn.facts), facts(tracks)),
        Area(words.told("Boss"), facts(drawn.boss)) if drawn.boss else None,
        Area(words.told("Quests"), facts(drawn.quests)) if drawn.quests else None,
        *(Area(one.name, facts(one.facts)) for one in drawn.choosable),
        *(_hero(hero, names) for hero in sorted(drawn.heroes, key=lambda hero: hero.active)),
        listed(words.told("Market"), [facts(drawn.prices)]) if drawn.prices else None,
    )


def _board(shown: Shown) -> Iterator[Text]:
    """The board with its columns and rows numbered, and what each mark on it is."""
    table = shown.view.table
    assert table is not None, "what is drawn has a table"
    drawing: LastSpellDrawing = shown.names.drawing(table)
    canvas = Canvas()
    rows = enumerate(table["board"]["terrain"].split("\n"))
    ground = {(x, y): sign for y, row in rows for x, sign in enumerate(row) if sign != VOID}
    for (x, y), sign in ground.items():
        canvas.put(x * WIDE, y, *GROUNDS.get(sign, (".", "dim")))
    _number(canvas, {x for x, _ in ground}, {y for _, y in ground})
    marks = list(_pieces(canvas, pieces_on(table, drawing)))
    yield canvas.text()
    yield from (Text.assemble((mark, "bold"), f" {piece.alt(shown.names)}") for mark, piece in marks)


def _number(canvas: Canvas, columns: set[int], rows: set[int]) -> None:
    """Columns are numbered above by their last figure, rows beside the board."""
    for x in columns:
        canvas.put(x * WIDE, min(rows) - 1, str(x % 10), "dim")
    for y in rows:
        canvas.put((min(columns) - 2) * WIDE, y, f"{y:2}", "dim")


def _pieces(canvas: Canvas, pieces: Mapping[str, Piece]) -> Iterator[tuple[str, Piece]]:
    """Put the pieces on the board: those that have a mark of their own, with it; walls and buildings are alike."""
    letters = iter("ABCDEFGHIJKLMNOPQRSUVXYZabcdefghijklmnpqrstuvxyz" * 9)
    for piece in pieces.values():
        built = {"wall": "#", "building": "%"}.get(piece.layer)
        mark = built or piece.mark or next(letters)
        for x, y in piece.at:
            canvas.put(x * WIDE, y, mark, STYLES.get(piece.layer, ""))
        if built is None or piece.left < piece.full:
            yield mark, piece


def _hero(hero: HeroArea, names: Names) -> Area:
    told = names.catalogue.told
    tokens = " ".join(f"({token.value})" if token.used else str(token.value) for token in hero.tokens)
    return Area(
        f"{hero.number} {hero.name}" + ("" if hero.in_play else f", {told('eliminated')}"),
        facts([*hero.facts, (told("Movement"), tokens)]),
        *(listed(weapon, [_means(one) for one in techniques]) for weapon, techniques in hero.weapons),
        *([listed(told("Cards"), [*map(_means, hero.scrolls), *hero.cards])] if hero.scrolls or hero.cards else []),
        active=hero.active,
    )


def _means(means: Means) -> Text:
    return Text.assemble((means.name, "bold"), f" {means.told}")
