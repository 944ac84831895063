"""Words that pages say of what is stored or posted under them: statuses, causes, kinds."""

from __future__ import annotations

from service.language.lines import GONE, MUTED

WORDS = (
    "open", "running", "over", "void", "cancelled", "abandoned", "closed", "enrolling", "opening", "blocked", "muted",
    "public", "private", "sent", "waiting", "failed", "delivered", "given up", "game", "series", "bye", "forfeit",
    "finished", "forfeited", "voided", "played", "Balanced groups", "Swiss", "Round robin", "Knock out",
    "Apocalypse final", "Nights", "Rounds", "Mages", "Heroes", "Flames", "Constructions",
    "Generic", "Discord", "Slack", "yes", "no", "none", "nothing", "All", GONE, MUTED,
    "turn", "combat", "wound", "death",
)  # fmt: skip
"""Each is its own message."""

REASONS = (
    "there is no such game", "there is no such account", "no account has this name and password",
    "the old password is another one", "the game has begun already", "the game has not begun", "the game does not run",
    "the game is not over yet", "no seat is open to you", "you play in this game already",
    "others were faster each time; try again", "somebody else was faster; try again",
    "the note has been changed since, perhaps in another window",
    "you have asked for this, and the others have not answered yet", "this invitation is not valid",
    "this invitation is not valid, or no longer", "the game that this was an invitation to has begun",
    "you have lost your seat in this game; what was shown to you until then stays",
    "you have left this game, or were sent away: a new invitation lets you in", "only an operator may do this",
    "not enough movement points", "not enough mana",
)  # fmt: skip
"""Why something was not done, where that is always said in the same words: pages say it in the reader's language."""
