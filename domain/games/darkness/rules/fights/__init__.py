"""Fights: who holds whom, rounds, retreat, security, damage."""
