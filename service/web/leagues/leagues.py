"""The pages of leagues: the list, one league with its standings and rounds, its log, and what is decided there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from domain.bots.levels import offered
from domain.contract.quantities import POINTS_FORM
from service.api import session
from service.api.context import services
from service.api.lists import PATIENCE
from service.errors import ServiceError
from service.language.catalogues import catalogue
from service.leagues.answer_shapes import League, Season, StageStandings, Table
from service.leagues.ledger import NewLeague
from service.leagues.looking import Stages
from service.people.zones import zone_names
from service.web.form_results import tell_refusal
from service.web.games.entropy import seal_in, typed
from service.web.leagues.drawn_stages import bracket_of, cross_table_of
from service.web.leagues.format_words import format_of
from service.web.leagues.league_forms import VERBS, decision_of, drafted
from service.web.leagues.league_names import LeagueNames, entrants_called
from service.web.leagues.league_words import lines
from service.web.leagues.plan_forms import FRESH, KINDS, draft_fields, fields_of, plan_of
from service.web.numbers import asked
from service.web.spoken import gettext

leagues = Blueprint("leagues", __name__)

SHOWN = 30
"""Leagues on a page."""

SHOWN_EVENTS = 200
"""Events on a page of the log."""


@dataclass(frozen=True)
class LeagueRow:
    """A league in the list."""

    id: str
    name: str
    game: str
    season: int
    status: str
    entrants: int
    changed: int


@leagues.route("/leagues")
def index() -> str:
    """All leagues, and the form of a new one."""
    services().read_models.follower.catch_up(PATIENCE)
    rows, older = listed(SHOWN, request.args.get("older"))
    return render_template(
        "pages/leagues.html",
        rows=rows,
        older=older,
        playable=list(services().catalog),
        shown=FRESH,
        **_choices(),
    )


def _choices() -> dict[str, object]:
    """What the form of a plan offers to choose from."""
    return {"kinds": KINDS, "zones": zone_names(), "partners": services().settings.seed_partners}


def listed(limit: int, cursor: str | None = None) -> tuple[list[LeagueRow], str | None]:
    """So many leagues, those that changed last at first, and where the list goes on."""
    page = services().read_models.leagues.page(cursor, limit)
    rows = [
        LeagueRow(
            one.id,
            services().league_views.name_of(one.id, one.name_id),
            one.game,
            one.season,
            one.status,
            one.entrants,
            one.changed,
        )
        for one in page.leagues
    ]
    return rows, page.next


@leagues.route("/leagues", methods=["POST"])
def open_league() -> Response:
    """Open a league as the form says."""
    account = session.signed_in()
    try:
        form = request.form
        new = NewLeague(form.get("game", ""), form.get("name", ""), plan_of(form), form.get("next_season") == "yes")
        league_id = services().leagues.open(account, new)
    except ServiceError as error:
        tell_refusal(gettext("No league was opened"), error)
        return redirect(url_for("pages.leagues.index"), 303)
    return redirect(url_for("pages.leagues.show", league_id=league_id), 303)


@leagues.route("/leagues/<league_id>")
def show(league_id: str) -> str:
    """One league: divisions, standings with their tie-breaks, rounds with links to the games."""
    views, account = services().league_views, session.account_id()
    league = views.league(league_id)
    seasons = league.seasons
    number = min(max(1, asked(request.args, "season", len(seasons))), len(seasons)) if seasons else None
    season, own = None if number is None else seasons[number - 1], _own_entrant(league_id, account)
    organises = account is not None and services().leagues.organises(account, league_id)
    return render_template(
        "pages/league.html",
        league=league,
        names=entrants_called(league),
        **_plans(league, season),
        **(_draft(league_id) if organises else {}),
        champions=views.champions(league_id),
        season=season,
        **_played(league_id, season, own),
        operated=views.operated(league_id),
        own=own,
        gone=account is not None and services().leagues.has_gone(account, league_id),
        given=_given_entropy(seasons, own),
        organises=organises,
        levels=offered(services().catalog.get(league.game)),
        verbs=VERBS,
        points_form=POINTS_FORM,
        disputes=services().disputes.shown(league_id),
    )


def _played(league_id: str, season: Season | None, own: str | None) -> dict[str, object]:
    """What is played in a season, as the page shows it: stages, standings and tables, those at which one sits oneself;
    `after` which round the standings are that the address asks for, of the `played` ones (None: as they are)."""
    views, begun = services().league_views, season is not None and bool(season.stages)
    wanted = Stages(season=None if season is None else season.number)
    played = max((stage.rounds for stage in season.stages), default=0) if season is not None else 0
    after = min(max(1, asked(request.args, "round", played)), played) if "round" in request.args and played else None
    stages, tables = (views.rounds(league_id, wanted), views.tables(league_id, wanted)) if begun else ([], [])
    went_on = views.went_on(league_id, wanted) if begun else {}
    standings = {one.stage: one for one in views.standings(league_id, wanted, after)} if begun else {}
    return {
        "stages": stages,
        "standings": standings,
        "brackets": {stage.id: bracket_of(stage, tables, went_on.get(stage.id)) for stage in stages},
        "crosses": {stage.id: cross_table_of(stage, tables, _order(standings.get(stage.id))) for stage in stages},
        "after": after,
        "played": played,
        "tables": {(table.stage, table.table): table for table in tables},
        "own_tables": [table for table in tables if own is not None and own in _entrants(table)],
    }


@leagues.route("/leagues/<league_id>/log")
def log(league_id: str) -> str:
    """Everything that happened, with the reasons that organisers gave."""
    views = services().league_views
    league, after = views.league(league_id), max(0, asked(request.args, "after"))
    events = views.events(league_id, after, SHOWN_EVENTS)
    following = events[-1]["version"] if events and events[-1]["version"] < league.version else None
    told = lines(events, entrants_called(league))
    return render_template("pages/league_log.html", league=league, log=told, following=following)


@leagues.route("/leagues/<league_id>/enrol", methods=["POST"])
def enrol(league_id: str) -> Response:
    """Enrol; what is typed for chance is sealed, and not kept."""
    seal = seal_in(request.form)
    return do(league_id, lambda account: services().leagues.enrol(account, league_id, seal))


@leagues.route("/leagues/<league_id>/entropy", methods=["POST"])
def open_entropy(league_id: str) -> Response:
    """Open what was sealed at enrolment, by typing it again."""
    entropy = typed(request.form.get("entropy", "")) or ""
    return do(league_id, lambda account: services().leagues.open_entropy(account, league_id, entropy))


@leagues.route("/leagues/<league_id>/withdraw", methods=["POST"])
def withdraw(league_id: str) -> Response:
    """Leave."""
    return do(league_id, lambda account: services().leagues.withdraw(account, league_id))


@leagues.route("/leagues/<league_id>/substitute", methods=["POST"])
def substitute(league_id: str) -> Response:
    """Be ready to take a place that becomes free, or no longer."""
    ledger = services().leagues
    change = ledger.offer if request.form.get("ready") == "yes" else ledger.take_offer_back
    return do(league_id, lambda account: change(account, league_id))


@leagues.route("/leagues/<league_id>/season", methods=["POST"])
def season(league_id: str) -> Response:
    """Open enrolment, enrol an AI, close enrolment, begin the season; or let the next one open by itself, or not."""
    ledger, step = services().leagues, request.form.get("step", "")
    level = request.form.get("level", "")

    def take(account: str) -> object:
        match step:
            case "open":
                return ledger.open_season(account, league_id)
            case "enrol-ai":
                return ledger.enrol_ai(account, league_id, level)
            case "draft" | "clone-season":
                views = services().league_views
                told = drafted(request.form, views.plan_ahead(league_id), views.draft(league_id))
                return ledger.organise(account, league_id, *told)
            case "next-season" | "no-next-season":
                return ledger.organise(account, league_id, "next-season", {"by_itself": step == "next-season"})
            case _:
                return ledger.organise(account, league_id, step, {})

    return do(league_id, take)


@leagues.route("/leagues/<league_id>/decide", methods=["POST"])
def decide(league_id: str) -> Response:
    """Decide as the organiser, with a reason."""

    def take(account: str) -> object:
        verb, arguments = decision_of(request.form)
        return services().leagues.organise(account, league_id, verb, arguments)

    return do(league_id, take)


def do(league_id: str, take: Callable[[str], object]) -> Response:
    """Do something in a league for who is signed in, say what came of it, and show the league."""
    account = session.signed_in()
    try:
        take(account)
        flash(gettext("This is done."), "done")
    except ServiceError as error:
        if error.code == "not-found":
            raise
        tell_refusal(gettext("This was not done"), error, LeagueNames(services().league_views.league(league_id)))
    return redirect(url_for("pages.leagues.show", league_id=league_id), 303)


def _plans(league: League, season: Season | None) -> dict[str, object]:
    """The plan of a season, or of the league where there is none, and in words; and that of a draft in words."""
    words = catalogue(session.language())
    plan = league.plan if season is None else season.plan
    ahead = None if league.draft is None else league.draft.plan
    return {"plan": plan, "terms": format_of(plan, words), "terms_ahead": format_of(ahead, words) if ahead else []}


def _draft(league_id: str) -> dict[str, object]:
    """What the form of the next season's draft shows: its plan and its hours, as far as they are drafted."""
    views = services().league_views
    plan, draft = views.plan_ahead(league_id), views.draft(league_id)
    return {"zone": plan.zone or "UTC", "shown": {**fields_of(plan), **draft_fields(draft, plan)}, **_choices()}


def _order(standings: StageStandings | None) -> list[str]:
    """The entrants of a stage, the best first."""
    return [] if standings is None else [line.entrant for line in standings.lines]


def _entrants(table: Table) -> list[str]:
    return [seat.entrant for seat in table.seats]


def _own_entrant(league_id: str, account: str | None) -> str | None:
    """The place that the account holds in the season of the day."""
    return None if account is None else services().leagues.place_of(account, league_id)


def _given_entropy(seasons: list[Season], own: str | None) -> str | None:
    """What became of the entropy that an entrant gave in the season of the day: `sealed`, `opened`, or none given."""
    enrolled = seasons[-1].enrolled if seasons else []
    return next((one.entropy for one in enrolled if one.entrant == own), None)
