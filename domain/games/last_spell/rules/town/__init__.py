"""The board: squares, sight, and the pieces on them."""
