"""What the ids of a league are called: its entrants and its stages."""

from __future__ import annotations

import re
from collections.abc import Mapping

from domain.contract.game import Json
from service.api import session
from service.api.context import services
from service.language.catalogues import catalogue
from service.language.distinct import distinct
from service.language.names import Names, ai_name
from service.leagues.answer_shapes import League, LeagueEntrant
from service.web.spoken import gettext

ENTRANT_ID = re.compile(r"(?<![\w/-])e[0-9]+(?![\w/-])")
"""An entrant in a sentence."""


class LeagueNames(Names):
    """Says the ids of a league, also where several stand in one text."""

    def __init__(self, league: League) -> None:
        self._entrants = entrants_called(league)
        stages = {stage.id: stage_name(stage.id) for season in league.seasons for stage in season.stages}
        words = catalogue(session.language(), services().catalog.get(league.game))
        super().__init__({**self._entrants, **stages}, {}, catalogue=words)

    def say(self, value: Json) -> str:
        """Any value of a reason, with entrants by their names."""
        return ENTRANT_ID.sub(lambda found: self._entrants.get(found[0], found[0]), super().say(value))


def entrants_called(league: League) -> Mapping[str, str]:
    """Entrant -> name, by which they can be told apart: a person's, or that of an AI's level."""
    return distinct({entrant: _called(entrant, one) for entrant, one in league.entrants.items()})


def stage_name(stage_id: str) -> str:
    """A stage by its id: `<league>/2/A/1` is stage 1 of A in season 2."""
    _, season, division, stage = stage_id.split("/", 3)
    return gettext("stage {stage} of {division} in season {season}").format(
        stage=stage, division=division, season=season
    )


def _called(entrant: str, one: LeagueEntrant) -> str:
    if one.level is not None:
        return ai_name(one.level, catalogue(session.language()))
    return one.name if one.name and one.name != entrant else gettext("somebody")
