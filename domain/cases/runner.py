"""Runs rule cases: set the table up, take the steps, look at what is expected and at what always holds."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from domain.cases.checks import check_chain, check_interference, check_offers, check_refusal, check_replay
from domain.cases.compare import shown
from domain.cases.expect import check_expect
from domain.cases.files import Case, collect
from domain.cases.names import Names
from domain.cases.play import CaseFailed, Play, all_told
from domain.cases.shape import BadShape, check_shape
from domain.contract.chance import BadForce
from domain.contract.facets.rule_cases import RuleCases
from domain.contract.game import Game, Json, Refused

Games = Mapping[str, Game[Any]]


class Verdict(msgspec.Struct, frozen=True):
    """How one case went: `problem` is None if all that it expects holds."""

    id: str
    problem: str | None

    def __str__(self) -> str:
        return f"ok {self.id}" if self.problem is None else f"FAIL {self.id}: {self.problem}"


def report(paths: Iterable[str | Path], games: Games, write: Callable[[str], object]) -> bool:
    """Write a line for each case below the paths and one for all; whether there are any and all hold."""
    failed = passed = 0
    for case in collect(paths):
        found = verdict(case, games)
        write(str(found))
        failed += found.problem is not None
        passed += found.problem is None
    write(f"{passed} passed, {failed} failed")
    return passed > 0 and not failed


def verdict(case: Case, games: Games) -> Verdict:
    """Run one case. Whatever a game raises fails its case."""
    try:
        run(case, games)
    except CaseFailed as failed:
        return Verdict(case.id, str(failed))
    except Exception as error:  # an error of one game must not keep the other cases from being run
        return Verdict(case.id, f"{type(error).__name__} in {_way(error)}: {error}")
    return Verdict(case.id, None)


def run(case: Case, games: Games) -> Play:
    """The case as it was played; `CaseFailed` says what differs. Whatever else a game raises comes through."""
    if case.fault is not None:
        raise CaseFailed(case.fault)
    try:
        check_shape(case.document)
    except BadShape as bad:
        raise CaseFailed(str(bad)) from None
    game = games.get(case.document["game"])
    if not isinstance(game, RuleCases):
        raise CaseFailed(f"there is no game {case.document['game']!r}")
    names = Names(case.document["seats"])
    try:
        return _played(Play(names, case.document, game))
    except CaseFailed as failed:
        raise CaseFailed(names.in_text(str(failed))) from failed
    except BadForce as bad:
        raise CaseFailed(names.in_text(f"a forced outcome does not fit: {bad}")) from bad


def _played(play: Play) -> Play:
    """The case, played to its end, once everything holds."""
    for at, step in enumerate(play.document.get("steps", [])):
        _take(play, step, f"steps[{at}]")
    check_expect(play, play.document.get("expect", {}), "expect")
    if play.chance.left:
        raise CaseFailed(f"chance: never drawn, {', '.join(play.chance.left)}")
    check_interference(play, play.state)
    check_offers(play, play.state)
    check_replay(play)
    check_chain(play)
    return play


def _take(play: Play, step: Mapping[str, Json], where: str) -> None:
    [(key, value)] = step.items()
    match key:
        case "expect":
            check_expect(play, value, f"{where}.expect")
        case "refused":
            _try(play, value, f"{where}.refused")
        case _:
            _act(play, key, value, f"{where}.{key}")


def _act(play: Play, seat: str, posted: Json, where: str) -> None:
    before = play.state.clone()
    try:
        action = play.act(seat, posted)
    except Refused as refusal:
        raise CaseFailed(f"{where}: {shown(posted)} is refused, {refusal}") from refusal
    check_interference(play, before, (seat, action))
    check_offers(play, before)


def _try(play: Play, refused: Mapping[str, Json], where: str) -> None:
    [(seat, posted)] = ((key, value) for key, value in refused.items() if key != "because")
    before, drawn = all_told(play.game, play.state), play.drawn
    refusal = play.refusal(play.state, seat, posted, play.chance)
    if refusal is None:
        raise CaseFailed(f"{where}: {shown(posted)} is accepted")
    if refusal.code != refused.get("because", refusal.code):
        raise CaseFailed(f"{where}: expected {refused['because']}, is {refusal}")
    if all_told(play.game, play.state) != before or play.drawn != drawn:
        raise CaseFailed(f"{where}: {shown(posted)} is refused, but it has changed something")
    check_refusal(play, seat, posted, refusal, where)


def _way(error: Exception) -> str:
    """What the runner was about when the error was raised, and through which lines it came."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    here = [frame.name for frame in frames if Path(frame.filename).parent == Path(__file__).parent]
    about = [name for name in here if name.isidentifier()]
    lines = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames[-3:])]
    return f"{about[-1]} ({' < '.join(lines)})"
