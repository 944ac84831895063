"""Playing on without pages, to bring a game to where a test looks at it."""

from domain.bots import player
from domain.contract.chance import Stream
from domain.contract.game import to_json
from service.games.shapes import Condition, Posted
from service.games.shapes.answers import Game
from service.web.games.choices import choices_of
from service.web.games.panel import Button, Group, Panel


def game_seen(**parts):
    """A game as it is shown, of which these parts alone are looked at."""
    return Game(**{**dict.fromkeys(Game.__struct_fields__), "seats": {}, "operated": [], "texts": {}, **parts})


def touches(legal, guide, names):
    """What can be touched on a table for these actions, each of them listed."""
    verbs = dict.fromkeys(action["type"] for action in legal)
    groups = [Group(verb, verb, [Button(verb, one) for one in legal if one["type"] == verb]) for verb in verbs]
    return choices_of(Panel("s1", "7.s1", "", groups), guide, names)


def sampled(services, game, seat):
    """A random legal answer of the seat to its open decision, the same at every run; None if it has none."""
    table = services.ledger.table(game)
    decision = table.decision_id(seat)
    if decision is None:
        return None
    return to_json(table.game.sample(table.state, seat, Stream(f"{seat} {len(table.history)}".encode())))


def answer_for_ais(services, game, seats):
    """Answer the decisions of AI seats until none of them has one."""
    while waiting := [seat for seat in services.ledger.table(game).pending if seat in seats]:
        decision = services.ledger.table(game).decision_id(waiting[0])
        services.ledger.act_as_bot(game, waiting[0], decision, sampled(services, game, waiting[0]))


def play(services, game, decisions):
    """Answer so many decisions of whoever has one, people and AIs, or all that there are."""
    for _ in range(decisions):
        table = services.ledger.table(game)
        if not table.pending:
            return
        seat = next(iter(table.pending))
        _answer(services, game, seat, sampled(services, game, seat))


def play_well(services, game):
    """Answer one decision as the greedy AI would, the same at every run."""
    table = services.ledger.table(game)
    seat = next(iter(table.pending))
    action = player("greedy")(table.game, table.state, seat, Stream(f"{seat} {len(table.history)}".encode()))
    _answer(services, game, seat, to_json(action))


def play_idly(services, game):
    """Play a game to its end with what is played for absent seats: nobody walks into anything."""
    while (table := services.ledger.table(game)).pending:
        seat = next(iter(table.pending))
        _answer(services, game, seat, to_json(table.game.default(table.state, seat)))


def _answer(services, game, seat, action):
    table = services.ledger.table(game)
    decision, account = table.decision_id(seat), table.seats[seat].account
    if account is None:
        services.ledger.act_as_bot(game, seat, decision, action)
    else:
        services.ledger.act(account, game, seat, Posted([action], Condition(decision=decision)))
