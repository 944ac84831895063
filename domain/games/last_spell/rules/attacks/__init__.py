"""Attacks of heroes and defences: weapons, dice, strikes, effects, armour, wounds."""
