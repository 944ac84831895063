"""Leagues: where each stands, which games its tables have, and when something is to be done."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Index, insert

from domain.league.conduct.drafts import times
from domain.league.conduct.reminders import reminder_times
from domain.league.events import LEAGUE_EVENTS
from domain.league.seasons import next_season_is_due
from domain.league.stages import winner
from domain.league.state import League, Season, Stage
from domain.league.steps import due
from domain.log.record import Public
from projections.columns import integer, key, number_key, partial_index, read_model, seconds, words
from projections.database import Database
from projections.leagues.folded import FoldedLeagues
from projections.leagues.lists import LEAGUES, look_at_all
from projections.log import Log, Notification
from projections.projection import Projection
from projections.statements import Cursor, put

NOW = 0

leagues_leagues = read_model(
    "leagues_leagues",
    key("id"),
    integer("position", unique=True),
    words("game"),
    words("name_id", nullable=True),
    words("organiser", nullable=True),
    integer("season"),
    words("status"),
    integer("entrants"),
    integer("version"),
    integer("moved"),
    seconds("due_at", nullable=True),
    integer("to_do"),
    seconds("opened"),
    seconds("changed"),
    partial_index("leagues_leagues_due", "due_at", where="due_at IS NOT NULL"),
    partial_index("leagues_leagues_to_do", "to_do", where="to_do = 1"),
    partial_index("leagues_leagues_moved", "moved", where="status = 'running'"),
    with_rowid=True,
)

leagues_games = read_model(
    "leagues_games",
    key("game_id"),
    words("league_id"),
    words("stage"),
    integer("wanted"),
    integer("opened"),
    integer("ended"),
    Index("leagues_games_by_league", "league_id", "wanted"),
)

leagues_entrants = read_model(
    "leagues_entrants",
    key("league_id"),
    key("entrant"),
    words("account", nullable=True),
    integer("season"),
    Index("leagues_entrants_by_account", "account", "league_id"),
)

leagues_champions = read_model(
    "leagues_champions",
    key("league_id"),
    number_key("season"),
    words("account", nullable=True),
    Index("leagues_champions_by_account", "account", "league_id"),
)

_TO_DO = """CAST(EXISTS (
    SELECT * FROM leagues_games g WHERE g.league_id = x.id AND (
        (g.wanted = 1 AND (g.opened = 0 OR g.ended = 1)) OR (g.wanted = 0 AND g.opened = 1 AND g.ended = 0)
    )
) AS INTEGER)"""
"""Whether a game is to be opened, a result to be passed on, or a game to be ended that no table waits for."""

_WITH_TO_DO = f"UPDATE leagues_leagues AS x SET to_do = {_TO_DO} WHERE id ="
_SEE_TO = f"{_WITH_TO_DO} :league"
_SEE_TO_THAT_OF_GAME = f"{_WITH_TO_DO} (SELECT league_id FROM leagues_games WHERE game_id = :game)"

_HAS_MOVED = """
    UPDATE leagues_leagues SET season = :season, status = :status, entrants = :entrants, version = :version,
    moved = :moved, due_at = :due_at, changed = :changed WHERE id = :league
"""

_WANT = "UPDATE leagues_games SET wanted = :wanted WHERE game_id = :game"

_ADD_LEAGUE, _ADD_GAME = insert(leagues_leagues), insert(leagues_games)
_PUT_ENTRANT, _PUT_CHAMPION = put(leagues_entrants), put(leagues_champions)


class Leagues(Projection):
    """Folds leagues, and the beginnings and ends of their games.

    `leagues_leagues.due_at`: when a round is to be closed, paired or the like (0: now); `to_do`: something is to do
    at its tables; `moved`: the position of its last event. `leagues_games.wanted`: the table waits for the game's
    result. `leagues_entrants.season` is the last one that an entrant takes part in, 0 for one who has left.
    `leagues_champions.account` is the person who had the first place when the season ended, if one did. Times are
    seconds UTC.
    """

    name = LEAGUES
    relations = (leagues_leagues, leagues_games, leagues_entrants, leagues_champions)

    def __init__(self, log: Log) -> None:
        self._log = log
        self._leagues = FoldedLeagues(log)

    def reset(self, database: Database, db: Cursor, position: int = 0) -> None:
        """Empty the tables; what was done in leagues may have been done by a log that went further."""
        super().reset(database, db, position)
        look_at_all(db)

    def apply(self, db: Cursor, notification: Notification) -> None:
        position, log_id, entry = notification
        event = entry.read()
        if event.type in _OF_GAMES:
            db.execute(f"UPDATE leagues_games SET {_OF_GAMES[event.type]} = 1 WHERE game_id = :game", game=log_id)
            db.execute(_SEE_TO_THAT_OF_GAME, game=log_id)
        if event.type not in LEAGUE_EVENTS or not (event.type == "LeagueOpened" or _is_known(db, log_id)):
            return
        if (league := self._leagues.after(notification)) is None:
            return
        if event.type == "LeagueOpened":
            _insert(db, position, league)
        _update(db, position, league)
        for entrant_id in dict.fromkeys((*_named(event), *_handed_over(league))):
            _update_entrant(db, league, entrant_id)
        stage = league.stages.get(str(event.data.get("stage")))
        if stage is not None:
            _update_games(db, league, stage)
        if event.type in ("SeasonClosed", "StandingsCorrected"):
            _update_champion(db, league, league.season if stage is None else league.season_of(stage))
        db.execute(_SEE_TO, league=log_id)


_OF_GAMES = {"GameOpened": "opened", "SeriesOpened": "opened", "GameClosed": "ended", "SeriesClosed": "ended"}
"""The first and the last event of a game or series, and what is noted of them."""


def _is_known(db: Cursor, log_id: str) -> bool:
    return db.execute("SELECT 1 FROM leagues_leagues WHERE id = :league", league=log_id).fetchone() is not None


def _insert(db: Cursor, position: int, league: League) -> None:
    db.execute(
        _ADD_LEAGUE,
        id=league.id,
        position=position,
        game=league.game,
        name_id=None if league.name is None else league.name.id,
        organiser=league.organiser,
        season=0,
        status="announced",
        entrants=0,
        version=league.version,
        moved=position,
        due_at=None,
        to_do=0,
        opened=league.at,
        changed=league.at,
    )


def _update(db: Cursor, position: int, league: League) -> None:
    season = league.seasons[-1] if league.seasons else None
    db.execute(
        _HAS_MOVED,
        season=len(league.seasons),
        status="announced" if season is None else season.status,
        entrants=0 if season is None else len(season.holding),
        version=league.version,
        moved=position,
        due_at=min(_times(league), default=None),
        changed=league.at,
        league=league.id,
    )


def _named(event: Public) -> Iterator[str]:
    """The entrants of whom an event tells."""
    return (str(event.data[told]) for told in ("entrant", "substitute") if told in event.data)


def _handed_over(league: League) -> Iterator[str]:
    """The entrants whose places the last event gave to somebody else, or to nobody."""
    return (own.id for own in league.entrants.values() if own.since == league.version)


def _update_entrant(db: Cursor, league: League, entrant_id: str) -> None:
    """Who holds the place that an event is about, and the last season that it takes part in."""
    entrant = league.entrants.get(entrant_id)
    if entrant is None:
        return
    season = league.seasons[-1]
    takes_part = entrant_id in season.enrolled and entrant_id not in season.withdrawn
    db.execute(
        _PUT_ENTRANT,
        league_id=league.id,
        entrant=entrant_id,
        account=entrant.account,
        season=season.number if takes_part else 0,
    )


def _update_champion(db: Cursor, league: League, season: Season) -> None:
    """Who has won a season that is over."""
    won = winner(season)
    if won is not None:
        db.execute(_PUT_CHAMPION, league_id=league.id, season=season.number, account=season.holders.get(won))


def _times(league: League) -> Iterator[int]:
    """When something follows by itself: now, or when a round is due."""
    if due(league, NOW) or next_season_is_due(league, NOW):
        yield NOW
    yield from times(league)
    for stage in league.season.stages.values() if league.seasons else ():
        if stage.status == "running" and stage.open_round is not None and stage.open_round.due is not None:
            yield stage.open_round.due
            yield from (instant for _, instant in reminder_times(league, stage.open_round))


def _update_games(db: Cursor, league: League, stage: Stage) -> None:
    waiting = {table.game_id for table in stage.tables.values() if table.result is None}
    found = db.execute("SELECT game_id, wanted FROM leagues_games WHERE stage = :stage", stage=stage.id)
    known = {row["game_id"]: bool(row["wanted"]) for row in found}
    changed = [game_id for game_id, wanted in known.items() if wanted is not (game_id in waiting)]
    db.executemany(_WANT, [{"wanted": int(game_id in waiting), "game": game_id} for game_id in changed])
    new = waiting - known.keys()
    db.executemany(
        _ADD_GAME,
        [
            {"game_id": game_id, "league_id": league.id, "stage": stage.id, "wanted": 1, "opened": 0, "ended": 0}
            for game_id in sorted(new)
        ],
    )
