"""Leagues: where each stands, and what can be asked of them."""
