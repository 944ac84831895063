"""When Darkness Comes: The Awakening, for one to six seats. `docs/rules/darkness.md` is its rulebook.

A reader finds a rule by its chapter in `rules`: `turn`, `checks`, `town`, `things`, `fights`, `scenarios`,
`characters`, `ending`, and `master` for games with a game master. `verbs` and `agenda` tell where each verb and each
step leads; beside them are `options`, `setup`, `outcome` and `view`.
"""
