"""`nightledger audit`: what a record proves."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from domain.audit import CONSISTENT, REFUSED, Verdict, aggregates, audit
from domain.audit.chain import audit_chain
from domain.audit.chain import read as read_chain
from domain.audit.challenges import beside
from domain.audit.characters import audit_keepsake
from domain.audit.characters import read as read_keepsake
from domain.challenge.state import Challenge
from domain.contract.quantities import whole
from domain.games.catalog import Catalog
from domain.log.journal import BadJournal, Line, checked, keys, read_journal
from domain.records.export import BadRecord, read
from service.settings import Settings

if TYPE_CHECKING:
    from service.store.receipts import Receipt

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@dataclass(frozen=True)
class Kept:
    """What somebody kept outside: heads by version, receipts that were signed as they should, a checked journal, and
    the seeds that were revealed for deals; and the challenges whose logs are examined too."""

    heads: Sequence[tuple[int, str]]
    receipts: Sequence[Receipt]
    journal: Sequence[Line] | None
    deals: Mapping[str, bytes]
    challenges: Mapping[str, Challenge]

    def of(self, game_id: str) -> dict[int, str]:
        """The heads that this game must pass through; `TwoHeads` if there are two of one version."""
        signed = [(receipt.version, receipt.head) for receipt in self.receipts if receipt.game == game_id]
        heads: dict[int, str] = {}
        for version, head in (*signed, *self.heads):
            if heads.setdefault(version, head) != head:
                raise TwoHeads(f"two heads of version {version} were kept: the log was altered between them")
        return heads


class TwoHeads(Exception):
    """No record can pass through both of them."""


@click.command("audit")
@click.argument("files", nargs=-1, type=FILE)
@click.option("--seen", "seen", multiple=True, metavar="VERSION:HEAD", help="A head that you kept; repeatable.")
@click.option("--receipt", "receipts", multiple=True, type=FILE, help="A receipt that you kept; repeatable.")
@click.option("--key", "signers", multiple=True, metavar="HEX", help="The key that receipts are signed with.")
@click.option("--journal", "journal", type=FILE, help="The journal in which the games must stand; it lists keys too.")
@click.option("--deal", "deals", multiple=True, metavar="ID:SEED", help="A seed that was revealed; repeatable.")
@click.option("--findings", default=1, show_default=True, help="How many faults of a record to tell at most.")
def command(
    files: tuple[Path, ...],
    seen: tuple[str, ...],
    receipts: tuple[Path, ...],
    signers: tuple[str, ...],
    journal: Path | None,
    deals: tuple[str, ...],
    findings: int,
) -> None:
    """Examine FILES: records, chains of them, logs of series, leagues and characters: hashes, draws, legality, result.

    With the log of a challenge among them, the games of its tries need no --deal, and must have ended as it tells.
    Exit 0 consistent, 1 refused, 2 a prefix (no closing event), 3 not a fair game; of several files the worst. A
    receipt or journal that is given is checked itself, with or without records.

    Example: nightledger audit game.json --receipt move-120.json --journal journal.json
    """
    if not (files or receipts or journal):
        raise click.UsageError("give a record, a receipt or a journal")
    catalog = Catalog(Settings.from_env(os.environ).extra_games)
    try:
        lines = None if journal is None else checked(read_journal(journal.read_bytes()))
    except BadJournal as bad:
        click.echo(f"{journal}: refused: {bad}")
        raise SystemExit(REFUSED) from None
    if lines is not None:
        click.echo(f"{journal}: consistent, {len(lines)} entries")
    signed = [_signed(file, [*signers, *keys(lines or ())]) for file in receipts]
    heads = [_kept(entry) for entry in seen]
    challenges = _challenges(files, catalog)
    revealed = {name: bytes.fromhex(one.seed) for name, one in challenges.items() if one.seed is not None}
    known = revealed | dict(map(_dealt, deals))
    kept = Kept(heads, [one for one in signed if one is not None], lines, known, challenges)
    codes = [CONSISTENT if one is not None else REFUSED for one in signed]
    codes += [_examine(file, catalog, kept, findings) for file in files]
    raise SystemExit(REFUSED if REFUSED in codes else max(codes, default=CONSISTENT))


def _examine(file: Path, catalog: Catalog, kept: Kept, findings: int) -> int:
    try:
        verdict = _verdict(file.read_bytes(), catalog, kept, findings)
    except BadRecord as bad:
        click.echo(f"{file}: refused: it is no record: {bad}")
        return REFUSED
    except TwoHeads as two:
        click.echo(f"{file}: refused: {two}")
        return REFUSED
    click.echo(f"{file}: {sentence(verdict)}")
    for finding in verdict.findings[1:]:
        click.echo(f"  - event {finding.version}: {finding.reason}")
    for remark in verdict.remarks:
        click.echo(f"  - {remark}")
    return verdict.code


def _verdict(raw: bytes, catalog: Catalog, kept: Kept, findings: int) -> Verdict:
    """What the audit says of a game's record, of a chain of them, or of the log of a series, league, challenge or
    character; `BadRecord` if it is none of these."""
    with suppress(BadRecord):
        log = aggregates.read(raw)
        return aggregates.audit(log, catalog, kept.of(log.id))
    with suppress(BadRecord):
        return audit_keepsake(read_keepsake(raw), catalog, kept.of)
    with suppress(BadRecord):
        return audit_chain(read_chain(raw), catalog, kept.of, kept.journal, kept.deals)
    record = read(raw)
    verdict = audit(record, catalog, kept.of(record.id), kept.journal, findings, kept.deals)
    return beside(kept.challenges, record, verdict, catalog)


def _challenges(files: Sequence[Path], catalog: Catalog) -> dict[str, Challenge]:
    """The challenges whose logs are among the files and sound, by id."""
    found = {}
    for file in files:
        with suppress(BadRecord):
            log = aggregates.read(file.read_bytes())
            if log.format == aggregates.CHALLENGE and aggregates.audit(log, catalog).code != REFUSED:
                found[log.id] = aggregates.challenge_of(log)
    return found


def sentence(verdict: Verdict) -> str:
    """A verdict in one line: the first bad event, or how far the record reaches."""
    if verdict.code == REFUSED:
        place = "the record" if verdict.version is None else f"event {verdict.version}"
        return f"refused: {place}: {verdict.reason}"
    return f"{verdict.word}, {verdict.events} events, head {verdict.head}"


def _signed(file: Path, signers: Sequence[str]) -> Receipt | None:
    """The receipt, if one of the keys signed it."""
    from service.store.receipts import BadReceipt, read_receipt

    if not signers:
        raise click.UsageError("a receipt needs the installation's key: --key, or --journal, which lists it")
    try:
        receipt = read_receipt(file.read_bytes())
        _check_signature(receipt, signers)
    except BadReceipt as bad:
        click.echo(f"{file}: refused: {bad}")
        return None
    click.echo(f"{file}: signed: game {receipt.game} stood at version {receipt.version} with head {receipt.head}")
    return receipt


def _check_signature(receipt: Receipt, signers: Sequence[str]) -> None:
    from service.store.receipts import BadReceipt

    for key in signers[:-1]:
        try:
            return receipt.check(key)
        except BadReceipt:
            continue
    receipt.check(signers[-1])


def _dealt(entry: str) -> tuple[str, bytes]:
    deal, colon, seed = entry.rpartition(":")
    try:
        if colon and len(seed) == 64:
            return deal, bytes.fromhex(seed)
    except ValueError:
        pass
    raise click.BadParameter(f"{entry!r} is not ID:SEED", param_hint="--deal")


def _kept(entry: str) -> tuple[int, str]:
    version, colon, head = entry.partition(":")
    number = whole(version)
    if not colon or number is None or len(head) != 64:
        raise click.BadParameter(f"{entry!r} is not VERSION:HEAD", param_hint="--seen")
    return number, head.lower()
