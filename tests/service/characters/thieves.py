"""A character that tests make, and the games that it is brought to."""

from contextlib import contextmanager

import pytest

from service.errors import ServiceError
from service.games.shapes import NewGame

THIEF = {
    "occupation": "thief",
    "attributes": {"S": 3, "A": 3, "Dex": 4, "Int": 4, "Pers": 2, "Med": 2, "D": 2},
    "skills": ["lockpick"],
}


@contextmanager
def refused(code):
    with pytest.raises(ServiceError) as error:
        yield
    assert error.value.code == code


def new_game(*seats, scenario="last-bus-out"):
    return NewGame("darkness", list(seats), {"scenario": scenario})


def mine(character):
    return {"account": "me", "character": character}
