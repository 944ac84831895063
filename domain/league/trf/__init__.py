"""Tournaments of other programs in FIDE's Tournament Report File: read, rebuilt and compared; and leagues written so.

`tournament` is what a file says, `reading` and `writing` are its form, `rebuilding` makes sheets of it, `handbook` has
FIDE's tie-breaks, and `comparing` tells what the rules make of the results.
"""
