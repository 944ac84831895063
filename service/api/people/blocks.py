"""Whose company you keep: people whom you block or mute. They do not learn of it."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import Shown
from service.api.operations import Resource

company = Resource("company", __name__, description="People whom you block or mute.")

Body = dict[str, Any]


class ShunnedSchema(Shown):
    """Somebody whom you shun."""

    name = fields.String(required=True)
    since = fields.Integer(required=True, metadata={"description": "Seconds UTC."})


class PeopleSchema(Shown):
    """People, by name."""

    people = fields.List(fields.Nested(ShunnedSchema), required=True)


@company.route("/accounts/me/blocks")
@signed_in
@company.response(200, PeopleSchema)
def list_blocks(account: str) -> Body:
    """Whom you block: neither of you sits at open games of the other or sees them in the lobby."""
    return {"people": services().company.shunned(account, "blocked")}


@company.route("/accounts/me/blocks/<name>", methods=["PUT"])
@signed_in
@company.response(204)
def block_person(name: str, account: str) -> None:
    """Block somebody; what they say is hidden from you too."""
    services().company.shun(account, name, "blocked")


@company.route("/accounts/me/blocks/<name>", methods=["DELETE"])
@signed_in
@company.response(204)
def unblock_person(name: str, account: str) -> None:
    """Block somebody no longer."""
    services().company.forgive(account, name, "blocked")


@company.route("/accounts/me/mutes")
@signed_in
@company.response(200, PeopleSchema)
def list_mutes(account: str) -> Body:
    """Whom you mute: what they say at tables is hidden from you, by a game's own verbs too. A game's record has it."""
    return {"people": services().company.shunned(account, "muted")}


@company.route("/accounts/me/mutes/<name>", methods=["PUT"])
@signed_in
@company.response(204)
def mute_person(name: str, account: str) -> None:
    """Mute somebody."""
    services().company.shun(account, name, "muted")


@company.route("/accounts/me/mutes/<name>", methods=["DELETE"])
@signed_in
@company.response(204)
def unmute_person(name: str, account: str) -> None:
    """Mute somebody no longer."""
    services().company.forgive(account, name, "muted")
