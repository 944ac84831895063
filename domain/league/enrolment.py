"""Enrolment: who may, the waiting list, entropy, and the divisions (docs/leagues.md, chapters 2 and 3)."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence

from domain.contract.game import Refused
from domain.league import actions as a
from domain.league import events as e
from domain.league.conduct.drafts import closes_now
from domain.league.conduct.events import SubstituteSeated
from domain.league.conduct.substitutes import (
    EntrantRule,
    first_waiting,
    is_vacant,
    leaving,
    vacancy,
    withdrawal,
    would_have_games,
)
from domain.league.plan import MOST_ENTRANTS, Eligibility, stage_id
from domain.league.state import Enrolment, League, Season, check_holder, reason, reason_if_any
from domain.log.hexes import is_hex
from domain.log.log import Seeds
from domain.log.record import ORGANISING, Command, Happened
from domain.table.rules.seating import entropy_hash


def enrol(league: League, command: Command, action: a.Enrol, seeds: Seeds) -> list[Happened]:
    """Take a place (LG-ENR-2, LG-ENR-3), or one on the waiting list when all are taken (LG-ENR-4).

    Who has one and gave no entropy may enrol once more to give some (LG-CH-2); what a former holder of the place gave
    does not count. Once enrolment has closed only the waiting list is open, where substitutes are taken from it:
    whoever comes takes a place that is free (LG-ENR-7).
    """
    _check_has_not_gone(league, action.account)
    return taking_a_place(league, action)


def taking_a_place(league: League, action: a.Enrol, may_be_taken: EntrantRule = is_vacant) -> list[Happened]:
    """The events by which anybody takes a place, or one on the waiting list, whether or not they have left before;
    `may_be_taken` says which of the places that were left are free for them."""
    if league.plan.eligibility.substitutes and league.season.status in ("opening", "running"):
        return _enrol_as_substitute(league, action, may_be_taken)
    season = _in_status(league, "enrolling")
    entrant = _entrant(league, action)
    before = season.enrolled.get(entrant)
    if before is not None and (before.owes_entropy or action.entropy_hash is None):
        raise Refused("illegal", "{entrant} is enrolled", entrant=entrant)
    check_eligible(league.plan.eligibility, action.level, action.rating)
    _check_entropy_hash(action)
    waiting = len(season.holding) >= league.plan.size if before is None else before.waiting
    if waiting and before is None:
        _check_list(league.plan.eligibility, season)
    enrolled = e.EntrantEnrolled(entrant, action.rating, waiting, action.account, action.level, action.entropy_hash)
    return [Happened(enrolled)]


def _enrol_as_substitute(league: League, action: a.Enrol, may_be_taken: EntrantRule) -> list[Happened]:
    entrant = _entrant(league, action)
    _check_has_not_left(league.season, entrant)
    if entrant in league.season.enrolled:
        raise Refused("illegal", "{entrant} is enrolled", entrant=entrant)
    if action.entropy_hash is not None:
        raise Refused("illegal", "enrolment has closed, and with it what entrants give to chance")
    check_eligible(league.plan.eligibility, action.level, action.rating)
    _check_list(league.plan.eligibility, league.season)
    enrolled = e.EntrantEnrolled(entrant, action.rating, waiting=True, account=action.account, level=action.level)
    free = vacancy(league, may_be_taken) if first_waiting(league) is None else None
    if free is None:
        return [Happened(enrolled)]
    return [Happened(enrolled), Happened(SubstituteSeated(free, entrant, action.account, action.level))]


def _check_list(rule: Eligibility, season: Season) -> None:
    """`Refused` where nobody more may wait for a place."""
    if not rule.waiting_list:
        raise Refused("illegal", "all places are taken")
    if len(season.enrolled) - len(season.holding) >= MOST_ENTRANTS:
        raise Refused("illegal", "{most} wait already, as many as may", most=MOST_ENTRANTS)


def _entrant(league: League, action: a.Enrol | a.EnterLate) -> str:
    """The id of whoever enrols: the one of an earlier season (LG-ENR-2), or the next."""
    check_holder(action.account, action.level)
    if action.account is not None and (known := league.entrant_of(action.account)) is not None:
        return known.id
    if action.account is not None or action.entrant is None:
        return f"e{len(league.entrants) + 1}"
    if action.entrant not in league.entrants or league.entrants[action.entrant].level != action.level:
        raise Refused("malformed", "{entrant} is no AI of level {level}", entrant=action.entrant, level=action.level)
    return action.entrant


def check_eligible(rule: Eligibility, level: str | None, rating: int) -> None:
    """`Refused` for an AI (of a level) or a person whom a plan does not let enrol at this rating (LG-ENR-1)."""
    if level is not None and not rule.bots:
        raise Refused("illegal", "AIs may not enrol")
    if rule.rating_from is not None and rating < rule.rating_from:
        raise Refused("illegal", "a rating of {rating} is below {least}", rating=rating, least=rule.rating_from)
    if rule.rating_to is not None and rating > rule.rating_to:
        raise Refused("illegal", "a rating of {rating} is above {most}", rating=rating, most=rule.rating_to)


def _check_entropy_hash(action: a.Enrol) -> None:
    given = action.entropy_hash
    if given is None:
        return
    if action.level is not None:
        raise Refused("malformed", "an AI gives no entropy")
    if not is_hex(given):
        raise Refused("malformed", "the hash of entropy is 32 bytes in lower-case hex")


def close_enrolment(league: League, command: Command, action: a.CloseEnrolment, seeds: Seeds) -> list[Happened]:
    """Nobody enrols any more. `illegal` while there are too few for one table (LG-ENR-6)."""
    if command.by not in ORGANISING and not closes_now(league, command.at):
        raise Refused("not-your-decision", "the organiser decides this, or the calendar of the season")
    enrolled, fewest = len(_in_status(league, "enrolling").enrolled), league.plan.fewest_of(1)
    if enrolled < fewest:
        raise Refused(
            "illegal", "a table is of {fewest} at least, and {enrolled} enrolled", fewest=fewest, enrolled=enrolled
        )
    return [Happened(e.EnrolmentClosed())]


def open_entropy(league: League, command: Command, action: a.OpenEntropy, seeds: Seeds) -> list[Happened]:
    """Open the entropy whose hash was given at enrolment (LG-CH-2)."""
    enrolment = _in_status(league, "opening").enrolled.get(str(command.seat))
    if enrolment is None or not enrolment.is_sealed:
        raise Refused("illegal", "{seat} has no sealed entropy to open", seat=command.seat)
    if not is_hex(action.entropy) or entropy_hash(action.entropy) != enrolment.entropy_hash:
        raise Refused("illegal", "the entropy is not the one whose hash was given")
    return [Happened(e.EntropyOpened(enrolment.entrant, action.entropy))]


def start_season(league: League, command: Command, action: a.StartSeason, seeds: Seeds) -> list[Happened]:
    """Strike who owes entropy (LG-CH-2), fill up from the waiting list (LG-ENR-4), make the divisions."""
    return started(league, lambda own: own.owes_entropy)


def started(league: League, owes: Callable[[Enrolment], bool]) -> list[Happened]:
    """The events by which the season starts without those who owe entropy."""
    season = _in_status(league, "opening")
    struck = [own for own in season.holding if owes(own)]
    staying = [own for own in season.holding if not owes(own)]
    waiting = [own for own in season.enrolled.values() if own.waiting and not owes(own)]
    admitted = waiting[: league.plan.size - len(staying)]
    divisions = _divisions(league, [*staying, *admitted])
    return [
        *(Happened(e.EntrantStruck(own.entrant)) for own in struck),
        *(Happened(e.WaitingEntrantAdmitted(own.entrant)) for own in admitted),
        Happened(e.SeasonStarted(divisions, _stages(league, season, divisions))),
    ]


def _divisions(league: League, enrolments: Sequence[Enrolment]) -> dict[str, tuple[str, ...]]:
    """Everybody in the order of the last season (LG-DIV-2), newcomers behind by rating (LG-DIV-1), cut from the top
    (LG-DIV-3).

    Who has the same rating is in order of enrolment; which of two is the stronger is left to lots in each stage.
    """
    last = league.seasons[-2].order if len(league.seasons) > 1 else ()
    known = {entrant: place for place, entrant in enumerate(last)}
    order = sorted(enrolments, key=lambda own: (known.get(own.entrant, len(known)), -own.rating))
    divisions: dict[str, tuple[str, ...]] = {}
    start = 0
    for division in league.plan.divisions:
        divisions[division.name] = tuple(own.entrant for own in order[start : start + division.size])
        start += division.size
    return {name: entrants for name, entrants in divisions.items() if entrants}


def _stages(league: League, season: Season, divisions: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, int]]:
    return {
        stage_id(league.id, season.number, name, number): (name, number)
        for name in divisions
        for number in range(1, len(league.plan.stages) + 1)
    }


def withdraw(league: League, command: Command, action: a.Withdraw, seeds: Seeds) -> list[Happened]:
    """Leave (LG-RES-6, LG-RES-9). Before the start the first of the waiting list takes the place; afterwards it does
    where the plan says so (LG-ENR-7). Who leaves the waiting list alone has not left the season."""
    return withdrawing(league, command, action, would_have_games)


def withdrawing(league: League, command: Command, action: a.Withdraw, has_games: EntrantRule) -> list[Happened]:
    """The events by which an entrant leaves; of a season that runs `has_games` says whether it would have had games."""
    _check_own(command, action.entrant)
    season = league.season
    own = season.enrolled.get(action.entrant)
    if own is None or season.status == "closed":
        raise Refused("illegal", "{entrant} is not enrolled", entrant=action.entrant)
    if season.status == "running":
        if action.entrant in season.withdrawn:
            raise Refused("illegal", "{entrant} has left", entrant=action.entrant)
        return leaving(
            league, action.entrant, withdrawal(season, action.entrant, reason_if_any(action.reason)), has_games
        )
    waiting = [other.entrant for other in season.enrolled.values() if other.waiting]
    admitted = waiting[:1] if not own.waiting else []
    return [
        Happened(e.EntrantWithdrew(action.entrant, reason=reason_if_any(action.reason))),
        *(Happened(e.WaitingEntrantAdmitted(entrant)) for entrant in admitted),
    ]


def enter_late(league: League, command: Command, action: a.EnterLate, seeds: Seeds) -> list[Happened]:
    """Join a running Swiss stage under the last pairing number, also from the waiting list (LG-RES-7)."""
    _check_has_not_gone(league, action.account)
    stage = league.stage(action.stage)
    if stage.status == "running" and stage.plan.rounds is not None and len(stage.rounds) >= stage.plan.rounds:
        raise Refused("illegal", "the last round of {stage} is paired already", stage=stage.id)
    return coming_late(league, action)


def coming_late(league: League, action: a.EnterLate) -> list[Happened]:
    """The event by which anybody joins a running Swiss stage, whether or not they have left the season before, or a
    round is left for them."""
    stage = league.stage(action.stage)
    if stage.status != "running" or stage.plan.kind != "swiss" or stage.season != len(league.seasons):
        raise Refused("illegal", "one enters late into a running Swiss stage only")
    if len(stage.rounds) + 1 > league.plan.eligibility.late_until:
        raise Refused("illegal", "one enters up to round {round}", round=league.plan.eligibility.late_until)
    entrant = _entrant(league, action)
    _check_has_not_left(league.season, entrant)
    if league.season.has_place(entrant):
        raise Refused("illegal", "{entrant} is enrolled", entrant=entrant)
    check_eligible(league.plan.eligibility, action.level, action.rating)
    if len(league.season.holding) >= MOST_ENTRANTS:
        raise Refused("illegal", "a season has {most} places at most", most=MOST_ENTRANTS)
    entered = e.EntrantEnteredLate(
        stage.id, entrant, action.rating, len(stage.rounds) + 1, action.account, action.level
    )
    return [Happened(entered)]


def replace(league: League, command: Command, action: a.Replace, seeds: Seeds) -> list[Happened]:
    """Give a place to somebody else; the results stay with it (LG-RES-8). It may be given to whoever waits for one, or
    was in an earlier season alone; to nobody who has it, be it one on the waiting list. A place that was left is given
    away as long as its game runs."""
    season = league.season
    held = None if action.account is None else league.entrant_of(action.account)
    if held is not None and held.id == action.entrant:
        raise Refused("illegal", "this account has the place of {entrant} already", entrant=action.entrant)
    if action.entrant in season.withdrawn and not any(action.entrant in own.awaited for own in season.stages.values()):
        raise Refused(
            "illegal", "{entrant} has left this season, and no game of this place goes on", entrant=action.entrant
        )
    return given_away(league, action)


def given_away(league: League, action: a.Replace, besides: Container[str] = ()) -> list[Happened]:
    """The event by which a place is given to somebody who holds none; `Refused` for one that is neither of who is
    enrolled nor of those `besides`."""
    check_holder(action.account, action.level)
    if action.entrant not in league.season.enrolled and action.entrant not in besides:
        raise Refused("illegal", "{entrant} is not enrolled", entrant=action.entrant)
    held = None if action.account is None else league.entrant_of(action.account)
    if held is not None and league.season.has_place(held.id):
        raise Refused("illegal", "nobody holds two places")
    replaced = e.EntrantReplaced(action.entrant, reason(action.reason), action.account, action.level)
    return [Happened(replaced)]


def _in_status(league: League, status: str) -> Season:
    if league.season.status != status:
        raise Refused(
            "illegal", "season {season} is {status}", season=league.season.number, status=league.season.status
        )
    return league.season


def _check_has_not_left(season: Season, entrant: str) -> None:
    if entrant in season.withdrawn:
        raise Refused("illegal", "{entrant} has left this season", entrant=entrant)


def _check_has_not_gone(league: League, account: str | None) -> None:
    """`Refused` for a person who has left the season that runs, whoever has the place now (LG-ENR-7)."""
    if account in league.season.gone:
        raise Refused("illegal", "who has left a season that runs does not come back in it")


def _check_own(command: Command, entrant: str) -> None:
    if command.by == "seat" and command.seat != entrant:
        raise Refused("not-your-decision", "{seat} decides for itself only", seat=command.seat)
