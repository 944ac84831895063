"""All resources of a service together. Made by `nightledger client --write`."""

from __future__ import annotations

from service.client.absence import AbsenceResource
from service.client.accounts import AccountsResource
from service.client.actions import ActionsResource
from service.client.chains import ChainsResource
from service.client.challenges import ChallengesResource
from service.client.characters import CharactersResource
from service.client.checkpoints import CheckpointsResource
from service.client.company import CompanyResource
from service.client.connection import Connection
from service.client.corrections import CorrectionsResource
from service.client.games import GamesResource
from service.client.health import HealthResource
from service.client.invitations import InvitationsResource
from service.client.journal import JournalResource
from service.client.leagues import LeaguesResource
from service.client.listing import ListingResource
from service.client.log import LogResource
from service.client.messages import MessagesResource
from service.client.notes import NotesResource
from service.client.notices import NoticesResource
from service.client.orders import OrdersResource
from service.client.practice import PracticeResource
from service.client.ratings import RatingsResource
from service.client.records import RecordsResource
from service.client.rules import RulesResource
from service.client.seats import SeatsResource
from service.client.series import SeriesResource
from service.client.stream import StreamResource
from service.client.tokens import TokensResource
from service.client.tours import ToursResource
from service.client.vacations import VacationsResource


class Resources:
    """The resources of a service, each with a method for each of its operations."""

    def __init__(self, connection: Connection) -> None:
        self.absence = AbsenceResource(connection)
        self.accounts = AccountsResource(connection)
        self.actions = ActionsResource(connection)
        self.chains = ChainsResource(connection)
        self.challenges = ChallengesResource(connection)
        self.characters = CharactersResource(connection)
        self.checkpoints = CheckpointsResource(connection)
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
