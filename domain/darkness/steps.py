"""What can be left to do: the steps of the agenda, as plain data. The modules named in each group carry them out."""

from __future__ import annotations

from domain.game import Step


# setup
class ChooseCharacters(Step, tag="choose-characters", frozen=True):
    """Seats without a character choose one."""


class DrawFirst(Step, tag="draw-first", frozen=True):
    """The first player is drawn."""


class PlaceNext(Step, tag="place-next", frozen=True):
    """The next of these seats puts its character on the map."""

    seats: tuple[str, ...]


# turn
class BeginRound(Step, tag="begin-round", frozen=True):
    """A round begins."""

    round: int


class BeginTurn(Step, tag="begin-turn", frozen=True):
    """A seat's turn begins."""

    seat: str


class MeetEngaged(Step, tag="meet-engaged", frozen=True):
    """The active character faces the adversary it stands on."""


class MeetOwed(Step, tag="meet-owed", frozen=True):
    """The active character turns up the disk it owes."""


class AskTurn(Step, tag="ask-turn", frozen=True):
    """The active seat decides what to do."""


class Resume(Step, tag="resume", frozen=True):
    """A given position goes on at the start of the active seat's turn."""


class ResumeTurn(Step, tag="resume-turn", frozen=True):
    """A given position goes on in the middle of the active seat's turn."""


class EndTurn(Step, tag="end-turn", frozen=True):
    """The turn ends."""

    why: str


class EndRound(Step, tag="end-round", frozen=True):
    """The round ends."""


# checks, rerolls
class AskCheck(Step, tag="ask-check", frozen=True):
    """The roller throws or asks for help."""


class AskReroll(Step, tag="ask-reroll", frozen=True):
    """The roller may reroll, or the check is settled."""


class Settle(Step, tag="settle", frozen=True):
    """The throw is compared with what the check asks for."""


# fate
class CallFate(Step, tag="call-fate", frozen=True):
    """A fate table is called for."""

    table: str


class ThrowFate(Step, tag="throw-fate", frozen=True):
    """The dice of a fate table are thrown and the row takes effect."""

    table: str


# arrivals: what the scenario makes of what happened
class CameTo(Step, tag="came-to", frozen=True):
    """A character came to each of these spaces, one after the other."""

    seat: str
    spaces: tuple[str, ...]


class Arrived(Step, tag="arrived", frozen=True):
    """A character stays on a space to which it came from `source`."""

    seat: str
    source: str
    cause: str


class DiskDone(Step, tag="disk-done", frozen=True):
    """A seat resolved a disk of a tile."""

    seat: str
    tile: str


# movement, exploring
class GainMovement(Step, tag="gain-movement", frozen=True):
    """A movement check becomes movement."""


class Explored(Step, tag="explored", frozen=True):
    """The drawn tile is placed and stepped on."""

    tile: str
    direction: str
    rot: int


# doors
class DoorTried(Step, tag="door-tried", frozen=True):
    """A check at a door is settled; with `seats` it was opened for them."""

    door: str
    how: str
    seats: tuple[str, ...] = ()


class WindowTried(Step, tag="window-tried", frozen=True):
    """A check at a window is settled."""

    window: str


class AskInvite(Step, tag="ask-invite", frozen=True):
    """The opener of a door invites others."""

    door: str


class GuestsCame(Step, tag="guests-came", frozen=True):
    """All who were invited have answered; each with the space it came from."""

    door: str
    guests: tuple[tuple[str, str], ...]


# perception, healing, stealing
class LookRound(Step, tag="look-round", frozen=True):
    """A perception check is settled: so many disks are looked at."""


class Healed(Step, tag="healed", frozen=True):
    """A check to heal is settled."""

    patient: str


class HolderRolls(Step, tag="holder-rolls", frozen=True):
    """The holder throws in an opposed check."""

    kind: str
    thing: str
    holder: str


class Contested(Step, tag="contested", frozen=True):
    """An opposed check is settled."""

    kind: str
    thing: str
    holder: str


# carrying
class HandOver(Step, tag="hand-over", frozen=True):
    """A thing passes from one seat to another; with `lock` it cannot be stolen back at once."""

    thing: str
    source: str
    to: str
    how: str
    lock: bool = False


class Burden(Step, tag="burden", frozen=True):
    """A seat got something: is it too heavy?"""

    seat: str
    strained: bool = False


class Strained(Step, tag="strained", frozen=True):
    """A check to carry more is settled."""

    seat: str


# disks, security
class Meet(Step, tag="meet", frozen=True):
    """A seat deals with the disk that was turned up on its space."""

    seat: str
    disk: str


class Searched(Step, tag="searched", frozen=True):
    """A check to find an item is settled."""

    disk: str


class Recruited(Step, tag="recruited", frozen=True):
    """A check to win an ally is settled."""

    disk: str


class Parleyed(Step, tag="parleyed", frozen=True):
    """A check against security is settled."""

    seat: str
    disk: str


class LoseSecurity(Step, tag="lose-security", frozen=True):
    """Security was not passed."""

    seat: str
    disk: str


class AskArrange(Step, tag="ask-arrange", frozen=True):
    """A disk goes back among the face-down ones of its tile."""

    disk: str


# combat
class Initiative(Step, tag="initiative", frozen=True):
    """The initiative is thrown for."""


class InitiativeThrown(Step, tag="initiative-thrown", frozen=True):
    """The initiative check is settled."""


class CombatRound(Step, tag="combat-round", frozen=True):
    """A round of combat begins."""


class Attack(Step, tag="attack", frozen=True):
    """The character attacks."""


class Attacked(Step, tag="attacked", frozen=True):
    """An attack check is settled."""


class Defend(Step, tag="defend", frozen=True):
    """The character is attacked."""


class Defended(Step, tag="defended", frozen=True):
    """A defence check is settled."""


class OfferShield(Step, tag="offer-shield", frozen=True):
    """The next of these helpers may take the damage meant for a seat."""

    seat: str
    helpers: tuple[str, ...]


class OfferSacrifice(Step, tag="offer-sacrifice", frozen=True):
    """Who takes the damage may lose an ally for it."""

    seat: str


class RoundOver(Step, tag="round-over", frozen=True):
    """A round of combat is over."""


class Fled(Step, tag="fled", frozen=True):
    """A retreat check is settled; `early` at the start of the turn."""

    adversary: str
    early: bool


# scenarios
class TokenTried(Step, tag="token-tried", frozen=True):
    """The check of a token is settled."""

    token: str


class ScenarioTried(Step, tag="scenario-tried", frozen=True):
    """The check of a scenario's action is settled."""

    action: str
    target: str | None = None


class ScenarioBegins(Step, tag="scenario-begins", frozen=True):
    """A scenario's action goes on after what its check brought."""

    action: str


# end, aftermath
class Finish(Step, tag="finish", frozen=True):
    """The end is reached."""

    outcome: str


class CountVotes(Step, tag="count-votes", frozen=True):
    """The votes are counted."""


class FindWinners(Step, tag="find-winners", frozen=True):
    """The winners are found."""


class AskDuties(Step, tag="ask-duties", frozen=True):
    """What made characters gain and lose at the end; then the game is over."""

    done: tuple[str, ...] = ()


# game master
class AskSecurity(Step, tag="ask-security", frozen=True):
    """The game master may send security to a seat that entered a building."""

    seat: str


class AttemptTried(Step, tag="attempt-tried", frozen=True):
    """The check of an attempt or task is settled."""

    task: str | None = None


class Foraged(Step, tag="foraged", frozen=True):
    """A search of a building is settled."""

    task: str | None = None


class ThrowValues(Step, tag="throw-values", frozen=True):
    """The values of a piece are thrown for the round."""


class Drive(Step, tag="drive", frozen=True):
    """A check to drive is settled: the car moves along the path."""

    path: tuple[str, ...]


class Watch(Step, tag="watch", frozen=True):
    """Pieces and tiles that have come into sight are shown."""


class LookFrom(Step, tag="look-from", frozen=True):
    """Pieces that a seat saw from a space that it passed are shown."""

    seat: str
    at: str


class BeginChapter(Step, tag="begin-chapter", frozen=True):
    """A chapter is laid out; at the `first` the characters are not on the map yet."""

    chapter: str
    first: bool = False


STEPS: tuple[type[Step], ...] = (
    ChooseCharacters,
    DrawFirst,
    PlaceNext,
    BeginRound,
    BeginTurn,
    MeetEngaged,
    MeetOwed,
    AskTurn,
    Resume,
    ResumeTurn,
    EndTurn,
    EndRound,
    AskCheck,
    AskReroll,
    Settle,
    CallFate,
    ThrowFate,
    CameTo,
    Arrived,
    DiskDone,
    GainMovement,
    Explored,
    DoorTried,
    WindowTried,
    AskInvite,
    GuestsCame,
    LookRound,
    Healed,
    HolderRolls,
    Contested,
    HandOver,
    Burden,
    Strained,
    Meet,
    Searched,
    Recruited,
    Parleyed,
    LoseSecurity,
    AskArrange,
    Initiative,
    InitiativeThrown,
    CombatRound,
    Attack,
    Attacked,
    Defend,
    Defended,
    OfferShield,
    OfferSacrifice,
    RoundOver,
    Fled,
    TokenTried,
    ScenarioTried,
    ScenarioBegins,
    Finish,
    CountVotes,
    FindWinners,
    AskDuties,
    AskSecurity,
    AttemptTried,
    Foraged,
    ThrowValues,
    Drive,
    Watch,
    LookFrom,
    BeginChapter,
)
