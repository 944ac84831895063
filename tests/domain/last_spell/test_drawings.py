"""The drawings in the documentation are what the rules do."""

from tests.domain.last_spell.drawings import FILE, document, sight, strike, walk


def test_the_drawings_of_the_documentation_are_those_that_the_rules_make():
    assert FILE.read_text() == document()


def test_a_building_next_to_the_hero_hides_what_lies_behind_it():
    assert sight("...../...../..B../..@../.....") == ".***.\n..*..\n..B..\n..@..\n....."


def test_a_monster_stops_beside_a_hero():
    assert walk("left", "..m../...../...../...@./.....") == "..m..\n..1..\n..2..\n..3@.\n....."


def test_a_cone_widens_by_a_square_on_each_side():
    rows = strike("cone-9").splitlines()
    assert [[x for x in range(7) if row[x].isdigit()] for row in rows[1:6]] == [[4], [3, 4], [2, 3, 4], [3, 4], [4]]
