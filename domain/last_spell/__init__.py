"""The Last Spell, the board game: the night phase. Heroes defend a magic circle against waves of monsters.

The modules follow the chapters of `docs/rules/last-spell.md`: `board`, `heroes`, `weapons` and `attacks`, `sight`,
`armor` and `items`, `dice`, `movement`, `night`, `spawn`, `monster_attacks`, `turns`, `defences`, `dawn`, the
three bosses `harpy`, `cetusia` and `dryad`, `effects`, and `setup`.
"""
