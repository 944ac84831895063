import pytest

from domain.records.diff import differences


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, [{"path": "/a", "before": 1, "after": 2}]),
        ({}, {"a": None}, [{"path": "/a", "after": None}]),
        ({"a": 0}, {}, [{"path": "/a", "before": 0}]),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, [{"path": "/a/c", "before": 2, "after": 3}]),
        ({"a": [1, 2]}, {"a": [1, 3]}, [{"path": "/a", "before": [1, 2], "after": [1, 3]}]),
        ({"a": [{"b": 1}, {"b": 2}]}, {"a": [{"b": 1}, {"b": 3}]}, [{"path": "/a/1/b", "before": 2, "after": 3}]),
        ({"a": [{"b": 1}]}, {"a": []}, [{"path": "/a", "before": [{"b": 1}], "after": []}]),
        ({"a/b": {"c~": 1}}, {"a/b": {"c~": 2}}, [{"path": "/a~1b/c~0", "before": 1, "after": 2}]),
        ({"a": True}, {"a": 1}, [{"path": "/a", "before": True, "after": 1}]),
        ({"a": {"b": 1}}, {"a": None}, [{"path": "/a", "before": {"b": 1}, "after": None}]),
    ],
)
def test_every_place_that_differs_is_told_with_both_sides(before, after, found):
    assert list(differences(before, after)) == found
