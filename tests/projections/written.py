"""Logs written by hand, event by event: games of pig whose dice are given, with takebacks, for the projections."""

import msgspec

from domain.contract.chance import Forced, Seeded
from domain.contract.game import Action, Asked
from domain.log.record import PROCEDURE, Command, Happened, Writer
from domain.table import actions, events
from domain.table.happened import happened
from tests.pigs.pig import PIG
from tests.streams import random_bytes


class TakeBack(Action, tag="table/take-back", frozen=True):
    """What is posted to go back to version `to`."""

    to: int


class WrittenGame:
    """A game of pig as entries, one command after the other, ten seconds apart from time 1000 on.

    `people` maps seats to accounts, `levels` seats to AI levels; the other seats stay free. `name` is the game's id in
    the log; `forced` whether it says that the dice were given.
    """

    def __init__(
        self,
        game_id,
        seats=("s1", "s2", "s3"),
        people=None,
        levels=None,
        terms=None,
        name="pig",
        forced=False,
        **options,
    ):
        self.id = game_id
        self.name = name
        self.forced = forced
        self.seats = seats
        self.entries = []
        self.options = PIG.check_options(options, seats)
        self.at = 990
        self.state = None
        self._dice = Seeded(bytes(32))
        self._writer = Writer(game_id, seats, bytes(32), random_bytes())
        self._boundaries = {}
        self._open(terms or {})
        for seat, account in (people or {}).items():
            self.sit(seat, account=account)
        for seat, level in (levels or {}).items():
            self.sit(seat, level=level)

    @property
    def version(self):
        return self._writer.version

    def sit(self, seat, account=None, level=None):
        self._write("seat", seat, actions.Sit(account, level), events.SeatTaken(seat, account, level))

    def leave(self, seat):
        self._write("seat", seat, actions.Leave(), events.SeatLeft(seat))

    def replace(self, seat, account=None, level=None):
        self._write("operator", None, actions.Leave(), events.SeatReplaced(seat, account, level))

    def let_pass(self, seat, level):
        """The clock lets a deadline pass, and an AI takes the seat."""
        passed = events.DeadlinePassed(seat, f"1.{seat}")
        self._write("clock", seat, actions.PassDeadline(f"1.{seat}"), passed, events.SeatReplaced(seat, level=level))

    def claim(self, seat, level):
        """Somebody else claims an AI for the seat."""
        self._write("seat", None, actions.Claim("replacement", seat, level), events.SeatReplaced(seat, level=level))

    def resign(self, seat):
        self._write("seat", seat, actions.Resign(), events.SeatResigned(seat))

    def give_up(self, seat):
        """The seat is resigned where seats are not ranked, and so it is free."""
        self._write("seat", seat, actions.Resign(), events.SeatResigned(seat), events.SeatReplaced(seat))

    def start(self):
        run = PIG.setup(self.options, self.seats, self._dice)
        self._write("service", None, actions.Start(), events.GameStarted(()), *happened(run))
        self._reached(run.state)

    def act(self, seat, action, *rolls):
        """A seat's action; the dice show `rolls`. The game is closed when it is over."""
        run = PIG.decide(self.state, seat, action, Forced([{"roll": "d6", "results": list(rolls)}], self._dice))
        over = [events.GameClosed("over", None)] if PIG.is_over(run.state) else []
        self._write("seat", seat, action, *happened(run), *over)
        self._reached(run.state)

    def take_back(self, seat, to):
        """Back to the command boundary at this version."""
        state = self._boundaries[to]
        self._write("seat", seat, TakeBack(to), events.TakenBack(to), Asked((), state.open, state.agenda))
        self._reached(state.clone())

    def ask_back(self, seat, to):
        """Ask the others to go back to this version."""
        self._write("seat", seat, TakeBack(to), events.TakebackAsked(seat, to), self._still_asked())

    def answer_back(self, seat, agreed):
        """Agree to the takeback that is asked, or not."""
        answer = actions.AnswerTakeback(agreed)
        self._write("seat", seat, answer, events.TakebackAnswered(seat, agreed), self._still_asked())

    def _still_asked(self):
        return Asked((), self.state.open, self.state.agenda)

    def close(self, cause):
        self._write("service", None, actions.Close(cause), events.GameClosed(cause, None))

    def _open(self, terms):
        opened = events.GameOpened(
            id=self.id, game=self.name, rules=1, options=self.options, seats=self.seats, data={}, commitment="00" * 32,
            procedure=PROCEDURE, seed_source="given", terms=terms,
        )  # fmt: skip
        self._write("service", None, actions.Open({}), opened)

    def _reached(self, state):
        self.state = state
        self._boundaries[self.version] = state.clone()

    def _write(self, by, seat, action, *done):
        self.at += 10
        items = [self._thrown(item) if isinstance(item, Happened) else Happened(item) for item in done]
        self.entries += self._writer.write(Command(by, seat, action, self.at), items)

    def _thrown(self, item):
        """What happened as it is stored: with dice as if thrown, unless they are to be told as given."""
        draws = tuple(msgspec.structs.replace(draw, forced=draw.forced and self.forced) for draw in item.draws)
        return msgspec.structs.replace(item, draws=draws)


class WrittenLog:
    """The log of several games, stored one after the other: what projections follow. The entries at the positions
    `spoiled` cannot be decoded."""

    def __init__(self, *games):
        self._games = {game.id: game for game in games}
        self._stored = []
        self.spoiled = set()
        self.store()

    def store(self, game=None):
        """Store what was written since, of this game or of all."""
        for wanted in [game] if game else self._games.values():
            self._games[wanted.id] = wanted
            known = sum(game_id == wanted.id for game_id, _ in self._stored)
            for entry in wanted.entries[known:]:
                self.append(wanted.id, entry)

    def append(self, game_id, entry):
        """Store one event."""
        self._stored.append((game_id, entry))

    def position(self):
        return len(self._stored)

    last_position = position

    def notifications(self, after, limit):
        found = enumerate(self._stored[after : after + limit], after + 1)
        return [(at, game_id, None if at in self.spoiled else entry) for at, (game_id, entry) in found]

    def entries(self, game_id, after=0):
        return [entry for stored, entry in self._stored if stored == game_id][after:]
