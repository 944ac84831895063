import hashlib
from importlib.resources import files

import pytest


def test_the_games_are_listed(nobody, services):
    games = nobody.get("/rules").json["games"]
    assert [game["game"] for game in games] == list(services.catalog)
    assert {"game": "pig", "rules": 1, "seats": {"min": 2, "max": 6}} in games


def test_a_games_verbs_are_told_with_their_arguments(nobody):
    rules = nobody.get("/rules/pig").json
    assert set(rules["verbs"]) == {"guess", "roll", "hold"}
    assert rules["verbs"]["guess"]["properties"] == {"type": {"enum": ["guess"]}, "number": {"type": "integer"}}
    assert rules["verbs"]["guess"]["required"] == ["type", "number"]
    assert rules["options"]["properties"]["goal"] == {"type": "integer", "minimum": 1, "maximum": 1000}
    assert "DieRolled" in rules["events"]
    assert rules["names"] == {"en": {"pig": "Pig"}}


@pytest.mark.parametrize("game", ["nightfall", "darkness", "last-spell", "pig"])
def test_what_each_number_of_the_rules_changed_is_told(nobody, services, game):
    told = nobody.get(f"/rules/{game}").json
    assert [change["number"] for change in told["changes"]] == list(range(1, told["rules"] + 1))
    assert told["changes"][0] == {"number": 1, "rules": [], "what": "the first"}
    assert [change["what"] for change in told["changes"]] == [change.what for change in services.catalog[game].changes]


@pytest.mark.parametrize("path", ["/rules/chess", "/rules/chess/cards", "/rules/..", "/rules/Pig"])
def test_a_game_that_there_is_not_is_not_found(nobody, path):
    assert nobody.get(path).status_code == 404


@pytest.mark.parametrize(
    ("asked", "language", "combat"),
    [
        ("de-AT, en;q=0.5", "de", "Kampf"),
        ("pl", "pl", "Walka"),
        ("fr", "fr", "Combat"),
        ("cs", "en", "Combat"),
        ("en;q=0.1, pl;q=0.9", "pl", "Walka"),
        ("", "en", "Combat"),
        (";;q=,\t*;q=x", "en", "Combat"),
    ],
)
def test_labels_are_told_in_the_language_that_is_asked_for(nobody, asked, language, combat):
    answer = nobody.get("/rules/nightfall/labels", headers={"Accept-Language": asked})

    assert answer.headers["Content-Language"] == answer.json["language"] == language
    assert "Accept-Language" in answer.headers["Vary"]
    assert answer.json["labels"]["combat"] == combat


def test_a_name_that_is_not_there_in_the_language_is_english(nobody):
    labels = nobody.get("/rules/darkness/labels", headers={"Accept-Language": "fr"}).json["labels"]
    assert (labels["church"], labels["first-night"]) == ("Eglise", "First Night")


def test_nightfalls_cards_are_told_with_the_provenance_of_every_value(nobody):
    told = nobody.get("/rules/nightfall/cards").json
    [(name, file)] = told["data"].items()
    assert file["sha256"] == hashlib.sha256((files("domain.games.nightfall") / "cards.toml").read_bytes()).hexdigest()
    assert nobody.get("/rules/nightfall").json["data"] == {name: file["sha256"]}
    assert all(card["provenance"] for card in file["content"]["card"])
    cards = {card["id"] for card in file["content"]["card"]}
    for language in ("en", "fr", "de", "pl"):
        assert cards <= set(told["names"][language])


def test_the_data_that_a_game_was_begun_with_is_told_word_for_word(ann):
    ann.post("/games", {"game": "nightfall", "seats": [{"account": "me"}, {"ai": "random"}]})
    [(name, sha256)] = ann.get("/rules/nightfall").json["data"].items()
    kept = ann.get(f"/rules/nightfall/files/{sha256}").json
    assert hashlib.sha256(kept["text"].encode()).hexdigest() == kept["sha256"] == sha256
    assert (kept["game"], kept["name"]) == ("nightfall", name)
    assert ann.get(f"/rules/pig/files/{sha256}").status_code == 404
    assert ann.get(f"/rules/nightfall/files/{'0' * 64}").status_code == 404


def test_the_levels_of_ais_are_told_in_words_with_where_they_think_ahead(nobody):
    levels = nobody.get("/ai-levels").json["levels"]
    assert [(level["level"], level["name"]) for level in levels] == [
        ("random", "Beginner"),
        ("greedy", "Club player"),
        ("search", "Expert"),
    ]
    assert levels[0]["thinks_ahead"] == levels[1]["thinks_ahead"] == []
    assert "nightfall" in levels[2]["thinks_ahead"]
    assert "pig" not in levels[2]["thinks_ahead"]
    assert [level["seconds"] for level in levels] == [0.2, 0.5, 0.0]
    assert levels[0]["games"] == levels[1]["games"] != levels[2]["games"] == levels[2]["thinks_ahead"]
    assert levels[2]["plays"] == "thinks ahead, in tables that it takes to be possible"


def test_how_strong_a_level_was_found_to_be_is_told_with_its_interval(nobody):
    beginner, usual, expert = nobody.get("/ai-levels").json["levels"]
    assert usual["strength"] == []
    [lost] = beginner["strength"]
    assert (lost["game"], lost["rating"], lost["low"]) == ("nightfall", None, None)
    assert lost["high"] < 1500
    [won] = expert["strength"]
    assert 1500 < won["low"] < won["rating"] < won["high"]
