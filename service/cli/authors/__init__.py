"""Commands for whoever writes games, cards and AIs: what the rules are held to, and how well they are played."""
