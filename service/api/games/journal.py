"""What everybody may check the installation by: its journal, and the keys that its receipts are signed with."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from service.api.context import services
from service.api.fields import Count, Documented, Shown, Wanted
from service.api.operations import Resource
from service.api.schemas import EVENT
from service.store.published.journal import MOST_ENTRIES

journal = Resource("journal", __name__, description="The journal of the installation, and its keys.")

Query = dict[str, Any]


class JournalQuery(Wanted):
    """Which part of the journal."""

    after = Count(load_default=0, metadata={"description": "The version after which to begin."})
    limit = Count(1, MOST_ENTRIES, load_default=MOST_ENTRIES)


class JournalSchema(Shown):
    """A part of the journal, oldest first."""

    entries = fields.List(Documented(EVENT), required=True)
    next = fields.Integer(required=True, metadata={"description": "What to send as `after` next."})


class KeySchema(Shown):
    """A public key."""

    key = fields.String(required=True, metadata={"description": "32 bytes, hex."})
    algorithm = fields.String(required=True)
    created = fields.Integer(required=True, metadata={"description": "Since when it signs, seconds UTC."})


class KeysSchema(Shown):
    """The public keys, the newest first."""

    keys = fields.List(fields.Nested(KeySchema), required=True)


@journal.route("/journal")
@journal.arguments(JournalQuery, location="query")
@journal.response(200, JournalSchema)
def read_journal(query: Query) -> Query:
    """Every key, reservation, branch, start, end, verdict and import, in one hash chain: no game is dropped unseen."""
    found = services().journal.entries(query["after"], query["limit"])
    return {"entries": found, "next": found[-1]["version"] if found else query["after"]}


@journal.route("/keys")
@journal.response(200, KeysSchema)
def keys() -> Query:
    """The keys that receipts are signed with."""
    return {"keys": services().signer.keys()}
