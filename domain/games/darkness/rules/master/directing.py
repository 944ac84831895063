"""What a game master does in games that are only played to see whether they can be: a story with an end.

It moves the story on by the rounds, puts enemies beside the characters, and may be refused like anybody else.
"""

from __future__ import annotations

from domain.contract.chance import Stream
from domain.contract.game import Action
from domain.games.darkness import actions
from domain.games.darkness.rules.checks.ladder import CODES
from domain.games.darkness.rules.master.actions import (
    AllowNew,
    Award,
    BeginChapter,
    EndGame,
    PlacePiece,
    Rule,
    Security,
    SetEnvironment,
)
from domain.games.darkness.rules.master.guards import within
from domain.games.darkness.rules.master.pieces import WARD, kinds
from domain.games.darkness.rules.master.sight import environments
from domain.games.darkness.rules.play import is_calm
from domain.games.darkness.rules.things.equipment import token_row
from domain.games.darkness.state import DarknessState, master_of

CHAPTER = 6
"""Rounds that a chapter is played for."""
LAST_ROUND = 40
FIRST_AWAKE = "the-first-awake"
WORDS = "well played"
SELDOM = 40


def unasked(state: DarknessState, rng: Stream) -> tuple[str, Action] | None:
    """Something that a seat does of its own accord: now and then words, more often the game master's doings."""
    if state.phase != "turn":
        return None
    if rng.below(SELDOM) == 0 and len(state.living) > 1:
        seat = rng.choice(state.living)
        return seat, actions.Talk(tuple(state.others(seat)[:1]), WORDS)
    if state.master is None or rng.below(5):
        return None
    action = direct(state, rng)
    return None if action is None else (state.master.seat, action)


def direct(state: DarknessState, rng: Stream) -> Action | None:
    """The next doing of the game master."""
    if state.round > LAST_ROUND:
        return EndGame()
    chapters = state.data.scenarios[state.scenario].chapter
    at = next((place for place, chapter in enumerate(chapters) if chapter.id == master_of(state).chapter), -1)
    if state.round > CHAPTER * (at + 1) and at + 1 < len(chapters):
        return BeginChapter(chapters[at + 1].id)
    match rng.below(14):
        case 0 | 1 | 2 | 3:
            return _place(state, rng, last=at + 1 == len(chapters))
        case 4:
            return Award(rng.choice(list(state.people)), 1 + rng.below(4), WORDS)
        case 5:
            return SetEnvironment(rng.choice(environments(state)))
        case 6 | 7:
            return _reveal(state, rng)
        case 8 | 9 | 10:
            return _rule(state, rng)
        case 11:
            sent = list(within(state)) if is_calm(state) else []
            return Security(rng.choice(sent)) if sent else None
        case _:
            return _allow_new(state, rng)


def _place(state: DarknessState, rng: Stream, *, last: bool) -> Action | None:
    """A piece where a character stands, or on any space of its tile; in the last chapter also the First Awake."""
    pieces = master_of(state).pieces
    if not state.living or len(pieces) > len(state.living):
        return None
    kind = FIRST_AWAKE if last and rng.below(2) else rng.choice(kinds(state))
    near = state.people[rng.choice(state.living)].at
    tile = state.data.tiles[state.data.spaces[near].tile]
    space = near if rng.below(3) else rng.choice(tile.spaces).id
    values = {letter: str(rng.choice(CODES[:4])) for letter in "IAD"} if rng.below(2) else None
    return PlacePiece(f"{kind}/{state.round}-{rng.below(1000)}", kind, space, rng.choice((None, 1, 2)), values)


def _reveal(state: DarknessState, rng: Stream) -> Action | None:
    master = master_of(state)
    wards = (name for name in state.tokens if token_row(state, name).stands_for == WARD and name not in master.wards)
    hidden = [*master.hidden, *(name for name, piece in master.pieces.items() if not piece.shown), *wards]
    return actions.Reveal(rng.choice(hidden)) if hidden else None


def _rule(state: DarknessState, rng: Stream) -> Action | None:
    """A ruling of any kind on a living character or a piece, with little harm."""
    if not state.living:
        return None
    seat, pieces = rng.choice(state.living), master_of(state).pieces
    on = rng.choice([seat, *pieces])
    goods, carried = rng.choice(list(state.data.goods)), state.people[seat].items
    match rng.below(10):
        case 0:
            return Rule(on=on, damage=1)
        case 1 | 2:
            return Rule(on=on, heal=1 + rng.below(2))
        case 3:
            return Rule(on=seat, give=goods, why=WORDS)
        case 4:
            return Rule(on=seat, take=rng.choice(carried)) if carried else None
        case 5:
            return Rule(on=seat, failure=rng.choice((1, -1)))
        case 6:
            return Rule(on=on, move=state.people[rng.choice(state.living)].at)
        case 7:
            return Rule(on=rng.choice(list(pieces)), remove=True) if pieces else None
        case 8:
            return Rule(item=goods, tn=rng.choice(CODES))
        case _:
            return Rule(building=rng.choice(list(state.data.contents)), finds=(goods,))


def _allow_new(state: DarknessState, rng: Stream) -> Action | None:
    dead = [seat for seat, person in state.people.items() if not person.alive]
    return AllowNew(rng.choice(dead)) if dead else None
