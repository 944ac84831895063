"""What leagues are asked: what an organiser posts, and which part is to be shown."""

from __future__ import annotations

from typing import Any

import msgspec
from marshmallow import fields, validate

from domain.contract.quantities import INSTANTS, PLACES, TALLIES
from domain.league.conduct.reminders import HOURS, MOST_HOURS
from domain.league.plan import LONGEST_NAME, STAGE_BOUNDS, Plan
from service.api.fields import Bounded, Count, Hex32, Map, Name, Points, Text, TrueOrFalse, Wanted, Whole
from service.games.corrections import LONGEST_REASON
from service.leagues.organising import VERBS
from service.people.names import LONGEST_OF_THINGS

ROUNDS = STAGE_BOUNDS["rounds"]


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
    """A league to be opened. The plan is that of all seasons until one is drafted with another, and public before
    anybody enrols."""

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

    verb = fields.String(required=True, validate=validate.OneOf(tuple(VERBS)))
    reason = fields.String(validate=validate.Length(1, LONGEST_REASON))
    stage = fields.String(validate=validate.Length(1, 200), metadata={"description": "The id of the stage."})
    table = Whole(1, metadata={"description": "The number of the table in the stage."})
    round = Whole(1, metadata={"description": "The number of the round (`pair-by-hand`)."})
    tables = fields.List(
        fields.List(fields.String(validate=validate.Length(1, 10)), validate=validate.Length(1, 20)),
        validate=validate.Length(1, 1000),
        metadata={
            "description": "Entrants in seat order; who is at none has a bye, if there are any (`pair-by-hand`)."
        },
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
    dispute = Whole(1, metadata={"description": "The number of the dispute (`decide-dispute`)."})
    upheld = TrueOrFalse(
        metadata={
            "description": "Whether a dispute is upheld; then `places`, `won`, `tally`, `absent` and `void` may correct"
            " the result (`decide-dispute`)."
        }
    )
    entrants = fields.List(
        fields.String(validate=validate.Length(1, 10)),
        validate=validate.Length(2, 100),
        metadata={"description": "Who is kept apart (`keep-apart`).", "examples": [["e3", "e5"]]},
    )
    first = Bounded(ROUNDS, metadata={"description": "From which round on (`keep-apart`); 1 if you leave it out."})
    last = Bounded(
        ROUNDS, allow_none=True, metadata={"description": "Up to which round (`keep-apart`); null: to the end."}
    )
    group = Whole(1, metadata={"description": "Which group may meet again (`let-meet`)."})
    season = Whole(1, 1_000_000, metadata={"description": "Which season is copied (`clone-season`)."})
    opens = Bounded(
        INSTANTS,
        allow_none=True,
        metadata={"description": "When the next season opens (`draft-season`, `clone-season`)."},
    )
    closes = Bounded(INSTANTS, allow_none=True, metadata={"description": "When its enrolment closes (`draft-season`)."})
    starts = Bounded(INSTANTS, allow_none=True, metadata={"description": "When it starts (`draft-season`)."})
    returning = TrueOrFalse(
        metadata={"description": "Whether all of the last season are enrolled at once (`draft-season`)."}
    )
    plan = Map(
        inlined(Plan),
        metadata={"description": "The plan of the next season and those after it, if it changes (`draft-season`)."},
    )
    hours = fields.List(
        Bounded(HOURS),
        validate=validate.Length(0, MOST_HOURS),
        metadata={"description": "Hours before a round is due (`set-reminders`); none: nobody is reminded."},
    )
    late = fields.List(
        fields.String(validate=validate.Length(1, 10)),
        validate=validate.Length(0, 1000),
        metadata={"description": "Who is reminded (`remind`); everybody whose move is waited for if you leave it out."},
    )
    points = Points(metadata={"description": 'To add: a number, or a fraction such as "-1/2".'})


class StagesQuery(Wanted):
    """Which stages: those of the last season that has begun if you say nothing."""

    season = Count(1, 1_000_000)
    division = fields.String(validate=validate.Length(1, LONGEST_NAME))
    stage = fields.String(validate=validate.Length(1, 200))


class StandingsQuery(StagesQuery):
    """Which stages, and after which of their rounds: the last, if you say nothing."""

    round = Count(1, 1_000_000)
