"""The shapes of leagues: what an organiser posts, and what is shown of divisions, rounds, tables and standings."""

from __future__ import annotations

from typing import Any

import msgspec
from marshmallow import fields, validate

from domain.contract.quantities import PLACES, TALLIES
from domain.league.plan import Plan
from service.api.fields import (
    Bounded,
    Count,
    Documented,
    Hex32,
    Map,
    Name,
    Points,
    Shown,
    Text,
    TrueOrFalse,
    Wanted,
    Whole,
)
from service.api.schemas import EVENT
from service.games.corrections import LONGEST_REASON
from service.leagues.ledger import VERBS
from service.people.names import LONGEST_OF_THINGS

SEASON_STATUSES = ("announced", "enrolling", "opening", "running", "closed")


def inlined(kind: type) -> dict[str, Any]:
    """The JSON schema of a struct, without references."""
    schema: dict[str, Any] = msgspec.json.schema(kind)
    found: dict[str, Any] = _without_references(schema, schema["$defs"])
    return found


def _without_references(value: Any, known: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [_without_references(item, known) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return _without_references(known[value["$ref"].rpartition("/")[2]], known)
    return {name: _without_references(item, known) for name, item in value.items() if name != "$defs"}


class NewLeagueSchema(Wanted):
    """A league to be opened. The plan is the same for all of its seasons, and public before anybody enrols."""

    game = fields.String(required=True, validate=validate.Length(1, 40))
    name = fields.String(required=True, validate=validate.Length(1, LONGEST_OF_THINGS))
    plan = Map(inlined(Plan), required=True)
    next_season = TrueOrFalse(
        load_default=True, metadata={"description": "Whether the seasons after the first open by themselves."}
    )


class EnrolSchema(Wanted):
    """Who enrols: you, with the SHA-256 of your entropy if you like; or, by the organiser, an AI of a level."""

    entropy_hash = Hex32(description="SHA-256 of 32 bytes, to be opened when enrolment has closed.")
    level = fields.String(validate=validate.Length(1, 40), metadata={"description": "Of an AI (organiser)."})
    entrant = Text("e[1-9][0-9]{0,5}", "an entrant is e1, e2, ...", "The AI's place in an earlier season.")


class LeagueEntropySchema(Wanted):
    """The entropy whose SHA-256 was given at enrolment."""

    entropy = Hex32(required=True)


class OrganiserSchema(Wanted):
    """An organiser's verb with its arguments, and the reason that all may read."""

    verb = fields.String(required=True, validate=validate.OneOf(VERBS))
    reason = fields.String(validate=validate.Length(1, LONGEST_REASON))
    stage = fields.String(validate=validate.Length(1, 200), metadata={"description": "The id of the stage."})
    table = Whole(1, metadata={"description": "The number of the table in the stage."})
    round = Whole(1, metadata={"description": "The number of the round (`pair-by-hand`)."})
    tables = fields.List(
        fields.List(fields.String(validate=validate.Length(1, 10)), validate=validate.Length(1, 20)),
        validate=validate.Length(1, 1000),
        metadata={"description": "Entrants in seat order; who is at none has a bye (`pair-by-hand`)."},
    )
    entrant = fields.String(validate=validate.Length(1, 10))
    account = Name(metadata={"description": "Who enters late or takes a place, by name: a substitute."})
    level = fields.String(validate=validate.Length(1, 40), metadata={"description": "Or an AI's level."})
    places = fields.Dict(
        fields.String(validate=validate.Length(1, 10)),
        Bounded(PLACES),
        metadata={"description": "Entrant -> place; who shares one has the same."},
    )
    tally = fields.Dict(fields.String(validate=validate.Length(1, 10)), Bounded(TALLIES))
    won = TrueOrFalse(metadata={"description": "Whether a game that ranks nobody was won (`correct`)."})
    absent = fields.List(fields.String(validate=validate.Length(1, 10)), validate=validate.Length(0, 20))
    void = TrueOrFalse(metadata={"description": "The game does not count (`correct`)."})
    by_itself = TrueOrFalse(metadata={"description": "Whether later seasons open by themselves (`next-season`)."})
    points = Points(metadata={"description": 'To add: a number, or a fraction such as "-1/2".'})


class LeagueEntrantSchema(Shown):
    """Who holds a place, over all seasons."""

    name = fields.String(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(("person", "ai")))
    level = fields.String(allow_none=True)
    replaced = fields.Boolean(required=True, metadata={"description": "Whether the place changed hands."})


class EnrolledSchema(Shown):
    """An entrant's part in a season."""

    entrant = fields.String(required=True)
    rating = fields.Integer(required=True, metadata={"description": "When enrolling."})
    waiting = fields.Boolean(required=True, metadata={"description": "On the waiting list."})
    entropy = fields.String(allow_none=True, metadata={"description": "`sealed`, `opened`, or null: none given."})


class StageSchema(Shown):
    """A stage of a division."""

    id = fields.String(required=True)
    division = fields.String(required=True)
    number = fields.Integer(required=True)
    kind = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(("waiting", "running", "closed")))
    rounds = fields.Integer(required=True, metadata={"description": "How many were paired."})
    due = fields.Integer(allow_none=True, metadata={"description": "When the open round ends, seconds UTC."})
    failed = fields.String(
        allow_none=True, metadata={"description": "Why the next round waits to be paired by hand; null: it does not."}
    )
    seed = fields.String(allow_none=True, metadata={"description": "Published when the stage closes, hex."})


class SeasonSchema(Shown):
    """A season."""

    number = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf(SEASON_STATUSES[1:]))
    enrolled = fields.List(fields.Nested(EnrolledSchema), required=True)
    divisions = fields.Dict(fields.String(), fields.List(fields.String()), required=True)
    withdrawn = fields.List(fields.String(), required=True)
    commitments = fields.Dict(fields.String(), fields.String(), required=True)
    stages = fields.List(fields.Nested(StageSchema), required=True)
    promoted = fields.Dict(fields.String(), fields.String(), metadata={"description": "Entrant -> new division."})
    relegated = fields.Dict(fields.String(), fields.String(), metadata={"description": "Entrant -> new division."})
    order = fields.List(fields.String(), required=True, metadata={"description": "At its end, for the next one."})


class LeagueSchema(Shown):
    """A league."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    game = fields.String(required=True)
    rules = fields.Integer(required=True)
    organiser = fields.String(required=True, allow_none=True)
    substitutes = fields.List(
        fields.String(), required=True, metadata={"description": "Who would take a place that becomes free."}
    )
    plan = Map(required=True)
    lowest_wins = fields.Boolean(required=True)
    next_season = fields.Boolean(
        required=True, metadata={"description": "Whether the seasons after the first open by themselves."}
    )
    entrants = fields.Dict(fields.String(), fields.Nested(LeagueEntrantSchema), required=True)
    seasons = fields.List(fields.Nested(SeasonSchema), required=True)
    version = fields.Integer(required=True)
    head = fields.String(required=True)


class LeagueAnswerSchema(Shown):
    """What a command brought about."""

    league = fields.Nested(LeagueSchema, required=True)
    events = fields.List(Documented(EVENT), required=True)


class ListedLeagueSchema(Shown):
    """A league in a list."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    game = fields.String(required=True)
    organiser = fields.String(required=True, allow_none=True)
    season = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf(SEASON_STATUSES))
    entrants = fields.Integer(required=True, metadata={"description": "Who has a place in the season."})
    opened = fields.Integer(required=True, metadata={"description": "Seconds UTC."})
    changed = fields.Integer(required=True, metadata={"description": "Seconds UTC."})


class LeaguesPageSchema(Shown):
    """A page of the list, the newest league first."""

    leagues = fields.List(fields.Nested(ListedLeagueSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class LeaguesQuery(Wanted):
    """Which part of the list."""

    cursor = Text("[0-9]{1,18}", "no page gave this cursor", "The `next` of the page before.")
    limit = Count(1, 200, load_default=50)


class StagesQuery(Wanted):
    """Which stages: those of the last season that has begun if you say nothing."""

    season = Count(1, 1_000_000)
    division = fields.String(validate=validate.Length(1, 40))
    stage = fields.String(validate=validate.Length(1, 200))


class LeagueLogQuery(Wanted):
    """Which part of the log."""

    after = Count(load_default=0, metadata={"description": "The version after which to begin."})
    limit = Count(1, 500, load_default=200)


class RoundTableSchema(Shown):
    """A table of a round."""

    table = fields.Integer(required=True)
    seats = fields.List(fields.String(), required=True, metadata={"description": "Entrants, in seat order."})
    game = fields.UUID(required=True, metadata={"description": "The id of the game, or of the series."})
    series = fields.Boolean(required=True)
    outcome = fields.String(required=True, allow_none=True, metadata={"description": "`played`, `forfeit`, `void`."})


class RoundSchema(Shown):
    """A round, with the key that was claimed for it."""

    number = fields.Integer(required=True)
    attempt = fields.Integer(required=True)
    key = fields.String(required=True)
    due = fields.Integer(required=True, allow_none=True)
    closed = fields.Boolean(required=True)
    byes = fields.List(fields.String(), required=True)
    repeated = fields.Integer(required=True, metadata={"description": "Meetings that had been before."})
    fairness = Map(allow_none=True, metadata={"description": "Of balanced groups: how even the design is."})
    reason = Map(allow_none=True, metadata={"description": "Of a pairing by hand."})
    tables = fields.List(fields.Nested(RoundTableSchema), required=True)


class StageRoundsSchema(StageSchema):
    """A stage with its rounds."""

    rounds = fields.List(fields.Nested(RoundSchema), required=True)  # type: ignore[assignment]


class RoundsSchema(Shown):
    """The stages with their rounds."""

    stages = fields.List(fields.Nested(StageRoundsSchema), required=True)


class TableSeatSchema(Shown):
    """A seat of a table."""

    entrant = fields.String(required=True)
    place = fields.Integer(required=True, allow_none=True)
    points = fields.Raw(required=True, allow_none=True)
    tally = fields.Integer(required=True, allow_none=True)
    absent = fields.Boolean(required=True)


class TableSchema(Shown):
    """A table with what came of it."""

    stage = fields.String(required=True)
    round = fields.Integer(required=True)
    table = fields.Integer(required=True)
    game = fields.UUID(required=True)
    series = fields.Boolean(required=True)
    outcome = fields.String(required=True, allow_none=True)
    won = fields.Boolean(allow_none=True)
    seats = fields.List(fields.Nested(TableSeatSchema), required=True)


class TablesSchema(Shown):
    """Tables."""

    tables = fields.List(fields.Nested(TableSchema), required=True)


class ValueSchema(Shown):
    """A tie-break's value; null where it does not apply."""

    rule = fields.String(required=True)
    name = fields.String(required=True)
    value = fields.Raw(required=True, allow_none=True)


class LineSchema(Shown):
    """A line of standings. Points are a number, or a fraction such as "19/3"."""

    rank = fields.Integer(required=True)
    entrant = fields.String(required=True)
    points = fields.Raw(required=True)
    values = fields.List(fields.Nested(ValueSchema), required=True)


class StageStandingsSchema(Shown):
    """The standings of a stage."""

    stage = fields.String(required=True)
    division = fields.String(required=True)
    season = fields.Integer(required=True)
    frozen = fields.Boolean(required=True, metadata={"description": "The stage is closed: they are its result."})
    corrected = fields.List(
        fields.Integer(), required=True, metadata={"description": "Versions of the log that corrected frozen ones."}
    )
    rules = fields.Dict(fields.String(), fields.String(), required=True, metadata={"description": "Name -> rule id."})
    lines = fields.List(fields.Nested(LineSchema), required=True)


class StandingsSchema(Shown):
    """The standings of stages, and who the entrants are."""

    standings = fields.List(fields.Nested(StageStandingsSchema), required=True)
    names = fields.Dict(fields.String(), fields.String(), required=True)
