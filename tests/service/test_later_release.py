"""A later release, installed beside this one: its data files are others, a card of it has code that this one lacks.

It reads, shows, exports, audits and branches what this one has left, and goes on with it, as if nothing had changed.
"""

import json
import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from domain.audit import CONSISTENT, REFUSED, audit
from domain.games.catalog import Catalog
from domain.log.canon import canonical
from domain.records.export import read
from domain.records.replay import shown, table_at
from service.bootstrap import build
from service.dev.golden import golden_files, read_golden
from tests import going_on
from tests.changed_data import a_card_more, a_monster_more, a_tile_more, replaced
from tests.installation import UNLIMITED, prepare
from tests.service.playing import ME, NewGame
from tests.streams import random_bytes

ROOT = Path(__file__).parents[2]
GAMES = ("nightfall", "darkness", "last-spell")
CHANGES = {
    "domain/games/nightfall/cards.toml": a_card_more,
    "domain/games/darkness/data.toml": a_tile_more,
    "domain/games/last_spell/data.toml": a_monster_more,
    "domain/games/nightfall/rules/cards/actions.py": lambda text: replaced(
        text,
        "ACTIONS: Mapping[str, CardText] = {\n",
        'ACTIONS: Mapping[str, CardText] = {\n    "cold-snap": CardText(chain=draws(1), kick=damages_a_minion(2)),\n',
    ),
}
"""What is other in the later release: file -> how."""


class Release:
    """A later release in a folder, and this one's installation in another."""

    def __init__(self, folder):
        self.program, self.home = folder / "program", folder / "home"
        for package in ("domain", "projections", "service", "verifier", "workers"):
            shutil.copytree(ROOT / package, self.program / package)
        for name, change in CHANGES.items():
            file = self.program / name
            file.write_text(change(file.read_text("utf-8")), "utf-8")
        shutil.copy(going_on.__file__, self.program)
        with closing(build(prepare(self.home), entropy=random_bytes(b"later release"))) as services:
            self.ann = services.accounts.create("ann")[0].id
            self.games = {game: self._begun(services, game) for game in GAMES}
            self.seen = {game: going_on.looked_at(services, self.ann, self.games[game]) for game in GAMES}

    def _begun(self, services, game):
        game_id = services.ledger.open_game(self.ann, NewGame(game, [ME, ME]))
        going_on.moved(services, self.ann, game_id)
        return game_id

    def run(self, *arguments):
        """Run the later program, beside this one's installation: what it prints, and its exit code."""
        environ = {**os.environ, **UNLIMITED, "NIGHTLEDGER_HOME": str(self.home)}
        asked = [sys.executable, *map(str, arguments)]
        done = subprocess.run(asked, cwd=self.program, env=environ, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr, done.stderr
        return done.stdout, done.returncode

    def command(self, *arguments):
        """Run a command of the later release."""
        return self.run("-m", "service.cli", *arguments)


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    return Release(tmp_path_factory.mktemp("later"))


@pytest.mark.parametrize("game", GAMES)
def test_what_it_offers_is_fit(release, game):
    assert release.command("data", "check", game) == (f"{game}: the data agree with themselves\n", 0)


@pytest.mark.parametrize("game", GAMES)
def test_golden_games_are_shown_and_audited(release, game, tmp_path):
    for path in golden_files(ROOT, game)[:1]:
        record = read_golden(path)
        file = tmp_path / "game.json"
        file.write_bytes(record.encode())
        assert release.command("audit", file)[1] == CONSISTENT
        told, _ = release.command("record", "show", file, "--at", 60, "--as", "s1")
        assert json.loads(told) == json.loads(json.dumps(shown(record, Catalog(), "s1", 60)))


@pytest.fixture(scope="module")
def exported(release):
    """The records that the later release exports of the games under way."""
    return {game: release.command("record", "export", game_id) for game, game_id in release.games.items()}


@pytest.fixture(scope="module")
def told(release, exported):
    """What the later release tells of the games of this one, and does with them."""
    out, code = release.run("going_on.py", release.ann, *release.games.values())
    assert code == 0
    return dict(zip(GAMES, json.loads(out), strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_games_under_way_are_exported_with_the_data_that_they_were_begun_with(exported, game):
    out, code = exported[game]
    record = read(out.encode())
    assert (code, list(record.files)) == (0, list(Catalog()[game].data_for({}).values()))


@pytest.mark.parametrize("game", GAMES)
def test_games_under_way_are_seen_as_before_and_go_on_with_their_own_data(release, told, game):
    assert told[game]["seen"] == release.seen[game]
    for name in ("record", "branch"):
        record = read(canonical(told[game][name]))
        assert list(record.files) == list(record.data.values()) == list(Catalog()[game].data_for({}).values())
        assert audit(record, Catalog()).code == CONSISTENT


@pytest.mark.parametrize("game", GAMES)
def test_the_later_release_audits_what_it_has_gone_on_with(release, told, game, tmp_path):
    for name in ("record", "branch"):
        file = tmp_path / f"{name}.json"
        file.write_bytes(canonical(told[game][name]))
        assert release.command("audit", file)[1] == CONSISTENT
    assert release.command("record", "import", tmp_path / "record.json")[1] == 0


def shows(record):
    """Whether the text of the card that is new in the later release was carried out."""
    resolved = [event["data"]["card"] for event in record.events if event["type"] == "CardResolved"]
    return "cold-snap" in resolved


def test_a_game_with_a_card_whose_code_is_not_here_is_shown_and_not_decided_again(release, tmp_path):
    """A game of the later release comes back to this one."""
    folder = tmp_path / "records"
    arguments = ("--seats", 2, "--ai", "random", "--games", 24, "--seed", "later", "--records", folder)
    assert release.command("simulate", "nightfall", *arguments)[1] == 0
    file, record = next((file, record) for file in sorted(folder.iterdir()) if shows(record := read(file.read_bytes())))
    assert release.command("audit", file)[1] == CONSISTENT
    assert table_at(record, Catalog()).head.hex() == record.head
    found = audit(record, Catalog())
    assert (found.code, found.reason) == (REFUSED, "it cannot be decided again: KeyError: 'cold-snap'")
