"""Apocalypse: several games in a row with the same seats, whose tallies are added up (NF-VAR-6 to NF-VAR-8).

A series is a log like a game's. After each game somebody posts `Tally`; as soon as a seat's sum reaches the limit the
series is over and the lowest sum wins, equal sums being ordered by the places of the last game (NF-VAR-7,
NF-RUL-17). Otherwise the next game is opened, set up from nothing (NF-VAR-8, NF-RUL-18). `next_step` says what follows;
doing it late, or twice, changes nothing, because a game's number and id follow from the series alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from domain.aggregate import Aggregate, Chronicle
from domain.canon import Json
from domain.derived import game_id, seed_of
from domain.game import Action, Event, Game, Refused
from domain.record import PROCEDURE, Command, Happened, seed_commitment
from domain.table.seating import entropy_hash
from domain.upcast import UPCASTERS, Upcasters

LIMIT = 100
"""The sum that ends an Apocalypse (NF-VAR-6)."""

MOST_VOID = 3
"""So many games in a row that do not count end the series."""

Seeds = Mapping[str, bytes]


class Holder(msgspec.Struct, frozen=True):
    """Who holds a seat in all games: a person's account, with the hash of sealed entropy or none, or an AI level."""

    account: str | None = None
    level: str | None = None
    entropy_hash: str | None = None


# ---- what is posted


class Open(Action, tag="series/open", frozen=True):
    """Open a series: the data of `SeriesOpened`."""

    data: dict[str, Json]


class OpenEntropy(Action, tag="series/open-entropy", frozen=True):
    """Open the entropy whose hash was given."""

    entropy: str


class OpenGame(Action, tag="series/open-game", frozen=True):
    """Open game `number`, the first or the next one."""

    number: int


class Tally(Action, tag="series/tally", frozen=True):
    """Game `number` has ended, for this cause, with this tally and these places by seat."""

    number: int
    cause: str
    tally: dict[str, int] = {}
    places: dict[str, int] = {}


class Close(Action, tag="series/close", frozen=True):
    """End the series without a winner (`void`): by an organiser, or because entropy was not opened."""


SeriesAction = Open | OpenEntropy | OpenGame | Tally | Close


def parse(raw: Mapping[str, Json]) -> Action:
    """A series action from JSON; `Refused("malformed")` if it does not fit."""
    try:
        action: Action = msgspec.convert(raw, SeriesAction, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", str(error)) from None
    return action


# ---- what happens


class SeriesOpened(Event, frozen=True):
    """The first event: the game, its options without the sums, who holds the seats, the limit, and the commitment to
    the seed from which the games derive theirs."""

    id: str
    game: str
    rules: int
    options: dict[str, Json]
    seats: dict[str, Holder]
    limit: int
    lowest_wins: bool
    commitment: str
    procedure: str

    def apply(self, series: Series) -> None:
        series.id, series.opened = self.id, self
        series.sums = dict.fromkeys(self.seats, 0)


class SeriesEntropyOpened(Event, frozen=True):
    """A seat opened its entropy; it enters the key of every game of the series."""

    seat: str
    entropy: str

    def apply(self, series: Series) -> None:
        series.entropy[self.seat] = self.entropy


class GameOpenedInSeries(Event, frozen=True):
    """A game was opened: its number, its id, which follows from the number, and its options with the sums so far."""

    number: int
    game_id: str
    options: dict[str, Json]

    def apply(self, series: Series) -> None:
        series.games.append(SeriesGame(self.number, self.game_id))


class GameTallied(Event, frozen=True):
    """A game ended. Only one that was played to its end (`over`) adds to the sums, which are those after it."""

    number: int
    cause: str
    tally: dict[str, int]
    places: dict[str, int]
    sums: dict[str, int]

    def apply(self, series: Series) -> None:
        series.sums = dict(self.sums)
        series.games[-1].cause, series.games[-1].tally = self.cause, self.tally
        series.games[-1].places = self.places


class SeriesClosed(Event, frozen=True):
    """The last event: `over` with the ranking, best first, or `void` or `abandoned` without; and the seed."""

    cause: str
    ranking: tuple[str, ...] | None
    seed: str

    def apply(self, series: Series) -> None:
        series.status, series.ranking, series.seed = self.cause, self.ranking, self.seed


SERIES_EVENTS: Mapping[str, type[Event]] = {
    kind.__name__: kind for kind in (SeriesOpened, SeriesEntropyOpened, GameOpenedInSeries, GameTallied, SeriesClosed)
}


# ---- what a series is


class SeriesGame(msgspec.Struct):
    """A game of a series; `cause` is None until it was tallied."""

    number: int
    game_id: str
    cause: str | None = None
    tally: dict[str, int] = {}
    places: dict[str, int] = {}


class Series(Aggregate):
    """A series: the fold of its log. `status` is `running` or the cause of its end; `sums` seat -> tally so far."""

    owner = "series"

    def __init__(self, upcasters: Upcasters = UPCASTERS) -> None:
        super().__init__(SERIES_EVENTS, upcasters)
        self.opened: SeriesOpened | None = None
        self.entropy: dict[str, str] = {}
        self.games: list[SeriesGame] = []
        self.sums: dict[str, int] = {}
        self.status = "running"
        self.ranking: tuple[str, ...] | None = None
        self.seed: str | None = None

    @property
    def header(self) -> SeriesOpened:
        """The first event; ValueError for an empty log."""
        if self.opened is None:
            raise ValueError("the log is empty")
        return self.opened

    @property
    def owing(self) -> list[str]:
        """Seats that gave the hash of sealed entropy and have not opened it."""
        seats = self.header.seats
        return [seat for seat in seats if seats[seat].entropy_hash is not None and seat not in self.entropy]

    @property
    def current(self) -> SeriesGame | None:
        """The game that is played and not tallied yet."""
        return self.games[-1] if self.games and self.games[-1].cause is None else None

    @property
    def is_decided(self) -> bool:
        """Whether a seat has reached the limit (NF-VAR-6)."""
        return max(self.sums.values()) >= self.header.limit

    def standing(self) -> tuple[str, ...]:
        """All seats, best first: by sums, equal ones by their places in the last game that counted (NF-VAR-7)."""
        played = [game.places for game in self.games if game.cause == "over"]
        places = played[-1] if played else {}
        sign = 1 if self.header.lowest_wins else -1
        return tuple(sorted(self.sums, key=lambda seat: (sign * self.sums[seat], places.get(seat, 0))))


# ---- what follows


class Step(msgspec.Struct, frozen=True):
    """What follows by itself: `open-game` number, or wait until it can be tallied (`tally`)."""

    what: Literal["open-game", "tally"]
    number: int
    game_id: str


def next_step(series: Series) -> Step | None:
    """What is to be done now; None when the series has ended, or waits for entropy."""
    if series.status != "running" or series.owing:
        return None
    if series.current is not None:
        return Step("tally", series.current.number, series.current.game_id)
    number = len(series.games) + 1
    return Step("open-game", number, game_id(series.id, number))


def opening(
    game: Game[Any],
    series_id: str,
    seats: Sequence[Holder],
    seed: bytes,
    options: Mapping[str, Json] | None = None,
    *,
    limit: int = LIMIT,
) -> Open:
    """The action that opens a series; `Refused("malformed")` if the options do not fit.

    Seats are `s1`, `s2`, ... in the order of their holders.
    """
    names = [f"s{number}" for number in range(1, len(seats) + 1)]
    for held in seats:
        if (held.account is None) == (held.level is None) or (held.level and held.entropy_hash):
            raise Refused("malformed", "a seat is held by a person, or by an AI, which gives no entropy")
    if limit < 1:
        raise Refused("malformed", "the limit is a number from 1")
    given = dict(options or {})
    game.check_options(game.in_series(given, dict.fromkeys(names, 0)), names)
    opened = SeriesOpened(
        id=series_id,
        game=game.id,
        rules=game.rules,
        options=given,
        seats=dict(zip(names, seats)),
        limit=limit,
        lowest_wins=game.lowest_tally_wins,
        commitment=seed_commitment(series_id, seed),
        procedure=PROCEDURE,
    )
    return Open(msgspec.to_builtins(opened))


class Rules:
    """The rules of series over a game: `decide` works out what a command brings about; the series is unchanged."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    def decide(self, series: Series, command: Command, seeds: Seeds) -> list[Happened]:
        """The events of a command; none if it was done before. `Refused` if it is not accepted."""
        action = command.action
        if isinstance(action, Open):
            if series.version:
                raise Refused("illegal", "the series is open already")
            return [Happened(msgspec.convert(action.data, SeriesOpened, strict=True))]
        rule = self._rules().get(type(action))
        if rule is None:
            raise Refused("malformed", f"{type(action).__name__} is no command of a series")
        if command.by == "seat" and not isinstance(action, OpenEntropy):
            raise Refused("not-your-decision", "a seat does not decide this")
        return rule(series, command, action, seeds)

    def _rules(self) -> Mapping[type[Action], Callable[[Series, Command, Any, Seeds], list[Happened]]]:
        return {
            OpenEntropy: self._open_entropy,
            OpenGame: self._open_game,
            Tally: self._tally,
            Close: self._close,
        }

    def _open_entropy(self, series: Series, command: Command, action: OpenEntropy, seeds: Seeds) -> list[Happened]:
        seat = str(command.seat)
        if seat not in series.owing:
            raise Refused("illegal", f"{seat} has no sealed entropy to open")
        if not _opens(action.entropy, series.header.seats[seat].entropy_hash):
            raise Refused("illegal", "the entropy is not the one whose hash was given")
        return [Happened(SeriesEntropyOpened(seat, action.entropy))]

    def _open_game(self, series: Series, command: Command, action: OpenGame, seeds: Seeds) -> list[Happened]:
        if action.number <= len(series.games):
            return []
        step = next_step(series)
        if step is None or step.number != action.number:
            raise Refused("illegal", f"game {action.number} is not to be opened now")
        options = self._game.in_series(series.header.options, series.sums)
        return [Happened(GameOpenedInSeries(step.number, step.game_id, options))]

    def _tally(self, series: Series, command: Command, action: Tally, seeds: Seeds) -> list[Happened]:
        """Add up what a game brought.

        One that does not count is followed by the next; an abandoned one, or the third in a row, ends the series.
        """
        if not 1 <= action.number <= len(series.games):
            raise Refused("malformed", f"there is no game {action.number}")
        if series.games[action.number - 1].cause is not None:
            return []
        if action.cause != "over":
            tallied = GameTallied(action.number, action.cause, {}, {}, series.sums)
            return [Happened(tallied), *self._without_a_winner(_with(series, tallied), seeds)]
        if set(action.tally) != set(series.sums) or set(action.places) != set(series.sums):
            raise Refused("malformed", "a tally and a place for every seat")
        sums = {seat: total + action.tally[seat] for seat, total in series.sums.items()}
        tallied = GameTallied(action.number, action.cause, action.tally, action.places, sums)
        after = _with(series, tallied)
        ending = _closing(series, "over", after.standing(), seeds) if after.is_decided else []
        return [Happened(tallied), *ending]

    def _without_a_winner(self, after: Series, seeds: Seeds) -> list[Happened]:
        causes = [game.cause for game in after.games[-MOST_VOID:]]
        if causes[-1] == "abandoned":
            return _closing(after, "abandoned", None, seeds)
        return _closing(after, "void", None, seeds) if len(causes) == MOST_VOID and "over" not in causes else []

    def _close(self, series: Series, command: Command, action: Close, seeds: Seeds) -> list[Happened]:
        if series.status != "running":
            return []
        return _closing(series, "void", None, seeds)


def _opens(entropy: str, sealed: str | None) -> bool:
    try:
        return len(bytes.fromhex(entropy)) == 32 and entropy_hash(entropy) == sealed
    except ValueError:
        return False


def _with(series: Series, tallied: GameTallied) -> Series:
    """The series as it will be after this event."""
    after = Series()
    vars(after).update(vars(series))
    after.games = [*series.games[:-1], msgspec.structs.replace(series.games[-1])]
    tallied.apply(after)
    return after


def _closing(series: Series, cause: str, ranking: tuple[str, ...] | None, seeds: Seeds) -> list[Happened]:
    return [Happened(SeriesClosed(cause, ranking, seed_of(series.id, seeds).hex()))]


def chronicle(game: Game[Any], series_id: str, seeds: Seeds, entropy: Callable[[int], bytes]) -> Chronicle[Series]:
    """The log of a series, empty as yet; `seeds` maps its id to its seed."""
    return Chronicle(Series(), series_id, Rules(game).decide, seeds, entropy)
