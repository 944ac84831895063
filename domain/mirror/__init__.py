"""A mirror after the game: what was played beside the best that is found, turning points, and puzzles made of them."""
