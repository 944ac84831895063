"""Forged receipts before all three checkers: the audit, the one file, and the module for browsers."""

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.audit import CONSISTENT, REFUSED
from domain.audit.verdict import MALFORMED
from domain.log.canon import canonical, parse
from domain.log.journal import EndListed, ReservationListed, StartListed, journal_of, next_entry
from domain.records.export import export
from service.cli import cli
from tests.domain.audit.games import pig
from tests.installation import GAMES
from tests.verifier import receipts
from tests.verifier.both import command_line
from tests.verifier.receipts import KEY, Draft
from verifier import verify

SCRIPT = Path(__file__).parent / "receipts.mjs"
KINDS = {
    **dict.fromkeys(receipts.GENUINE, CONSISTENT),
    **dict.fromkeys((*receipts.REFUSED, *receipts.BESIDE_THE_RECORD), REFUSED),
    **dict.fromkeys(receipts.MALFORMED, MALFORMED),
}
"""Kind -> the exit code of both programs."""


@pytest.fixture(scope="module")
def record():
    log = pig()
    return parse(export(log.table, log.entries, {}, ()).encode())


def drafted(record, kind):
    draft = Draft(record)
    kind(draft)
    return draft.made()


def codes(folder, record, *asked):
    """What the audit and the one file say of the record beside what was kept."""
    file = folder / "record.json"
    file.write_bytes(canonical(record))
    told = CliRunner(env={"NIGHTLEDGER_EXTRA_GAMES": GAMES}).invoke(cli, ["audit", str(file), *map(str, asked)])
    return told.exit_code, command_line(file, *asked)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_both_programs_judge_a_receipt_alike(tmp_path, record, kind):
    file = tmp_path / "receipt.json"
    file.write_text(json.dumps(drafted(record, kind)))
    assert codes(tmp_path, record, "--receipt", file, "--key", KEY) == (KINDS[kind], KINDS[kind])


def test_so_does_the_module_for_browsers_without_the_record(record):
    made = {kind.__name__: drafted(record, kind) for kind in KINDS if kind not in receipts.BESIDE_THE_RECORD}
    asked = json.dumps({"key": KEY, "receipts": made})
    told = subprocess.run(["node", str(SCRIPT)], input=asked, capture_output=True, text=True, check=True)
    assert told.stdout.split() == [kind.__name__ for kind in receipts.GENUINE]


def test_what_stood_in_the_journal_with_the_start_did_so_before_the_first_move(record):
    told = [verify.by_when(record, {"version": event["version"]}) for event in record["events"]]
    first = next(event["version"] for event in record["events"] if event["type"] == "NumberGuessed")
    early = ["before the first move"] * (first - 1)
    assert told == [*early, *(f"by version {version}" for version in range(first, len(told) + 1))]


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({}, CONSISTENT),
        ({"start": "opened"}, REFUSED),
        ({"end": "start"}, REFUSED),
        ({"cause": "void"}, REFUSED),
    ],
)
def test_both_programs_judge_a_journal_alike(tmp_path, record, changed, code):
    events = {"opened": record["events"][0], "end": record["events"][-1]}
    events["start"] = next(event for event in record["events"] if event["type"] == "GameStarted")
    start, end = (events[changed.get(name, name)] for name in ("start", "end"))
    game, commitment = record["id"], record["events"][0]["data"]["commitment"]
    played = (game, record["game"])
    cause = changed.get("cause", events["end"]["data"]["cause"])
    listed = [
        ReservationListed(game, "ann", commitment),
        StartListed(*played, record["rules"], commitment, start["version"], start["hash"]),
        EndListed(*played, cause, record["rules"], commitment, end["version"], end["hash"]),
    ]
    entries = []
    for one in listed:
        entries.append(next_entry(entries[-1] if entries else None, one, record["events"][-1]["at"]))
    file = tmp_path / "journal.json"
    file.write_bytes(journal_of(entries).encode())
    assert codes(tmp_path, record, "--journal", file) == (code, code)
