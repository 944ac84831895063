"""The Last Spell, the board game: the night phase. Heroes defend a magic circle against waves of monsters.
`docs/rules/last-spell.md` is its rulebook.

A reader finds a rule by its chapter in `rules`:

    town      1 board, geometry, pieces; 4 sight
    heroes    2 heroes, ways, tokens; 5 items; 9 turns
    attacks   3 weapons, aiming, attacks, strikes, bare_hands; 5 and 17 armor, armor_effects; 6 dice, wounds, damage;
              10 defences; 16 effects
    monsters  7 movement, monster_attacks; 8 movement_order, targets, victims
    night     8 night, spawn, entry, ending; 11 dawn, rewards, quests, saving; 19 twilight, dealing, market
    bosses    13 to 15 harpy, cetusia, dryad
    day       19 preparation, taking, building

`questions` has what is asked in the middle of an effect, `readings` the sentences that a table may read in another way,
`samples` how an answer is drawn. Beside the rules are `options`, `setup`, `outcome` and `view`.
"""
