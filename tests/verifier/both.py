"""One record before both verifiers: the audit, and the file that shares no code with it."""

import io
import re
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import partial

from domain.audit import audit
from domain.audit.chain import audit_chain
from domain.audit.chain import read as read_chain
from domain.audit.verdict import MALFORMED
from domain.bots.simulation import play_logged, random_player
from domain.games.catalog import Catalog
from domain.log.canon import canonical
from domain.log.record import GENESIS, Part, chained
from domain.records.export import BadRecord, read
from tests.distributions import games_of
from verifier import verify

CATALOG = Catalog({"pig": "tests.pigs.pig:PIG", "long-pig": "tests.verifier.long_pig:LONG_PIG", **games_of("oh_hell")})


def played(game, key, count=3, **options):
    """The log of a whole game, played by random players."""
    seats = [f"s{number + 1}" for number in range(count)]
    levels, players = dict.fromkeys(seats, "random"), dict.fromkeys(seats, random_player)
    return play_logged(CATALOG, f"{game}-{key}", game, options, seats, key.encode(), players, levels)


class Both:
    """Asks both verifiers for their exit codes. The records pass through one file."""

    def __init__(self, folder):
        self._file = folder / "record.json"

    def __call__(self, raw, seen=None, journal=None, deals=None):
        """The codes of the audit and of the verifier; `seen` maps versions to heads, `journal` are its lines, `deals`
        maps deals to the seeds that were revealed."""
        return self.audited(raw, seen, journal, deals), self.verified(raw, seen, deals)

    def audited(self, raw, seen=None, journal=None, deals=None):
        """What the audit says of a record, or of a chain of them. Whatever it refuses, it says where and why."""
        examine = partial(audit, catalog=CATALOG, seen=seen, journal=journal, deals=deals)
        with suppress(BadRecord):
            return told_why(audit_chain(read_chain(raw), CATALOG, examine)).code
        try:
            return told_why(examine(read(raw))).code
        except BadRecord:
            return MALFORMED

    def verified(self, raw, seen=None, deals=None):
        """What the file says, asked as from a command line."""
        self._file.write_bytes(raw)
        heads = [f"--seen={version}:{head}" for version, head in (seen or {}).items()]
        seeds = [f"--deal={deal}:{seed.hex()}" for deal, seed in (deals or {}).items()]
        return command_line(self._file, *heads, *seeds)


def told_why(verdict):
    """The verdict of the audit, each of whose findings has a reason and an event, or is of the record as a whole."""
    assert verdict.findings or not verdict.is_refused
    for finding in verdict.findings:
        assert isinstance(finding.reason, str), finding
        assert finding.reason, finding
        assert finding.version is None or 0 < finding.version <= verdict.events, finding
    return verdict


NOTHING_SAID = re.compile(r": refused: None: |: None$", re.MULTILINE)
"""A refusal without a place, or without a reason."""


def command_line(*arguments):
    """The exit code of the verifier, without a process of its own. Whatever it refuses, it says where and why."""
    code, told = said(*arguments)
    assert not NOTHING_SAID.search(told)
    return code


def said(*arguments):
    """The exit code of the verifier and what it prints, without a process of its own."""
    before, sys.argv = sys.argv, ["verify.py", *map(str, arguments)]
    told = io.StringIO()
    try:
        with redirect_stdout(told), redirect_stderr(told):
            code = verify.main()
    except SystemExit as end:
        code = end.code
    finally:
        sys.argv = before
    return code, told.getvalue()


def made_anew(value):
    """The record with all commitments and hashes made anew from what stands there, as a forger would."""
    head = GENESIS
    for event in value["events"]:
        for name, part in event["private"].items():
            event["commitments"][name] = Part(part["nonce"], part["part"]).commitment()
        head = chained(head, canonical({key: item for key, item in event.items() if key not in ("private", "hash")}))
        event["hash"] = head.hex()
    value["head"] = head.hex()
    return canonical(value)
