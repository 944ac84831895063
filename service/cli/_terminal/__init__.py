"""A game at a terminal: one loop that asks a person, with a game of this process or of a server at its other end."""
