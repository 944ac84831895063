"""Nightfall, the deck-building fight for two to five seats. `docs/rules/nightfall.md` is its rulebook.

A reader finds a rule by its chapter in `rules`: `draft`, `piles`, `targets`, `turn`, `combat`, `damage`, `chain`,
`resolving`, `claim`, `cleanup`, `ending`; what the cards say is in `rules/cards`. Beside them are `options`, `setup`,
`outcome` and `view`.
"""
