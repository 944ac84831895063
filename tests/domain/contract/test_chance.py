import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from domain.contract.chance import BadForce, Forced, Seeded, Stream, joined

KEY = bytes(range(32))


def test_parts_are_joined_each_after_its_length():
    assert joined("ab", 12, b"\x00") == b"\x00\x00\x00\x02ab\x00\x00\x00\x0212\x00\x00\x00\x01\x00"


def test_a_draw_can_be_worked_out_by_hand_from_the_key():
    word = int.from_bytes(hmac.digest(KEY, joined("draw", 0, 0), hashlib.sha256)[:4], "big")
    assert Seeded(KEY).draw("roll", "d6", 6, 1).result == [1 + word % 6]


def test_draws_are_numbered_from_zero_and_say_what_they_were_drawn_from():
    chance = Seeded(KEY)
    first, second = chance.draw("roll", "d6", 6, 2), chance.draw("pick", "start_player", ["s1", "s2"], 1)
    assert (first.n, second.n) == (0, 1)
    assert (first.source, second.source) == (6, ["s1", "s2"])


def test_the_same_key_gives_the_same_draws_and_another_key_others():
    def deal(key):
        return Seeded(key).draw("shuffle", "deck", list("abcdefghij"), 10).result

    assert deal(KEY) == deal(KEY)
    assert deal(KEY) != deal(bytes(32))


def test_later_draws_do_not_depend_on_what_earlier_ones_were():
    long, short = Seeded(KEY), Seeded(KEY)
    long.draw("shuffle", "deck", list("abcdefghij"), 10)
    short.draw("flip", "token", ["left", "right"], 1)
    assert long.draw("roll", "d6", 6, 5).result == short.draw("roll", "d6", 6, 5).result


def test_every_order_of_a_shuffle_is_equally_likely():
    chance = Seeded(KEY)
    counts = Counter("".join(chance.draw("shuffle", "x", list("abc"), 3).result) for _ in range(6000))
    assert set(counts) == {"".join(order) for order in permutations("abc")}
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < 20.5  # five degrees of freedom: one honest generator in a thousand exceeds this


def test_forced_outcomes_come_when_their_kind_and_name_are_drawn_and_are_marked():
    chance = Forced([{"roll": "d6", "results": [1, 6, 3]}, {"flip": "destiny", "result": "left"}], Seeded(KEY))
    assert chance.draw("roll", "d6", 6, 2).result == [1, 6]
    flipped = chance.draw("flip", "destiny", ["left", "right"], 1)
    assert (flipped.result, flipped.forced) == ("left", True)
    assert chance.left == ["roll d6"]
    assert chance.draw("roll", "blue", ["hit", "miss"], 1).forced is False


@pytest.mark.parametrize(
    ("entry", "kind", "name", "source", "says"),
    [
        ({"roll": "d6", "results": [7]}, "roll", "d6", 6, "roll d6: 7 cannot come up"),
        ({"shuffle": "deck", "order": ["a", "a"]}, "shuffle", "deck", ["a", "b"], "shuffle deck: .* not the cards"),
        ({"pick": "who", "result": "s9"}, "pick", "who", ["s1", "s2"], "pick who: 's9' cannot come up"),
    ],
)
def test_an_outcome_that_cannot_come_up_cannot_be_forced(entry, kind, name, source, says):
    with pytest.raises(BadForce, match=says):
        Forced([entry], Seeded(KEY)).draw(kind, name, source, 1)


def test_a_stream_is_deterministic_and_keeps_within_its_bound():
    first, second = Stream(KEY), Stream(KEY)
    numbers = [first.below(7) for _ in range(1000)]
    assert numbers == [second.below(7) for _ in range(1000)]
    assert set(numbers) == set(range(7))
    assert sorted(first.shuffled(range(20))) == list(range(20))
