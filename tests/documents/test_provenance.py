"""The page of where values come from is made from the games' data, and every source is one that the page explains."""

import tomllib
from pathlib import Path

import pytest

from domain.contract.provenance import RECONSTRUCTED, SOURCES, Value, values
from domain.games.catalog import Catalog
from service.dev.provenance import page

PAGE = Path(__file__).parents[2] / "docs/provenance.md"


def test_the_page_is_as_the_data_are():
    assert PAGE.read_text("utf-8") == page(Catalog())


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ({"provenance": "rulebook"}, []),
        ({"cost": 2, "note": "so", "provenance": "rulebook"}, [("cost", "rulebook")]),
        ({"cost": 2, "provenance": "faq", "field_provenance": {"cost": RECONSTRUCTED}}, [("cost", RECONSTRUCTED)]),
        ({"cost": 2, "provenance": "faq", "provenance_by_field": {"cost": "printed"}}, [("cost", "printed")]),
        ({"cost": 2, "name": "Vulko", "provenance": {"cost": "community"}}, [("cost", "community")]),
        ({"cost": 2}, []),
    ],
)
def test_a_value_is_of_its_own_source_or_of_its_rows(row, found):
    assert list(values({"card": [{"id": "vulko", **row}]})) == [Value("card", "vulko", *one, 0) for one in found]


def test_all_sources_are_known():
    data = [value for game in Catalog().values() for value in _values_of(game)]
    assert len(data) > 2_000
    assert {value.source for value in data} <= set(SOURCES)


def _values_of(game):
    for sha256 in game.describe().data.values():
        yield from values(tomllib.loads(game.data_file(sha256)))
