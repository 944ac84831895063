"""Nightfall, the deck-building fight for two to five seats. `docs/rules/nightfall.md` is its rulebook.

A reader finds a rule by its chapter in `rules`: `draft` and `quick_start`, `piles`, `targets`, `turn`, `combat`,
`damage`, `chain`, `resolving`, `influence` and `claim`, `cleanup`, `ending`; what the cards say is in `rules/cards`,
made of the words of `text` and `effects`, and `choosing` asks what a text leaves open. `editions` has what the
rulebooks do differently, `naming` refuses what is not known. Beside them are `options`, `setup`, `outcome` and `view`.
"""
