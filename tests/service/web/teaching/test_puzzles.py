"""Puzzles on pages: they are posed, answered and judged without an account and without a trace."""

import pytest

from domain.games.catalog import GAMES, Catalog
from domain.lessons.puzzle import posed, puzzles_of
from domain.log.canon import canonical

PUZZLE = puzzles_of(Catalog()["nightfall"])[0]
PATH = f"/puzzles/nightfall/{PUZZLE.id}"


def answered(nobody, number):
    """The page after this one of the answers was sent."""
    action = canonical(posed(Catalog(), PUZZLE).posted(PUZZLE.answers[number][0])).decode()
    return nobody.send(nobody.open(PATH).answer, action=action)


def test_the_best_answer_is_right_and_another_is_told_beside_it(nobody, services):
    before = services.store.position()
    [(_, best), (_, second), *_] = PUZZLE.answers
    right = answered(nobody, 0)
    assert "right!" in right.text
    assert f"{100 * best:.0f} %" in right.text
    wrong = answered(nobody, 1)
    assert "not the best" in wrong.text
    assert f"{100 * second:.0f} %" in wrong.text
    assert PATH in wrong.links, "to try again"
    assert services.store.position() == before, "nothing is stored"


def test_what_is_no_answer_leads_nowhere(nobody):
    for written in ("x", "[]", '{"type":"draft","card":"vulko"}', '{"type":"nothing"}'):
        assert nobody.open(PATH, query_string={"answer": written}).status == 404
    assert nobody.open("/puzzles/nightfall/none").status == 404
    assert nobody.open("/puzzles/none/none").status == 404


def test_what_the_rules_do_not_allow_is_said(nobody):
    page = nobody.send(nobody.open(PATH).answer, action='{"type":"draft","card":"vulko"}')
    assert "The rules do not allow that here" in page.text
    assert page.path == PATH


def test_what_cannot_be_read_is_said_where_it_was_typed(nobody):
    page = nobody.send(nobody.open(PATH).answer, action="{")
    assert "cannot be read" in page.text
    assert page.path == PATH


def test_all_puzzles_are_listed(nobody):
    page, catalog = nobody.open("/puzzles"), Catalog()
    for game in GAMES:
        for puzzle in puzzles_of(catalog[game]):
            assert f"/puzzles/{game}/{puzzle.id}" in page.links
    assert "/puzzles" in nobody.open("/learn").links


@pytest.mark.parametrize("game", ["darkness", "last-spell"])
def test_a_puzzle_of_another_game_is_posed_on_its_table_and_solved(nobody, game):
    puzzle = puzzles_of(Catalog()[game])[0]
    page = nobody.open(f"/puzzles/{game}/{puzzle.id}")
    assert "One answer is far better than all others" in page.text
    action = canonical(posed(Catalog(), puzzle).posted(puzzle.answers[0][0])).decode()
    assert "right!" in nobody.send(page.answer, action=action).text
