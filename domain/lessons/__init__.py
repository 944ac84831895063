"""Guided games: recorded positions with what is said at each step, and playing them."""
