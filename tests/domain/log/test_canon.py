import re
from functools import reduce

import pytest
import rfc8785
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.log.canon import NotCanonical, are_plain, canonical, check, check_encoded, parse, parse_typed

texts = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=12)
keys = st.text(st.characters(max_codepoint=0xD7FF), max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=20,
)


@settings(deadline=None)
@given(values)
def test_the_canonical_bytes_are_those_of_rfc_8785(value):
    assert canonical(value) == rfc8785.dumps(value)


@settings(deadline=None)
@given(values)
def test_what_is_canonical_is_read_back_or_refused_as_not_in_normal_form(value):
    try:
        check(value)
    except NotCanonical:
        return
    assert parse(canonical(value)) == value


def nested(depth):
    """Lists in lists, so many, around a number."""
    inner = 1
    for _ in range(depth):
        inner = [inner]
    return inner


@pytest.mark.parametrize(
    ("fit", "unfit", "reason"),
    [
        (2**53 - 1, 2**53, "is not below 2^53"),
        (-(2**53) + 1, -(2**53), "is not below 2^53"),
        ("\u00e9", "e\u0301", "the text is not in normal form C"),
        ("\ud7ff", "\ud800", "the text holds half a surrogate pair"),
        ("\ue000", "\udfff", "the text holds half a surrogate pair"),
        ({"\ud7ff": 1}, {"\ue000": 1}, "cannot be a key"),
        ({"\u00e9": 1}, {"e\u0301": 1}, "the text is not in normal form C"),
        ("a\u0897\u0323", "\u0897e\u0301", "the text is not in normal form C"),
        ("\u0438\u0306", "\u0438\u0306\u0323", "the text is not in normal form C"),
        (nested(64), nested(65), "nested too deep"),
    ],
)
def test_what_is_just_within_has_a_canonical_form_and_what_is_just_without_has_none(fit, unfit, reason):
    assert check(fit) == fit
    with pytest.raises(NotCanonical, match=re.escape(reason)):
        check(unfit)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b'{"a": 1, "a": 2}', "stands twice"),
        (b'{"a": 1.5}', "not an integer"),
        (b'{"a": NaN}', "not an integer"),
        (b'{"a": 9007199254740992}', "not below 2^53"),
        (b'{"a": 1e3}', "not an integer"),
        (b'{"a": 111111111111111111111111}', "not below 2^53"),
        (b'{"a": ', "not JSON"),
        (b"\xff", "not JSON"),
        ('{"a": "e\u0301"}'.encode(), "normal form C"),
        (b'{"a": "\\ud800"}', "surrogate"),
        (b"[" * 100_000, "nested too deep"),
        (b"[" * 70 + b"]" * 70, "nested too deep"),
    ],
)
def test_what_has_no_canonical_form_is_refused_with_a_reason(raw, why):
    with pytest.raises(NotCanonical, match=why.replace("^", r"\^")):
        parse(raw)


def test_what_has_none_is_named_by_where_it_stands():
    with pytest.raises(NotCanonical, match=re.escape("$.a[1]: float has no canonical form")):
        check({"a": [-5, 1.5]})
    with pytest.raises(NotCanonical, match=re.escape("1.5 is not an integer")):
        check_encoded(b"[5,1.5]")


ENCODED = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-(2**55), 2**55), st.floats(allow_nan=False, allow_infinity=False),
        st.text("0123456789abe:,.[{-", max_size=20), st.text(max_size=5),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("e:,.[0", max_size=4), inner, max_size=4),
)  # fmt: skip


@settings(deadline=None)
@given(ENCODED)
@example([1e16])
@example({"a": -2e-7})
@example(5.0)
@example(2**53)
@example([-(2**53)])
@example({"hash": "3e" * 32, "e": ":1.5"})
def test_encoded_bytes_tell_whether_their_value_is_fit(value):
    assert accepts(lambda: check_encoded(canonical(value))) == accepts(lambda: parse(canonical(value)))


@settings(deadline=None)
@given(ENCODED, ENCODED)
@example([1], 1.5)
@example("1", [1e16])
def test_values_that_are_plain_together_are_fit_one_by_one(one, other):
    fit = [accepts(lambda value=value: parse(canonical(value))) for value in (one, other)]
    assert all(fit) or not are_plain([canonical(one), canonical(other)])


def test_only_what_is_too_deep_by_itself_is_not_plain():
    lists = canonical([[]] * 40)
    assert are_plain([lists, lists])
    assert not are_plain([b"1", b"[" * 65 + b"]" * 65])


def accepts(read):
    """Whether this finds a canonical form."""
    try:
        read()
    except NotCanonical:
        return False
    return True


def test_what_is_typed_is_brought_to_normal_form():
    assert parse_typed('{"e\u0301": ["e\u0301", {"a": "\\u0041\\u030a"}]}') == {"é": ["é", {"a": "Å"}]}


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ('{"e\u0301": 1, "\u00e9": 2}'.encode(), "stands twice"),
        ('{"e\u0301": 1.5}'.encode(), "not an integer"),
        (b'{"a": "\\ud800"}', "surrogate"),
        ('["e\u0301",'.encode() + b"[" * 70 + b"]" * 71, "nested too deep"),
    ],
)
def test_what_is_typed_and_has_no_canonical_form_is_refused_still(raw, why):
    with pytest.raises(NotCanonical, match=why):
        parse_typed(raw)


@pytest.mark.parametrize("depth", [1, 4, 64])
@pytest.mark.parametrize("inner", [["a"], ["\u00e9"], {"a": 2**52}, {"\u00e9": "b"}], ids=str)
@pytest.mark.parametrize("around", [lambda value, _: [value], lambda value, _: {"a": value}], ids=["list", "map"])
def test_encoded_bytes_nest_as_deep_as_is_said_and_no_deeper(depth, inner, around):
    """Those that are fit at a glance, and those that have to be read."""
    value = reduce(around, range(depth - 1), inner)
    check(value, depth)
    check_encoded(canonical(value), depth)
    with pytest.raises(NotCanonical):
        check(value, depth - 1)
    with pytest.raises(NotCanonical):
        check_encoded(canonical(value), depth - 1)


@pytest.mark.parametrize("unfit", ["e\u0301", 2**53, 0.5])
def test_what_has_no_canonical_form_is_told_with_its_place(unfit):
    for value, place in ((unfit, "$"), ([0, unfit], "$[1]"), ({"a": {"b": [unfit]}}, "$.a.b[0]")):
        with pytest.raises(NotCanonical, match=re.escape(place)):
            check(value)
