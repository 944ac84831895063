"""The drawings in the documentation are what the rules do."""

from tests.domain.games.last_spell.boss_drawings import cetusia, dive
from tests.domain.games.last_spell.drawings import FILE, document, sight, strike, walk


def test_the_drawings_of_the_documentation_are_those_that_the_rules_make():
    assert FILE.read_text() == document()


def test_a_building_next_to_the_hero_hides_what_lies_behind_it():
    assert sight("...../...../..B../..@../.....") == ".***.\n..*..\n..B..\n..@..\n....."


def test_a_monster_stops_beside_a_hero():
    assert walk("left", "..m../...../...../...@./.....") == "..m..\n..1..\n..2..\n..3@.\n....."


def test_a_cone_widens_by_a_square_on_each_side():
    rows = strike("cone-9").splitlines()
    assert [[x for x in range(7) if row[x].isdigit()] for row in rows[1:6]] == [[4], [3, 4], [2, 3, 4], [3, 4], [4]]


def test_skull_breaker_strikes_two_rows_of_three_before_the_head():
    struck = [square for square, sign in cetusia("skull-breaker").items() if sign == "*"]
    assert sorted(struck) == [(4, 2), (4, 3), (4, 4), (5, 2), (5, 3), (5, 4)]


def test_a_part_turns_to_the_hero_beside_it_and_wounds_it():
    marks = cetusia("hydro-catapult", hero=(3, 4))
    assert marks[3, 4] == "1"
    assert sorted(square for square, sign in marks.items() if sign == "*") == [(3, 5), (3, 6)]


def test_the_harpy_comes_where_the_alerion_died_and_strikes_the_eight_squares_round_her():
    marks = dive(follows=False)
    assert marks[3, 3] == "H"
    assert marks[2, 3] == "2"
    assert sum(sign == "*" for sign in marks.values()) == 7


def test_the_harpy_comes_beside_a_hero_that_has_followed_onto_that_square():
    marks = dive(follows=True)
    assert (marks[3, 2], marks[3, 3]) == ("H", "2")
