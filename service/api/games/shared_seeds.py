"""The door of a partner: another installation has the seed of its game shared, each question signed with its key."""

from __future__ import annotations

from uuid import UUID

from marshmallow import fields

from service.api.context import services
from service.api.fields import Hex32, Text, Wanted, Whole
from service.api.operations import Resource
from service.api.schemas import Body
from service.sharing import answer_shapes as shapes

shared_seeds = Resource("sharing", __name__, description="Seeds that are shared with other installations' games.")


class Question(Wanted):
    """What the host of a game asks, with its public key and its signature."""

    key = Hex32(required=True, description="The host's public key, which the partner names in its settings.")
    signature = Text("[0-9a-f]{128}", "64 bytes in lower-case hex", "Of the host, over what is asked.", required=True)


class CommitmentQuestion(Question):
    """That the partner share the seed of a game."""

    game = fields.UUID(required=True, metadata={"description": "The id of the game to be."})
    commitment = Hex32(required=True, description="To the host's own seed.")


class ShareQuestion(Question):
    """For the share of what one command draws."""

    number = Whole(required=True, metadata={"description": "Which share, from 0."})
    head = Hex32(required=True, description="The hash of the event after which the command waits for it.")


class EndQuestion(Question):
    """That the partner reveal its seed."""

    head = Hex32(required=True, description="The hash of the game's last event.")
    seed = Hex32(required=True, description="The host's seed, which that event reveals.")


@shared_seeds.route("/shared-seeds")
@shared_seeds.response(200, shapes.Partners)
def seed_partners() -> shapes.Partners:
    """The installations that this one shares seeds with: it asks the first of them, and answers all."""
    known = services().settings.seed_partners
    return shapes.Partners(partners=[shapes.KnownPartner(url=one.url, key=one.key) for one in known])


@shared_seeds.route("/shared-seeds", methods=["POST"])
@shared_seeds.arguments(CommitmentQuestion)
@shared_seeds.response(200, shapes.Partner)
def share_seed(body: Body) -> shapes.Partner:
    """Commit to a seed for a game of the host's; asked again it is the same."""
    return services().shared_seeds.commit(str(body.pop("game")), **body)


@shared_seeds.route("/shared-seeds/<uuid:game_id>")
@shared_seeds.response(200, shapes.SharedSeed)
def shared_seed(game_id: UUID) -> shapes.SharedSeed:
    """What is kept of a game: commitments, how many shares were given, what was refused, and at the end the seed."""
    return services().shared_seeds.shown(str(game_id))


@shared_seeds.route("/shared-seeds/<uuid:game_id>/shares", methods=["POST"])
@shared_seeds.arguments(ShareQuestion)
@shared_seeds.response(200, shapes.Share)
def give_share(body: Body, game_id: UUID) -> shapes.Share:
    """Give the next share, or the last one again; another question for the same share is refused and kept."""
    return services().shared_seeds.share(str(game_id), **body)


@shared_seeds.route("/shared-seeds/<uuid:game_id>/end", methods=["POST"])
@shared_seeds.arguments(EndQuestion)
@shared_seeds.response(200, shapes.Revealed)
def reveal_seed(body: Body, game_id: UUID) -> shapes.Revealed:
    """Reveal the seed of a game that has ended, once the host has revealed its own; from then on no share is given."""
    return services().shared_seeds.reveal(str(game_id), **body)
