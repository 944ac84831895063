"""The puzzles that lie beside the games: each can be posed, and its answer is far better than all others, by search."""

import pytest
import yaml

from domain.bots import player
from domain.bots.playouts import play_to_the_end
from domain.bots.simulation import play_logged
from domain.cases.files import CaseLoader
from domain.contract.facets.searched import Searched
from domain.contract.game import Refused
from domain.games.catalog import GAMES, Catalog
from domain.lessons.puzzle import posed, puzzles_of, read_puzzle, verdict
from domain.mirror.judging import Trial, Tried
from domain.mirror.puzzles import CLEAR, Terms, extract

CATALOG = Catalog()
PUZZLES = [puzzle for game in GAMES for puzzle in puzzles_of(CATALOG[game])]
WORLDS = 24
NEARLY = 0.1
"""By so much a lead may look smaller in few worlds."""


def best_of(playing, puzzle):
    return playing.table.game.parse(playing.posted(puzzle.answers[0][0]))


def test_there_are_puzzles_and_each_is_of_a_game_that_is_analysed():
    games = {puzzle.game for puzzle in PUZZLES}
    assert games == {"nightfall", "darkness", "last-spell"}
    assert all(isinstance(CATALOG[game], Searched) for game in games)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda one: f"{one.game}-{one.id}")
def test_its_answer_is_far_better_than_all_others(puzzle):
    playing = posed(CATALOG, puzzle)
    game, state, seat = playing.table.game, playing.table.state, puzzle.lesson.learner
    trial = Trial(game, state, seat, b"checked by search", play_to_the_end)
    best, *others = [Tried(game.parse(playing.posted(step))) for step, _ in puzzle.answers]
    for _ in range(WORLDS):
        trial.compare([best, *others])
    assert best.mean - max(other.mean for other in others) > CLEAR - NEARLY
    assert puzzle.answers[0][1] - puzzle.answers[1][1] >= CLEAR - 0.01


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda one: f"{one.game}-{one.id}")
def test_each_of_its_answers_is_known_for_what_it_is(puzzle):
    playing = posed(CATALOG, puzzle)
    for number, (step, value) in enumerate(puzzle.answers):
        found = verdict(playing, puzzle, playing.table.game.parse(playing.posted(step)))
        assert (found.is_best, found.value, found.best) == (number == 0, value, puzzle.answers[0][1])


def test_what_the_rules_do_not_accept_is_no_answer():
    puzzle = PUZZLES[0]
    playing = posed(CATALOG, puzzle)
    with pytest.raises(Refused):
        verdict(playing, puzzle, playing.table.game.parse({"type": "draft", "card": "vulko"}))


def test_a_game_gives_the_same_puzzles_again_and_its_files_can_be_read():
    seats = ["s1", "s2"]
    players = dict.fromkeys(seats, player("greedy"))
    log = play_logged(CATALOG, "a-game", "nightfall", {}, seats, b"puzzle/3", players, dict.fromkeys(seats, "greedy"))
    terms = Terms(playouts=8, last=20)
    texts = list(extract(log.entries, CATALOG, terms))
    assert texts == list(extract(log.entries, CATALOG, terms))
    for text in texts:
        puzzle = read_puzzle("made", "nightfall", yaml.load(text, CaseLoader))
        playing = posed(CATALOG, puzzle)
        assert verdict(playing, puzzle, best_of(playing, puzzle)).is_best
    assert texts
