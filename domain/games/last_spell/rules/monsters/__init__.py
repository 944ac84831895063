"""Monsters: how they move, whom they strike."""
