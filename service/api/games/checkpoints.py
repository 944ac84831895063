"""The journal as a Merkle log: signed checkpoints, proofs under them, and what witnesses sign."""

from __future__ import annotations

from typing import Any

from flask import Response

from domain.log.note import BadNote, Key, Note, read_signature
from service.api.context import services
from service.api.fields import Count, Switch, Text, Wanted, Whole
from service.api.operations import Resource
from service.api.problems import Problem
from service.api.schemas import Query
from service.games.shapes import answers as answer_shapes
from service.store.published.answer_shapes import Consistency

checkpoints = Resource("checkpoints", __name__, description="Checkpoints of the journal, and their witnesses.")

NOTE = "text/plain; charset=utf-8"


class CheckpointQuery(Wanted):
    """Which checkpoint."""

    size = Count(metadata={"description": "Of so many entries; of all of them if left out."})
    cosigned = Switch(load_default=False, metadata={"description": "The newest that a witness has cosigned."})


class InclusionQuery(Wanted):
    """Which entry, and under which checkpoint."""

    entry = Count(1, required=True, metadata={"description": "The version of the entry."})
    size = Count(metadata={"description": "The checkpoint's number of entries; all of them if left out."})


class ConsistencyQuery(Wanted):
    """Between which checkpoints."""

    earlier = Count(required=True, data_key="from", metadata={"description": "The earlier number of entries."})
    size = Count(required=True, data_key="to", metadata={"description": "The later one."})


class CosignatureSchema(Wanted):
    """A witness's signature on a checkpoint."""

    size = Whole(required=True, metadata={"description": "The checkpoint's number of entries."})
    line = Text(
        "\u2014 [^ \\n]+ [A-Za-z0-9+/]+=*",
        "a line of a signed note",
        "A cosignature/v1 as it stands below the note, without the line feed.",
        required=True,
    )


@checkpoints.route("/journal/checkpoint")
@checkpoints.arguments(CheckpointQuery, location="query")
@checkpoints.response(200, content_type="text/plain")
def checkpoint(query: Query) -> Response:
    """How many entries the journal has and the head of the tree over them, signed: a note as tlog-checkpoint has it."""
    kept = services().checkpoints
    size = query.get("size")
    if query["cosigned"] and size is None and (size := kept.cosigned()) is None:
        raise Problem("not-found", "no witness has cosigned a checkpoint yet")
    return Response(kept.note(size).encode(), content_type=NOTE)


@checkpoints.route("/journal/inclusion")
@checkpoints.arguments(InclusionQuery, location="query")
@checkpoints.response(200, answer_shapes.Inclusion)
def inclusion(query: Query) -> Any:
    """An entry of the journal with the proof that a checkpoint's tree holds it."""
    return services().checkpoints.inclusion(query["entry"], query.get("size"))


@checkpoints.route("/journal/consistency")
@checkpoints.arguments(ConsistencyQuery, location="query")
@checkpoints.response(200, Consistency)
def consistency(query: Query) -> Consistency:
    """The proof that the journal only grew between two checkpoints."""
    found = services().checkpoints.consistency(query["earlier"], query["size"])
    return Consistency(proof=[node.hex() for node in found])


@checkpoints.route("/journal/cosignatures", methods=["POST"])
@checkpoints.arguments(CosignatureSchema)
@checkpoints.response(204)
def add_cosignature(body: Query) -> None:
    """Add a witness's signature to a checkpoint; of the witnesses that the installation names. Twice is once."""
    note = services().checkpoints.note(body["size"])
    services().checkpoints.add(body["size"], _witness(note.text, body["line"]), body["line"])


def _witness(text: str, line: str) -> Key:
    """The key of the witness that has signed; a `Problem` if it is none that is known here."""
    try:
        signed = Note(text, (read_signature(line),))
        for key in services().settings.witnesses:
            if signed.signed_by(key):
                return key
    except BadNote as error:
        raise Problem("malformed", str(error)) from None
    raise Problem("forbidden", "it is no signature of a witness that this installation names")
