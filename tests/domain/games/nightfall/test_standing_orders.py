"""What the standing orders of Nightfall answer, and of what they say nothing."""

import pytest

from domain.contract.chance import Seeded
from domain.contract.game import Decision, Legal, Refused
from domain.games.nightfall.actions import Assault, Attack, Block, Guard, LinkCard, Pass, Treat
from domain.games.nightfall.game import Nightfall
from domain.games.nightfall.orders import apply_order, read_order, suggested_orders
from domain.table.rules.standing_orders import answer
from tests.domain.games.nightfall.tables import GAME

WOUNDING, HARMLESS = "blood-rage", "grim-siege"

LINK = Decision("link", ("link", "pass"))
CAN_LINK, CANNOT_LINK = Legal((Pass(), LinkCard(HARMLESS))), Legal((Pass(),))


def view(active="s1", turn=4, chain=()):
    links = [{"by": by, "card": card, "kick": bool(kick)} for by, card, *kick in chain]
    return {"active": active, "turn": turn, "chain": links}


def passes(when, seen, legal=CAN_LINK, **more):
    """Whether `s2` passes by this order."""
    return apply_order(seen, "s2", LINK, legal, {"order": "pass", "when": when, **more}) == Pass()


def test_always_is_always_but_not_in_one_s_own_chain():
    assert passes("always", view(chain=[("s1", WOUNDING)]))
    assert not passes("always", view(active="s2"))


def test_this_turn_is_over_with_the_turn():
    order = read_order(view(turn=4), "s2", {"order": "pass", "when": "this-turn"})
    assert apply_order(view(turn=4), "s2", LINK, CAN_LINK, order) == Pass()
    assert apply_order(view(turn=5), "s2", LINK, CAN_LINK, order) is None


def test_who_holds_a_card_that_fits_is_asked():
    assert passes("unless-link", view(), CANNOT_LINK)
    assert not passes("unless-link", view(), CAN_LINK)


@pytest.mark.parametrize(
    ("chain", "asked"),
    [
        ([], False),
        ([("s1", HARMLESS)], False),
        ([("s1", HARMLESS), ("s3", WOUNDING)], True),
        ([("s1", HARMLESS), ("s2", WOUNDING)], False),
        ([("s1", "enraged-wight")], True),
        ([("s1", "franz-orlok"), ("s1", HARMLESS)], True),
        ([("s3", "lilith-lawrence")], True),
        ([("s1", "deadly-grip", "kicked")], True),
        ([("s1", "vulko", "kicked"), ("s1", "zombie-horde", "kicked"), ("s1", "grim-siege", "kicked")], False),
        ([("s1", "big-ghost")], False),
        ([("s1", "big-ghost", "kicked")], True),
        ([("s1", "dark-awakening"), ("s1", "ghoulish-summons")], False),
        ([("s1", "dark-awakening", "kicked")], True),
        ([("s1", "ghoulish-summons", "kicked")], True),
    ],
)
def test_who_may_be_wounded_by_the_cards_of_others_is_asked(chain, asked):
    assert passes("unless-attacked", view(chain=chain)) is not asked


def test_blocks_with_all_or_with_none():
    legal = Legal((Block(()), Block((("s2/a", "s1/x"),)), Block((("s2/a", "s1/x"), ("s2/b", "s1/x")))))
    decision = Decision("block", ("block",))
    assert apply_order(view(), "s2", decision, legal, {"order": "block", "with": "all"}) == legal.actions[2]
    assert apply_order(view(), "s2", decision, legal, {"order": "block", "with": "none"}) == Block(())


@pytest.mark.parametrize("minions", [1, 2, 3, 4, 6])
def test_blocks_with_all_however_many_ways_there_are_to_block(minions):
    lines = {seat: {"in_play": [{"card": "vulko"}] * minions} for seat in ("s1", "s2")}
    attacked = GAME.set_position({}, ("s1", "s2"), {"phase": "combat", "seats": lines}, Seeded(b"line")).state
    state = GAME.advance(attacked, "s1", GAME.default(attacked, "s1"), Seeded(b"line")).state
    action = answer(GAME, state, "s2", [{"order": "block", "with": "all"}])
    own, others = ([minion.name for minion in state.players[seat].in_play] for seat in ("s2", "s1"))
    assert action == Block(tuple(Guard(minion, others[0]) for minion in own))
    GAME.advance(state, "s2", action, Seeded(b"line"))


def test_treats_all_wounds_or_none():
    legal, decision = (
        Legal((Pass(), Treat(1), Treat(2))),
        Decision("treat", ("treat", "pass"), {"when": "after drawing"}),
    )
    assert apply_order(view(), "s2", decision, legal, {"order": "treat", "wounds": "all"}) == Treat(2)
    assert apply_order(view(), "s2", decision, CANNOT_LINK, {"order": "treat", "wounds": "all"}) == Pass()
    assert apply_order(view(), "s2", decision, legal, {"order": "treat", "wounds": "none"}) == Pass()


@pytest.mark.parametrize("rules", [1, 2])
def test_treats_all_wounds_after_drawing_up_where_it_is_asked_before_and_after(rules):
    """NF-CLEAN-1, NF-CLEAN-4: the hand is filled first, and two cards come besides for each wound."""
    game = Nightfall()
    game.rules = rules
    own = {"hand": ["vulko", "wound:bite"], "deck": ["vulko"] * 9}
    table = {"phase": "claim", "seats": {"s1": own, "s2": {}}}
    state = game.set_position({"edition": "de"}, ("s1", "s2"), table, Seeded(b"treat")).state
    state = game.advance(state, "s1", {"type": "pass"}, Seeded(b"treat")).state
    while state.active == "s1":
        action = answer(game, state, "s1", [{"order": "treat", "wounds": "all"}])
        state = game.advance(state, "s1", action, Seeded(b"treat")).state
    assert len(state.players["s1"].hand) == 6


def test_an_order_says_nothing_of_other_decisions():
    for order in suggested_orders():
        assert apply_order(view(), "s2", Decision("claim", ("claim", "pass")), CAN_LINK, order) is None


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ({"order": "pass"}, "the order pass has the field `when`: always, this-turn"),
        ({"order": "pass", "when": "all"}, "the order pass has the field `when`: always, this-turn"),
        ({"order": "block", "when": "all"}, "the order block has the field `with`: none, all"),
    ],
)
def test_an_order_that_does_not_fit_is_refused(raw, says):
    with pytest.raises(Refused, match=f"malformed: {says}"):
        read_order(view(), "s2", raw)


def test_attacks_one_seat_with_all_that_can_attack_it():
    minions = ("s2/a", "s2/b")
    legal = Legal(tuple(Attack(tuple(Assault(one, whom) for one in minions)) for whom in ("s1", "s3")))
    attack = Decision("attack", ("attack",))
    on = [apply_order(view(), "s2", attack, legal, {"order": "attack", "whom": whom}) for whom in ("s3", "s4")]
    assert on == [Attack((Assault("s2/a", "s3"), Assault("s2/b", "s3"))), None]


def test_the_order_to_attack_names_another_seat_of_the_table():
    seen = {**view(), "seats": {"s1": {}, "s2": {}}}
    assert read_order(seen, "s2", {"order": "attack", "whom": "s1"}) == {"order": "attack", "whom": "s1"}
    for wrong in ({"whom": "s2"}, {"whom": "s3"}, {}, {"whom": "s1", "when": "always"}, {"whom": ["s1"]}):
        with pytest.raises(Refused, match="malformed: the order attack has the field `whom`: s1"):
            read_order(seen, "s2", {"order": "attack", **wrong})
