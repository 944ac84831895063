"""A game as pages and the terminal show it: its table as a drawing, and every way to answer, in a language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from domain.contract.facets.explained import deciding
from domain.contract.facets.told import sentences
from domain.contract.game import Game
from domain.table.table import Table
from service.games.shapes.answers import Game as View
from service.language.names import Names, described
from service.web.games.choices import NOTHING, Choices, choices_of
from service.web.games.panel import Group, Panel, panel_of, unasked_of
from service.web.tables import drawing
from service.web.wording import Wording


@dataclass(frozen=True)
class Shown:
    """A game as it is shown: `view` as the ledger gives it, `drawn` what `template` draws.

    `choices` is what of it can be touched, `unasked` what the viewer may do besides, whether it is asked or not;
    `wording` says its answers.
    """

    view: View
    names: Names
    panel: Panel | None
    choices: Choices
    unasked: Sequence[Group]
    template: str
    drawn: Any
    wording: Wording

    @property
    def others_asked(self) -> list[str]:
        """Who has to decide besides the viewer."""
        own = None if self.panel is None else self.panel.seat
        return [self.names.seat(seat) for seat in self.view.pending if seat != own]

    @property
    def is_anothers_turn(self) -> bool:
        """Whether the viewer is asked something in no turn of its own, as far as the table says whose turn it is: it
        names a seat, or a hero of one (`s1/brunhild`), or nobody while there are no turns."""
        table = self.view.table or {}
        if self.panel is None or "active" not in table:
            return False
        return self._active != self.panel.seat

    @property
    def whose_turn(self) -> str | None:
        """The name of the other seat in whose turn the viewer is asked; None in nobody's and in its own."""
        active = self._active
        return self.names.seat(active) if active and self.is_anothers_turn else None

    @property
    def _active(self) -> str | None:
        """The seat that has the turn, as far as the table names one."""
        active = (self.view.table or {}).get("active")
        return str(active).partition("/")[0] if active else None


def shown_in(played: Game[Any], view: View, language: str) -> Shown:
    """A game as the ledger gives it, ready to be shown in a language."""
    names = Names.of(played, view, language)
    how, verbs = drawing(played), described(played).verbs
    wording = how.wording.translated(names.catalogue)
    panel = panel_of(view, verbs, names, wording)
    unasked = unasked_of(view, verbs, names, wording)
    choices = NOTHING if panel is None else choices_of(panel, how.guide(view, names), names)
    drawn = None if view.table is None else how.model(view, choices, names)
    return Shown(view, names, panel, choices, unasked, how.template, drawn, wording)


def reasons_of(table: Table, names: Names) -> list[str]:
    """What decided the game, in the reader's language; none where its game does not say it so."""
    known = sentences(table.game).reasons
    told = (names.told((known[key],), fields) for key, fields in deciding(table.game, table.ended) if key in known)
    return [one for one in told if one]
