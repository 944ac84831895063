"""Tours: several challenges with one table of points by place."""

from __future__ import annotations

from uuid import UUID

from flask import url_for
from marshmallow import fields, validate

from domain.challenge.tour import MOST_CHALLENGES, MOST_PLACES, POINTS, TOUR_POINTS
from service.api.answers import COMMAND_HEADERS, Headed, position
from service.api.callers import signed_in
from service.api.context import services
from service.api.fields import Bounded, Wanted
from service.api.lists import BEHIND, bring_up
from service.api.operations import Resource
from service.api.schemas import Body, PageQuery
from service.challenges import answer_shapes as shapes
from service.people.names import LONGEST_OF_THINGS

tours = Resource(
    "tours", __name__, scope="organise", description="Tours: several challenges, one table of points by place."
)


class NewTourSchema(Wanted):
    """A tour to be opened, of your own challenges of one game that nobody has tried yet."""

    name = fields.String(required=True, validate=validate.Length(1, LONGEST_OF_THINGS))
    challenges = fields.List(fields.UUID(), required=True, validate=validate.Length(1, MOST_CHALLENGES))
    points = fields.List(
        Bounded(TOUR_POINTS),
        load_default=lambda: list(POINTS),
        validate=validate.Length(1, MOST_PLACES),
        metadata={"description": "Of the first place, the second and so on."},
    )


@tours.route("/tours", methods=["POST"])
@signed_in
@tours.arguments(NewTourSchema)
@tours.response(201, shapes.Tour, Location="The tour.", **COMMAND_HEADERS)
def open_tour(body: Body, account: str) -> Headed:
    """Open a tour: groups get points for their places in each of its challenges."""
    ledger, wanted = services().tours, [str(challenge) for challenge in body["challenges"]]
    tour_id = ledger.open(account, body["name"], wanted, body["points"])
    place = url_for("tours.look_at_tour", tour_id=tour_id)
    return ledger.view(tour_id), {"Location": place, **position()}


@tours.route("/tours")
@tours.arguments(PageQuery, location="query")
@tours.response(200, shapes.ToursPage, **BEHIND)
def list_tours(query: Body) -> shapes.ToursPage:
    """Tours, the newest first."""
    bring_up()
    page = services().read_models.challenges.tours(**query)
    return shapes.ToursPage(tours=[shapes.ListedTour.of(one) for one in page.tours], next=page.next)


@tours.route("/tours/<uuid:tour_id>")
@tours.response(200, shapes.Tour)
def look_at_tour(tour_id: UUID) -> shapes.Tour:
    """The tour: its challenges, and who stands where."""
    return services().tours.view(str(tour_id))
