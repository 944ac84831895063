"""What a command brings about in a series. Pure: refuses, or returns what happened; the series is unchanged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.contract.facets.series import in_series, lowest_tally_wins
from domain.contract.game import Action, Game, Refused
from domain.contract.quantities import SUMS
from domain.log.canon import Json
from domain.log.derived import seed_of
from domain.log.hexes import is_hex
from domain.log.log import Seeds
from domain.log.record import PROCEDURE, Command, Happened, seed_commitment
from domain.series import actions as a
from domain.series import state as st
from domain.series.state import Series, SeriesHolder
from domain.table.rules.seating import entropy_hash

LIMIT = 100
"""The sum that ends an Apocalypse (NF-VAR-6)."""

MOST_VOID = 3
"""So many games in a row that do not count end the series."""


def opening(
    game: Game[Any],
    series_id: str,
    seats: Sequence[SeriesHolder],
    seed: bytes,
    options: Mapping[str, Json] | None = None,
    *,
    limit: int = LIMIT,
    terms: Mapping[str, Json] | None = None,
) -> a.Open:
    """The action that opens a series; `Refused("malformed")` if the options do not fit.

    Seats are `s1`, `s2`, ... in the order of their holders; one without a holder is open. `terms` are those that
    every game is opened with.
    """
    names = [f"s{number}" for number in range(1, len(seats) + 1)]
    for held in seats:
        _check_holder(held)
    SUMS.check(limit, "the limit")
    given = dict(options or {})
    game.check_options(in_series(game, given, dict.fromkeys(names, 0), limit, game.rules), names)
    opened = st.SeriesOpened(
        id=series_id,
        game=game.id,
        rules=game.rules,
        options=given,
        seats=dict(zip(names, seats)),
        limit=limit,
        lowest_wins=lowest_tally_wins(game),
        commitment=seed_commitment(series_id, seed),
        procedure=PROCEDURE,
        terms=dict(terms or {}),
    )
    return a.Open(msgspec.to_builtins(opened))


class Rules:
    """The rules of series over a game: `decide` works out what a command brings about; the series is unchanged."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    def decide(self, series: Series, command: Command, seeds: Seeds) -> list[Happened]:
        """The events of a command; none if it was done before. `Refused` if it is not accepted."""
        action = command.action
        if isinstance(action, a.Open):
            if series.version:
                raise Refused("illegal", "the series is open already")
            return [Happened(msgspec.convert(action.data, st.SeriesOpened, strict=True))]
        rule = self._rules().get(type(action))
        if rule is None:
            raise Refused("malformed", "{command} is no command of a series", command=type(action).__name__)
        if command.by == "seat" and not isinstance(action, a.Sit | a.OpenEntropy):
            raise Refused("not-your-decision", "a seat does not decide this")
        return rule(series, command, action, seeds)

    def _rules(self) -> Mapping[type[Action], Callable[[Series, Command, Any, Seeds], list[Happened]]]:
        return {
            a.Sit: self._sit,
            a.OpenEntropy: self._open_entropy,
            a.Replace: self._replace,
            a.OpenGame: self._open_game,
            a.Tally: self._tally,
            a.Close: self._close,
        }

    def _sit(self, series: Series, command: Command, action: a.Sit, seeds: Seeds) -> list[Happened]:
        held = series.holders.get(str(command.seat))
        if held is None:
            raise Refused("malformed", "unknown seat {seat!r}", seat=command.seat)
        if held.taken or series.status != "running":
            raise Refused("illegal", "{seat} is not open", seat=command.seat)
        taking = SeriesHolder(action.account, action.level, action.entropy_hash)
        _check_holder(taking)
        if not taking.taken:
            raise Refused("malformed", "either a person or an AI sits down")
        return [Happened(st.SeriesSeatTaken(str(command.seat), taking))]

    def _open_entropy(self, series: Series, command: Command, action: a.OpenEntropy, seeds: Seeds) -> list[Happened]:
        seat = str(command.seat)
        if seat not in series.owing or not series.is_full:
            raise Refused("illegal", "{seat} has no sealed entropy to open now", seat=seat)
        if not _opens(action.entropy, series.holders[seat].entropy_hash):
            raise Refused("illegal", "the entropy is not the one whose hash was given")
        return [Happened(st.SeriesEntropyOpened(seat, action.entropy))]

    def _replace(self, series: Series, command: Command, action: a.Replace, seeds: Seeds) -> list[Happened]:
        """Give a taken seat to somebody else (LG-RES-8); nothing is left to do if it is theirs."""
        held = series.holders.get(str(command.seat))
        if held is None or not held.taken:
            raise Refused("malformed", "nobody holds {seat!r}", seat=command.seat)
        if series.status != "running":
            raise Refused("illegal", "the series is over")
        taking = SeriesHolder(action.account, action.level)
        _check_holder(taking)
        if not taking.taken:
            raise Refused("malformed", "either a person or an AI takes the seat")
        if (held.account, held.level) == (taking.account, taking.level):
            return []
        return [Happened(st.SeriesSeatReplaced(str(command.seat), taking))]

    def _open_game(self, series: Series, command: Command, action: a.OpenGame, seeds: Seeds) -> list[Happened]:
        if action.number <= len(series.games):
            return []
        step = st.next_step(series)
        if step is None or step.number != action.number:
            raise Refused("illegal", "game {number} is not to be opened now", number=action.number)
        header = series.header
        options = in_series(self._game, header.options, series.sums, header.limit, header.rules)
        return [Happened(st.GameOpenedInSeries(step.number, step.game_id, options))]

    def _tally(self, series: Series, command: Command, action: a.Tally, seeds: Seeds) -> list[Happened]:
        """Add up what a game brought.

        One that does not count is followed by the next; an abandoned one, or the third in a row, ends the series.
        """
        if not 1 <= action.number <= len(series.games):
            raise Refused("malformed", "there is no game {number}", number=action.number)
        if series.games[action.number - 1].cause is not None:
            return []
        if action.cause != "over":
            tallied = st.GameTallied(action.number, action.cause, {}, {}, series.sums)
            return [Happened(tallied), *self._without_a_winner(_with(series, tallied), seeds)]
        if set(action.tally) != set(series.sums) or set(action.places) != set(series.sums):
            raise Refused("malformed", "a tally and a place for every seat")
        sums = {seat: total + action.tally[seat] for seat, total in series.sums.items()}
        tallied = st.GameTallied(action.number, action.cause, action.tally, action.places, sums)
        after = _with(series, tallied)
        ending = _closing(series, "over", after.standing(), seeds) if after.is_decided else []
        return [Happened(tallied), *ending]

    def _without_a_winner(self, after: Series, seeds: Seeds) -> list[Happened]:
        causes = [game.cause for game in after.games[-MOST_VOID:]]
        if causes[-1] == "abandoned":
            return _closing(after, "abandoned", None, seeds)
        return _closing(after, "void", None, seeds) if len(causes) == MOST_VOID and "over" not in causes else []

    def _close(self, series: Series, command: Command, action: a.Close, seeds: Seeds) -> list[Happened]:
        if series.status != "running":
            return []
        return _closing(series, "void", None, seeds)


def _check_holder(held: SeriesHolder) -> None:
    if held.account is not None and held.level is not None:
        raise Refused("malformed", "a seat is held by a person or by an AI")
    if held.entropy_hash is not None and (held.account is None or not is_hex(held.entropy_hash)):
        raise Refused("malformed", "a person gives the hash of entropy, 32 bytes in lower-case hex")


def _opens(entropy: str, sealed: str | None) -> bool:
    try:
        return len(bytes.fromhex(entropy)) == 32 and entropy_hash(entropy) == sealed
    except ValueError:
        return False


def _with(series: Series, tallied: st.GameTallied) -> Series:
    """The series as it will be after this event."""
    after = Series()
    vars(after).update(vars(series))
    after.games = [*series.games[:-1], msgspec.structs.replace(series.games[-1])]
    tallied.apply(after)
    return after


def _closing(series: Series, cause: str, ranking: tuple[str, ...] | None, seeds: Seeds) -> list[Happened]:
    return [Happened(st.SeriesClosed(cause, ranking, seed_of(series.id, seeds).hex()))]
