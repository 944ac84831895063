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
