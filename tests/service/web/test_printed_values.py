"""The pages on which an operator enters what is printed, and the file that comes of it."""

import tomllib

import pytest

from domain.contract.provenance import PRINTED, RECONSTRUCTED, values
from service.operation.entered_values import shown
from tests.service.web.words import said_on, untranslated

GAME = "last-spell"
HEALTH = "monster/6/health"
"""The health of the damned soul, in which the rulebook has no number."""


@pytest.fixture
def text(services):
    game = services.catalog[GAME]
    [sha256] = game.describe().data.values()
    return game.data_file(sha256)


def test_only_operators_see_them(operator, bob):
    assert "/operate/data" in operator.open("/account").links
    assert "/operate/data" not in bob.open("/account").links
    for path in ("/operate/data", f"/operate/data/{GAME}"):
        assert bob.client.get(path).status_code == 403
        assert operator.client.get(path).status_code == 200
    assert operator.client.get("/operate/data/pig").status_code == 404
    assert operator.client.get(f"/operate/data/{GAME}?base=none").status_code == 404


def test_each_value_that_is_reconstructed_has_a_field(operator, text):
    form = operator.open(f"/operate/data/{GAME}").form(f"/operate/data/{GAME}")
    known = [value for value in values(tomllib.loads(text)) if value.source == RECONSTRUCTED]
    assert len([name for name in form.fields if name.startswith("value:")]) == len(known)
    every = operator.open(f"/operate/data/{GAME}?all=yes").form(f"/operate/data/{GAME}?all=yes")
    assert len(every.fields) > len(form.fields)


def test_what_is_entered_stands_in_the_file_and_is_printed(operator, services, text):
    page = operator.open(f"/operate/data/{GAME}")
    form = page.form(f"/operate/data/{GAME}")
    answer = operator.client.post(form.action, data=_sent(form, {f"value:{HEALTH}": "9", "same:weapon/0/cost": "yes"}))

    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == 'attachment; filename="last-spell.toml"'
    before, made = tomllib.loads(text), tomllib.loads(answer.text)
    assert made["monster"][6]["health"] == 9
    assert made["weapon"][0]["cost"] == before["weapon"][0]["cost"]
    sources = {(one.table, one.place, one.name): one.source for one in values(made)}
    changed = {one for one in values(before) if sources[one.table, one.place, one.name] != one.source}
    assert {(one.table, one.name) for one in changed} == {("monster", "health"), ("weapon", "cost")}
    assert {sources[one.table, one.place, one.name] for one in changed} == {PRINTED}
    assert services.catalog[GAME].check_data(answer.data) == []


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        ("[" * 100_000, "no number, list or table as JSON"),
        ("nine", "no number, list or table as JSON"),
        ("null", "no value null"),
        ("[null]", "no value null"),
        ('{"one": {"two": null}}', "no value null"),
        ('"x"', "health"),
    ],
)
def test_what_cannot_be_played_with_is_told_and_stays_in_its_field(operator, printed, told):
    form = operator.open(f"/operate/data/{GAME}").form(f"/operate/data/{GAME}")
    answer = operator.client.post(form.action, data=_sent(form, {f"value:{HEALTH}": printed}))
    assert answer.status_code == 422
    assert told in answer.text
    assert f'name="value:{HEALTH}" value="{printed.replace(chr(34), "&#34;")}"' in answer.text


def test_a_card_set_of_the_folder_is_gone_on_with(operator, services):
    game = services.catalog["nightfall"]
    [sha256] = game.describe().data.values()
    folder = services.settings.home / "cards"
    folder.mkdir()
    (folder / "printed.toml").write_text(game.data_file(sha256).replace("archive = 7", "archive = 6"))
    assert "/operate/data/nightfall?base=printed" in operator.open("/operate/data").links
    path = "/operate/data/nightfall?base=printed"
    form = operator.open(path).form(path)
    assert tomllib.loads(operator.client.post(path, data=_sent(form, {})).text)["copies"]["archive"] == 6


def test_they_are_in_the_language_of_their_reader(operator, services, text):
    """All but what stands in the file: names of tables and values, ids and words."""
    services.accounts.change(services.accounts.by_name("Ann").id, language="pl")
    in_the_file = {word for one in shown(text) for word in (*one.value[:3], one.is_now)}
    for path in ("/operate/data", f"/operate/data/{GAME}"):
        said = said_on(operator.open(path).text)
        assert "Co jest w pudełku" in " ".join(said)
        assert untranslated(services.catalog[GAME], said) <= in_the_file


def _sent(form, filled):
    """What a browser sends of the form: its hidden fields, and what was filled in."""
    return {name: form.fields[name] for name in ("csrf", "nonce") if name in form.fields} | filled
