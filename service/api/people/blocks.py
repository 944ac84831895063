"""People whom you block or mute. They do not learn of it."""

from __future__ import annotations

from service.api.callers import needing, signed_in
from service.api.context import services
from service.api.operations import Resource
from service.people.answer_shapes import BlockedPerson, People
from service.people.blocks import Way

blocks = Resource("blocks", __name__, scope="account", description="People whom you block or mute.")


@blocks.route("/accounts/me/blocks")
@signed_in
@needing("account")
@blocks.response(200, People)
def list_blocks(account: str) -> People:
    """Whom you block: neither of you sits at open games of the other or sees them in the lobby."""
    return _people(account, "blocked")


@blocks.route("/accounts/me/blocks/<name>", methods=["PUT"])
@signed_in
@blocks.response(204)
def block_person(name: str, account: str) -> None:
    """Block somebody; what they say is hidden from you too.

    500 people at most.
    """
    services().blocks.add(account, name, "blocked")


@blocks.route("/accounts/me/blocks/<name>", methods=["DELETE"])
@signed_in
@blocks.response(204)
def unblock_person(name: str, account: str) -> None:
    """Block somebody no longer."""
    services().blocks.remove(account, name, "blocked")


@blocks.route("/accounts/me/mutes")
@signed_in
@needing("account")
@blocks.response(200, People)
def list_mutes(account: str) -> People:
    """Whom you mute: what they say at tables is hidden from you, by a game's own verbs too. A game's record has it."""
    return _people(account, "muted")


@blocks.route("/accounts/me/mutes/<name>", methods=["PUT"])
@signed_in
@blocks.response(204)
def mute_person(name: str, account: str) -> None:
    """Mute somebody.

    500 people at most.
    """
    services().blocks.add(account, name, "muted")


@blocks.route("/accounts/me/mutes/<name>", methods=["DELETE"])
@signed_in
@blocks.response(204)
def unmute_person(name: str, account: str) -> None:
    """Mute somebody no longer."""
    services().blocks.remove(account, name, "muted")


def _people(account: str, way: Way) -> People:
    return People(people=[BlockedPerson.of(one) for one in services().blocks.of_account(account, way)])
