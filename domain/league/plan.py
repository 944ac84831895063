"""What an organiser publishes before anybody enrols: the plan of a league's seasons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from domain.contract.facets.series import in_series
from domain.contract.game import Game, Json, Refused
from domain.contract.quantities import PLACES, SUMS, Bounds, PointsEarned, points
from domain.contract.reason import Reason
from domain.league import points as p
from domain.league.tiebreaks.registry import DEFAULT, IN_PLANS
from domain.table.terms import read_clock, read_release

Kind = Literal["swiss", "round-robin", "balanced-groups", "knock-out", "apocalypse-final"]

DIVISION_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What divisions are called where nobody names them, the top one first."""

LONGEST_NAME = 40
"""Characters of a division's name, which is part of the ids of its stages."""

MOST_ENTRANTS = 1000
"""How many a season has at most."""

SIZES = Bounds(2, MOST_ENTRANTS)
"""How many a division has."""

MISSED = Bounds(1, 20)
"""How many games in a row may be lost to the clock, at most."""

ZONE = "[A-Za-z][A-Za-z0-9_+/-]{0,49}"
"""The form of a zone's name; whether there is one of this name is not for the rules to know."""

HOUR, LAST_MINUTE = "(?:[01][0-9]|2[0-3]):[0-5][0-9]", "23:59"
"""The form of an hour, and the one of which rounds are due where the plan names a zone alone."""

STAGE_BOUNDS: Mapping[str, Bounds] = {
    "rounds": Bounds(1, 100),
    "cycles": Bounds(1, 10),
    "through": PLACES,
    "advance": Bounds(1, MOST_ENTRANTS),
    "seats": PLACES,
    "limit": SUMS,
    "days": Bounds(1, 366),
}
"""The numbers of a stage."""

DEFAULT_POINTS: tuple[PointsEarned, ...] = (10, 6, 3, 1)


class StagePlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One stage, played in every division by itself.

    `rounds` is for Swiss stages; `cycles` for round robins; `through` how many of a knock-out table go on; `advance`
    how many of the division go on to the next stage (None: all); `carry` whether points of the stage before count on.
    `seats` is the number at a table where it differs from the plan's; `limit` ends an Apocalypse final (wounds);
    `days` is the time for a round (None: no limit); `annul` whether the games of who leaves a round robin before half
    of them were played do not count (unset in older plans, and then they do); `accelerated` whether the first half of a
    Swiss stage is paired with virtual points, by the Baku method (unset in older plans, and where it is not).
    """

    kind: Kind
    rounds: int | None = None
    cycles: int = 1
    through: int = 1
    advance: int | None = None
    carry: bool = False
    seats: int | None = None
    limit: int = 100
    days: int | None = None
    annul: bool | UnsetType = UNSET
    accelerated: Literal["baku"] | UnsetType = UNSET


class DivisionPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A division, the top one first: its name, its size, and how many change places with the one below."""

    name: str
    size: int
    relegated: int = 0


class Eligibility(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may enrol: bounds of the rating (None: none), whether a waiting list is kept, whether AIs may enrol, and
    up to which round of a Swiss stage somebody may enter late (0: not at all); whether the waiting list goes on while a
    season runs and takes the places of those who leave (`substitutes`); and after how many games in a row that it lost
    to the clock an entrant is taken out (`missed`). The last two are unset in older plans, where neither is so."""

    rating_from: int | None = None
    rating_to: int | None = None
    waiting_list: bool = True
    bots: bool = True
    late_until: int = 0
    substitutes: bool | UnsetType = UNSET
    missed: Annotated[int, msgspec.Meta(extra_json_schema=MISSED.schema)] | UnsetType = UNSET


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A league's plan. Points are whole numbers or fractions such as "19/3".

    `seats` is the number at a table and `fewest` the smallest table allowed; `points` by place, `bye` what a round
    without a game brings (None: a win at tables of two, else the average of a full table); `tiebreaks` in order;
    `clock`, `release` and `rated` are those of every game; `shared_seed` whether another installation shares the seed
    of each; `zone` in whose time rounds are due, such as Europe/Warsaw, and `until` which hour there, such as 21:00,
    the last minute of the day if nothing is said (all three unset in older plans, and where they are not asked for).
    """

    seats: int
    divisions: tuple[DivisionPlan, ...]
    stages: tuple[StagePlan, ...]
    fewest: int | None = None
    options: dict[str, Json] = {}
    points: tuple[PointsEarned, ...] = DEFAULT_POINTS
    bye: PointsEarned | None = None
    tiebreaks: tuple[str, ...] = DEFAULT
    eligibility: Eligibility = Eligibility()
    clock: dict[str, Json] | None = None
    release: int | None = None
    rated: bool = True
    shared_seed: bool | UnsetType = UNSET
    zone: Annotated[str, msgspec.Meta(extra_json_schema={"pattern": f"^(?:{ZONE})$"})] | UnsetType = UNSET
    until: Annotated[str, msgspec.Meta(extra_json_schema={"pattern": f"^(?:{HOUR})$"})] | UnsetType = UNSET

    @property
    def size(self) -> int:
        """How many entrants a season has at most."""
        return sum(division.size for division in self.divisions)

    def scale(self) -> list[Fraction]:
        """Points by place."""
        return [p.read(stored) for stored in self.points]

    def seats_of(self, stage: int) -> int:
        """How many sit at a table of stage number `stage`, from 1."""
        return self.stages[stage - 1].seats or self.seats

    def fewest_of(self, stage: int) -> int:
        """The smallest table of the stage."""
        return min(self.fewest or self.seats, self.seats_of(stage))

    def draw_points(self, stage: int) -> Fraction:
        """What a game brings where all are level, at a full table of the stage."""
        return p.mean(self.scale(), self.seats_of(stage))

    def bye_points(self, stage: int) -> Fraction:
        """What a bye brings in the stage (LG-RES-2)."""
        if self.bye is not None:
            return p.read(self.bye)
        return self.scale()[0] if self.seats_of(stage) == 2 else self.draw_points(stage)


def stage_id(league: str, season: int, division: str, stage: int) -> str:
    """The id of a division's stage: what its seed, its commitment and the ids of its games are bound to."""
    return f"{league}/{season}/{division}/{stage}"


def stage_ids(league: str, season: int, plan: Plan) -> list[str]:
    """The ids of all stages of a season, by division, in order."""
    return [
        stage_id(league, season, division.name, number)
        for division in plan.divisions
        for number in range(1, len(plan.stages) + 1)
    ]


def plan_in(raw: Mapping[str, Any]) -> Plan:
    """The plan of its fields; `Refused("malformed")` for what has not its form. Whether it fits a game is another
    matter."""
    try:
        return msgspec.convert(raw, Plan, strict=True)
    except msgspec.ValidationError as error:
        raise Refused("malformed", str(error)) from None


def read_plan(raw: Mapping[str, Any], game: Game[Any]) -> Plan:
    """A plan that fits the game, with all defaults; `Refused("malformed")` says what does not fit."""
    plan = plan_in(raw)
    for typed in (*plan.points, *(() if plan.bye is None else (plan.bye,))):
        if points(typed) < 0 or p.shown(points(typed)) != typed:
            raise Refused("malformed", "{typed!r} is no number of points from 0 up, in its shortest form", typed=typed)
    for fault in (*_faults(plan), *_seat_faults(plan, game)):
        raise Refused("malformed", fault)
    read_clock(plan.clock)
    read_release(plan.release)
    for stage in range(1, len(plan.stages) + 1):
        seats = [f"s{seat}" for seat in range(1, plan.seats_of(stage) + 1)]
        final = plan.stages[stage - 1].kind == "apocalypse-final"
        game.check_options(options_in_final(game, plan, seats) if final else plan.options, seats)
    return plan


def options_in_final(game: Game[Any], plan: Plan, seats: Sequence[str]) -> dict[str, Json]:
    """The options of the first game of an Apocalypse final."""
    return in_series(game, plan.options, dict.fromkeys(seats, 0), plan.stages[-1].limit, game.rules)


def _faults(plan: Plan) -> Iterator[Reason]:
    if not plan.divisions or not plan.stages:
        yield Reason("a league has at least one division and one stage")
    names = [division.name for division in plan.divisions]
    if len(set(names)) < len(names) or not all(name.isascii() and name.isalnum() for name in names):
        yield Reason("divisions have different names of letters and digits")
    if any(len(name) > LONGEST_NAME for name in names):
        yield Reason("a division's name has {most} characters at most", most=LONGEST_NAME)
    for division in plan.divisions:
        if not (SIZES.least <= division.size <= SIZES.most and 0 <= division.relegated <= division.size):
            yield Reason(
                "division {division} cannot have {size} entrants of whom {relegated} go down",
                division=division.name,
                size=division.size,
                relegated=division.relegated,
            )
    if len(plan.points) > PLACES.most:
        yield Reason("points are given for {most} places at most", most=PLACES.most)
    if not plan.points or [p.read(a) for a in plan.points] != sorted(map(p.read, plan.points), reverse=True):
        yield Reason("points by place never rise")
    if plan.points and not p.read(plan.points[0]):
        yield Reason("the first place brings points")
    if unknown := [name for name in plan.tiebreaks if name not in IN_PLANS]:
        yield Reason("unknown tie-break {unknown!r}; there are {known}", unknown=unknown[0], known=", ".join(IN_PLANS))
    if len(set(plan.tiebreaks)) < len(plan.tiebreaks):
        yield Reason("no tie-break stands twice")
    yield from _eligibility_faults(plan.eligibility)
    yield from _zone_faults(plan)
    for number, stage in enumerate(plan.stages, 1):
        yield from (_of_stage(number, fault) for fault in _stage_faults(stage))


def _eligibility_faults(rule: Eligibility) -> Iterator[Reason]:
    least, most = rule.rating_from, rule.rating_to
    if least is not None and most is not None and least > most:
        yield Reason("nobody is rated from {least} to {most}", least=least, most=most)
    if rule.substitutes and not rule.waiting_list:
        yield Reason("substitutes come from the waiting list, and the plan keeps none")
    if rule.missed is not UNSET and not MISSED.least <= rule.missed <= MISSED.most:
        yield Reason("{name} is {bounds}", name="missed", bounds=MISSED.said)


def _zone_faults(plan: Plan) -> Iterator[Reason]:
    if plan.zone and not re.fullmatch(ZONE, plan.zone):
        yield Reason("a zone is named such as Europe/Warsaw")
    if plan.until is not UNSET and not re.fullmatch(HOUR, plan.until):
        yield Reason("rounds are due until an hour such as 21:00")
    if plan.until is not UNSET and plan.zone is UNSET:
        yield Reason("an hour until which rounds are due is one of a zone")


def _stage_faults(stage: StagePlan) -> Iterator[Reason]:
    if stage.kind not in get_args(Kind):
        yield Reason("unknown kind {kind!r}", kind=stage.kind)
    if (stage.kind == "swiss") != (stage.rounds is not None):
        yield Reason("a Swiss stage, and no other, says how many rounds it has")
    if stage.annul and stage.kind != "round-robin":
        yield Reason("only in a round robin games of who leaves are annulled")
    if stage.accelerated and stage.kind != "swiss":
        yield Reason("only a Swiss stage has accelerated rounds")
    for name, bounds in STAGE_BOUNDS.items():
        value = getattr(stage, name)
        if value is not None and not bounds.least <= value <= bounds.most:
            yield Reason("{name} is {bounds}", name=name, bounds=bounds.said)


def _seat_faults(plan: Plan, game: Game[Any]) -> Iterator[Reason]:
    for number, stage in enumerate(plan.stages, 1):
        yield from (_of_stage(number, fault) for fault in _table_faults(plan, number, game))
        if stage.kind == "apocalypse-final" and number < len(plan.stages):
            yield Reason("an Apocalypse final is the last stage")


def _table_faults(plan: Plan, number: int, game: Game[Any]) -> Iterator[Reason]:
    (least, most), stage, seats = game.seat_range, plan.stages[number - 1], plan.seats_of(number)
    if not max(least, 2) <= plan.fewest_of(number) <= seats <= most:
        yield Reason("{game} is played by {least} to {most}", game=game.id, least=least, most=most)
    if stage.kind == "round-robin" and seats != 2:
        yield Reason("at tables of more than two all play all in balanced groups")
    if stage.accelerated and seats != 2:
        yield Reason("accelerated rounds are of tables of two")
    if stage.kind == "knock-out" and stage.through >= plan.fewest_of(number):
        yield Reason("somebody drops out at each table of a knock-out")


def _of_stage(number: int, fault: Reason) -> Reason:
    return Reason("stage {number}: {fault}", number=number, fault=fault)
