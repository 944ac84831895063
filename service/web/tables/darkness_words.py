"""What When Darkness Comes asks and does, in words: decisions, verbs, target numbers, attributes."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Json
from domain.games.darkness.drawing import POINTS, SKILL_POINTS
from service.language.names import Names, title
from service.web.games.fields import Budget, Budgets
from service.web.wording import Wording

ATTRIBUTES: Mapping[str, str] = {
    "S": "Speed", "A": "Attack", "Dex": "Dexterity and initiative", "Int": "Intelligence", "Pers": "Persuasion",
    "Med": "Medicine", "D": "Defense and health",
}  # fmt: skip
"""Code of an attribute -> what it is."""

TARGETS: Mapping[str, str] = {
    "6H": "one 6", "1P": "a pair", "3S": "a run of three", "3K": "three of a kind", "4S": "a run of four",
    "4K": "four of a kind", "5S": "a run of five", "5K": "five of a kind",
}  # fmt: skip
"""Target number -> what the dice must form, the easiest first (WD-CHECK-1)."""

QUESTIONS: Mapping[str, str] = {
    "setup/character": "Choose your character",
    "setup/start": "Where does your character begin?",
    "turn": "Your turn",
    "turn/act": "Your turn: your pieces act",
    "engaged": "Something stands before you",
    "check": "Throw the dice",
    "help": "You are asked for help",
    "terms": "Help has its price",
    "reroll": "Throw dice again, or keep the throw",
    "oh-crap": "Fate turns against you",
    "choose": "Choose",
    "orient": "How is the new tile turned?",
    "invite": "The door is open: who comes in with you?",
    "enter": "You are invited in",
    "peek": "Look at disks that lie face down",
    "arrange": "Where do the shuffled disks lie?",
    "encounter": "Security has seen you",
    "initiative": "You are faster",
    "shield": "Somebody is about to be hurt",
    "damage": "You are about to be hurt",
    "overload": "You carry too much",
    "aftermath": "After the game: what has your character learned?",
    "ruling": "The table waits for the game master",
}
"""Kind of decision, or kind and first verb -> what is asked (chapter 17)."""

FORMS: Mapping[str, str] = {
    "character": "Make a character of your own",
    "ask": "Offer something else",
    "demand": "Demand something else",
    "set_tn": "Another number of turns",
    "move": "Another way there",
    "reroll": "Choose dice",
}
"""Verb -> what its form is called."""

CHOICES: Mapping[str, str] = {
    "give-item": "which item you give, and to whom",
    "give-ally": "which ally you give, and to whom",
    "give-vp": "to whom you give 2 VP",
    "take-item": "from whom you take an item",
    "take-ally": "from whom you take an ally",
    "peek": "the tile whose disks you look at",
    "find": "what the search finds",
}
"""What a choice is of (WD-FATE, WD-GM-6)."""

TITLES: Mapping[str, str] = {
    "character": "Play as",
    "start": "Begin at",
    "explore": "Explore to the",
    "orient": "Turn it by",
    "move": "Go to",
    "scenario": "Here:",
    "spend": "Spend VP on",
    "pay": "Hand VP over",
    "move_roll": "Throw for movement",
    "pick_lock": "Pick the lock of",
    "force": "Force",
    "climb": "Climb through",
    "open_for": "Open",
    "perceive": "Look round the building",
    "heal_self": "Heal yourself",
    "search": "Search the building",
    "end_turn": "End the turn",
    "reveal": "Reveal",
    "roll": "Throw",
    "ask": "Ask for help",
    "demand": "Help on other terms",
    "keep": "Keep the throw",
    "avoid": "Buy it off",
    "suffer": "Take what comes",
    "parley": "Talk to them",
    "strike": "Strike",
    "stand_by": "Stand by",
    "pass": "Do nothing",
    "attempt": "Try something",
    "task": "Take a task",
    "set_tn": "Set the target",
    "wave_through": "Send nobody",
    "security": "Send",
    "act": "Have a piece act",
    "place": "Place a piece",
    "award": "Award points",
    "environment": "Change the environment",
    "allow_new": "Allow a new character",
    "begin_chapter": "Begin a chapter",
    "end_game": "End the campaign",
    "rule": "Decide something else",
    "talk": "Say something in the game",
}
"""Verb -> what it is called, where its name would not tell."""

THROWS = ("move_roll", "perceive", "heal_self", "retreat")
"""The verbs that are a throw and nothing else."""

HINTS: Mapping[str, str] = {
    "character": "A character of your own: attributes of 2 to 5 dice, 20 points in all; skills for 10 points. Each"
    " activity asks for something.",
    "ask": "Somebody within three spaces comes to you and lets you throw dice again. Offer something, or nothing.",
    "demand": "Say for what you would help.",
    "attempt": "Say in words what you try. The game master answers with a target and the turns that it takes, or does"
    " not allow it, which costs nothing.",
    "set_tn": "6H is the easiest target, 5K the hardest. An attempt may take several turns.",
    "act": "Each of your pieces moves or attacks once in your turn.",
    "place": "In secret. It is shown as soon as a character sees it. Without values its I, A and D are thrown anew each"
    " round; give all three or none. A boss has its own. Health is 2 unless you say otherwise.",
    "reveal": "Show something before it is found.",
    "award": "For good play, or for a mischief less than none.",
    "environment": "It changes how far one sees and walks.",
    "rule": "One effect on a character, a piece, an item or a building: damage or healing, an item given or taken, a"
    " Failure more or less, another space, a piece removed, what of its items a character keeps at the end, how hard an"
    " item is to find, or what a building still holds. Your words to it are read by all.",
    "security": "Of a kind that the building's list names: it comes to somebody who is inside.",
    "begin_chapter": "Between actions only. The map is laid anew; characters keep what they have.",
    "end_game": "Points are counted, and the characters go home with what they have learned.",
    "talk": "Read by you and by those whom it is sent to, nobody else.",
    "spend": "VP buy a Failure off, or a skill point.",
}
"""Verb -> what it does, where that is not plain."""


def _character_points(names: Names) -> Mapping[str, Budgets]:
    """What attributes and skills of a new character may cost (WD-CHAR-2, WD-CHAR-3)."""
    played = [names.drawing({"data": sha256}) for sha256 in names.data.values()]
    costs = {skill: cost for drawing in played for skill, cost in drawing.skill_costs().items()}
    return {"character": {"attributes": Budget(POINTS), "skills": Budget(SKILL_POINTS, costs)}}


def target(code: str) -> str:
    """A target number with what it asks for: `3K, three of a kind`."""
    return f"{code}, {TARGETS[code]}"


def _move(action: Mapping[str, Json], names: Names) -> str:
    return f"Go to {names.say(action['path'][-1])} ({_steps(action['path'])})"


def _throw(action: Mapping[str, Json], names: Names) -> str:
    """A throw by itself: `Throw for movement with Sprint and 2 dice bought`."""
    verb, skill, bought = action["type"], action.get("skill"), action.get("add", 0)
    dice = f"{bought} {'die' if bought == 1 else 'dice'} bought" if bought else ""
    means = " and ".join(filter(None, (skill and names.say(skill), dice)))
    return (TITLES.get(verb) or title(verb)) + (f" with {means}" if means else "")


def _act(action: Mapping[str, Json], names: Names) -> str:
    piece = names.say(action["piece"])
    if action.get("attack"):
        return f"{piece} attacks {names.say(action['attack'])}"
    return f"{piece} goes to {names.say(action['move'][-1])} ({_steps(action['move'])})"


def _set_tn(action: Mapping[str, Json], names: Names) -> str:
    turns = action.get("turns", 1)
    return f"{target(action['tn'])}" + (f", {turns} turns" if turns > 1 else "")


def _steps(path: list[str]) -> str:
    return "1 step" if len(path) == 1 else f"{len(path)} steps"


def _demand(action: Mapping[str, Json], names: Names) -> str:
    return f"Help for {terms(action, names)}"


def _ask(action: Mapping[str, Json], names: Names) -> str:
    return f"Ask {names.say(action['of'])} for help and give {terms(action.get('give', {}), names)}"


def terms(given: Mapping[str, Json], names: Names) -> str:
    """What is given for help: VP, items, allies."""
    points = [f"{given['vp']} VP"] if given.get("vp") else []
    things = [names.say(thing) for key in ("items", "allies") for thing in given.get(key, ())]
    return " and ".join(points + things) or "nothing"


def _offer(given: Json, names: Names) -> str:
    return f"offered: {terms(given, names)}"


def _target(code: Json, names: Names) -> str:
    return f"against {target(code)}" if code else ""


def _attribute(code: Json, names: Names) -> str:
    return ATTRIBUTES[code]


def _choice(what: Json, names: Names) -> str:
    return CHOICES.get(what) or names.say(what)


def _unsaid(value: Json, names: Names) -> str:
    """What the map shows."""
    return ""


WORDING = Wording(
    questions=QUESTIONS,
    titles=TITLES,
    hints=HINTS,
    forms=FORMS,
    labels={
        **dict.fromkeys(THROWS, _throw),
        "move": _move,
        "act": _act,
        "set_tn": _set_tn,
        "demand": _demand,
        "ask": _ask,
    },
    details={
        "give": _offer,
        "tn": _target,
        "attribute": _attribute,
        "spaces": _unsaid,
        "what": _choice,
        "duty": _unsaid,
        "results": _unsaid,
    },
    points=_character_points,
)
"""The words of the panel."""
