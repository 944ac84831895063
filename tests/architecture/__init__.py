"""Counts what the house looks like from outside; `python -m tests.architecture` prints them."""
