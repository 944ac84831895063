"""The read models of an installation: where they are followed, asked, rebuilt and verified."""

from __future__ import annotations

from domain.games.catalog import Catalog
from projections.challenges import ChallengeLists, Challenges
from projections.database import Database
from projections.follow import Follower
from projections.games.archive import ClosedGameLists
from projections.games.inbox import Inbox
from projections.games.lists import GameLists
from projections.games.players import Players
from projections.games.scores import Scores
from projections.leagues.leagues import Leagues
from projections.leagues.lists import LeagueLists
from projections.log import ClosedGames, Log
from projections.projection import Projection
from projections.ratings import RatingLists, RatingTables
from projections.rebuild import Rebuilder
from projections.series import Series, SeriesLists


class ReadModels:
    """All projections, in one database; their tables may be deleted: the log fills them again.

    `follower` brings them up to the log (`catch_up` before a list is read shows all that is stored),
    `lists` answers what games there are and who must decide, `archive` which have ended, and how, `players` how
    somebody fared in them, `ratings` who is rated how,
    `series`, `leagues` and `challenges` what there is of them and what is to be done for them,
    `rebuilder` makes them anew and compares.
    """

    def __init__(self, database: Database, log: Log, catalog: Catalog) -> None:
        self.database = database
        closed_games = ClosedGames(log, catalog)
        self.projections: tuple[Projection, ...] = (
            Inbox(catalog.upcasters),
            Scores(closed_games),
            Series(),
            Leagues(log),
            Challenges(),
            RatingTables(closed_games),
        )
        self.follower = Follower(self.database, log, self.projections)
        self.rebuilder = Rebuilder(self.database, log, self.projections)
        self.lists = GameLists(self.database)
        self.archive = ClosedGameLists(self.database)
        self.players = Players(self.database)
        self.series = SeriesLists(self.database)
        self.leagues = LeagueLists(self.database)
        self.challenges = ChallengeLists(self.database)
        self.ratings = RatingLists(self.database)

    def create_schema(self) -> None:
        """Create what is missing of the tables; run once, by a command."""
        self.follower.create_schema()
