"""Counts what the house looks like from outside; `python -m tests.house` prints them."""
