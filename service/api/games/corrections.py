"""What corrects the course of a game: takebacks, and the verbs of operators."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from flask import request
from marshmallow import ValidationError, fields, validate

from domain.contract.quantities import INSTANTS, PLACES
from domain.table.rules.operate import SOONEST
from service.api.answers import COMMAND_HEADERS, Headed, answered
from service.api.callers import needing, signed_in
from service.api.conditions import CommandHeaders, condition
from service.api.context import services
from service.api.fields import MAX_INTEGER, Bounded, ExactlyOne, Name, SeatId, TrueOrFalse, Wanted, Whole
from service.api.operations import Resource
from service.api.schemas import Body, SeatQuery
from service.games.corrections import LONGEST_REASON, TURN
from service.games.shapes import OperatorAct, Posted
from service.games.shapes.answers import Answer

corrections = Resource("corrections", __name__, scope="play", description="Takebacks, and the verbs of operators.")

VERBS = ("take-back", "replace", "move-rules", "adjudicate", "void", "pause", "resume", "extend", "bring-forward")


class Boundary(fields.Field[Any]):
    """A version, or the word that stands for the start of the caller's turn."""

    json_schema = {"oneOf": [{"type": "integer", "minimum": 1, "maximum": MAX_INTEGER}, {"const": TURN}]}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if value == TURN or (type(value) is int and 1 <= value <= MAX_INTEGER):
            return value
        raise ValidationError(f'a version, or "{TURN}"')


class TakebackSchema(ExactlyOne):
    """Where to go back to, or the answer to what another seat asks."""

    choices = ("to", "agreed")
    to = Boundary(
        metadata={"description": f'A version at which a command ended, or "{TURN}": the start of your own turn.'}
    )
    agreed = TrueOrFalse(metadata={"description": "Whether you agree to the takeback that is asked."})


class OperatorSchema(Wanted):
    """An operator's verb, with the reason that all may read and the arguments of the verb."""

    verb = fields.String(required=True, validate=validate.OneOf(VERBS))
    reason = fields.String(required=True, validate=validate.Length(1, LONGEST_REASON))
    to = Whole(
        1,
        INSTANTS.most,
        metadata={
            "description": "The version (`take-back`), the rules number (`move-rules`), until when clocks stand still, "
            "in seconds UTC (`pause`; until further notice if you leave it out), how many seconds more (`extend`), or "
            f"when open decisions are due, {SOONEST // 60} minutes from now at the earliest (`bring-forward`)."
        },
    )
    seat = SeatId(description="The seat that changes hands (`replace`), or whose clock is meant (all without it).")
    account = Name(metadata={"description": "Who takes it, by name (`replace`)."})
    level = fields.String(validate=validate.Length(1, 40), metadata={"description": "Or an AI's level (`replace`)."})
    places = fields.Dict(
        fields.String(validate=validate.Length(1, 10)),
        Bounded(PLACES),
        validate=validate.Length(1, 20),
        metadata={"description": "Every seat's place (`adjudicate`)."},
    )


@corrections.route("/games/<uuid:game_id>/takebacks", methods=["POST"])
@signed_in
@corrections.arguments(SeatQuery, location="query")
@corrections.arguments(CommandHeaders, location="headers")
@corrections.arguments(TakebackSchema)
@corrections.response(200, Answer, **COMMAND_HEADERS)
def take_back(query: Body, headers: Body, body: Body, game_id: UUID, account: str) -> Headed:
    """Take back, or answer who asks for it.

    At once to each version of `may_take_back`; past the action of another seat all people at the table must agree, and
    until they have, `takeback` shows what is asked and for whom it waits; until then the same is not asked again. Never
    past a draw, past something that was
    shown, or past the end. The log keeps everything.
    """
    wanted = str(game_id), query.get("seat")
    posted = Posted(
        (), condition=condition(headers, None), idempotency_key=headers.get("idempotency_key"), body=request.get_data()
    )
    found = services().corrections
    if "to" in body:
        return answered(found.take_back(account, *wanted, body["to"], posted))
    return answered(found.answer_takeback(account, *wanted, body["agreed"], posted))


@corrections.route("/games/<uuid:game_id>/operator", methods=["POST"])
@signed_in
@needing("operate")
@corrections.arguments(OperatorSchema)
@corrections.response(200, Answer, **COMMAND_HEADERS)
def operate(body: Body, game_id: UUID, account: str) -> Headed:
    """Act as an operator: take back (past a draw only where the game is not rated), replace a seat, move the rules'
    number, adjudicate, void; pause and resume clocks, give decisions more time or set deadlines earlier. The log says
    so, with the reason, to all who may see the game.

    `forbidden` in a game in which you hold or held a seat, which you have opened, or whose league, series or challenge
    you organise or take part in; and a seat is never given to yourself."""
    return answered(services().corrections.operate(account, str(game_id), OperatorAct(**body)))
