"""Challenges: the same deal of a co-operative game for everybody, one try each, alone or in a group."""

from __future__ import annotations

from uuid import UUID

from flask import Response, url_for

from domain.log.canon import canonical
from service.api.answers import COMMAND_HEADERS, POSITION_HEADER, Headed, position
from service.api.callers import check_scope, needing, signed_in
from service.api.context import services
from service.api.leagues.challenge_schemas import (
    GroupSeatSchema,
    GroupStartSchema,
    NewChallengeSchema,
    TryWantedSchema,
)
from service.api.lists import BEHIND, bring_up
from service.api.operations import Resource
from service.api.rendering import file_response
from service.api.schemas import Body, LogQuery, PageQuery
from service.challenges import answer_shapes as shapes
from service.games.shapes import NewGame
from service.games.shapes.logs import Record
from service.shape import Document, LogPart

challenges = Resource("challenges", __name__, scope="play", description="Challenges: one deal for all, one try each.")


@challenges.route("/challenges", methods=["POST"])
@signed_in
@needing("organise")
@challenges.arguments(NewChallengeSchema)
@challenges.response(201, shapes.Challenge, Location="The challenge.", **COMMAND_HEADERS)
def open_challenge(body: Body, account: str) -> Headed:
    """Open a challenge: everybody has one try at the same deal, and nobody is told it before the last has ended."""
    new = NewGame(body["game"], [{}] * body["seats"], body["options"], clock=body["clock"])
    ledger = services().challenges
    challenge_id = ledger.open(account, new, body["name"], body["days"], ai_seats=body["ai_seats"])
    place = url_for("challenges.look_at_challenge", challenge_id=challenge_id)
    return ledger.view(challenge_id), {"Location": place, **position()}


@challenges.route("/challenges")
@challenges.arguments(PageQuery, location="query")
@challenges.response(200, shapes.ChallengesPage, **BEHIND)
def list_challenges(query: Body) -> shapes.ChallengesPage:
    """Challenges, the newest first."""
    bring_up()
    page = services().read_models.challenges.page(**query)
    return shapes.ChallengesPage(challenges=[shapes.ListedChallenge.of(one) for one in page.challenges], next=page.next)


@challenges.route("/challenges/<uuid:challenge_id>")
@challenges.response(200, shapes.Challenge)
def look_at_challenge(challenge_id: UUID) -> shapes.Challenge:
    """The challenge: who tries, and what came of it."""
    return services().challenges.view(str(challenge_id))


@challenges.route("/challenges/<uuid:challenge_id>/tries", methods=["POST"])
@signed_in
@needing("play", "organise")
@challenges.arguments(TryWantedSchema)
@challenges.response(201, shapes.TryBegun, **POSITION_HEADER)
def begin_try(body: Body, challenge_id: UUID, account: str) -> Headed:
    """Begin your one try: a private game, all of whose seats are yours, or with `seats` a group that you lead.

    A group begins when all of its seats are taken. With `level` the organiser has an AI try. A token must be for
    `play`; for the try of an AI, for `organise`.
    """
    check_scope("organise" if "level" in body else "play")
    ledger, wanted = services().challenges, str(challenge_id)
    if "level" in body:
        game_id = ledger.begin_ai(account, wanted, body["level"])
        view = ledger.view(wanted)
        number = next(own.number for own in view.tries if own.game_id == game_id)
        return shapes.TryBegun(number=number, game_id=game_id, challenge=view), position()
    if "seats" in body:
        ledger.form(account, wanted, body["seats"])
    else:
        ledger.begin(account, wanted)
    return _own_try(wanted, account)


@challenges.route("/challenges/<uuid:challenge_id>/tries/<int:number>/seats", methods=["POST"])
@signed_in
@challenges.arguments(GroupSeatSchema)
@challenges.response(200, shapes.TryBegun, **POSITION_HEADER)
def join_group(body: Body, challenge_id: UUID, number: int, account: str) -> Headed:
    """Take a seat of a group: one that is kept for you, or with its invitation one that is open. It is your one try."""
    services().challenges.join(account, str(challenge_id), number, **body)
    return _own_try(str(challenge_id), account)


@challenges.route("/challenges/<uuid:challenge_id>/tries/<int:number>/seats", methods=["DELETE"])
@signed_in
@challenges.response(200, shapes.Challenge, **POSITION_HEADER)
def leave_group(challenge_id: UUID, number: int, account: str) -> Headed:
    """Leave a group before its start: you may try otherwise. When its leader leaves, the group is no more."""
    services().challenges.leave(account, str(challenge_id), number)
    return services().challenges.view(str(challenge_id)), position()


@challenges.route("/challenges/<uuid:challenge_id>/tries/<int:number>/start", methods=["POST"])
@signed_in
@challenges.arguments(GroupStartSchema)
@challenges.response(200, shapes.TryBegun, **POSITION_HEADER)
def start_group(body: Body, challenge_id: UUID, number: int, account: str) -> Headed:
    """Begin with AIs on the seats that are open: the group's leader, where the challenge allows AIs."""
    services().challenges.start(account, str(challenge_id), number, body["level"])
    return _own_try(str(challenge_id), account)


@challenges.route("/challenges/<uuid:challenge_id>/tries/<int:number>/invitation")
@signed_in
@challenges.response(200, shapes.GroupInvitation)
def look_at_group_invitation(challenge_id: UUID, number: int, account: str) -> shapes.GroupInvitation:
    """The secret link to a group, for its leader."""
    token = services().challenges.invitation(account, str(challenge_id), number)
    link = url_for("pages.challenges.show", challenge_id=challenge_id, invitation=token, _external=True)
    return shapes.GroupInvitation(token=token, link=link)


@challenges.route("/challenges/<uuid:challenge_id>/end", methods=["POST"])
@signed_in
@needing("organise")
@challenges.response(200, shapes.Challenge, **POSITION_HEADER)
def end_challenge(challenge_id: UUID, account: str) -> Headed:
    """Let nobody begin any more (organiser). When the last try has ended, the seed is revealed."""
    services().challenges.close_entries(account, str(challenge_id))
    return services().challenges.view(str(challenge_id)), position()


@challenges.route("/challenges/<uuid:challenge_id>/events")
@challenges.arguments(LogQuery, location="query")
@challenges.response(200, LogPart)
def challenge_events(query: Body, challenge_id: UUID) -> LogPart:
    """The log of the challenge after a version."""
    found = services().challenges.events(str(challenge_id), query["after"], query["limit"])
    return LogPart.after(query["after"], found)


@challenges.route("/challenges/<uuid:challenge_id>/record")
@challenges.response(200, Document)
def challenge_record(challenge_id: UUID) -> Response:
    """The whole log, to be audited by anybody."""
    document = services().challenges.document(str(challenge_id))
    return file_response(document.encode(), f"challenge-{challenge_id}.json")


@challenges.route("/challenges/<uuid:challenge_id>/tries/<int:number>/record")
@challenges.response(200, Record)
def try_record(challenge_id: UUID, number: int) -> Response:
    """The whole record of a try, once the challenge has ended. `nightledger audit` examines it beside that log."""
    record = services().challenges.record(str(challenge_id), number)
    return file_response(canonical(record), f"challenge-{challenge_id}-{number}.json")


def _own_try(challenge_id: str, account: str) -> Headed:
    """What the account's command has made of its try."""
    ledger = services().challenges
    view, number = ledger.view(challenge_id), ledger.number_of(account, challenge_id)
    own = next(own for own in view.tries if own.number == number)
    return shapes.TryBegun(number=own.number, game_id=own.game_id, challenge=view), position()
