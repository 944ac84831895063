"""Leagues: plan, enrolment, rounds and tables, standings, the organiser's verbs and log, files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from flask import Response, url_for

from domain.log.record import Entry
from projections.leagues.lists import ListedLeague
from service.api.answers import COMMAND_HEADERS, POSITION_HEADER, Headed, position
from service.api.callers import check_scope, needing, signed_in
from service.api.context import services
from service.api.leagues import league_schemas as schemas
from service.api.lists import BEHIND, bring_up
from service.api.operations import Resource
from service.api.problems import Problem
from service.api.rendering import file_response
from service.api.schemas import Body, LogQuery, PageQuery
from service.leagues import answer_shapes as shapes
from service.leagues.ledger import NewLeague
from service.leagues.looking import Stages
from service.shape import Document, LogPart

leagues = Resource("leagues", __name__, scope="organise", description="Leagues: seasons, divisions, rounds, standings.")

CSV, CALENDAR = "text/csv", "text/calendar"


@leagues.route("/leagues", methods=["POST"])
@signed_in
@leagues.arguments(schemas.NewLeagueSchema)
@leagues.response(201, shapes.League, Location="The league.", **COMMAND_HEADERS)
def open_league(body: Body, account: str) -> Headed:
    """Open a league, with you as its organiser. Then open a season, and people may enrol.

    A season has 50 divisions, 20 stages and 1,000 entrants at most.
    """
    league_id = services().leagues.open(account, NewLeague(**body))
    place = url_for("leagues.look_at_league", league_id=league_id)
    return services().league_views.league(league_id), {"Location": place, **position()}


@leagues.route("/leagues")
@leagues.arguments(PageQuery, location="query")
@leagues.response(200, shapes.LeaguesPage, **BEHIND)
def list_leagues(query: Body) -> shapes.LeaguesPage:
    """Leagues, the newest first."""
    bring_up()
    page = services().read_models.leagues.page(**query)
    names = services().accounts.names({one.organiser for one in page.leagues if one.organiser is not None})
    return shapes.LeaguesPage(leagues=[_listed(one, names) for one in page.leagues], next=page.next)


@leagues.route("/leagues/<uuid:league_id>")
@leagues.response(200, shapes.League)
def look_at_league(league_id: UUID) -> shapes.League:
    """The league: its plan, its entrants, its seasons with divisions and stages."""
    return services().league_views.league(str(league_id))


@leagues.route("/leagues/<uuid:league_id>/seasons", methods=["POST"])
@signed_in
@leagues.response(201, shapes.LeagueAnswer, **POSITION_HEADER)
def open_season(league_id: UUID, account: str) -> Headed:
    """Open enrolment for the next season (organiser). The commitments to the seeds of its stages are public now."""
    return answered(league_id, services().leagues.open_season(account, str(league_id)))


@leagues.route("/leagues/<uuid:league_id>/entrants", methods=["POST"])
@signed_in
@needing("play", "organise")
@leagues.arguments(schemas.EnrolSchema)
@leagues.response(201, shapes.LeagueAnswer, **POSITION_HEADER)
def enrol(body: Body, league_id: UUID, account: str) -> Headed:
    """Enrol, as long as enrolment is open; an organiser enrols AIs by naming a level.

    A token must be for `play`; to enrol an AI, for `organise`.
    """
    check_scope("organise" if "level" in body else "play")
    if "level" not in body:
        if "entrant" in body:
            raise Problem("malformed", "entrant: only of an AI; who was here before keeps its place by itself")
        return answered(league_id, services().leagues.enrol(account, str(league_id), body.get("entropy_hash")))
    if "entropy_hash" in body:
        raise Problem("malformed", "entropy_hash: an AI gives no entropy")
    entrant = body.get("entrant")
    return answered(league_id, services().leagues.enrol_ai(account, str(league_id), body["level"], entrant))


@leagues.route("/leagues/<uuid:league_id>/entrants/me", methods=["DELETE"])
@signed_in
@needing("play")
@leagues.response(200, shapes.LeagueAnswer, **POSITION_HEADER)
def withdraw(league_id: UUID, account: str) -> Headed:
    """Leave: before the start altogether, afterwards from the next round on."""
    return answered(league_id, services().leagues.withdraw(account, str(league_id)))


@leagues.route("/leagues/<uuid:league_id>/entrants/me/entropy", methods=["PUT"])
@signed_in
@needing("play")
@leagues.arguments(schemas.LeagueEntropySchema)
@leagues.response(200, shapes.LeagueAnswer, **POSITION_HEADER)
def open_league_entropy(body: Body, league_id: UUID, account: str) -> Headed:
    """Open your sealed entropy, when enrolment has closed. Who does not is struck when the season starts."""
    return answered(league_id, services().leagues.open_entropy(account, str(league_id), body["entropy"]))


@leagues.route("/leagues/<uuid:league_id>/substitutes/me", methods=["PUT"])
@signed_in
@needing("play")
@leagues.response(200, shapes.League)
def offer_to_substitute(league_id: UUID, account: str) -> shapes.League:
    """Be ready to take a place that becomes free: an organiser gives it to nobody else."""
    services().leagues.offer(account, str(league_id))
    return services().league_views.league(str(league_id))


@leagues.route("/leagues/<uuid:league_id>/substitutes/me", methods=["DELETE"])
@signed_in
@needing("play")
@leagues.response(200, shapes.League)
def take_offer_back(league_id: UUID, account: str) -> shapes.League:
    """Be no longer ready."""
    services().leagues.take_offer_back(account, str(league_id))
    return services().league_views.league(str(league_id))


@leagues.route("/leagues/<uuid:league_id>/organiser", methods=["POST"])
@signed_in
@leagues.arguments(schemas.OrganiserSchema)
@leagues.response(200, shapes.LeagueAnswer, **POSITION_HEADER)
def organise(body: Body, league_id: UUID, account: str) -> Headed:
    """Decide as the organiser. All but `next-season`, `close-enrolment`, `start-season`, `enter-late`, `draft-season`,
    `clone-season` and `drop-draft` need a reason, and all may read it in the log.

    `keep-apart` keeps 200 groups apart at most, and `remind` reminds 10 times a round at most.
    """
    return answered(league_id, services().leagues.organise(account, str(league_id), body.pop("verb"), body))


@leagues.route("/leagues/<uuid:league_id>/rounds")
@leagues.arguments(schemas.StagesQuery, location="query")
@leagues.response(200, shapes.Rounds)
def rounds(query: Body, league_id: UUID) -> shapes.Rounds:
    """The rounds of stages: who met whom, in which games, and until when."""
    return shapes.Rounds(stages=services().league_views.rounds(str(league_id), Stages(**query)))


@leagues.route("/leagues/<uuid:league_id>/tables")
@leagues.arguments(schemas.StagesQuery, location="query")
@leagues.response(200, shapes.Tables)
def tables(query: Body, league_id: UUID) -> shapes.Tables:
    """Every table, with places, points and tallies."""
    return shapes.Tables(tables=services().league_views.tables(str(league_id), Stages(**query)))


@leagues.route("/leagues/<uuid:league_id>/standings")
@leagues.arguments(schemas.StandingsQuery, location="query")
@leagues.response(200, shapes.Standings)
def standings(query: Body, league_id: UUID) -> shapes.Standings:
    """Standings now or after a round, with what the points are made of, and the value of every tie-break with the rule
    that gives it; frozen when the stage has closed."""
    views, wanted, after = services().league_views, str(league_id), query.pop("round", None)
    found = views.standings(wanted, Stages(**query), after)
    return shapes.Standings(standings=found, names=dict(views.names_of(wanted)))


@leagues.route("/leagues/<uuid:league_id>/log")
@leagues.arguments(LogQuery, location="query")
@leagues.response(200, LogPart)
def league_log(query: Body, league_id: UUID) -> LogPart:
    """Everything that happened, organisers' decisions with their reasons."""
    found = services().league_views.events(str(league_id), query["after"], query["limit"])
    return LogPart.after(query["after"], found)


@leagues.route("/leagues/<uuid:league_id>/record")
@leagues.response(200, Document)
def league_record(league_id: UUID) -> Response:
    """The whole log, to be audited by anybody."""
    document = services().league_views.document(str(league_id))
    return file_response(document.encode(), f"league-{league_id}.json")


@leagues.route("/leagues/<uuid:league_id>/standings.csv")
@leagues.arguments(schemas.StandingsQuery, location="query")
@leagues.response(200)
def standings_csv(query: Body, league_id: UUID) -> Response:
    """Standings as CSV, with a column for each round."""
    after = query.pop("round", None)
    found = services().league_views.standings_csv(str(league_id), Stages(**query), after)
    return file_response(found.encode(), "standings.csv", CSV)


@leagues.route("/leagues/<uuid:league_id>/tables.csv")
@leagues.arguments(schemas.StagesQuery, location="query")
@leagues.response(200)
def tables_csv(query: Body, league_id: UUID) -> Response:
    """Tables as CSV."""
    found = services().league_views.tables_csv(str(league_id), Stages(**query))
    return file_response(found.encode(), "tables.csv", CSV)


@leagues.route("/leagues/<uuid:league_id>/deadlines.ics")
@leagues.arguments(schemas.StagesQuery, location="query")
@leagues.response(200)
def deadlines(query: Body, league_id: UUID) -> Response:
    """The deadlines of rounds as an iCalendar file."""
    found = services().league_views.calendar(str(league_id), Stages(**query))
    return file_response(found, "deadlines.ics", CALENDAR)


def answered(league_id: UUID, entries: Sequence[Entry]) -> Headed:
    """What a command brought about, with the log's position."""
    shown = services().league_views.league(str(league_id))
    return shapes.LeagueAnswer(league=shown, events=[entry.as_json(()) for entry in entries]), position()


def _listed(one: ListedLeague, names: Mapping[str, str]) -> shapes.ListedLeague:
    name = services().league_views.name_of(one.id, one.name_id)
    return shapes.ListedLeague.of(one, name=name, organiser=names.get(one.organiser or ""))
