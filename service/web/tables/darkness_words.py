"""What When Darkness Comes asks and does, in words: verbs, target numbers, attributes."""

from __future__ import annotations

from collections.abc import Mapping

from domain.contract.game import Json
from domain.games.darkness.drawing import POINTS, SKILL_POINTS
from service.language.names import Names, Said, title
from service.web.games.fields import Budget, Budgets
from service.web.wording import Wording

ATTRIBUTES: Mapping[str, str] = {
    "S": "Speed", "A": "Attack", "Dex": "Dexterity and initiative", "Int": "Intelligence", "Pers": "Persuasion",
    "Med": "Medicine", "D": "Defense and health",
}  # fmt: skip
"""Code of an attribute -> what it is."""

SIDES: Mapping[str, str] = {"n": "to the north", "e": "to the east", "s": "to the south", "w": "to the west"}
"""A side of a space -> where something lies there."""

FORMS: Mapping[str, str] = {
    "character": "Make a character of your own",
    "ask": "Offer something else",
    "demand": "Demand something else",
    "set_tn": "Another number of turns",
    "move": "Another way there",
    "reroll": "Choose dice",
}
"""Verb -> what its form is called."""

TITLES: Mapping[str, str] = {
    "character": "Play as",
    "start": "Begin at",
    "orient": "Turn it by",
    "move": "Go to",
    "scenario": "Here:",
    "spend": "Spend VP on",
    "pay": "Give VP",
    "move_roll": "Throw the dice to walk",
    "pick_lock": "Pick the lock",
    "force": "Force the door",
    "climb": "Climb in",
    "open_for": "Open the door for others",
    "perceive": "Look round the building",
    "heal_self": "Heal yourself",
    "search": "Search the building",
    "end_turn": "End the turn",
    "reveal": "Reveal",
    "roll": "Throw the dice",
    "ask": "Ask for help",
    "demand": "Help on other terms",
    "keep": "Keep the throw",
    "enter": "Go in",
    "stay": "Stay where you are",
    "agree": "Agree to the terms",
    "refuse": "Refuse the terms",
    "decline": "Do not help",
    "retreat": "Try to get away",
    "shield": "Step in: take the damage yourself",
    "strain": "Strain yourself: throw for what you can carry",
    "avoid": "Buy it off",
    "suffer": "Take what comes",
    "parley": "Talk to them",
    "strike": "Strike",
    "stand_by": "Stand by: do not step in",
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

FAILED: Mapping[str, str] = {
    "lockpick": "the door stays locked, and you stay outside",
    "force": "the door stays locked, and you stay outside",
    "climb": "you stay outside",
    "search": "the disk is shuffled with the other face-down disks of the tile",
    "recruit": "you get a Failure, and the disk is shuffled with the others of the tile",
    "disarm": "everybody is put out of the building, and you get a Failure",
    "attack": "you hit nobody",
    "defense": "you take 1 damage",
}
"""Check -> what comes of a throw that does not pass."""

THROWS = ("move_roll", "perceive", "heal_self", "retreat")
"""The verbs that are a throw and nothing else."""

HINTS: Mapping[str, str] = {
    "character": "A character of your own: attributes of 2 to 5 dice, 20 points in all; skills for 10 points. Each"
    " activity asks for something.",
    "ask": "Somebody within three spaces comes to you and lets you throw dice again. Offer something, or nothing.",
    "demand": "Say for what you would help.",
    "attempt": "Say in words what you try. The game master answers with a target and the turns that it takes, or does"
    " not allow it, which costs nothing.",
    "set_tn": "One 6 is the easiest target, five dice alike are the hardest. An attempt may take several turns.",
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


def target(code: str, names: Names) -> str:
    """What a target number asks for: `three dice alike`."""
    return names.say(code)


def _move(action: Mapping[str, Json], names: Names) -> str:
    return names.filled("Go to {path_last} ({path_count:step|steps})", action)


def _explore(action: Mapping[str, Json], names: Names) -> str:
    return names.filled("Explore {side}", {"side": Said(names.catalogue.told(SIDES[action["direction"]]))})


def _through(action: Mapping[str, Json], names: Names) -> str:
    """What is done with a door or window, and where that is: `Pick the lock of: Bar 4/2, to the south`."""
    space, _, side = str(action.get("door") or action["window"]).rpartition("/")
    told = names.catalogue.told
    about = {"doing": Said(told(TITLES[action["type"]])), "space": space, "side": Said(told(SIDES[side]))}
    return names.filled("{doing}: {space}, {side}", about)


def _pay(action: Mapping[str, Json], names: Names) -> str:
    return names.filled("Give {to} {vp} VP", action)


def _throw(action: Mapping[str, Json], names: Names) -> str:
    """A throw by itself: `Throw the dice to walk with Sprint and 2 dice bought`."""
    throw = {"throw": Said(names.catalogue.told(TITLES.get(action["type"]) or title(action["type"]))), **action}
    helping = [names.say(action[name]) for name in ("weapon", "skill") if action.get(name)]
    throw["skill"] = Said(", ".join(helping))
    match bool(helping), bool(action.get("add")):
        case True, True:
            return names.filled("{throw} with {skill}, and {add:die|dice} more for VP", throw)
        case True, False:
            return names.filled("{throw} with {skill}", throw)
        case False, True:
            return names.filled("{throw}, and {add:die|dice} more for VP", throw)
        case _:
            return str(throw["throw"])


def _reroll(action: Mapping[str, Json], names: Names) -> str:
    """The dice by their places in the throw: `Throw 2 dice again: number 1, 3 (VP)`."""
    about = {"dice": len(action["dice"]), "places": Said(", ".join(map(str, action["dice"]))), "by": action["source"]}
    return names.filled("Throw {dice:die|dice} again: number {places} ({by})", about)


def _invite(action: Mapping[str, Json], names: Names) -> str:
    return names.filled("Invite {seats}", action) if action["seats"] else names.catalogue.told("Invite nobody")


def _act(action: Mapping[str, Json], names: Names) -> str:
    if action.get("attack"):
        return names.filled("{piece} attacks {attack}", action)
    return names.filled("{piece} goes to {move_last} ({move_count:step|steps})", action)


def _set_tn(action: Mapping[str, Json], names: Names) -> str:
    turns = action.get("turns", 1)
    return names.filled("{tn}[, {turns:turn|turns}]", {**action, "turns": turns if turns > 1 else 0})


def _demand(action: Mapping[str, Json], names: Names) -> str:
    return names.filled("Help for {terms}", {"terms": Said(terms(action, names))})


def _ask(action: Mapping[str, Json], names: Names) -> str:
    given = Said(terms(action.get("give", {}), names))
    return names.filled("Ask {of} for help and give {terms}", {**action, "terms": given})


def terms(given: Mapping[str, Json], names: Names) -> str:
    """What is given for help: VP, items, allies."""
    points = [names.filled("{vp} VP", given)] if given.get("vp") else []
    things = [names.say(thing) for key in ("items", "allies") for thing in given.get(key, ())]
    return names.catalogue.told(" and ").join(points + things) or names.catalogue.told("nothing")


WORDING = Wording(
    titles=TITLES,
    hints=HINTS,
    forms=FORMS,
    labels={
        **dict.fromkeys(("roll", *THROWS), _throw),
        "move": _move,
        "explore": _explore,
        **dict.fromkeys(("pick_lock", "force", "climb", "open_for"), _through),
        "pay": _pay,
        "act": _act,
        "reroll": _reroll,
        "invite": _invite,
        "set_tn": _set_tn,
        "demand": _demand,
        "ask": _ask,
    },
    points=_character_points,
)
"""The words of the panel."""
