"""What only some games have: each facet a small class that such a game has among its bases, in a module of its own.

Whoever uses one asks `isinstance(game, Facet)`; where a game without it has a plain answer, the module has a function
that gives the one or the other. `docs/contract.md` has a section on each.
"""
