"""`nightledger audit`: what a record proves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from msgspec import UNSET

from domain.audit import CONSISTENT, REFUSED, Verdict, aggregates, audit
from domain.audit.chain import audit_chain
from domain.audit.chain import read as read_chain
from domain.audit.challenges import beside
from domain.audit.characters import audit_character
from domain.audit.characters import read as read_character
from domain.audit.listed import shown_under_a_checkpoint
from domain.audit.verdict import ANOTHER_GAME, MALFORMED, NO_FILE, Bad, worst
from domain.challenge.state import Challenge
from domain.contract.quantities import whole
from domain.games.catalog import Catalog
from domain.log.hexes import is_hex
from domain.log.journal import BadJournal, Line, NoJournal, checked, keys, read_journal
from domain.records.export import BadRecord, Record, read
from service.cli._parts.checking import FILE, KEY, Checking, Missing, contents
from service.cli._parts.games import installed_catalog
from service.cli._parts.telling import say

if TYPE_CHECKING:
    from service.store.published.receipts import Receipt


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


@click.command("audit", cls=Checking)
@click.argument("files", nargs=-1, type=FILE)
@click.option("--seen", "seen", multiple=True, metavar="VERSION:HEAD", help="A head that you kept; repeatable.")
@click.option("--receipt", "receipts", multiple=True, type=FILE, help="A receipt that you kept; repeatable.")
@click.option("--key", "signers", multiple=True, type=KEY, help="The key that receipts are signed with.")
@click.option("--journal", "journal", type=FILE, help="The journal in which the games must stand; it lists keys too.")
@click.option("--deal", "deals", multiple=True, metavar="ID:SEED", help="A seed that was revealed; repeatable.")
@click.option(
    "--findings",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="How many faults of a record to tell at most.",
)
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
    Exit 0 consistent, 1 refused, 2 a prefix (no closing event), 3 not a fair game, 4 a receipt of none of the games, 5
    malformed, 6 of another kind, 64 a command line that makes no sense, 66 no such file; of several files the worst. A
    receipt or journal that is given is checked itself, with or without records.

    Example: nightledger audit game.json --receipt move-120.json --journal journal.json
    """
    if not (files or receipts or journal):
        raise click.UsageError("give a record, a receipt or a journal")
    catalog = installed_catalog()
    lines = None if journal is None else _listed(journal)
    signed = [_signed(file, [*signers, *keys(lines or ())]) for file in receipts]
    heads = [_kept(entry) for entry in seen]
    challenges = _challenges(files, catalog)
    revealed = {name: bytes.fromhex(one.seed) for name, one in challenges.items() if one.seed is not None}
    known = revealed | dict(map(_dealt, deals))
    kept = Kept(heads, [one for one in signed if not isinstance(one, int)], lines, known, challenges)
    codes = [one if isinstance(one, int) else CONSISTENT for one in signed]
    codes += [_examine(file, catalog, kept, findings) for file in files]
    codes += _of_other_games(kept.receipts, files)
    raise SystemExit(worst(codes))


def _listed(file: Path) -> list[Line]:
    """What a journal lists; ends the program if it is none, or its chain is broken."""
    try:
        lines = checked(read_journal(contents(file)))
    except NoJournal as bad:
        _judged(file, "malformed", f"it is no journal: {bad}")
        raise SystemExit(MALFORMED) from None
    except BadJournal as bad:
        _judged(file, "refused", str(bad))
        raise SystemExit(REFUSED) from None
    say(f"{file}: consistent, {len(lines)} entries", file=file, verdict="consistent", entries=len(lines))
    return lines


def _of_other_games(receipts: Sequence[Receipt], files: Sequence[Path]) -> Iterator[int]:
    """`ANOTHER_GAME` for each receipt of a game of which there is no record among the files, if there is any."""
    games = {game for file in files if file.is_file() for game in _games_in(file.read_bytes())}
    for receipt in receipts if games else ():
        if receipt.game not in games:
            line = f"another game: it is a receipt of {receipt.game}, of which there is no record here"
            say(line, verdict="another game", game=receipt.game)
            yield ANOTHER_GAME


def _games_in(raw: bytes) -> Iterator[str]:
    """The ids of the games whose records are in a file."""
    with suppress(BadRecord):
        yield read(raw).id
    with suppress(BadRecord):
        yield from (game.id for game in read_chain(raw).games)
    with suppress(BadRecord):
        yield from (game.id for game in read_character(raw).games)


def _examine(file: Path, catalog: Catalog, kept: Kept, findings: int) -> int:
    try:
        verdict = _verdict(contents(file), catalog, kept, findings)
    except Missing as missing:
        say(missing.message, file=file, verdict="no such file", reason=missing.message)
        return NO_FILE
    except BadRecord as bad:
        _judged(file, "malformed", f"it is no record: {bad}")
        return MALFORMED
    except TwoHeads as two:
        _judged(file, "refused", str(two))
        return REFUSED
    further = [f"event {finding.version}: {finding.reason}" for finding in verdict.findings[1:]]
    lines = [f"{file}: {sentence(verdict)}", *(f"  - {one}" for one in (*further, *verdict.remarks))]
    say(
        "\n".join(lines),
        file=file,
        verdict=verdict.word,
        version=verdict.version,
        reason=verdict.reason,
        events=verdict.events,
        head=verdict.head,
        findings=[{"version": finding.version, "reason": finding.reason} for finding in verdict.findings],
        remarks=verdict.remarks,
    )
    return verdict.code


def _judged(file: Path, verdict: str, reason: str) -> None:
    """Say of a file what is wrong with it as a whole."""
    say(f"{file}: {verdict}: {reason}", file=file, verdict=verdict, reason=reason)


def _verdict(raw: bytes, catalog: Catalog, kept: Kept, findings: int) -> Verdict:
    """What the audit says of a game's record, of a chain of them, or of the log of a series, league, challenge or
    character; `BadRecord` if it is none of these."""
    with suppress(BadRecord):
        log = aggregates.read(raw)
        return aggregates.audit(log, catalog, kept.of(log.id))
    examine = partial(_of_game, catalog, kept)
    with suppress(BadRecord):
        character = read_character(raw)
        return audit_character(character, catalog, examine, kept.of(character.id))
    with suppress(BadRecord):
        return audit_chain(read_chain(raw), catalog, examine)
    return examine(read(raw), findings)


def _of_game(catalog: Catalog, kept: Kept, record: Record, findings: int = 1) -> Verdict:
    """The verdict on the record of a game, which was compared with its challenge too, and with what its receipts hold
    of the journal."""
    verdict = audit(record, catalog, kept.of(record.id), kept.journal, findings, kept.deals)
    told = beside(kept.challenges, record, verdict, catalog)
    return with_listings(told, record, [one for one in kept.receipts if one.game == record.id])


def with_listings(verdict: Verdict, record: Record, receipts: Sequence[Receipt]) -> Verdict:
    """The verdict on a record, once what its receipts hold of the journal was compared too."""
    held = [(receipt.version, receipt.listed) for receipt in receipts if receipt.listed is not UNSET]
    if verdict.is_refused or not held:
        return verdict
    try:
        told = [shown_under_a_checkpoint(record, version, listed.listed) for version, listed in held]
    except Bad as bad:
        return bad.verdict(verdict.events, verdict.head)
    return msgspec.structs.replace(verdict, remarks=(*verdict.remarks, *dict.fromkeys(told)))


def _challenges(files: Sequence[Path], catalog: Catalog) -> dict[str, Challenge]:
    """The challenges whose logs are among the files and sound, by id."""
    found = {}
    for file in files:
        with suppress(BadRecord, Missing):
            log = aggregates.read(contents(file))
            if log.format == aggregates.CHALLENGE and not aggregates.audit(log, catalog).is_refused:
                found[log.id] = aggregates.challenge_of(log)
    return found


def sentence(verdict: Verdict) -> str:
    """A verdict in one line: the first bad event, or how far the record reaches."""
    if verdict.is_refused:
        place = "the record" if verdict.version is None else f"event {verdict.version}"
        return f"{verdict.word}: {place}: {verdict.reason}"
    return f"{verdict.word}, {verdict.events} events, head {verdict.head}"


def _signed(file: Path, signers: Sequence[str]) -> Receipt | int:
    """The receipt, if one of the keys signed it; else the exit code for what is wrong."""
    from service.store.published.receipts import BadReceipt, NoReceipt, read_receipt

    if not signers:
        raise click.UsageError("a receipt needs the installation's key: --key, or --journal, which lists it")
    try:
        receipt = read_receipt(contents(file))
        _check_signature(receipt, signers)
    except NoReceipt as bad:
        _judged(file, "malformed", f"it is no receipt: {bad}")
        return MALFORMED
    except BadReceipt as bad:
        _judged(file, "refused", str(bad))
        return REFUSED
    line = f"{file}: signed: game {receipt.game} stood at version {receipt.version} with head {receipt.head}"
    say(line, file=file, verdict="signed", game=receipt.game, version=receipt.version, head=receipt.head)
    return receipt


def _check_signature(receipt: Receipt, signers: Sequence[str]) -> None:
    from service.store.published.receipts import BadReceipt

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
    if not colon or number is None or number < 1 or not is_hex(head.lower()):
        raise click.BadParameter(f"{entry!r} is not VERSION:HEAD", param_hint="--seen")
    return number, head.lower()
