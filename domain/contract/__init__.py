"""The contract of a game: what a game is to the rest of the program, and what it is given."""
