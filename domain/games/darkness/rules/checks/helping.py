"""Help: who can be asked, the terms, the price, and how helpers come (WD-HELP)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.contract.chance import Stream
from domain.contract.game import Action, Decision, Json, Slot, to_json
from domain.games.darkness.actions import Agree, Ask, Decline, Demand, Help, Refuse
from domain.games.darkness.events.checks import (
    HelpAgreed,
    HelpAsked,
    HelpDeclined,
    HelperMoved,
    PricePaid,
    TermsDemanded,
    TermsRefused,
)
from domain.games.darkness.rules.checks import pools, rerolls
from domain.games.darkness.rules.checks.pools import MATCHES, is_bomb
from domain.games.darkness.rules.differences import questions_tell_their_purpose, what_is_needed_is_no_price
from domain.games.darkness.rules.fights.engagement import engaged_with
from domain.games.darkness.rules.play import (
    Play,
    carried,
    caused,
    demand,
    known,
    known_seat,
    known_thing,
    without_repeats,
)
from domain.games.darkness.rules.questions import about_check
from domain.games.darkness.rules.subsets import any_subset, subsets
from domain.games.darkness.rules.things import needs
from domain.games.darkness.rules.things.equipment import fired_from, is_item, kind_of
from domain.games.darkness.rules.things.needs import INFLAMMABLE
from domain.games.darkness.rules.things.points import change_points
from domain.games.darkness.rules.town.arrivals import bring
from domain.games.darkness.rules.town.walking import NEAR, way
from domain.games.darkness.state import Asking, Check, DarknessState, Terms, check_of
from domain.games.darkness.steps.checks import AskCheck
from domain.games.darkness.steps.things import HandOver

MOST_OFFERED = 5
"""VP up to which slots list offers."""


def askable(state: DarknessState) -> list[str]:
    """Seats that can be asked for help with the check under way, in seat order (WD-HELP-1)."""
    check = state.check
    if check is None or not check.help or check.by != state.active:
        return []
    return [seat for seat in state.others(check.by) if _can_be_asked(state, check, seat)]


def can_bring(state: DarknessState, check: Check, ally: str) -> bool:
    """Whether an ally is of use: of the check's attribute, in combat any (WD-HELP-7)."""
    return state.combat is not None or rerolls.ally_dice(state, ally, check.attribute) > 0


def payable_items(state: DarknessState, payer: str) -> list[str]:
    """Carried things that can be a price: not the weapon that a fight was begun with, nor what lights or loads it.

    Nor what the task or action under way needs (WD-SCEN-AWAKENING-3, WD-SCEN-PAGE-2).
    """
    weapon = state.combat.weapon if state.combat else None
    needed = needs.of_the_check(state, payer) if what_is_needed_is_no_price(state) else ()
    loads = fired_from(state, payer, weapon) if weapon else None
    lit = weapon is not None and kind_of(state, weapon) in INFLAMMABLE and not is_bomb(state, weapon)
    return [
        item
        for item in state.people[payer].items
        if is_item(state, item)
        and item not in (weapon, loads, *needed)
        and not (lit and kind_of(state, item) == MATCHES)
    ]


def can_pay(state: DarknessState, payer: str, terms: Terms) -> bool:
    """Whether a payer still has all of the terms in hand."""
    person = state.people[payer]
    items = set(terms.items) <= set(payable_items(state, payer))
    return terms.vp <= max(person.vp, 0) and items and set(terms.allies) <= set(person.allies)


def ask(play: Play, seat: str, action: Ask) -> None:
    """Ask a seat for help, naming what is given (WD-HELP-2)."""
    known_seat(play.state, action.of)
    demand(action.of in askable(play.state), "{of} cannot be asked now", of=action.of)
    _validate_terms(play.state, seat, action.give)
    play.emit(HelpAsked(seat, action.of, action.give))
    play.ask(action.of, Decision("help", ("help", "decline", "demand"), _details(play, action.give)))


def requests(state: DarknessState, seat: str) -> Iterator[Action]:
    """Whom a seat can ask, on any terms."""
    for other in askable(state):
        for give in _all_terms(state, seat):
            yield Ask(other, give)


def any_request(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    """A random request for help, while anybody can be asked."""
    seats = askable(state)
    return Ask(rng.choice(seats), _any_terms(state, seat, rng)) if seats else None


def request_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """Whom one asks, and some of the terms."""
    return (Slot("of", tuple(askable(state))), Slot("give", tuple(_offers(state, seat))))


def help(play: Play, seat: str, action: Help) -> None:
    """Agree to help on the terms offered, perhaps with an ally (WD-HELP-4, WD-HELP-7)."""
    check, asking = _asking(play.state)
    if action.ally is not None:
        known_thing(play.state, action.ally)
        demand(action.ally in play.state.people[seat].allies, "{ally} is no ally in hand", ally=action.ally)
        demand(can_bring(play.state, check, action.ally), "{ally} is of no use in this check", ally=action.ally)
    _join(play, check, Asking(seat, asking.give, action.ally))


def ways_to_help(state: DarknessState, seat: str) -> Iterator[Action]:
    """Help alone, or with an ally that is of use."""
    check, _ = _asking(state)
    yield Help()
    for ally in state.people[seat].allies:
        if can_bring(state, check, ally):
            yield Help(ally)


def decline(play: Play, seat: str, action: Decline) -> None:
    """Helping is never compulsory (WD-HELP-4)."""
    check, asking = _asking(play.state)
    play.emit(HelpDeclined(check.by, seat, asking.give))
    play.push(AskCheck())


def demand_terms(play: Play, seat: str, action: Demand) -> None:
    """Name other terms; only what the active seat has in hand can be demanded (WD-HELP-2)."""
    check, _ = _asking(play.state)
    terms = Terms(action.vp, action.items, action.allies)
    _validate_terms(play.state, check.by, terms)
    play.emit(TermsDemanded(check.by, seat, terms))
    play.ask(check.by, Decision("terms", ("agree", "refuse"), {**_details(play, terms), "of": seat}))


def demands(state: DarknessState, seat: str) -> Iterator[Action]:
    """Every price that the roller has in hand."""
    check, _ = _asking(state)
    for wanted in _all_terms(state, check.by):
        yield Demand(wanted.vp, wanted.items, wanted.allies)


def any_demand(state: DarknessState, seat: str, rng: Stream) -> Action:
    """A random price that the roller has in hand."""
    check, _ = _asking(state)
    wanted = _any_terms(state, check.by, rng)
    return Demand(wanted.vp, wanted.items, wanted.allies)


def demand_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """All that the roller has to pay with."""
    check, _ = _asking(state)
    person, items = state.people[check.by], tuple(payable_items(state, check.by))
    return (
        Slot("vp", min=0, max=max(person.vp, 0)),
        Slot("items", items, 0, len(items)),
        Slot("allies", person.allies, 0, len(person.allies)),
    )


def agree(play: Play, seat: str, action: Agree) -> None:
    """Agree to the terms demanded."""
    check, asking = _asking(play.state)
    _join(play, check, asking)


def refuse(play: Play, seat: str, action: Refuse) -> None:
    """Refuse the terms demanded; the active seat may ask again (WD-HELP-2)."""
    _, asking = _asking(play.state)
    play.emit(TermsRefused(seat, asking.of, asking.give))
    play.push(AskCheck())


def _all_terms(state: DarknessState, payer: str) -> Iterator[Terms]:
    """Every price that a seat has in hand."""
    person, items = state.people[payer], payable_items(state, payer)
    for vp in range(max(person.vp, 0) + 1):
        for given in subsets(items):
            for allies in subsets(person.allies):
                yield Terms(vp, given, allies)


def _any_terms(state: DarknessState, payer: str, rng: Stream) -> Terms:
    person, items = state.people[payer], tuple(payable_items(state, payer))
    vp = rng.below(max(person.vp, 0) + 1) if rng.below(2) else 0
    return Terms(vp, any_subset(rng, items, 0, rng.below(2)), any_subset(rng, person.allies, 0, rng.below(2)))


def _offers(state: DarknessState, payer: str) -> Iterator[Json]:
    """Terms with some VP and at most one thing; more can be offered in so many words."""
    person = state.people[payer]
    things: list[dict[str, Json]] = [{}]
    things += [{"items": [item]} for item in payable_items(state, payer)]
    things += [{"allies": [ally]} for ally in person.allies]
    for vp in range(min(max(person.vp, 0), MOST_OFFERED) + 1):
        yield from ({**({"vp": vp} if vp else {}), **thing} for thing in things if vp or thing)


def _can_be_asked(state: DarknessState, check: Check, seat: str) -> bool:
    """Not the other side, nobody who helps already, nobody held elsewhere, near enough (WD-HELP-9, WD-COMBAT-10)."""
    combat, to = state.combat, state.people[check.by].at
    if seat == check.rival or any(helper.seat == seat for helper in check.helpers):
        return False
    if combat and (seat in combat.approaching or any(helper.seat == seat for helper in combat.helpers)):
        return False
    if state.people[seat].at != to and engaged_with(state, seat):
        return False
    building = state.building_of(check.by)
    if combat and building and building == state.building_of(seat):
        return way(state, seat, to) is not None
    return way(state, seat, to, NEAR) is not None


def _validate_terms(state: DarknessState, payer: str, terms: Terms) -> None:
    known(terms.vp >= 0, "VP are a number")
    for thing in (*terms.items, *terms.allies):
        known_thing(state, thing)
    demand(terms.vp <= max(state.people[payer].vp, 0), "not so many VP in hand")
    without_repeats(terms.items, "items")
    without_repeats(terms.allies, "allies")
    for item in terms.items:
        carried(state, payer, item)
        demand(item in payable_items(state, payer), "{item} cannot be given", item=item)
    for ally in terms.allies:
        demand(ally in state.people[payer].allies, "{ally} is no ally in hand", ally=ally)


def _join(play: Play, check: Check, asking: Asking) -> None:
    """Help is agreed: the price changes hands at once, the helper comes (WD-HELP-3, WD-HELP-5, WD-COMBAT-9)."""
    state, by, of, terms = play.state, check.by, asking.of, asking.give
    to = state.people[by].at
    walk = way(state, of, to)
    demand(walk is not None, "{of} cannot be asked now", of=of)
    assert walk is not None
    away = walk.steps if walk.steps > NEAR else 0
    approach = pools.best_approach(state, state.people[by], check, check.weapon)
    dice = pools.helper_dice(state, of, check, approach)
    play.emit(HelpAgreed(by, of, terms, dice, asking.ally, away))
    play.push(*_price(by, of, terms), AskCheck())
    if terms != Terms():
        play.emit(PricePaid(by, of, terms.vp, terms.items, terms.allies, cause=caused(play.state)))
        change_points(play, by, -terms.vp, "paid")
        change_points(play, of, terms.vp, "paid")
    if walk.path and not away:
        play.emit(HelperMoved(of, state.people[of].at, to, cause=caused(play.state)))
        bring(play, of, walk.path, "help")


def _price(by: str, of: str, terms: Terms) -> list[HandOver]:
    return [HandOver(thing, by, of, "price") for thing in (*terms.items, *terms.allies)]


def _asking(state: DarknessState) -> tuple[Check, Asking]:
    check = check_of(state)
    assert check.asking is not None
    return check, check.asking


def _details(play: Play, terms: Terms) -> dict[str, Json]:
    check = check_of(play.state)
    about = about_check(play, check) if questions_tell_their_purpose(play.state) else {}
    return {**about, "by": check.by, "check": check.kind, "give": to_json(terms)}
