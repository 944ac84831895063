"""Two installations that witness each other over HTTP; one of them rewrites its log and journal, and is caught."""

import json
from contextlib import closing
from pathlib import Path
from uuid import UUID

import httpx
import pytest
from click.testing import CliRunner
from sqlalchemy import delete, insert

from domain.audit.forks import FORK
from domain.log.canon import canonical
from domain.log.checkpoint import signed_checkpoint
from domain.log.journal import checked, next_entry
from domain.log.note import read_key, read_note
from projections.statements import matching
from service.app.application import create_app
from service.cli import cli
from service.store.event_store import JOURNAL, executing
from service.store.mapping import to_stored
from service.store.published.receipts import BadReceipt, read_receipt
from service.store.relations import stored_events
from tests.installation import install
from tests.service.playing import ME, ROLL, act, open_pig
from tests.serving import served

FORGET = delete(stored_events).where(matching(stored_events.c.originator_id))


class WitnessHouse:
    """An installation, its address, and the witness that its operator runs."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        self.witness_key = self.run("witness", "key", "--name", name).output.strip()
        self.services = self.url = None

    def run(self, *arguments):
        """A command of the operator's, whose witness keeps what it sees in the folder."""
        state = ["--state", str(self.folder / self.name)] if arguments[0] == "witness" else []
        return CliRunner().invoke(cli, [*map(str, arguments[:2]), *state, *map(str, arguments[2:])])

    def look(self, *others):
        return self.run("witness", "run", *(other.url for other in others), "--once")

    def account(self):
        return self.services.accounts.create("ann")[0].id

    def play(self, account, moves=1):
        """A game of pig with some moves: its id and the receipts."""
        game_id = open_pig(self.services.ledger, account, ME, ME, goal=90)
        answers = [act(self.services.ledger, account, game_id, ROLL) for _ in range(moves)]
        return game_id, [canonical(answer.receipt) for answer in answers]

    @property
    def key(self):
        return self.services.signer.keys()[0].key


@pytest.fixture
def houses(tmp_path):
    """Two installations, each of which names the other's witness."""
    first, second = WitnessHouse(tmp_path, "one.example"), WitnessHouse(tmp_path, "two.example")
    for house, other in ((first, second), (second, first)):
        house.services = install(tmp_path / f"home of {house.name}", NIGHTLEDGER_WITNESSES=other.witness_key)
    with (
        closing(first.services),
        closing(second.services),
        served(create_app(first.services)) as one,
        served(create_app(second.services)) as two,
    ):
        first.url, second.url = one, two
        yield first, second


def rewrite(services, game_id):
    """What an operator with the keys can do: take a game out of log and journal, and make every hash anew."""
    stream = game_id.replace("-", "")
    told = [line for line in checked(services.journal.document()) if getattr(line.listed, "id", None) != game_id]
    entries = []
    for line in told:
        entries.append(next_entry(entries[-1] if entries else None, line.listed, line.at))
    rows = to_stored(UUID(JOURNAL), 0, "journal", entries)
    changes = [
        *(executing(FORGET, originator_id=log) for log in (stream, UUID(JOURNAL).hex)),
        *(executing(f"DELETE FROM {table}") for table in ("journal_nodes", "journal_listings", "cosignatures")),
        *(
            executing(
                insert(stored_events),
                originator_id=UUID(JOURNAL).hex,
                originator_version=row.originator_version,
                topic=row.topic,
                state=row.state,
            )
            for row in rows
        ),
    ]  # fmt: skip
    services.store.write(*changes)
    services.store.create_schema()


def test_each_cosigns_what_the_other_goes_on_with(houses):
    first, second = houses
    ann = second.account()
    for size in (1, 3, 5):
        done = first.look(second)
        assert (done.exit_code, f"{second.url}: {size} entries, cosigned\n" in done.output) == (0, True), done.output
        second.play(ann)
    assert second.look(first).exit_code == 0
    note = read_note(httpx.get(f"{second.url}/api/v1/journal/checkpoint", params={"cosigned": True}).content)
    assert note.text.split("\n")[1] == "5"
    assert note.signed_by(read_key(first.witness_key)) > 0
    assert note.signed_by(read_key(second.witness_key)) is None
    assert "7 entries, cosigned" in first.look(second).output
    assert "7 entries, as before" in first.look(second).output


def test_one_that_rewrites_its_log_and_journal_is_caught(houses):
    first, second = houses
    ann = first.account()
    first.play(ann)
    dropped, receipts = first.play(ann)
    assert second.look(first).exit_code == 0
    rewrite(first.services, dropped)
    assert first.services.store.entries(dropped) == []
    gone_back = second.look(first)
    assert gone_back.exit_code == 1
    assert "refused: a tree of 3 entries does not go on from one of 5" in gone_back.output
    for _ in range(2):
        first.play(ann)
    caught = second.look(first)
    assert (caught.exit_code, "the tree of 7 entries does not go on from that of 5: a fork" in caught.output) == (
        1,
        True,
    )
    seen, now = [line.removeprefix("  - ") for line in caught.output.splitlines() if line.startswith("  - ")]
    proof = second.run("journal", "compare", seen, now, "--key", first.key)
    assert (proof.exit_code, proof.output.startswith("a fork: the log has signed two trees of 5 entries")) == (
        FORK,
        True,
    )
    assert "refused" in second.look(first).output
    receipt = read_receipt(receipts[0])
    receipt.check(first.key)
    shown = httpx.get(f"{first.url}/api/v1/journal/checkpoint", params={"size": 5}).content
    assert signed_checkpoint(shown, [first.key]).checkpoint.size == 5
    held = second.folder / "held.note"
    held.write_text(receipt.listed.checkpoint)
    (second.folder / "shown.note").write_bytes(shown)
    told = second.run("journal", "compare", held, second.folder / "shown.note", "--key", first.key)
    assert (told.exit_code, receipt.listed.listed.id) == (FORK, dropped)


def test_one_that_signs_with_another_key_is_refused_and_kept(houses, tmp_path):
    first, second = houses
    assert second.look(first).exit_code == 0
    with closing(install(tmp_path / "another home")) as other, served(create_app(other)) as url:
        wrong = second.run("witness", "run", url, "--key", first.key, "--once")
        assert (wrong.exit_code, "none of the keys that are known has signed it" in wrong.output) == (1, True)
        [kept] = [line.removeprefix("  - ") for line in wrong.output.splitlines() if line.startswith("  - ")]
        assert read_note(Path(kept).read_bytes()).encode() == httpx.get(f"{url}/api/v1/journal/checkpoint").text


def test_one_that_does_not_answer_is_no_reproach(houses, tmp_path):
    _, second = houses
    silent = second.run("witness", "run", "http://127.0.0.1:9", "--once")
    assert (silent.exit_code, "does not answer" in silent.output) == (3, True)


def test_a_receipt_proves_offline_that_its_game_was_listed(houses):
    first, second = houses
    ann = first.account()
    before, _ = first.play(ann)
    assert second.look(first).exit_code == 0
    game_id, [raw] = first.play(ann)
    receipt = read_receipt(raw)
    receipt.check(first.key)
    assert (receipt.listed.listed.id, receipt.listed.entry["type"]) == (game_id, "StartListed")
    other = read_receipt(canonical(first.services.signer.receipt(before, receipt.version, receipt.head)))
    assert read_note(other.listed.checkpoint.encode()).signed_by(read_key(second.witness_key)) > 0
    listed = json.loads(raw)["listed"]
    for altered, reason in (
        ({"entry": {**receipt.listed.entry, "at": 1}}, "the proof does not lead from entry"),
        ({"proof": receipt.listed.proof[:-1]}, "the proof does not lead from entry"),
        ({"checkpoint": other.listed.checkpoint}, "is not in a tree of"),
        (
            {"entry": other.listed.entry, "proof": other.listed.proof, "checkpoint": other.listed.checkpoint},
            "lists no reservation or start of its game",
        ),
    ):
        with pytest.raises(BadReceipt, match=reason):
            read_receipt(canonical({**json.loads(raw), "listed": {**listed, **altered}})).check(first.key)
