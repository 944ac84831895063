"""What is remembered for a moment: looked up once, and never after it was to be forgotten."""

from service.people.ttl_cache import MOST, TtlCache


def test_what_was_found_is_not_looked_up_again():
    looked = []
    remembered = TtlCache(lambda key: looked.append(key) or key.upper(), lambda: 0)
    assert [remembered.get("a"), remembered.get("b"), remembered.get("a")] == ["A", "B", "A"]
    assert looked == ["a", "b"]


def test_what_was_not_found_is_looked_up_again():
    found = {}
    remembered = TtlCache(found.get, lambda: 0)
    assert remembered.get("a") is None
    found["a"] = 1
    assert remembered.get("a") == 1


def test_what_has_changed_is_forgotten():
    found = {"a": 1}
    remembered = TtlCache(found.get, lambda: 0)
    assert remembered.get("a") == 1
    found["a"] = 2
    remembered.forget()
    assert remembered.get("a") == 2


def test_after_its_time_it_is_looked_up_again():
    found = {"a": 1}
    now = [10.0]
    remembered = TtlCache(found.get, lambda: now[0])
    assert remembered.get("a") == 1
    found["a"] = 2
    now[0] = 10.5
    assert remembered.get("a") == 1
    now[0] = 11.0
    assert remembered.get("a") == 2


def test_what_was_looked_up_before_a_change_is_not_remembered_after_it():
    found = {"a": 1}

    def find(key):
        before = found[key]
        if before == 1:
            found[key] = 2
            remembered.forget()
        return before

    remembered = TtlCache(find, lambda: 0)
    assert remembered.get("a") == 1
    assert remembered.get("a") == 2


def test_when_the_clock_runs_backwards_it_is_looked_up_again():
    found = {"a": 1}
    now = [3600]
    remembered = TtlCache(found.get, lambda: now[0])
    assert remembered.get("a") == 1
    found["a"] = 2
    now[0] = 0
    assert remembered.get("a") == 2


def test_no_more_is_remembered_than_there_is_room_for():
    looked = []
    remembered = TtlCache(lambda key: looked.append(key) or key, lambda: 0)
    for key in range(1, MOST + 1):
        remembered.get(key)
    assert len(looked) == MOST
    remembered.get(1)
    assert len(looked) == MOST
    remembered.get(MOST + 1)
    remembered.get(1)
    assert looked[MOST:] == [MOST + 1, 1]
