"""When Darkness Comes: The Awakening, for one to six seats. `docs/rules/darkness.md` is its rulebook.

A reader finds a rule by its chapter in `rules`: `turn`, `checks`, `town`, `things`, `fights`, `scenarios`, `characters`,
`ending`, and `master` for games with a game master. Which verb and which step leads where is in `verbs` and `agenda`;
beside them are `options`, `setup`, `outcome` and `view`.
"""
