"""The Last Spell on the contract of a game: who answers what, and what follows. The rules are in the other modules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.chance import Stream
from domain.describe import describe_with
from domain.game import Action, Description, Event, Game, Json, Legal, Outcome, Run, to_json
from domain.last_spell import (
    actions,
    armor,
    armor_effects,
    asking,
    attacks,
    bots,
    cases,
    cetusia,
    damage,
    dawn,
    defences,
    dryad,
    effects,
    ending,
    harpy,
    heroes,
    items,
    monster_attacks,
    movement,
    night,
    options,
    resample,
    setup,
    spawn,
    steps,
    strikes,
    tokens,
    turns,
    twilight,
    view,
    wounds,
)
from domain.last_spell import legal as legal_answers
from domain.last_spell import outcome as outcomes
from domain.last_spell import sample as samples
from domain.last_spell.creation import created
from domain.last_spell.data import content
from domain.last_spell.events import EVENTS
from domain.last_spell.events.setup import GameCreated, PositionSet, SetupBegan
from domain.last_spell.state import LastSpellState

Night = Run[LastSpellState]

STALLED_AFTER = 60
"""Monster phases of one night after which nobody can be said to bring it nearer its end."""


class LastSpell(Game[LastSpellState]):
    """The Last Spell, the night phase: co-operative, one to four seats."""

    id = "last-spell"
    seat_range = (1, 4)
    action_types = actions.ACTIONS
    event_types = EVENTS
    step_types = steps.STEPS

    def check_options(self, options_: Mapping[str, Json], seats: Sequence[str]) -> dict[str, Json]:
        return options.filled(content(), options_, seats)

    def begin(self, run: Night, options: Mapping[str, Json], seats: Sequence[str], rules: int) -> None:
        run.emit(GameCreated(tuple(seats), dict(options), rules, content().sha256))
        run.emit(SetupBegan(run.state.night))
        setup.begin_setup(run)

    def create(self, event: Event) -> LastSpellState:
        if isinstance(event, PositionSet):
            return cases.table_of(event)
        assert isinstance(event, GameCreated)
        return created(event)

    def act(self, run: Night, seat: str, action: Action) -> None:
        match run.state.open[seat].kind:
            case "setup":
                _prepare(run, seat, action)
            case "turn":
                _play(run, action)
            case _:
                _answer(run, action)

    def perform(self, run: Night, step: Any) -> None:
        _PERFORM[type(step)](run, step)

    def is_over(self, state: LastSpellState) -> bool:
        return state.phase == "over"

    def ranked(self, state: LastSpellState) -> tuple[str, ...]:
        return ()

    def stalled(self, state: LastSpellState) -> bool:
        return state.round > STALLED_AFTER

    def legal(self, state: LastSpellState, seat: str, limit: int = 200) -> Legal:
        return legal_answers.legal(state, seat, limit)

    def sample(self, state: LastSpellState, seat: str, rng: Stream) -> Action:
        return samples.sampled(state, seat, rng)

    def default(self, state: LastSpellState, seat: str) -> Action:
        return legal_answers.default(state, seat)

    def view(self, state: LastSpellState, audience: str) -> dict[str, Json]:
        return view.view(state, audience)

    def resample(self, state: LastSpellState, seat: str, rng: Stream) -> LastSpellState:
        return resample.resampled(state, rng)

    def outcome(self, state: LastSpellState) -> Outcome | None:
        return outcomes.outcome(state)

    def describe(self) -> Description:
        data = content()
        return describe_with(
            self, options=options.schema(), labels=data.labels(), data={"data.toml": data.sha256}
        )

    def position(
        self, run: Night, options: Mapping[str, Json], seats: Sequence[str], table: Mapping[str, Json]
    ) -> None:
        run.emit(PositionSet(tuple(seats), dict(options), self.rules, content().sha256, dict(table)))
        cases.begin(run)

    def read(self, verb: str, arguments: Json) -> Json:
        return cases.read(verb, arguments)

    def show(self, action: Action) -> Json:
        return cases.show(action)

    def show_event(self, event: Event) -> dict[str, Json]:
        return {key: cases.plain(value) for key, value in to_json(event).items()}

    def candidates(self, view: Mapping[str, Json], seat: str, legal: Legal) -> Sequence[Action]:
        return bots.candidates(view, seat, legal)

    def rate(self, view: Mapping[str, Json], seat: str, action: Action) -> int:
        return bots.rate(view, seat, action)


def _prepare(run: Night, seat: str, action: Action) -> None:
    """An answer in the set-up; unless it is `ready` the seat is asked again (LS-SETUP-1)."""
    if isinstance(action, actions.Ready):
        setup.ready(run, seat)
        return
    _PREPARE[type(action)](run, seat, action)
    setup.ask(run, seat)


def _play(run: Night, action: Action) -> None:
    """An action of the active hero. Whatever it starts is finished, then the night may be won (R13), then the hero
    goes on (LS-ACT-1)."""
    hero = run.state.active
    assert hero is not None
    if isinstance(action, actions.EndTurn):
        turns.end_turn(run, hero)
    elif isinstance(action, actions.Pass):
        turns.leave_phase(run, hero)
    else:
        run.push(steps.CheckNight(), steps.TakeTurn())
        _PLAY[type(action)](run, hero, action)


def _answer(run: Night, action: Action) -> None:
    """An answer in the middle of an attack or at dawn, to what lies on top of the agenda."""
    _ANSWER[type(action)](run, action)


_PREPARE: Mapping[type[Action], Callable[[Night, str, Any], None]] = {
    actions.ChooseHero: setup.choose_hero,
    actions.Equip: setup.equip,
    actions.Build: lambda run, seat, action: setup.build(run, action),
    actions.Place: setup.place,
    actions.Recruit: setup.recruit,
}

_PLAY: Mapping[type[Action], Callable[[Night, str, Any], None]] = {
    actions.Spend: tokens.spend,
    actions.Move: heroes.move,
    actions.Jump: heroes.jump,
    actions.Climb: heroes.climb,
    actions.Descend: heroes.descend,
    actions.Teleport: heroes.teleport,
    actions.Attack: attacks.attack,
    actions.Punch: attacks.punch,
    actions.Protect: lambda run, hero, action: heroes.protect(run, hero),
    actions.Drink: items.drink,
    actions.Read: attacks.attack,
    actions.Fire: defences.fire,
    actions.Reactivate: armor.reactivate,
}

_ANSWER: Mapping[type[Action], Callable[[Night, Any], None]] = {
    actions.Reroll: effects.reroll,
    actions.Keep: lambda run, action: strikes.keep(run),
    actions.Bounce: effects.bounce,
    actions.Stop: lambda run, action: effects.stop(run),
    actions.UseCard: armor.use,
    actions.Reactivate: armor.reactivate_now,
    actions.Accept: lambda run, action: asking.accept(run),
    actions.Choose: asking.choose,
}

_PERFORM: Mapping[type[Any], Callable[[Night, Any], None]] = {
    steps.BeginNight: twilight.begin_night,
    steps.BeginMonsterPhase: night.begin_monster_phase,
    steps.PhaseStep: night.phase_step,
    steps.EndMonsterPhase: night.end_monster_phase,
    steps.BeginHeroPhase: lambda run, step: turns.begin_hero_phase(run),
    steps.NextTurn: turns.next_turn,
    steps.TakeTurn: lambda run, step: turns.take_turn(run),
    steps.CheckNight: lambda run, step: ending.check_night(run),
    steps.PlaceSymbol: spawn.place_symbol,
    steps.MoveMonster: movement.move_monster,
    steps.DiscardSpawnCards: spawn.discard_cards,
    steps.MonsterAttack: monster_attacks.monster_attack,
    steps.Blast: monster_attacks.blast,
    steps.RemoveExploded: monster_attacks.remove_exploded,
    steps.HurtHero: damage.hurt_hero,
    steps.DrainMana: damage.drain_mana,
    steps.BurnConstruction: damage.burn_construction,
    steps.LoseMages: damage.lose_mages,
    steps.WoundEnemy: wounds.wound_enemy,
    steps.StunEnemy: wounds.stun_enemy,
    steps.StrikePoint: strikes.strike_point,
    steps.StrikeHero: strikes.strike_hero,
    steps.StrikeEnemy: strikes.strike_enemy,
    steps.StunRoll: strikes.stun_roll,
    steps.Spread: effects.spread,
    steps.FinishAttack: strikes.finish_attack,
    steps.AttackOver: harpy.attack_over,
    steps.RecoverAction: tokens.recover_action,
    steps.RecoverMovement: tokens.recover_movement,
    steps.LoseMovement: tokens.lose_movement,
    steps.GainMana: armor_effects.gain_mana,
    steps.HealOther: armor_effects.heal_other,
    steps.WoundAdjacent: armor_effects.wound_adjacent,
    steps.DarkBargain: armor_effects.dark_bargain,
    steps.CetusiaAttack: cetusia.cetusia_attack,
    steps.DryadAttack: dryad.dryad_attack,
    steps.HatchIncubator: dryad.hatch,
    steps.AssessPanic: dawn.assess_panic,
    steps.RewardQuest: dawn.reward_quest,
    steps.AssessQuests: dawn.assess_quests,
    steps.EndDawn: dawn.end_dawn,
}
