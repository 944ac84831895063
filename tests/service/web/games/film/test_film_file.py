"""A replay as one HTML file: it holds all that it shows, and names nothing that would have to be fetched."""

import base64
import hashlib
import json
import re
import zlib
from html import unescape

import pytest
from click.testing import CliRunner

from service.cli.record import command
from service.web.games.film.film_file import MOST_SCENES
from tests.service.web.playing import play

ME, AI = {"account": "me"}, {"ai": "random"}


@pytest.fixture
def game(ann, opened, services):
    """A finished game of pig."""
    game = opened("Ann", ME, AI)
    play(services, game, 5000)
    return game


def scenes_of(text):
    """The scenes of a file: version -> the lines of the table."""
    packed = re.search(r'data-film="([^"]*)"', text)[1]
    film = json.loads(zlib.decompress(base64.b64decode(packed)))
    return {scene["at"]: [film["lines"][line] for line in scene["table"]] for scene in film["scenes"]}


def test_it_holds_the_table_of_each_scene_as_the_page_draws_it(nobody, game, services):
    text = nobody.open(f"/games/{game}/film").text
    scenes, film = scenes_of(text), services.films.film(game, None)
    assert set(scenes) <= set(film.scenes)
    assert MOST_SCENES / 2 < len(scenes) <= MOST_SCENES + 1
    assert max(scenes) == film.scenes[-1]
    page = nobody.open(f"/games/{game}/replay?at={max(scenes)}").text
    assert all(line in page for line in scenes[max(scenes)])


def test_it_asks_nothing_of_anybody(nobody, game):
    text = nobody.open(f"/games/{game}/film").text
    assert re.findall(r'(?:src|href|action)="([^#][^"]*)"', text) == []
    assert re.findall(r"url\((?!#)", text) == []
    policy = unescape(re.search('http-equiv="Content-Security-Policy" content="([^"]*)"', text)[1])
    assert policy.startswith("default-src 'none'; ")
    inlined = re.findall(r'<(?:style|script type="module")>(.*?)</(?:style|script)>', text, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in inlined]
    assert len(inlined) == 5
    assert re.findall("'sha256-([^']*)'", policy) == hashes


def test_what_is_kept_is_a_file_in_the_readers_language(ann, game):
    ann.read_in("de")
    answer = ann.client.get(f"/games/{game}/film?seat=s1")
    assert answer.headers["Content-Disposition"] == f"attachment; filename={game}.html"
    assert "▶ Abspielen" in answer.text


def test_a_strangers_private_game_and_anothers_eyes_are_none_to_keep(nobody, bob, opened, ann):
    private, running = opened("Ann", ME, AI, visibility="private"), opened("Ann", ME, AI)
    assert nobody.open(f"/games/{private}/film").status == 404
    assert bob.open(f"/games/{running}/film?seat=s1").status == 403


def test_a_game_that_runs_is_none_to_keep(ann, opened):
    for running in (opened("Ann", ME, AI), opened("Ann", ME, {"open": True})):
        page = ann.open(f"/games/{running}/film")
        assert page.status == 409
        assert "only a closed game is kept as a film" in page.text


def test_the_command_writes_the_same_file_with_all_scenes(services, game, tmp_path, nobody):
    out = tmp_path / "game.html"
    environment = {"NIGHTLEDGER_HOME": str(services.settings.home), "NIGHTLEDGER_EXTRA_GAMES": "pig=tests.pigs.pig:PIG"}
    done = CliRunner().invoke(command, ["film", game, "--as", "s2", "--out", str(out)], env=environment)
    assert done.exit_code == 0, done.output
    written = scenes_of(out.read_text())
    assert list(written) == list(services.films.film(game, None).scenes)
    assert scenes_of(nobody.open(f"/games/{game}/film?seat=s2").text).items() <= written.items()
    refused = CliRunner().invoke(command, ["film", game, "--as", "s9", "--out", str(out)], env=environment)
    assert (refused.exit_code, refused.output) == (1, "Error: you do not hold s9\n")
