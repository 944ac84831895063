"""The Last Spell, the board game: the night phase. Heroes defend a magic circle against waves of monsters.

The modules follow the chapters of `docs/rules/last-spell.md`:

    1 board, geometry, pieces       2 heroes, tokens                3 weapons, attacks, strikes, bare_hands
    4 sight                         5 armor, items                  6 dice, wounds, damage
    7 movement, monster_attacks     8 night, spawn, entry, movement_order, targets, victims, ending
    9 turns                         10 defences                     11 dawn, quests, saving
    12 tokens, movement, weapons    13 to 15 harpy, cetusia, dryad, displacement
    16 effects                      17 armor, armor_effects         18 and 19 setup, twilight, creation, options
    20 view, cases, actions, events, steps, legal, slots, sample, resample

`forms` and `exercised` are for long runs and golden games.
`game` is the game on its contract, `dispatch` says which function carries out what, `bots` is what a bot knows.
"""
