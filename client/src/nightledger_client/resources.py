"""All resources of a service together. Made by `nightledger client --write`."""

from __future__ import annotations

from nightledger_client.absence import AbsenceResource
from nightledger_client.accounts import AccountsResource
from nightledger_client.actions import ActionsResource
from nightledger_client.chains import ChainsResource
from nightledger_client.challenges import ChallengesResource
from nightledger_client.characters import CharactersResource
from nightledger_client.company import CompanyResource
from nightledger_client.connection import Connection
from nightledger_client.corrections import CorrectionsResource
from nightledger_client.games import GamesResource
from nightledger_client.health import HealthResource
from nightledger_client.invitations import InvitationsResource
from nightledger_client.journal import JournalResource
from nightledger_client.leagues import LeaguesResource
from nightledger_client.listing import ListingResource
from nightledger_client.log import LogResource
from nightledger_client.messages import MessagesResource
from nightledger_client.notes import NotesResource
from nightledger_client.notices import NoticesResource
from nightledger_client.orders import OrdersResource
from nightledger_client.practice import PracticeResource
from nightledger_client.ratings import RatingsResource
from nightledger_client.records import RecordsResource
from nightledger_client.rules import RulesResource
from nightledger_client.seats import SeatsResource
from nightledger_client.series import SeriesResource
from nightledger_client.stream import StreamResource
from nightledger_client.tokens import TokensResource
from nightledger_client.tours import ToursResource
from nightledger_client.vacations import VacationsResource


class Resources:
    """The resources of a service, each with a method for each of its operations."""

    def __init__(self, connection: Connection) -> None:
        self.absence = AbsenceResource(connection)
        self.accounts = AccountsResource(connection)
        self.actions = ActionsResource(connection)
        self.chains = ChainsResource(connection)
        self.challenges = ChallengesResource(connection)
        self.characters = CharactersResource(connection)
        self.company = CompanyResource(connection)
        self.corrections = CorrectionsResource(connection)
        self.games = GamesResource(connection)
        self.health = HealthResource(connection)
        self.invitations = InvitationsResource(connection)
        self.journal = JournalResource(connection)
        self.leagues = LeaguesResource(connection)
        self.listing = ListingResource(connection)
        self.log = LogResource(connection)
        self.messages = MessagesResource(connection)
        self.notes = NotesResource(connection)
        self.notices = NoticesResource(connection)
        self.orders = OrdersResource(connection)
        self.practice = PracticeResource(connection)
        self.ratings = RatingsResource(connection)
        self.records = RecordsResource(connection)
        self.rules = RulesResource(connection)
        self.seats = SeatsResource(connection)
        self.series = SeriesResource(connection)
        self.stream = StreamResource(connection)
        self.tokens = TokensResource(connection)
        self.tours = ToursResource(connection)
        self.vacations = VacationsResource(connection)
