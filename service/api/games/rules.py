"""The games that can be played: their verbs and options, their data with its provenance, their names."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, fields
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from domain.contract.facets.data_files import data_file
from domain.contract.game import Description, Game
from service.api.context import services
from service.api.fields import Map, Shown
from service.api.operations import Resource
from service.api.problems import Problem
from service.store.rule_files import RuleFile

rules = Resource("rules", __name__, description="The games, their rules' numbers, data and names.")

Body = dict[str, Any]


class SeatCountSchema(Shown):
    """How many seats a game takes."""

    min = fields.Integer(required=True)
    max = fields.Integer(required=True)


class GameKindSchema(Shown):
    """A game that can be played."""

    game = fields.String(required=True)
    rules = fields.Integer(required=True, metadata={"description": "The number of the rules that a new game has."})
    seats = fields.Nested(SeatCountSchema, required=True)


class GamesSchema(Shown):
    """All games that can be played."""

    games = fields.List(fields.Nested(GameKindSchema), required=True)


class RulesChangeSchema(Shown):
    """What a number of the rules decides otherwise than the one before."""

    number = fields.Integer(required=True, metadata={"description": "The number."})
    rules = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Ids of the rules that it decides otherwise; none for the first number."},
    )
    what = fields.String(required=True, metadata={"description": "What was wrong before it."})


class RulesSchema(GameKindSchema):
    """What a client needs to know of a game."""

    changes = fields.List(
        fields.Nested(RulesChangeSchema),
        required=True,
        metadata={"description": "What each number of the rules changed, the first one first."},
    )
    rules_kept_from = fields.Integer(
        required=True, metadata={"description": "Games under a lower number can be read, but not decided again."}
    )
    options = Map(required=True, metadata={"description": "JSON Schema of the options."})
    verbs = fields.Dict(
        fields.String(), Map(), required=True, metadata={"description": "Verb -> JSON Schema of the action."}
    )
    events = fields.Dict(
        fields.String(), Map(), required=True, metadata={"description": "Event -> JSON Schema of its data."}
    )
    names = fields.Dict(
        fields.String(),
        fields.Dict(fields.String(), fields.String()),
        required=True,
        metadata={"description": "Language -> id -> name."},
    )
    data = fields.Dict(
        fields.String(), fields.String(), required=True, metadata={"description": "Data file -> SHA-256, hex."}
    )


class LanguageHeaders(Schema):
    """Which languages the caller reads."""

    accept_language = fields.String(
        data_key="Accept-Language",
        metadata={"description": "Languages with their weights, as browsers send them: `pl, de;q=0.5`."},
    )


class LabelsSchema(Shown):
    """Names in one language."""

    language = fields.String(required=True, metadata={"description": "The language, as `Content-Language` says too."})
    labels = fields.Dict(
        fields.String(), fields.String(), required=True, metadata={"description": "Id -> name in that language."}
    )


class DataFileSchema(Shown):
    """A data file: its hash, and what stands in it, the provenance of every value included."""

    sha256 = fields.String(required=True)
    content = Map(required=True)


class KeptFileSchema(Shown):
    """A data file that a game was begun with, word for word."""

    game = fields.String(required=True)
    name = fields.String(required=True)
    sha256 = fields.String(required=True)
    text = fields.String(required=True)


class CardsSchema(Shown):
    """The cards, weapons, tiles and so on of a game, as the rules read them."""

    game = fields.String(required=True)
    rules = fields.Integer(required=True)
    data = fields.Dict(fields.String(), fields.Nested(DataFileSchema), required=True)
    names = fields.Dict(fields.String(), fields.Dict(fields.String(), fields.String()), required=True)


@rules.route("/rules")
@rules.response(200, GamesSchema)
def games_to_play() -> Body:
    """The games that can be played."""
    catalog = services().catalog
    return {"games": [_kind(catalog[game].describe()) for game in catalog]}


@rules.route("/rules/<game>")
@rules.response(200, RulesSchema)
def show_rules(game: str) -> Body:
    """A game's options, verbs with their arguments, events, names, and the rules and data in use."""
    played = _game(game)
    description = played.describe()
    return {
        **_kind(description),
        "changes": [change._asdict() for change in played.changes],
        "rules_kept_from": played.rules_kept_from,
        "options": description.options,
        "verbs": description.verbs,
        "events": description.events,
        "names": description.labels,
        "data": description.data,
    }


@rules.route("/rules/<game>/cards")
@rules.response(200, CardsSchema)
def show_cards(game: str) -> Body:
    """A game's data, with the provenance of every value, and its names in each language."""
    played = _game(game)
    description = played.describe()
    return {
        "game": description.game,
        "rules": description.rules,
        "data": data_files(played, description.data),
        "names": description.labels,
    }


@rules.route("/rules/<game>/labels")
@rules.arguments(LanguageHeaders, location="headers")
@rules.response(200, LabelsSchema)
def show_labels(headers: Body, game: str) -> tuple[Body, int, dict[str, str]]:
    """A game's names in the language that `Accept-Language` prefers among those it has, otherwise in English."""
    labels = _game(game).describe().labels
    preferred = parse_accept_header(headers.get("accept_language"), LanguageAccept)
    wanted = (tag.partition("-")[0].lower() for tag in preferred.values())
    language = next((tag for tag in wanted if tag in labels), "en")
    told = {"Content-Language": language, "Vary": "Accept-Language"}
    return {"language": language, "labels": labels[language]}, 200, told


@rules.route("/rules/<game>/files/<sha256>")
@rules.response(200, KeptFileSchema)
def show_kept_file(game: str, sha256: str) -> RuleFile:
    """A data file with which a game was begun here, as old as it may be, by the hash that the game's record names."""
    found = services().rule_files.file(sha256)
    if found is None or found.game != game:
        raise Problem("not-found", f"no game of {game!r} was begun with such a file")
    return found


def data_files(game: Game[Any], hashes: Mapping[str, str]) -> dict[str, Body]:
    """Name -> `{sha256, content}` of each data file in use."""
    texts = ((name, sha256, data_file(game, sha256)) for name, sha256 in hashes.items())
    return {
        name: {"sha256": sha256, "content": tomllib.loads(text)} for name, sha256, text in texts if text is not None
    }


def _game(name: str) -> Game[Any]:
    try:
        return services().catalog[name]
    except KeyError:
        raise Problem("not-found", f"there is no game {name!r}") from None


def _kind(description: Description) -> Body:
    least, most = description.seats
    return {"game": description.game, "rules": description.rules, "seats": {"min": least, "max": most}}
