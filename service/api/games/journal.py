"""What everybody may check the installation by: its journal, and the keys that its receipts are signed with."""

from __future__ import annotations

from service.api.context import services
from service.api.fields import Count, Wanted
from service.api.operations import Resource
from service.api.schemas import Query
from service.store.published import answer_shapes as shapes
from service.store.published.journal import MOST_ENTRIES

journal = Resource("journal", __name__, description="The journal of the installation, and its keys.")


class JournalQuery(Wanted):
    """Which part of the journal."""

    after = Count(load_default=0, metadata={"description": "The version after which to begin."})
    limit = Count(1, MOST_ENTRIES, load_default=MOST_ENTRIES)


@journal.route("/journal")
@journal.arguments(JournalQuery, location="query")
@journal.response(200, shapes.Journal)
def read_journal(query: Query) -> shapes.Journal:
    """Every key, reservation, branch, start, end, verdict and import, in one hash chain: no game is dropped unseen."""
    found = services().journal.entries(query["after"], query["limit"])
    return shapes.Journal(entries=list(found), next=found[-1]["version"] if found else query["after"])


@journal.route("/keys")
@journal.response(200, shapes.Keys)
def keys() -> shapes.Keys:
    """The keys that receipts are signed with."""
    known = services().signer.keys()
    return shapes.Keys(keys=[shapes.Key.of(key) for key in known])
