"""Both programs tell apart what is no verdict on a record: each with a clear sentence and an exit code of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from domain.audit import CONSISTENT, REFUSED, aggregates
from domain.audit.verdict import ANOTHER_GAME, ANOTHER_KIND, MALFORMED, NO_FILE, USAGE
from domain.log.canon import canonical, parse
from service.cli import cli
from tests.domain.league.test_audit import league
from tests.installation import GAMES, install
from tests.service.playing import HOLD, ME, ROLL, act, open_pig
from tests.verifier.both import made_anew
from tests.verifier.both import said as one_file

VERIFIER = Path(__file__).parents[2] / "verifier/verify.py"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A finished game as files: its `record`, `receipt`s and an `answer` with one, one of `another` game, the
    `journal`, and what is wrong."""
    folder = tmp_path_factory.mktemp("files")
    services = install(tmp_path_factory.mktemp("installation") / "home")
    ann = services.accounts.create("ann")[0].id
    other = act(services.ledger, ann, open_pig(services.ledger, ann, ME, ME, goal=90), ROLL).receipt
    game_id = open_pig(services.ledger, ann, ME, ME, goal=5)
    opened = services.ledger.view(game_id)
    early = services.signer.receipt(game_id, opened.version, opened.head)
    receipt = act(services.ledger, ann, game_id, ROLL).receipt
    while (view := services.ledger.view(game_id, ann)).status == "running":
        act(services.ledger, ann, game_id, HOLD if view.table["turn_points"] > 2 else ROLL)
    raw = canonical(services.ledger.record(game_id))
    wrong = parse(raw)
    wrong["events"][0]["version"] = True
    running = league()
    texts = {
        "record": raw,
        "receipt": canonical(receipt),
        "answer": canonical({"receipt": receipt, "version": 4}),
        "early": canonical(early),
        "another": canonical(other),
        "true": made_anew(wrong),
        "journal": services.journal.document().encode(),
        "league": aggregates.document(aggregates.LEAGUE, running.league, running.log.entries).encode(),
        "nonsense": b"{",
    }
    for name, text in texts.items():
        (folder / name).write_bytes(text)
    key = services.signer.keys()[0].key
    yield {name: folder / name for name in (*texts, "missing")} | {"key": key, "KEY": key.upper()}
    services.close()


def package(*arguments):
    done = CliRunner(env={"NIGHTLEDGER_EXTRA_GAMES": GAMES}).invoke(cli, ["audit", *map(str, arguments)])
    return done.exit_code, done.output


BOTH = pytest.mark.parametrize("check", [one_file, package])


@BOTH
@pytest.mark.parametrize(
    ("asked", "code", "words"),
    [
        (["record"], CONSISTENT, "consistent"),
        (["record", "--receipt", "receipt", "--key", "key"], CONSISTENT, "by version"),
        (["record", "--receipt", "receipt", "--key", "KEY"], CONSISTENT, "by version"),
        (["record", "--receipt", "answer", "--key", "key"], CONSISTENT, "by version"),
        (["record", "--receipt", "receipt", "--journal", "journal"], CONSISTENT, "by version"),
        (["record", "--receipt", "early", "--key", "key"], CONSISTENT, "stood in the journal before the first move"),
        (["record", "--receipt", "another", "--key", "key"], ANOTHER_GAME, "another game: it is a receipt of"),
        (["true"], MALFORMED, "malformed"),
        (["nonsense"], MALFORMED, "malformed"),
        (["missing"], NO_FILE, "No such file or directory"),
        (["record", "missing"], NO_FILE, "No such file or directory"),
        (["record", "--receipt", "missing", "--key", "key"], NO_FILE, "No such file or directory"),
        (["record", "--journal", "missing"], NO_FILE, "No such file or directory"),
        (["record", "--journal", "record"], MALFORMED, "it is no journal"),
        ([], USAGE, "sage"),
        (["record", "--what"], USAGE, "--what"),
        (["record", "--seen", "5"], USAGE, "seen"),
        (["record", "--deal", "5"], USAGE, "deal"),
        (["record", "--key", "5"], USAGE, "key"),
        (["record", "nonsense", "missing"], MALFORMED, "malformed"),
    ],
)
def test_each_has_its_own(files, check, asked, code, words):
    found, said = check(*(files.get(one, one) for one in asked))
    assert found == code, said
    assert words in said


def test_it_says_the_same_as_a_program_of_its_own(files):
    for asked, code in ((files["record"], CONSISTENT), (files["true"], MALFORMED)):
        alone = [sys.executable, "-I", VERIFIER, asked]
        done = subprocess.run([str(one) for one in alone], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (code, one_file(asked)[1], "")


def test_the_log_of_a_league_is_for_the_package(files):
    assert package(files["league"])[0] == CONSISTENT
    code, said = one_file(files["league"])
    assert (code, "it is of a league, no game: `nightledger audit` examines those" in said) == (ANOTHER_KIND, True)


def test_a_receipt_whose_listing_was_altered_is_refused(files, tmp_path):
    value = json.loads(files["early"].read_text())
    value["listed"]["entry"]["at"] += 1
    (tmp_path / "receipt").write_bytes(canonical(value))
    for check in (one_file, package):
        code, said = check(files["record"], "--receipt", tmp_path / "receipt", "--key", files["key"])
        assert (code, "does not lead from" in said) == (REFUSED, True)


def test_no_code_stands_for_two_things():
    codes = [CONSISTENT, REFUSED, 2, 3, ANOTHER_GAME, MALFORMED, ANOTHER_KIND, USAGE, NO_FILE]
    assert len(set(codes)) == len(codes)
