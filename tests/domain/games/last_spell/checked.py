"""What every rule case of The Last Spell is looked at for besides: pieces, questions, causes, doers and amounts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from domain.cases.play import Play
from domain.contract.facets.rule_cases import RuleCases
from domain.contract.game import Asked, Event, Json, to_json
from domain.games.last_spell.events import attacks, bosses, dawn, heroes, monsters, night, setup
from domain.games.last_spell.state import LastSpellState
from tests.domain.games.last_spell.invariants import violations

BEGINNING = {
    setup.TwilightFell, setup.ConstructionBuilt, setup.HeroRecruited, night.StepBegan, monsters.MonsterExploded,
    heroes.MovementTokenSpent, heroes.ProtectionTaken, heroes.PotionDrunk, heroes.ArmorUsed, attacks.AttackDeclared,
    attacks.DefenceFired, bosses.CetusiaCardRevealed, bosses.HarpyCried, bosses.IncubatorHatched, dawn.PanicAssessed,
    dawn.QuestsAssessed, dawn.WareBought,
}  # fmt: skip
"""Events that always begin a cause of their own."""

BEGINNING_SOMETIMES = {
    monsters.MonsterAttacked, heroes.ArmorReactivated, bosses.BossAppeared, bosses.IncubatorPlaced,
    bosses.BombardPlaced, monsters.MonsterRemoved, monsters.ConstructionDestroyed, bosses.TileRemoved,
    monsters.MonsterWounded,
}  # fmt: skip
"""Events that begin a cause or share one: of several victims the first, what is removed for a tile before the tile,
Cetusia's blow where it strikes monsters alone."""

OWN_WAYS = ("move", "jump", "climb", "descend", "teleport")
"""How a hero goes by itself, which begins a cause; other ways follow from one."""

AMOUNTS = {
    heroes.HeroWounded, heroes.HeroStruck, heroes.WoundHealed, heroes.ManaGained, heroes.ManaDrained,
    monsters.MonsterWounded, monsters.ConstructionDamaged, monsters.MagesLost, bosses.MonolithDamaged,
}  # fmt: skip
"""Events of an amount, which is never nothing."""

CHOICES = {
    "target": {"by", "amount", "among"},
    "explosion": {"by", "at"},
    "equipment": {"by"},
    "action-token": {"hero", "by"},
    "movement-token": {"hero", "by"},
    "heal": {"hero", "by", "amount"},
    "wound": {"hero", "by", "amount"},
    "dark": {"hero", "by", "amount"},
}
"""What a choice is of -> the details that each such question has."""


def faults(play: Play) -> Iterator[str]:
    """What is wrong with the table after any event of a case, and what the events tell otherwise than they should."""
    yield from _broken(play)
    yield from _mistold(play.events)


def _broken(play: Play) -> Iterator[str]:
    """What is wrong with the table after an event, unless the position itself was none that a game can come to."""
    state = None
    for number, event in enumerate(play.events):
        state = play.game.evolve(state, event)
        if isinstance(event, Asked):
            yield from _ill_asked(play.game, state, event)
            continue
        found = violations(state)
        if found and not number:
            return
        yield from (f"after {type(event).__name__}: {fault}" for fault in found)


def _ill_asked(game: RuleCases[LastSpellState], state: LastSpellState, asked: Asked) -> Iterator[str]:
    """What a choice does not tell of what it is of, or tells otherwise than what can be chosen."""
    for seat, decision in asked.open.items():
        if decision.kind != "choice":
            continue
        told = decision.details
        wanted = CHOICES[told["of"]] | ({"technique"} if told.get("by") in ("head", "tail") else set())
        if missing := wanted - told.keys():
            yield f"a choice of {told['of']} does not tell {', '.join(sorted(missing))}"
        values = [action.value for action in game.legal(state, seat).actions]
        if len(values) < 2 or told.get("among", values) != values:
            yield f"a choice of {told} is between {values}"


def _mistold(events: list[Event]) -> Iterator[str]:
    """Amounts of nothing, causes that have not begun or begin twice, and doers that did something else."""
    begun: dict[int, Event] = {}
    for event in events:
        told = to_json(event)
        if type(event) in AMOUNTS and told["amount"] < 1:
            yield f"{event} has an amount of nothing"
        number = "caused_by" if isinstance(event, heroes.HeroMoved | night.GameEnded) else "cause"
        cause = getattr(event, number, None)
        if cause is None or (isinstance(event, night.GameEnded) and cause is UNSET):
            continue
        if cause is UNSET or not 1 <= cause <= len(begun) + 1 or (cause > len(begun)) not in _may_begin(event):
            yield f"{event} has the cause {cause!r}, and {len(begun)} have begun before it"
            continue
        beginning = begun.setdefault(cause, event)
        if not isinstance(event, heroes.DamageReduced) and not _did(beginning, told):
            yield f"{event} follows from {beginning}, which is not that one's"


def _may_begin(event: Event) -> tuple[bool, ...]:
    """Whether an event begins its cause: always, never, or either."""
    if isinstance(event, heroes.HeroMoved):
        return (event.cause in OWN_WAYS,)
    if type(event) in BEGINNING_SOMETIMES:
        return (True, False)
    return (type(event) in BEGINNING,)


def _did(beginning: Event, told: Mapping[str, Json]) -> bool:
    """Whether the one by whom something is, if there is one, is named by the event that began its cause; what tiles and
    the Dryad do in a step of the Monster phase the step began, and Cetusia's blow at monsters alone names nobody."""
    who = told.get("by")
    if who is None:
        return True
    if isinstance(beginning, night.StepBegan):
        return who.partition("/")[0] in ("putrefied-dryad", "incubator", "bombard")
    if isinstance(beginning, monsters.MonsterWounded):
        return who in ("head", "tail")
    return who in to_json(beginning).values()
