"""What the bots of The Last Spell know and plan."""
