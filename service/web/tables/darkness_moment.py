"""The moment that all look at in When Darkness Comes: the last throw as it lies, what it came to, what fate did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from domain.games.darkness.drawing import Throw, code_of, last_throw
from domain.table.stories import Happening
from service.language.names import Names, Said
from service.web.tables.darkness_fight import BLOWS


@dataclass(frozen=True)
class Moment:
    """A seat's throw. Of `faces` the first is the fate die; `outcome` says what came of it, `fate` what that did. `foe`
    is who it was against in a fight, `way` the way of that blow, `has_fallen` whether the foe did."""

    seat: str
    heading: str
    faces: tuple[int, ...]
    outcome: str
    went_well: bool | None
    fate: str
    foe: str | None = None
    way: str = ""
    has_fallen: bool = False


def moment(happened: Iterable[Happening], names: Names) -> Moment | None:
    """The last throw among what happened."""
    thrown = last_throw((one.kind, one.data) for one in happened)
    if thrown is None:
        return None
    about = {"seat": thrown.seat, "kind": Said(names.within(thrown.kind))}
    heading = names.filled("{seat} threw for {kind}", about)
    outcome = ", ".join(_outcome(thrown, names))
    fate, way = _fate(thrown, names), BLOWS.get(thrown.kind, "")
    fallen = thrown.foe_left == 0
    return Moment(thrown.seat, heading, thrown.faces, outcome, thrown.success, fate, thrown.foe, way, fallen)


def _outcome(thrown: Throw, names: Names) -> Iterator[str]:
    told = names.catalogue.told
    if thrown.level:
        yield names.say(code_of(thrown.level))
    elif thrown.level == 0 and thrown.movement is None:
        yield told("nothing that counts")
    if thrown.success is not None:
        yield told("passed") if thrown.success else told("not passed")
    if thrown.movement is not None:
        yield _to_walk(thrown, names)
    yield from _of_fight(thrown, names)


def _to_walk(thrown: Throw, names: Names) -> str:
    """What a throw for movement gave, and of what, unless fate has doubled or halved that (WD-MOVE-1, WD-MOVE-3)."""
    parts = {"movement": thrown.movement, "level": thrown.level, "defense": thrown.defense}
    if thrown.movement != (thrown.level or 0) + (thrown.defense or 0):
        return names.filled("{movement:space|spaces} to walk, twice as many on streets", parts)
    return names.filled(
        "{movement:space|spaces} to walk: {level} by the throw, {defense} by Defense; twice as many on streets", parts
    )


def _of_fight(thrown: Throw, names: Names) -> Iterator[str]:
    about = {"seat": thrown.seat, "foe": thrown.foe, "left": thrown.foe_left, "harm": thrown.harm}
    match thrown.first:
        case True:
            yield names.filled("{seat} strikes first", about)
        case False:
            yield names.filled("{foe} strikes first", about)
    match thrown.foe_left:
        case 0:
            yield names.filled("{foe} falls", about)
        case int():
            yield names.filled("{foe} has {left} health left", about)
    if thrown.harm is not None:
        yield names.filled("{seat} takes {harm} damage", about)


def _fate(thrown: Throw, names: Names) -> str:
    if thrown.fate is None:
        return ""
    return names.filled("The fate die called {table}: {effect}", thrown.fate._asdict())
