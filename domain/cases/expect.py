"""What a rule case expects of the table at one point (docs/rules/cases.md, Expectations)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from domain.cases.compare import Difference, Path, difference, place, same, shown
from domain.cases.play import CaseFailed, Play
from domain.contract.audience import SPECTATOR
from domain.contract.chance import Seeded
from domain.contract.decoding import verb_names
from domain.contract.game import Json, Legal, Refused, to_json, verb_of
from domain.log.record import Entry

LEGAL_LIMIT = 1000


def check_expect(play: Play, expect: Mapping[str, Json], where: str) -> None:
    """Raise `CaseFailed` unless all that is expected, in seat ids, holds."""
    checks: dict[str, Callable[[Play, Any, str], None]] = {
        "table": _check_table,
        "events": _check_events,
        "no_events": _check_no_events,
        "pending": _check_pending,
        "legal": _check_legal,
        "view": _check_view,
        "result": _check_result,
    }
    for key, wanted in expect.items():
        checks[key](play, wanted, f"{where}.{key}")


def demand(found: Difference | None, where: str) -> None:
    """Raise `CaseFailed` if something differs."""
    if found:
        raise CaseFailed(f"{where}{found}")


def _check_table(play: Play, wanted: Json, where: str) -> None:
    demand(difference(wanted, to_json(play.game.view(play.state, "referee"))), where)


def _check_events(play: Play, wanted: list[Json], where: str) -> None:
    left = list(play.told())
    for at, item in enumerate(wanted):
        [(name, fields)] = item.items() if isinstance(item, dict) else [(item, {})]
        fitting = (n for n, (kind, data) in enumerate(left) if kind == name and not difference(fields, data))
        found = next(fitting, None)
        if found is None:
            raise CaseFailed(f"{where}[{at}]: {_no_event(name, fields, left)}")
        left = left[found + 1 :]


def _no_event(name: str, fields: Json, left: list[tuple[str, Json]]) -> str:
    alike = [shown(data) for kind, data in left if kind == name]
    if alike:
        return f"no {name} with {shown(fields)} follows, but {'; '.join(alike[:5])}"
    return f"no {name} follows, but {', '.join(kind for kind, _ in left) or 'nothing'}"


def _check_no_events(play: Play, wanted: list[str], where: str) -> None:
    for name in wanted:
        _know(name, [kind.__name__ for kind in play.game.event_types], where)
    for name, fields in play.told():
        if name in wanted:
            raise CaseFailed(f"{where}: {name} {shown(fields)} is stored")


def _check_pending(play: Play, wanted: list[Json], where: str) -> None:
    expected: dict[str, list[str]] = {}
    for item in wanted:
        [(seat, verbs)] = item.items()
        expected[seat] = sorted(verbs) if isinstance(verbs, list) else [verbs]
    actual = {seat: sorted(decision.verbs) for seat, decision in play.state.open.items()}
    if not same(expected, actual):
        raise CaseFailed(f"{where}: expected {shown(expected)}, is {shown(actual)}")


def _check_legal(play: Play, wanted: Mapping[str, Json], where: str) -> None:
    for seat, sides in wanted.items():
        _know(seat, play.seats, where)
        legal = play.game.legal(play.state, seat, LEGAL_LIMIT)
        for side in ("includes", "excludes"):
            for item in sides.get(side, []):
                if _is_legal(play, seat, item, legal, as_listed=side == "excludes") != (side == "includes"):
                    listed = shown([play.show(action) for action in legal.actions])
                    more = "" if legal.complete else " and more"
                    raise CaseFailed(f"{where}.{seat}.{side}: {shown(item)} does not hold, legal are {listed}{more}")


def _is_legal(play: Play, seat: str, item: Json, legal: Legal, *, as_listed: bool) -> bool:
    """Whether the verb is open, or the action legal: one that is listed, or is accepted when tried, unless the list is
    complete and `as_listed` goes by it. Lists leave out other ways to write an action."""
    if isinstance(item, str):
        _know(item, verb_names(play.game.action_types), "legal")
        open_now = (*legal.slots, *play.game.standing(play.state, seat))
        return item in open_now or any(verb_of(action) == item for action in legal.actions)
    try:
        action = play.game.parse(play.read(play.state, seat, item))
        if action in legal.actions:
            return True
        if as_listed and legal.complete:
            return False
        play.game.decide(play.state, seat, action, Seeded(play.key))
    except Refused:
        return False
    return True


def _check_view(play: Play, wanted: Mapping[str, Json], where: str) -> None:
    audience = wanted["as"]
    _know(audience, (*play.seats, SPECTATOR), f"{where}.as")
    view = to_json(play.game.view(play.state, audience))
    demand(difference(wanted.get("table", {}), view), f"{where}.table")
    everything = {"table": view, "log": [_read_by(audience, entry) for entry in play.entries]}
    for secret in wanted.get("lacks", []):
        for path in _found(secret, everything):
            raise CaseFailed(f"{where}.lacks: {shown(secret)} can be seen at {place(path)}")


def _read_by(audience: str, entry: Entry) -> Json:
    """What the audience reads of a stored event, without the numbers that every event has."""
    stored = entry.as_json([audience])
    own = [part["part"] for part in stored["private"].values()]
    return {"own": own} | {key: stored[key] for key in ("type", "data", "draws", "action", "opens") if key in stored}


def _know(name: str, known: Collection[str], where: str) -> None:
    """A name that nobody has would hold of everything that it is denied."""
    if name not in known:
        raise CaseFailed(f"{where}: {shown(name)} is none of {', '.join(known)}")


def _found(secret: Json, value: Json, path: Path = ()) -> Iterator[Path]:
    """Where a whole key or value is the secret."""
    if same(secret, value):
        yield path
    elif isinstance(value, dict):
        for key, item in value.items():
            if key == secret:
                yield (*path, key)
            yield from _found(secret, item, (*path, key))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from _found(secret, item, (*path, at))


def _check_result(play: Play, wanted: Json, where: str) -> None:
    outcome = play.game.outcome(play.state)
    demand(difference(wanted, None if outcome is None else to_json(outcome.detail)), where)
