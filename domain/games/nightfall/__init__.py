"""Nightfall, the deck-building fight for two to five seats. `docs/rules/nightfall.md` is its rulebook.

A reader finds a rule by its chapter: `options`, `setup`, `draft`, `piles`, `targets`, `turn`, `combat`, `damage`,
`chain`, `resolving`, `claim`, `cleanup`, `ending`, `outcome`, `view`; what the cards say is in `cards`.
"""
