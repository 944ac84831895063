"""Closed games of a player, one a line."""

import json

import pytest

from tests.service.playing import ME


def lines_of(caller, name="Ann", **query):
    with caller.get(f"/players/{name}/games", **query) as response:
        assert (response.status_code, response.mimetype) == (200, "application/x-ndjson"), response.text
        return [json.loads(line) for line in response.text.splitlines()]


@pytest.fixture
def closed(ann):
    """Two games that Ann has played, the latter a private one."""
    games = [ann.open_game(ME, ME, options={"goal": 1}, visibility=seen) for seen in ("public", "private")]
    return [ann.play_to_the_end(game)["id"] for game in games]


def test_anybody_sees_the_public_ones_and_who_played_them_all(ann, bob, nobody, closed):
    public, private = closed
    assert [line["id"] for line in lines_of(nobody)] == [public] == [line["id"] for line in lines_of(bob)]
    assert [line["id"] for line in lines_of(ann)] == [private, public]
    [line] = lines_of(nobody)
    seat = line["seats"]["s1"]
    assert (line["game"], line["status"], line["visibility"], "record" in line) == ("pig", "over", "public", False)
    assert (seat["name"], seat["kind"], seat["role"]) == ("Ann", "person", "player")
    assert sorted(seat["place"] for seat in line["seats"].values()) == [1, 2]


def test_with_records_each_is_the_games_own(ann, closed):
    lines = lines_of(ann, records="true")
    assert [line["record"] for line in lines] == [ann.get(f"/games/{game}/record").json for game in reversed(closed)]


def test_they_are_paged_by_the_cursor_of_a_line(ann, closed):
    [first] = lines_of(ann, limit=1)
    [second] = lines_of(ann, limit=1, cursor=first["cursor"])
    assert [first["id"], second["id"]] == closed[::-1]
    assert lines_of(ann, cursor=second["cursor"]) == []


@pytest.mark.parametrize(
    ("query", "count"), [({"rated": "true"}, 0), ({"rated": "false"}, 1), ({"role": "gm"}, 0), ({"since": 2**40}, 0)]
)
def test_filters_are_those_of_the_query(nobody, closed, query, count):
    assert len(lines_of(nobody, **query)) == count


@pytest.mark.parametrize(
    ("name", "query", "refused"),
    [
        ("Nobody", {}, (404, "not-found")),
        ("Ann", {"cursor": "last"}, (422, "malformed")),
        ("Ann", {"limit": 1001}, (422, "malformed")),
        ("Ann", {"rated": "perhaps"}, (422, "malformed")),
        ("Ann", {"colour": "red"}, (422, "malformed")),
    ],
)
def test_what_is_asked_for_wrongly_is_refused(nobody, closed, name, query, refused):
    response = nobody.get(f"/players/{name}/games", **query)
    assert (response.status_code, response.json["code"]) == refused
