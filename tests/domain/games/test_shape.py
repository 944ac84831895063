"""Every game has the same files, and the same functions in them; what it has besides follows from its facets."""

from importlib import import_module
from inspect import isroutine
from pathlib import Path

import pytest

from domain.contract.facets.charted import Charted
from domain.contract.facets.knowledge import Knowledge
from domain.contract.facets.orders import Orders
from domain.contract.facets.taught import Taught
from domain.contract.facets.told import Told
from domain.contract.game import Game
from domain.contract.verbs import Verbs
from domain.games.catalog import Catalog

GAMES = {"nightfall": "nightfall", "darkness": "darkness", "last-spell": "last_spell"}
"""Game id -> its folder in `domain/games`."""

EXAMPLE = Path("examples/oh_hell/nightledger_oh_hell")

FUNCTIONS = {
    "actions": ("ACTIONS",),
    "agenda": ("AGENDA",),
    "bot": ("candidates", "rate"),
    "cases": ("create_position", "read", "set_position", "show"),
    "changes": ("CHANGES",),
    "components": (),
    "data": ("built_in", "read_data"),
    "data_check": ("check_data",),
    "drawing": ("drawing",),
    "events": ("EVENTS",),
    "exercised": ("exercised", "features"),
    "forms": ("forms",),
    "game": (),
    "options": ("check_options", "options_schema"),
    "outcome": ("outcome", "why"),
    "resample": ("resample",),
    "rules": (),
    "sentences": ("EVENTS", "SENTENCES"),
    "setup": ("begin", "create"),
    "state": (),
    "steps": ("STEPS",),
    "verbs": ("VERBS",),
    "view": ("view",),
}
"""Module of each game -> what stands in it under the same name."""

FACETS = {
    "charts": (Charted, ("CHARTS", "charted")),
    "knowledge": (Knowledge, ("seen",)),
    "orders": (Orders, ("apply_order", "read_order")),
    "manual": (Taught, ("PHASES", "entries", "phase")),
    "stakes": (Told, ("STAKES", "at_stake")),
}
"""Module that only games with a facet have -> the facet, and what stands in the module."""


def modules(folder):
    names = {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    return names - {"__init__"}


def differences(game_id):
    """What a game lacks of the shape, and what it has besides."""
    game, folder = Catalog()[game_id], GAMES[game_id]
    shape = FUNCTIONS | {name: names for name, (facet, names) in FACETS.items() if isinstance(game, facet)}
    own = modules(Path("domain/games", folder))
    yield from (f"missing {name}" for name in shape.keys() - own)
    yield from (f"own {name}" for name in own - shape.keys())
    for name in shape.keys() & own:
        module = import_module(f"domain.games.{folder}.{name}")
        yield from (f"{name}.{function}" for function in shape[name] if not hasattr(module, function))


@pytest.mark.parametrize("game_id", GAMES)
def test_games_have_the_same_files_and_functions(game_id):
    assert not set(differences(game_id))


def test_every_game_of_the_catalogue_is_compared():
    assert set(GAMES) == set(Catalog())


def test_the_example_has_no_file_that_is_called_otherwise():
    assert modules(EXAMPLE) <= FUNCTIONS.keys() | FACETS.keys()


@pytest.mark.parametrize("game_id", [*GAMES, "oh-hell"])
def test_a_game_in_the_shape_leaves_its_answers_to_its_table(catalog, game_id):
    kind = type(catalog[game_id])
    assert isinstance(kind.verbs, Verbs)
    for generic in ("legal", "sample", "default"):
        assert getattr(kind, generic) is getattr(Game, generic), generic


@pytest.mark.parametrize("game_id", [*GAMES, "oh-hell"])
def test_every_step_is_a_step_of_the_game(catalog, game_id):
    game = catalog[game_id]
    assert set(game.steps) <= set(game.step_types)


def test_a_game_has_some_twenty_methods():
    own = [name for name, value in vars(Game).items() if isroutine(value) and not name.startswith("__")]
    assert len(own) <= 23, own
