"""Chapters, the environment, awards, new characters, the end of the campaign (WD-GM-16 to WD-GM-19)."""

from __future__ import annotations

from domain.contract.game import Decision, Slot
from domain.games.darkness.components import Chapter
from domain.games.darkness.events.master import ChapterBegan, EnvironmentChanged, NewCharacterAllowed, TilesHidden
from domain.games.darkness.events.moving import TilePlaced
from domain.games.darkness.events.table import CharacterPlaced, PointsAwarded
from domain.games.darkness.rules.differences import numbers_are_bounded
from domain.games.darkness.rules.ending import ENDED
from domain.games.darkness.rules.master.actions import AWARDS, AllowNew, Award, BeginChapter, EndGame, SetEnvironment
from domain.games.darkness.rules.master.pieces import lay_tokens, watch
from domain.games.darkness.rules.master.sight import environments
from domain.games.darkness.rules.play import Play, begun, demand, go_on_with, is_calm, known, known_seat
from domain.games.darkness.rules.things.points import change_points
from domain.games.darkness.rules.town.tiles import Place
from domain.games.darkness.setup import start_spaces
from domain.games.darkness.state import DarknessState, master_of
from domain.games.darkness.steps.ending import Finish
from domain.games.darkness.steps.master import BeginChapter as BeginChapterStep

OPEN = "open"


def begin_chapter(play: Play, seat: str, action: BeginChapter) -> None:
    """The next chapter begins when the game master says so, between actions (WD-SCEN-AWAKENING-1)."""
    state = play.state
    chapters = {chapter.id for chapter in play.state.data.scenarios[state.scenario].chapter}
    known(action.chapter in chapters, "{chapter} is no chapter", chapter=action.chapter)
    demand(state.phase == "turn", "not now")
    demand(is_calm(state), "something is under way")
    lay_out(play, BeginChapterStep(action.chapter))


def chapter_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """The chapters but the one that is played."""
    now = master_of(state).chapter
    chapters = (chapter.id for chapter in state.data.scenarios[state.scenario].chapter)
    return (Slot("chapter", tuple(chapter for chapter in chapters if chapter != now)),)


def lay_out(play: Play, step: BeginChapterStep) -> None:
    """A chapter brings its map, tokens and environment; characters stand on its start, what they have stays."""
    state, master = play.state, master_of(play.state)
    chapter = chapter_row(state, step.chapter)
    play.emit(ChapterBegan(master.seat, chapter.id, tuple(state.disks)))
    start = chapter.start["tile"]
    shown = [row for row in chapter.tiles if chapter.map == OPEN or row.tile == start]
    hidden = {row.tile: Place(row.x, row.y, row.rot) for row in chapter.tiles if row not in shown}
    play.emit(TilesHidden(master.seat, hidden))
    for row in shown:
        play.emit(TilePlaced(row.tile, row.x, row.y, row.rot))
        lay_tokens(play, row.tile)
    play.emit(EnvironmentChanged(chapter.environment))
    if step.first:
        return
    for seat in play.state.living:
        play.emit(CharacterPlaced(seat, start_spaces(play.state)[0]))
    watch(play)


def chapter_row(state: DarknessState, name: str) -> Chapter:
    """A chapter of the campaign."""
    return next(chapter for chapter in state.data.scenarios[state.scenario].chapter if chapter.id == name)


def set_environment(play: Play, seat: str, action: SetEnvironment) -> None:
    """The environment changes (WD-GM-17)."""
    known(
        action.environment in environments(play.state),
        "{environment} is no environment",
        environment=action.environment,
    )
    play.emit(EnvironmentChanged(action.environment))
    watch(play)


def environment_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """The environments but the one that there is."""
    now = master_of(state).environment
    return (Slot("environment", tuple(name for name in environments(state) if name != now)),)


def award(play: Play, seat: str, action: Award) -> None:
    """VP at will, at most 1,000 either way (WD-GM-16, WD-GM-25)."""
    known_seat(play.state, action.to)
    known(action.vp != 0, "an award is some VP")
    if numbers_are_bounded(play.state):
        AWARDS.check(action.vp, "an award")
    demand(action.to in play.state.people, "{to} has no character", to=action.to)
    demand(play.state.phase == "turn", "not now")
    before = play.state.cause
    play.emit(PointsAwarded(seat, action.to, action.why, cause=begun(play.state)))
    change_points(play, action.to, action.vp, "award")
    go_on_with(play, before)


def award_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """To whom, how much, and why."""
    return Slot("to", tuple(state.people)), Slot("vp", min=AWARDS.least, max=AWARDS.most), Slot("why")


def allow_new(play: Play, seat: str, action: AllowNew) -> None:
    """A dead character's player chooses a new one (WD-GM-19)."""
    known_seat(play.state, action.seat)
    demand(play.state.phase == "turn", "not now")
    dead = action.seat in play.state.people and not play.state.people[action.seat].alive
    demand(dead and action.seat not in play.open, "{seat} needs no new character", seat=action.seat)
    play.emit(NewCharacterAllowed(action.seat))
    play.ask(action.seat, Decision("setup", ("character",)))


def newcomer_slots(state: DarknessState, seat: str) -> tuple[Slot, ...]:
    """Whose character is dead."""
    dead = (other for other, person in state.people.items() if not person.alive and other not in state.open)
    return (Slot("seat", tuple(dead)),)


def end_game(play: Play, seat: str, action: EndGame) -> None:
    """The game master ends the campaign (WD-SCEN-AWAKENING-1)."""
    demand(play.state.phase == "turn", "not now")
    play.open.clear()
    play.agenda.clear()
    play.push(Finish(ENDED))
