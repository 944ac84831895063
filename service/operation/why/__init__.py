"""What something waits for, in plain sentences: a game, a series, a league, a challenge."""
