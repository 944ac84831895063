"""Private notes on a game."""

from __future__ import annotations

from uuid import UUID

from marshmallow import fields, validate

from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import Count, Text, Wanted
from service.api.operations import Resource
from service.api.schemas import Body
from service.games.notes import LONGEST
from service.games.shapes.beside import Note

notes = Resource("notes", __name__, scope="play", description="Your private notes.")


class NoteWantedSchema(Wanted):
    """What to keep."""

    text = fields.String(
        required=True, validate=validate.Length(0, LONGEST), metadata={"description": "Empty: the note is removed."}
    )

    over = Text(
        "[0-9a-f]{32}",
        "this is no mark of a note",
        "The `mark` of the note that you have seen: if it is no more the one that is kept, this is refused as `stale`.",
        allow_none=True,
        load_default=None,
    )


class NoteAtQuery(Wanted):
    """Of which version."""

    at = Count(1, metadata={"description": "A version of the game; the note is on the game if you leave it out."})


@notes.route("/games/<uuid:game_id>/notes")
@signed_in
@notes.arguments(NoteAtQuery, location="query")
@notes.response(200, Note)
def read_note(query: Body, game_id: UUID, account: str) -> Note:
    """Your note on the game, or on one of its versions, which nobody else reads."""
    return services().notes.read(account, str(game_id), query.get("at"))


@notes.route("/games/<uuid:game_id>/notes", methods=["PUT"])
@signed_in
@notes.arguments(NoteAtQuery, location="query")
@notes.arguments(NoteWantedSchema)
@notes.response(200, Note)
def write_note(query: Body, body: Body, game_id: UUID, account: str) -> Note:
    """Put this in the place of your note, or only of the one that you have seen.

    What you note at a version goes along when you branch there.
    """
    return services().notes.write(account, str(game_id), body["text"], query.get("at"), body["over"])
