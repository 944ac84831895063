"""Apocalypse: several games in a row with the same seats, whose tallies are added up (NF-VAR-6 to NF-VAR-8).

A series is a log like a game's. After each game somebody posts `Tally`; as soon as a seat's sum reaches the limit the
series is over and the lowest sum wins, equal sums being ordered by the places of the last game (NF-VAR-7,
NF-RUL-17). Otherwise the next game is opened, set up from nothing (NF-VAR-8, NF-RUL-18). `next_step` says what follows;
doing it late, or twice, changes nothing, because a game's number and id follow from the series alone.

`actions` is what can be posted, `state` what happens and what a series is, `decide` the rules.
"""
