"""What holds after every rule case without being told: replay, the chain of the log, no interference, fair offers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.cases.compare import difference, same, shown
from domain.cases.expect import demand
from domain.cases.play import CaseFailed, Play, all_told
from domain.contract.audience import SPECTATOR, visible
from domain.contract.chance import Seeded, Stream, joined
from domain.contract.decoding import by_tag
from domain.contract.facets.standing_verbs import standing_slots
from domain.contract.game import Action, Json, Refused, Run, Slot, State, to_json, verb_of
from domain.log.canon import canonical, parse
from domain.log.record import GENESIS, chained
from domain.log.whole import entry_from_json, whole

Move = tuple[str, Action]
"""A seat, and what it plays."""

OFFERS_TRIED = 6
"""How many of a seat's listed answers are tried, beside one of each verb."""


def check_replay(play: Play) -> None:
    """The events, exported, read back and folded from nothing, give the same table after every command."""
    state: State | None = None
    for version, entry in enumerate(play.entries, 1):
        stored = whole(entry_from_json(json.loads(json.dumps(entry.as_json()))))
        state = play.game.evolve(state, play.game.decode_event(stored.type, stored.data))
        if version in play.told_after:
            _check_same(play.told_after[version], all_told(play.game, state), f"replay, version {version}")


def check_chain(play: Play) -> None:
    """Each entry is canonical, its parts are committed to, its hash chains, its forced draws are marked."""
    head, forced = GENESIS, 0
    for version, entry in enumerate(play.entries, 1):
        head = chained(head, entry.public)
        public = entry.read()
        chained_on = public.version == version and entry.hash == head.hex()
        if not chained_on or canonical(parse(entry.public)) != entry.public:
            raise CaseFailed(f"log, version {version}: the hash chain does not hold")
        if public.commitments != {audience: part.commitment() for audience, part in entry.private.items()}:
            raise CaseFailed(f"log, version {version}: a private part is not the one committed to")
        forced += sum(draw.get("forced", False) for draw in public.draws)
    if forced != play.forced_draws:
        raise CaseFailed(f"log: {play.forced_draws} draws were forced, {forced} are marked")


def check_interference(play: Play, state: State, *taken: Move) -> None:
    """No audience can tell `state` from a `resample` of it, neither now nor by the next step.

    The moves `taken` from `state`, and one sampled for each seat that has to decide, are played in both under
    the same chance. In the resampled table another seat's move may be refused, for it may use what the audience
    does not know.
    """
    moves = [*taken, *_sampled(play, state)]
    key = joined("step", play.key, len(play.events))
    runs = [_played(play, state, move, key) for move in moves]
    for audience in (*play.seats, SPECTATOR):
        other, where = _resample(play, state, audience), f"resample for {audience}"
        _check_same(_told(play, state, audience), _told(play, other, audience), where)
        for (seat, action), run in zip(moves, runs, strict=True):
            move = f"{where}, {seat}: {shown(play.show(action))}"
            try:
                run_there = play.game.decide(other, seat, action, Seeded(key))
            except Refused as refusal:
                if seat == audience:
                    raise CaseFailed(f"{move} is accepted in truth; there {refusal}") from None
                continue
            seen, seen_there = (list(_seen(one, audience, play.seats)) for one in (run, run_there))
            _check_same(seen, seen_there, f"{move}, events")


def check_offers(play: Play, state: State) -> None:
    """What a seat is offered can be done: its default answer, some of those that are listed, one of each verb among
    them. No slot is of an argument that its verb has not, and each listed answer fits the slots of its verb."""
    rng = Stream(joined("offers", play.key, len(play.events)))
    for seat in state.open:
        legal = play.game.legal(state, seat)
        each = {verb_of(action): action for action in reversed(legal.actions)}
        some = rng.shuffled(legal.actions)[:OFFERS_TRIED]
        for action in (play.game.default(state, seat), *each.values(), *some):
            _played(play, state, (seat, action), play.key, "offer")
        slots = play.game.legal(state, seat, 1).slots
        _check_slots(play, seat, slots)
        for action in legal.actions:
            _check_fits(play, seat, action, slots.get(verb_of(action), ()))
    for seat in play.seats:
        _check_slots(play, seat, standing_slots(play.game, state, seat))


def check_refusal(play: Play, seat: str, posted: Json, refusal: Refused, where: str) -> None:
    """A refusal says why, with no gap in its words, and tells its seat nothing ahead: in a `resample` of the table it
    is the same."""
    if not refusal.reason:
        raise CaseFailed(f"{where}: {shown(posted)} is refused as {refusal.code}, and not told why")
    if refusal.why.untold:
        raise CaseFailed(f"{where}: {shown(posted)} is refused, {refusal}, and not told which {refusal.why.untold[0]}")
    if seat not in play.seats:
        return
    there = play.refusal(_resample(play, play.state, seat), seat, posted, Seeded(play.key))
    if there is None or (there.code, there.reason) != (refusal.code, refusal.reason):
        move = f"resample for {seat}, {shown(posted)}"
        raise CaseFailed(f"{move} is refused in truth, {refusal}; there {there or 'it is accepted'}")


def _sampled(play: Play, state: State) -> list[Move]:
    """A random legal action of each seat that has to decide."""
    rng = Stream(joined("sample", play.key, len(play.events)))
    return [(seat, play.game.sample(state, seat, rng)) for seat in state.open]


def _check_slots(play: Play, seat: str, slots: Mapping[str, Sequence[Slot]]) -> None:
    kinds = by_tag(play.game.action_types)
    for verb, arguments in slots.items():
        names = [slot.name.partition(".")[0] for slot in arguments]
        if more := [name for name in names if name not in kinds[verb].__struct_encode_fields__]:
            raise CaseFailed(f"slots of {verb} for {seat}: it has no argument {more[0]}")


def _check_fits(play: Play, seat: str, action: Action, slots: Sequence[Slot]) -> None:
    """A listed answer is one of those that the slots of its verb describe."""
    for slot in slots:
        if not _fits(slot, to_json(getattr(action, slot.name, None))):
            told = shown(play.show(action))
            raise CaseFailed(f"slots of {verb_of(action)} for {seat}: {told} is listed, which does not fit {slot}")


def _fits(slot: Slot, value: Json) -> bool:
    """None may be left out; what is made of several fields may leave some out; squares on the way are not listed."""
    if value is None or isinstance(value, dict):
        return True
    if slot.numbers is not None:
        return value in slot.numbers
    if slot.values is None or value in slot.values:
        return True
    if slot.min is None or slot.max is None or not isinstance(value, list):
        return False
    return slot.min <= len(value) <= slot.max and all(one in slot.values for one in value if not isinstance(one, list))


def _played(play: Play, state: State, move: Move, key: bytes, what: str = "sample") -> Run[Any]:
    seat, action = move
    try:
        return play.game.decide(state, seat, action, Seeded(key))
    except Refused as refusal:
        raise CaseFailed(f"{what} for {seat}: {shown(play.show(action))} is refused, {refusal}") from refusal


def _resample(play: Play, state: State, audience: str) -> State:
    rng = Stream(joined("resample", play.key, len(play.events), audience))
    other: State = play.game.resample(state, audience, rng)
    return other


def _told(play: Play, state: State, audience: str) -> dict[str, Any]:
    """All that the audience is told of the state."""
    told: dict[str, Any] = {"view": play.game.view(state, audience), "open": state.open}
    if audience in play.seats:
        told["legal"] = play.game.legal(state, audience)
    return told


def _seen(run: Run[Any], audience: str, seats: Sequence[str]) -> Iterator[Json]:
    """What the audience reads of a step, up to the first draw or disclosure."""
    first_draw = run.draws[0][0] if run.draws else len(run.events)
    for event in run.events[:first_draw]:
        if event.discloses:
            return
        data = visible(event, audience, seats)
        yield "Sealed" if data is None else {type(event).__name__: data}


def _check_same(one: Any, other: Any, where: str) -> None:
    """Both are the same as JSON: nearly always their texts are, and maps may be in another order."""
    text, other_text = msgspec.json.encode(one), msgspec.json.encode(other)
    if text == other_text:
        return
    told, told_other = msgspec.json.decode(text), msgspec.json.decode(other_text)
    if not same(told, told_other):
        demand(difference(told, told_other) or difference(told_other, told), where)
