"""What a seat may answer, built once for clients and bots; validation is never looked up here (chapter 17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice
from typing import TypeVar

from domain.contract.chance import Stream
from domain.contract.game import Action, Decision, Json, Legal, Slot
from domain.games.darkness import actions, setup
from domain.games.darkness.listings import LISTINGS, Listing
from domain.games.darkness.rules import characters
from domain.games.darkness.rules.checks import checks, helping, rerolls
from domain.games.darkness.rules.master import listings as gm
from domain.games.darkness.rules.things import points
from domain.games.darkness.rules.town import paths
from domain.games.darkness.state import DarknessState, Terms

T = TypeVar("T")


def legal(state: DarknessState, seat: str, limit: int) -> Legal:
    """The first `limit` answers in the order of the decision's verbs, whether these are all, and slots if not."""
    decision = state.open.get(seat)
    if decision is None:
        return Legal(())
    found = tuple(islice(answers(state, seat, decision), limit + 1))
    open_ended, slots = (GM_OPEN_ENDED, GM_SLOTS) if state.gm else (OPEN_ENDED, SLOTS)
    wide = [verb for verb in decision.verbs if verb in open_ended and open_ended[verb](state, seat)]
    if len(found) <= limit and not wide:
        return Legal(found)
    listed = [verb for verb in decision.verbs if verb in slots and (verb in wide or len(found) > limit)]
    return Legal(found[:limit], complete=False, slots={verb: slots[verb](state, seat) for verb in listed})


def answers(state: DarknessState, seat: str, decision: Decision) -> Iterator[Action]:
    """All listed answers, verb by verb; of walks only the cheapest to each space are listed."""
    return chain.from_iterable(listing(state, verb)(state, seat, decision) for verb in decision.verbs)


def listing(state: DarknessState, verb: str) -> Listing:
    """What lists the answers with a verb."""
    return GM_LISTINGS[verb] if state.gm and verb in GM_LISTINGS else LISTINGS[verb]


def sample(state: DarknessState, seat: str, rng: Stream) -> Action:
    """A random verb that is possible, and a random answer with it; every legal answer can come."""
    decision = state.open[seat]
    samples = GM_SAMPLES if state.gm else SAMPLES
    for verb in rng.shuffled(decision.verbs):
        if verb in samples and (made := samples[verb](state, seat, rng)) is not None:
            return made
        if verb not in samples and (listed := list(listing(state, verb)(state, seat, decision))):
            return rng.choice(listed)
    raise LookupError(f"{seat} has no answer to {decision.kind}")


def default(state: DarknessState, seat: str) -> Action:
    """What is played for an absent seat (chapter 17)."""
    decision = state.open[seat]
    if decision.kind == "overload":
        return actions.Drop(state.people[seat].items[-1])
    if decision.kind == "turn":
        return _default_turn(state, seat, decision)
    for verb in DEFAULTS:
        if verb in decision.verbs:
            return next(listing(state, verb)(state, seat, decision))
    return next(answers(state, seat, decision))


def _default_turn(state: DarknessState, seat: str, decision: Decision) -> Action:
    """Heal oneself if damaged and free to, else roll for movement and end the turn."""
    for verb in ("heal_self", "move_roll", "end_turn", "pass"):
        if verb in decision.verbs and (first := next(listing(state, verb)(state, seat, decision), None)) is not None:
            return first
    raise LookupError(f"{seat} has no answer at its turn")


DEFAULTS = ("keep", "decline", "refuse", "suffer", "stand_by", "stay", "deny", "wave_through")
"""Verbs that are played before the first possibility of a decision."""


MOST_OFFERED = 5
"""VP up to which slots list offers."""


def _some(rng: Stream, things: tuple[T, ...], least: int, most: int) -> tuple[T, ...]:
    """Between `least` and `most` of the things, in a random order."""
    size = least + rng.below(min(most, len(things)) - least + 1)
    return tuple(rng.shuffled(things)[:size])


def _sample_move(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    path = paths.random_walk(state, seat, rng) if state.turn.move == "moving" else ()
    return actions.Move(path) if path else None


def _sample_reroll(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    check = checks.under_way(state)
    given = rerolls.sources(state, check)
    source = rng.choice(list(given))
    return actions.Reroll(source, tuple(sorted(_some(rng, tuple(range(1, len(check.results) + 1)), 1, given[source]))))


def _sample_terms(state: DarknessState, payer: str, rng: Stream) -> Terms:
    person = state.people[payer]
    items = tuple(helping.payable_items(state, payer))
    vp = rng.below(max(person.vp, 0) + 1) if rng.below(2) else 0
    return Terms(vp, _some(rng, items, 0, rng.below(2)), _some(rng, person.allies, 0, rng.below(2)))


def _sample_ask(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    return actions.Ask(rng.choice(helping.askable(state)), _sample_terms(state, seat, rng))


def _sample_demand(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    wanted = _sample_terms(state, checks.under_way(state).by, rng)
    return actions.Demand(wanted.vp, wanted.items, wanted.allies)


def _sample_pay(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    others, most = state.others(seat), state.people[seat].vp
    if not others or most < 1:
        return None
    to, less = divmod(rng.below(len(others) * most), most)
    return actions.Pay(others[to], less + 1)


def _sample_character(state: DarknessState, seat: str, rng: Stream) -> Action | None:
    free = setup.free_characters(state)
    return actions.ChooseCharacter(rng.choice(free)) if free and rng.below(2) else _made_up(state, rng)


def _made_up(state: DarknessState, rng: Stream) -> Action:
    """A made character: an activity, what it asks for, and the points that are left anywhere."""
    data = state.data
    occupation = rng.choice(list(data.occupations.values()))
    attributes = dict.fromkeys(data.attributes, 2)
    attributes[occupation.required_attribute] = occupation.required_value
    while sum(attributes.values()) < 20:
        code = rng.choice([code for code in data.attributes if attributes[code] < 5])
        attributes[code] += 1
    skills = list(occupation.required_skills)
    if wanted := occupation.required_skill_any_of_attribute:
        skills.append(rng.choice([skill.id for skill in data.skills.values() if skill.attribute == wanted]))
    for skill in rng.shuffled(data.skills):
        if skill not in skills and sum(data.skills[name].cost for name in (*skills, skill)) <= 10:
            skills.append(skill)
    return actions.ChooseCharacter(None, None, occupation.id, attributes, tuple(skills))


SAMPLES: Mapping[str, Callable[[DarknessState, str, Stream], Action | None]] = {
    "move": _sample_move,
    "reroll": _sample_reroll,
    "ask": _sample_ask,
    "demand": _sample_demand,
    "pay": _sample_pay,
    "character": _sample_character,
}
"""Verbs whose answers are a product too large to list."""

OPEN_ENDED: Mapping[str, Callable[[DarknessState, str], bool]] = {
    "character": lambda state, seat: True,
    "move": paths.can_walk,
}
"""Verbs of which not every answer is listed, and when."""


def _move_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """A walk may pass any space again, the first one too, so it is open; the cheapest ones are listed."""
    return (Slot("path"),)


def _character_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """Of a made character; those that are made already are listed."""
    data = state.data
    return (
        Slot("name"),
        Slot("occupation", tuple(data.occupations)),
        *(Slot(f"attributes.{code}", tuple(range(characters.LEAST, characters.MOST + 1))) for code in data.attributes),
        Slot("skills", tuple(data.skills), 0, len(data.skills), once=None),
    )


def _reroll_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    check = checks.under_way(state)
    given = rerolls.sources(state, check)
    places = tuple(range(1, len(check.results) + 1))
    return (Slot("source", tuple(given)), Slot("dice", places, 1, max(given.values())))


def _term_slots(state: DarknessState, payer: str) -> tuple[Slot, ...]:
    person = state.people[payer]
    items = tuple(helping.payable_items(state, payer))
    return (
        Slot("vp", min=0, max=max(person.vp, 0)),
        Slot("items", items, 0, len(items)),
        Slot("allies", person.allies, 0, len(person.allies)),
    )


def _ask_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    return (Slot("of", tuple(helping.askable(state))), Slot("give", tuple(_offers(state, seat))))


def _offers(state: DarknessState, seat: str) -> Iterator[Json]:
    """Terms with some VP and at most one thing; more can be offered in so many words."""
    person = state.people[seat]
    things: list[dict[str, Json]] = [{}]
    things += [{"items": [item]} for item in helping.payable_items(state, seat)]
    things += [{"allies": [ally]} for ally in person.allies]
    for vp in range(min(max(person.vp, 0), MOST_OFFERED) + 1):
        yield from ({**({"vp": vp} if vp else {}), **thing} for thing in things if vp or thing)


def _pay_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    most = state.people[seat].vp
    return (Slot("to", tuple(state.others(seat))), Slot("vp", min=1, max=most))


def _roll_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    check = checks.under_way(state)
    return (
        Slot("skill", check.approaches),
        Slot("weapon", state.people[seat].items),
        Slot("add", min=0, max=points.dice_to_buy(state, seat)),
    )


SLOTS: Mapping[str, Callable[[DarknessState, str], tuple[Slot, ...]]] = {
    "move": _move_slots,
    "character": _character_slots,
    "reroll": _reroll_slots,
    "ask": _ask_slots,
    "demand": lambda state, seat: _term_slots(state, checks.under_way(state).by),
    "pay": _pay_slots,
    "roll": _roll_slots,
}

GM_LISTINGS: Mapping[str, Listing] = gm.LISTINGS
GM_SAMPLES = {**SAMPLES, **gm.SAMPLES}
GM_OPEN_ENDED = {**OPEN_ENDED, **gm.OPEN_ENDED}
GM_SLOTS = {**SLOTS, **gm.SLOTS}
