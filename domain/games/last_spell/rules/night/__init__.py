"""A night from twilight to dawn: spawn, quests, its end, and what is kept of it."""
