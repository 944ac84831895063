"""The games that can be played: their verbs and options, their data with its provenance, their names."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec
from marshmallow import fields
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from domain.bots import LEVELS
from domain.bots.levels import offered
from domain.bots.strength import measured, strength
from domain.contract.facets.data_files import data_file
from domain.contract.facets.searched import thinks_in_play
from domain.contract.game import Description, Game
from service.api.context import services
from service.api.fields import Fixed
from service.api.operations import Resource
from service.api.problems import Problem
from service.api.schemas import Body
from service.api.session import preferred_of
from service.games.shapes import rules as shapes

rules = Resource("rules", __name__, description="The games, their rules' numbers, data and names.")


class LanguageHeaders(Fixed):
    """Which languages the caller reads."""

    accept_language = fields.String(
        data_key="Accept-Language",
        metadata={"description": "Languages with their weights, as browsers send them: `pl, de;q=0.5`."},
    )


@rules.route("/rules")
@rules.response(200, shapes.Games)
def games_to_play() -> shapes.Games:
    """The games that can be played."""
    catalog = services().catalog
    return shapes.Games(games=[shapes.GameKind(**_kind(catalog[game].describe())) for game in catalog])


@rules.route("/ai-levels")
@rules.response(200, shapes.AiLevels)
def ai_levels() -> shapes.AiLevels:
    """The levels of AIs that can take seats, the weakest first."""
    catalog, pace = services().catalog, services().settings.bot_pace
    searched = [game for game in catalog if thinks_in_play(catalog[game])]
    return shapes.AiLevels(
        levels=[
            shapes.AiLevel(
                level=level,
                name=bot.name,
                plays=bot.plays,
                thinks_ahead=searched if bot.thinks else [],
                seconds=pace.get(level, 0.0),
                games=[game for game in catalog if level in offered(catalog[game])],
                strength=_strength(level),
            )
            for level, bot in LEVELS.items()
        ]
    )


def _strength(level: str) -> list[shapes.AiStrength]:
    matches = [match for match in measured() if match.level == level]
    return [
        shapes.AiStrength(game=match.game, games=match.games, **msgspec.structs.asdict(strength(match)))
        for match in matches
    ]


@rules.route("/rules/<game>")
@rules.response(200, shapes.Rules)
def show_rules(game: str) -> shapes.Rules:
    """A game's options, verbs with their arguments, events, names, and the rules and data in use."""
    played = _game(game)
    description = played.describe()
    return shapes.Rules.of(
        description,
        **_kind(description),
        changes=[shapes.RulesChange.of(change) for change in played.changes],
        rules_kept_from=played.rules_kept_from,
        names=description.labels,
    )


@rules.route("/rules/<game>/cards")
@rules.response(200, shapes.Cards)
def show_cards(game: str) -> shapes.Cards:
    """A game's data, with the provenance of every value, and its names in each language."""
    played = _game(game)
    description = played.describe()
    return shapes.Cards.of(description, data=data_files(played, description.data), names=description.labels)


@rules.route("/rules/<game>/labels")
@rules.arguments(LanguageHeaders, location="headers")
@rules.response(200, shapes.Labels)
def show_labels(headers: Body, game: str) -> tuple[shapes.Labels, int, dict[str, str]]:
    """A game's names in the language that `Accept-Language` prefers among those it has, otherwise in English."""
    labels = _game(game).describe().labels
    preferred = parse_accept_header(headers.get("accept_language"), LanguageAccept)
    language = preferred_of(preferred, labels) or "en"
    told = {"Content-Language": language, "Vary": "Accept-Language"}
    return shapes.Labels(language=language, labels={**labels["en"], **labels[language]}), 200, told


@rules.route("/rules/<game>/files/<sha256>")
@rules.response(200, shapes.KeptFile)
def show_kept_file(game: str, sha256: str) -> shapes.KeptFile:
    """A data file with which a game was begun here, as old as it may be, by the hash that the game's record names."""
    found = services().rule_files.file(sha256)
    if found is None or found.game != game:
        raise Problem("not-found", f"no game of {game!r} was begun with such a file")
    return shapes.KeptFile.of(found)


def data_files(game: Game[Any], hashes: Mapping[str, str]) -> dict[str, shapes.DataFile]:
    """Name -> each data file in use."""
    texts = ((name, sha256, data_file(game, sha256)) for name, sha256 in hashes.items())
    return {
        name: shapes.DataFile(sha256=sha256, content=tomllib.loads(text))
        for name, sha256, text in texts
        if text is not None
    }


def _game(name: str) -> Game[Any]:
    try:
        return services().catalog[name]
    except KeyError:
        raise Problem("not-found", f"there is no game {name!r}") from None


def _kind(description: Description) -> Body:
    least, most = description.seats
    return {"game": description.game, "rules": description.rules, "seats": shapes.SeatCount(min=least, max=most)}
