"""Checks: dice, their pools and target numbers, rerolls, help, and what fate makes of them."""
