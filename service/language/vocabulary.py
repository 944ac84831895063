"""Words that pages say of what is stored or posted under them: statuses, causes, kinds."""

from __future__ import annotations

from service.language.lines import GONE, MUTED

WORDS = (
    "open", "running", "over", "void", "cancelled", "abandoned", "closed", "enrolling", "opening", "blocked", "muted",
    "public", "private", "sent", "waiting", "failed", "delivered", "given up", "game", "series", "bye", "forfeit",
    "finished", "forfeited", "voided", "played", "Balanced groups", "Swiss", "Round robin", "Knock out",
    "Apocalypse final", "Nights", "Rounds", "Mages", "Heroes", "Flames", "Constructions",
    "Generic", "Discord", "Slack", "yes", "no", "none", "nothing", "All", GONE, MUTED,
    "turn", "combat", "wound", "death", "withdrawn", "Skill points", "Dead", "announced",
    "walkover", "absent", "annulled", "carried",
    "Over", "Dawn", "Acted", "Hidden", "Found", "Done", "Wards", "Side", "On cliff", "Alerions slain", "Revealed",
    "Deck left", "Slot", "Growth",
    "nobody can have the bye so that the others can be paired off",
    "the players cannot be paired off without a meeting that the rules forbid",
)  # fmt: skip
"""Each is its own message."""

REASONS = (
    "there is no such game",
    "the log of this game cannot be read; nothing of it is lost",
    "there is no such series",
    "the log of this series cannot be read; nothing of it is lost",
    "there is no such league",
    "the log of this league cannot be read; nothing of it is lost",
    "there is no such challenge",
    "the log of this challenge cannot be read; nothing of it is lost",
    "there is no such tour",
    "the log of this tour cannot be read; nothing of it is lost",
    "there is no such character",
    "the log of this character cannot be read; nothing of it is lost",
)
"""Why something was not done, where the sentence is put together of what the log is of."""
