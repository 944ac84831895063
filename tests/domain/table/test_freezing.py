"""Freezing and thawing give back the same thing, class by class and object by object."""

import functools
from collections import OrderedDict
from types import MappingProxyType
from typing import NamedTuple

import msgspec
import pytest

from domain.table.freezing import Frozen, Unfreezable, fields_of, freeze, thaw
from tests.sameness import differences

HERE = (__name__,)


class Card(msgspec.Struct, frozen=True):
    name: str
    links: tuple[str, ...] = ()


class Hero(msgspec.Struct, kw_only=True):
    health: int
    hand: list[str]


class Place(NamedTuple):
    x: int
    y: int


class Piece:
    __slots__ = ("at", "name")


class Loud(Piece):
    __slots__ = ("cry",)


class Note:
    def __init__(self):
        self.lines = ["one"]


class Pile(list):
    pass


def piece(name, at=None):
    made = Loud()
    made.name, made.at = name, at
    return made


def again(value, **given):
    """The value after a journey through bytes."""
    text = msgspec.json.encode(freeze(value, HERE, given))
    return thaw(msgspec.json.decode(text, type=Frozen), HERE, given)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        1 << 60,
        "Zażółć",
        b"\x00\xff",
        [1, [2, (3,)]],
        (1, (2,), []),
        {"a": 1, 2: ("b",), (1, 2): None},
        {1, 2},
        frozenset({"a"}),
        MappingProxyType({"a": []}),
        Card("vulko", ("red",)),
        Hero(health=3, hand=["x"]),
        Place(1, 2),
        piece("bat", Place(0, 0)),
        Note(),
        ["same", 0],
        {"mark": ["list", "given"]},
    ],
    ids=lambda value: repr(value).partition(" at 0x")[0],
)
def test_a_value_comes_back_as_what_it_was(value):
    assert differences(value, again(value)) == []


def test_what_was_shared_is_shared_again():
    bat, hand = piece("bat"), ["a"]
    back = again({"all": [bat], "first": bat, "hands": (hand, Hero(health=1, hand=hand)), "other": ["a"]})
    assert back["first"] is back["all"][0]
    assert back["hands"][0] is back["hands"][1].hand
    assert back["other"] is not back["hands"][0]


def test_something_may_hold_itself():
    ring = piece("ring")
    ring.at = [ring]
    back = again(ring)
    assert back.at[0] is back


def test_a_field_without_a_value_stays_without_one():
    assert not hasattr(again(piece("bat")), "cry")


def test_what_is_given_is_named_and_not_looked_into():
    cards = {"vulko": Card("vulko")}
    frozen = freeze([cards, cards], HERE, {"cards": cards})
    assert b"vulko" not in msgspec.json.encode(frozen)
    other = {"vulko": Card("another")}
    assert thaw(frozen, HERE, {"cards": other})[1] is other


def test_the_fields_of_an_object_are_those_that_have_a_value():
    assert fields_of(piece("bat", 3)) == {"name": "bat", "at": 3}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (len, "builtins.builtin_function_or_method"),
        (lambda: None, "builtins.function"),
        (Card, "msgspec._core.StructMeta"),
        (1.5, "builtins.float"),
        (OrderedDict(), "collections.OrderedDict"),
        (Pile(), f"{__name__}.Pile is more than its fields"),
        (functools.partial(len), "functools.partial"),
        (object(), "builtins.object"),
    ],
)
def test_what_is_no_data_is_refused(value, reason):
    with pytest.raises(Unfreezable, match=reason):
        freeze([value], HERE, {})


STRANGERS = ["os:system", "subprocess:Popen", f"{__name__}x:Card", f"{__name__}:again", "domain:no"]


@pytest.mark.parametrize("name", STRANGERS)
def test_only_classes_of_the_given_packages_are_made(name):
    with pytest.raises(Unfreezable, match=f"^{name}$"):
        thaw(Frozen([name], ["object", 0]), (*HERE, "domain"), {})
