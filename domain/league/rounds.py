"""Rounds: pairing by the kind of the stage, by hand where that fails, and closing (docs/leagues.md, chapter 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec import UNSET, UnsetType

from domain.contract.chance import Draw, joined
from domain.contract.game import Json, Refused, Text, to_json
from domain.contract.quantities import DAY
from domain.league import actions as a
from domain.league import events as e
from domain.league.cards import cards, groups_apart
from domain.league.chance import stage_chance
from domain.league.elimination import alive
from domain.league.pairing import balanced, berger, dutch, knockout, tables
from domain.league.pairing.apart import Apart, kept_apart
from domain.league.pairing.card import Unpairable
from domain.league.plan import MOST_ENTRANTS
from domain.league.sheets import sheets
from domain.league.state import League, Round, Stage, reason
from domain.log.derived import game_id
from domain.log.log import Seeds
from domain.log.record import Command, Happened


class Pairing(msgspec.Struct, frozen=True):
    """Who sits where in a round, and who has a bye; entrants' ids."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()
    repeated: int = 0
    fairness: Mapping[str, Json] | None = None


class Drawing(msgspec.Struct, frozen=True):
    """What a pairing is made from: the league, the stage, the round's number, who is there, and the lots."""

    league: League
    stage: Stage
    number: int
    present: Sequence[str]
    lots: Sequence[str]

    @property
    def seats(self) -> int:
        """How many sit at a table."""
        return self.league.plan_of(self.stage).seats_of(self.stage.number)

    @property
    def apart(self) -> list[Apart]:
        """Who is not to meet in the stage, by pairing numbers."""
        return groups_apart(self.league, self.stage)

    @property
    def fewest(self) -> int:
        """The smallest table."""
        return self.league.plan_of(self.stage).fewest_of(self.stage.number)


def rounds_planned(league: League, stage: Stage) -> int | None:
    """How many rounds the stage has; None for a knock-out, which ends with one table."""
    match stage.plan.kind:
        case "swiss":
            return stage.plan.rounds
        case "round-robin":
            return berger.rounds(len(stage.entrants), stage.plan.cycles)
        case "knock-out":
            return None
        case _:
            return 1


def is_played_out(league: League, stage: Stage) -> bool:
    """Whether the stage's last round is closed."""
    if stage.open_round is not None or not stage.rounds:
        return False
    planned = rounds_planned(league, stage)
    return len(alive(stage)) <= 1 if planned is None else len(stage.rounds) >= planned


def may_be_paired(league: League, stage: Stage, entrant: str) -> bool:
    """Whether an entrant may sit at a table of a round that the stage has still to come, if nobody else leaves."""
    number, planned = len(stage.rounds) + 1, rounds_planned(league, stage)
    if planned is None:
        opened = stage.open_round
        return opened is None or len(opened.tables) > 1 or bool(opened.byes)
    rounds, there = range(number, planned + 1), {entrant, *stage.present(number)}
    present = [own for own in stage.entrants if own in there]
    match stage.plan.kind:
        case "round-robin":
            paired = (_round_robin(Drawing(league, stage, later, present, ())) for later in rounds)
            return any(entrant in table for pairing in paired for table in pairing.tables)
        case "apocalypse-final":
            return bool(rounds) and entrant in present[: league.plan_of(stage).seats_of(stage.number)]
        case _:
            return bool(rounds)


def pair_round(league: League, command: Command, action: a.PairRound, seeds: Seeds) -> list[Happened]:
    """Pair the next round; where the rules leave no pairing, the stage waits for the organiser (LG-RND-3).

    Nothing is left to do while a round is open, or when it is known already that it cannot be paired.
    """
    stage = _running(league, action.stage)
    if stage.open_round is not None or stage.failed is not None:
        return []
    if is_played_out(league, stage):
        raise Refused("illegal", "{stage} has had its last round", stage=stage.id)
    return paired_by_rule(league, stage, command, action, seeds, _present(stage, len(stage.rounds) + 1))


def paired_by_rule(
    league: League, stage: Stage, command: Command, action: a.PairRound, seeds: Seeds, present: Sequence[str]
) -> list[Happened]:
    """The next round of a stage with those who are there, or that the rules leave no pairing of them."""
    number = len(stage.rounds) + 1
    lots = stage_chance(stage, stage.entropy, seeds).draw("shuffle", f"round {number}", stage.entrants, 0)
    drawing = Drawing(league, stage, number, present, lots.result)
    try:
        pairing = _PAIRINGS[stage.plan.kind](drawing)
    except Unpairable as fault:
        return [Happened(e.PairingFailed(stage.id, number, str(fault)), (lots,))]
    return [_paired(stage, number, 1, pairing, _due(league, stage, command.at, action.due), draws=(lots,))]


def _present(stage: Stage, number: int) -> list[str]:
    return alive(stage) if stage.plan.kind == "knock-out" else stage.present(number)


def _swiss(drawing: Drawing) -> Pairing:
    stage, plan = drawing.stage, drawing.league.plan_of(drawing.stage)
    own = sheets(stage, plan, lowest_wins=drawing.league.lowest_wins)
    present = [kept_apart(one, drawing.apart, drawing.number) for one in cards(stage, plan, own, drawing.present)]
    if drawing.seats == 2:
        last = drawing.number == stage.plan.rounds
        most = max(stage.carried.values(), default=Fraction(0)) + plan.scale()[0] * (drawing.number - 1)
        paired = dutch.pair(present, stage.first_seat, last_round=last, most=most)
        return _from_numbers(stage, paired)
    numbers = stage.numbers
    lots = [numbers[entrant] for entrant in drawing.lots]
    found = tables.pair(present, drawing.seats, drawing.fewest, lots)
    return Pairing(_named(stage, found.tables), _named(stage, [found.byes])[0], found.repeated)


def _round_robin(drawing: Drawing) -> Pairing:
    """Who left has no table any more; whoever would meet it has a bye (LG-RES-6), unless its games are annulled
    (LG-RES-9). A free round is none."""
    stage = drawing.stage
    paired = _from_numbers(stage, berger.pair(len(stage.entrants), drawing.number))
    kept = [table for table in paired.tables if all(entrant in drawing.present for entrant in table)]
    counting = [table for table in paired.tables if not any(entrant in stage.annulled for entrant in table)]
    unmet = {entrant for table in counting if table not in kept for entrant in table}
    return Pairing(tuple(kept), tuple(entrant for entrant in drawing.present if entrant in unmet))


def _balanced_groups(drawing: Drawing) -> Pairing:
    """All tables in one round; lots say who is which of the design's entrants."""
    present = [entrant for entrant in drawing.lots if entrant in drawing.present]
    if len(present) < drawing.fewest:
        raise Unpairable(f"{len(present)} are too few for a table of {drawing.fewest}")
    found = balanced.design(len(present), min(drawing.seats, len(present)), joined("league/design", *present))
    rows = tuple(tuple(present[index] for index in table) for table in found.tables)
    return Pairing(rows, fairness={**to_json(found.fairness), "says": str(found.fairness)})


def _knock_out(drawing: Drawing) -> Pairing:
    rows, byes = knockout.tables(drawing.present, drawing.seats, drawing.fewest)
    if not rows:
        raise Unpairable(f"{len(drawing.present)} are too few for a table of {drawing.fewest}")
    return Pairing(tuple(_by_lot(row, drawing.lots) for row in rows), tuple(byes))


def _apocalypse(drawing: Drawing) -> Pairing:
    """One table of the best, at which a series is played (LG-FIN-1)."""
    best = drawing.present[: drawing.seats]
    if len(best) < drawing.fewest:
        raise Unpairable(f"{len(best)} are too few for a table of {drawing.fewest}")
    return Pairing((_by_lot(best, drawing.lots),))


_PAIRINGS: Mapping[str, Callable[[Drawing], Pairing]] = {
    "swiss": _swiss,
    "round-robin": _round_robin,
    "balanced-groups": _balanced_groups,
    "knock-out": _knock_out,
    "apocalypse-final": _apocalypse,
}


def _by_lot(row: Sequence[str], lots: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(row, key=lots.index))


def _from_numbers(stage: Stage, paired: dutch.DutchRound) -> Pairing:
    byes = () if paired.bye is None else (stage.entrants[paired.bye - 1],)
    return Pairing(_named(stage, paired.tables), byes)


def _named(stage: Stage, rows: Sequence[Sequence[int]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(stage.entrants[number - 1] for number in row) for row in rows)


def _paired(
    stage: Stage,
    number: int,
    attempt: int,
    pairing: Pairing,
    due: int | None,
    *,
    draws: tuple[Draw, ...] = (),
    why: Text | None = None,
) -> Happened:
    """The event, with a key that nobody can claim twice (LG-RND-1)."""
    series = stage.plan.kind == "apocalypse-final"
    first_table, first_game = 1 + max(stage.tables, default=0), stage.games + 1
    seatings = tuple(
        e.Seating(first_table + index, row, first_game + index, game_id(stage.id, first_game + index), series)
        for index, row in enumerate(pairing.tables)
    )
    event = e.RoundPaired(
        stage=stage.id,
        round=number,
        attempt=attempt,
        key=f"{stage.id}/{number}/{attempt}",
        tables=seatings,
        byes=pairing.byes,
        due=due,
        repeated=pairing.repeated,
        fairness=None if pairing.fairness is None else dict(pairing.fairness),
        reason=why,
    )
    return Happened(event, draws)


def _due(league: League, stage: Stage, at: int, told: int | UnsetType) -> int | None:
    """When a round that is paired at an instant is due: after the days of the stage, or at the hour that was told of
    the plan's zone (LG-RND-5). `Refused("malformed")` for an instant that is too far from those days."""
    if told is UNSET:
        return None if stage.plan.days is None else at + stage.plan.days * DAY
    zone = league.plan_of(stage).zone
    if zone is UNSET or stage.plan.days is None:
        raise Refused("malformed", "the plan names no zone, or no days, for which a round would be due")
    passed = told - at - stage.plan.days * DAY
    if told <= at or not -DAY <= passed <= 2 * DAY:
        raise Refused(
            "malformed",
            "a round is due after {days} days, at the hour of {zone}",
            days=stage.plan.days,
            zone=zone,
        )
    return told


def pair_by_hand(league: League, command: Command, action: a.PairByHand, seeds: Seeds) -> list[Happened]:
    """The organiser's pairing of a round that failed, or of one that has no result yet (LG-RND-3, LG-RND-4)."""
    stage = _running(league, action.stage)
    if is_played_out(league, stage):
        raise Refused("illegal", "{stage} has had its last round", stage=stage.id)
    return paired_by_hand(league, command, action, _seatable(league, stage), _resting(league, stage))


def paired_by_hand(
    league: League, command: Command, action: a.PairByHand, present: Sequence[str], resting: Sequence[str]
) -> list[Happened]:
    """The round of a stage as the organiser has it of those who are present; who of those who are `resting` unless they
    are seated has a bye. `Refused` for tables that there cannot be."""
    why = reason(action.reason)
    stage = _running(league, action.stage)
    opened = stage.open_round
    number = len(stage.rounds) + (opened is None)
    if action.round != number:
        raise Refused("illegal", "round {number} is the one to be paired", number=number)
    if opened is not None and any(table.result is not None for table in stage.tables_of(opened)):
        raise Refused("illegal", "round {number} has results", number=number)
    seated = _seated_by_hand(league, stage, action.tables, present)
    byes = tuple(entrant for entrant in resting if entrant not in seated)
    attempt = 1 if opened is None else opened.attempt + 1
    due = _due(league, stage, command.at, action.due)
    return [_paired(stage, number, attempt, Pairing(action.tables, byes), due, why=why)]


def _seatable(league: League, stage: Stage) -> list[str]:
    """Who may sit at a table of a round that is paired by hand (LG-RND-4)."""
    opened = stage.open_round
    if opened is None:
        return _present(stage, len(stage.rounds) + 1)
    paired, left = paired_in(stage, opened), league.season_of(stage).withdrawn
    if stage.plan.kind not in ("round-robin", "apocalypse-final"):
        return paired
    there = {*paired, *(entrant for entrant in stage.present(opened.number) if entrant not in left)}
    return [entrant for entrant in stage.entrants if entrant in there]


def _resting(league: League, stage: Stage) -> list[str]:
    """Who has a bye in a round that is paired by hand unless it is seated (LG-RND-4)."""
    opened = stage.open_round
    number = len(stage.rounds) + (opened is None)
    paired = _present(stage, number) if opened is None else paired_in(stage, opened)
    match stage.plan.kind:
        case "apocalypse-final":
            return []
        case "round-robin":
            by_rule = _round_robin(Drawing(league, stage, number, stage.present(number), ()))
            counting = [table for table in by_rule.tables if not any(entrant in stage.annulled for entrant in table)]
            planned = {*by_rule.byes, *(entrant for table in counting for entrant in table)}
            return [entrant for entrant in paired if entrant in planned]
        case _:
            return paired


def paired_in(stage: Stage, played: Round) -> list[str]:
    """Who sits at a table of a round, or has a bye."""
    seated = {entrant for table in stage.tables_of(played) for entrant in table.seats}
    return [entrant for entrant in stage.entrants if entrant in seated or entrant in played.byes]


def _seated_by_hand(league: League, stage: Stage, rows: Sequence[Sequence[str]], present: Sequence[str]) -> list[str]:
    """Who sits at these tables; `Refused("malformed")` unless they are of the right size and made of those present."""
    plan = league.plan_of(stage)
    fewest, seats = plan.fewest_of(stage.number), plan.seats_of(stage.number)
    if not rows or any(not fewest <= len(row) <= seats or len(set(row)) < len(row) for row in rows):
        raise Refused("malformed", "a table has {fewest} to {seats} different entrants", fewest=fewest, seats=seats)
    if len(rows) > MOST_ENTRANTS:
        raise Refused("malformed", "a round has {most} tables at most", most=MOST_ENTRANTS)
    seated = [entrant for row in rows for entrant in row]
    if strangers := set(seated) - set(present):
        raise Refused("malformed", "{entrant} is not to be paired in this round", entrant=min(strangers))
    if stage.plan.kind != "balanced-groups" and len(set(seated)) < len(seated):
        raise Refused("malformed", "nobody sits at two tables")
    return seated


def close_round(league: League, command: Command, action: a.CloseRound, seeds: Seeds) -> list[Happened]:
    """All results are in; or the round is due, and what is not over counts as void (LG-RND-2)."""
    stage = _running(league, action.stage)
    opened = stage.open_round
    if opened is None:
        return []
    missing = [table for table in stage.tables_of(opened) if table.result is None]
    if missing and (opened.due is None or command.at < opened.due):
        raise Refused("illegal", "table {table} has no result yet", table=missing[0].number)
    return [
        *(Happened(e.TableVoided(stage.id, table.number, "due")) for table in missing),
        Happened(e.RoundClosed(stage.id, opened.number)),
    ]


def _running(league: League, stage_id: str) -> Stage:
    stage = league.stage(stage_id)
    if stage.status != "running":
        raise Refused("illegal", "{stage} is {status}", stage=stage.id, status=stage.status)
    return stage
