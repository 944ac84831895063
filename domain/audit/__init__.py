"""What a record proves by itself: chain, commitments, draws, legality under its rules, result.

The audit trusts nothing in the record: it makes the chain again from the public parts, checks each private part
against its commitment, and, when the closing event has published the seed, works out every nonce and draw and
decides every command again. That the record is the game as it was played needs heads kept outside (`seen`, receipts),
that no other game was dropped for it the installation's journal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from domain.audit.again import Decided, Folded, replayed
from domain.audit.authority import operators_acts
from domain.audit.listed import compare
from domain.audit.remarks import remarks, remarks_on_a_prefix, remarks_on_data
from domain.audit.shared import remarks_on_shares
from domain.audit.stored import Stored, is_forced, stored
from domain.audit.verdict import CONSISTENT, PREFIX, REFUSED, UNFAIR, Bad, Finding, Verdict
from domain.games.catalog import Catalog
from domain.log.journal import Line
from domain.records.export import Record

__all__ = ["CONSISTENT", "PREFIX", "REFUSED", "UNFAIR", "Finding", "Verdict", "audit"]


def audit(
    record: Record,
    catalog: Catalog,
    seen: Mapping[int, str] | None = None,
    journal: Sequence[Line] | None = None,
    most_findings: int = 1,
    deals: Mapping[str, bytes] | None = None,
) -> Verdict:
    """Examine a record.

    `seen` maps versions to heads (hex) that somebody kept outside; `journal` are the lines of a checked journal in
    which the game must stand. Of what is wrong with its commands `most_findings` are told: each is decided on the
    table that the record says was there, so one that is wrong hides none after it. `deals` maps deals that several
    tables share to the seeds that were revealed for them; without its seed such a record is a prefix.
    """
    kept = seen or {}
    try:
        brought = remarks_on_data(record, catalog)
        catalog = catalog.with_files(record.files)
        found = stored(record, catalog, kept, deals or {})
        listed = () if journal is None else compare(found, record.id, journal)
        verdict = _examine(record, catalog, found, kept, most_findings)
    except Bad as bad:
        return bad.verdict(len(record.events), record.head)
    acts, shared = operators_acts(found.publics), remarks_on_shares(record, found.publics)
    told = (*verdict.remarks, *shared, *acts, *brought, *listed)
    return msgspec.structs.replace(verdict, remarks=told)


def _examine(record: Record, catalog: Catalog, found: Stored, seen: Mapping[int, str], most_findings: int) -> Verdict:
    def verdict(code: int, word: str, *told: str) -> Verdict:
        return Verdict(code, word, len(found.entries), record.head, remarks=told, seen=tuple(sorted(seen)))

    if found.seed is None:
        return verdict(PREFIX, "a prefix", *remarks_on_a_prefix(found, seen))
    given = any(is_forced(public) for public in found.publics)
    again = Folded(record, catalog, found) if given else replayed(record, catalog, found)
    findings = again.findings(most_findings)
    if findings:
        return msgspec.structs.replace(verdict(REFUSED, "refused"), findings=findings)
    if given:
        return verdict(UNFAIR, "not a fair game", "outcomes were given, not drawn; decisions are not checked")
    told = remarks(again.table, seen, rechecked=isinstance(again, Decided))
    consistent = verdict(CONSISTENT, "consistent", *told, *again.remarks)
    return msgspec.structs.replace(consistent, result=again.table.result)
