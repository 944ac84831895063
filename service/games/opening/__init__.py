"""How games begin: opened by hand, by a series or league, once more, or as a chain; seeds that wait for their game."""
