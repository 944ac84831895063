"""Challenges: many play the same deal of a co-operative game, one try each, and results are compared.

A challenge is a log like a game's. All of its games share one seed, in whose key the challenge's id stands for the
game's (`domain.contract.chance.Dealt`); nobody gives entropy. The seed is revealed when the last try has ended: until
then the records of closed games stay redacted, so that nobody is told the deal before playing it. The rules have ids
`CH-...` and stand in docs/challenges.md.

`actions` is what can be posted, `events` what happens, `state` what a challenge is, `decide` the rules of opening and
ending, `trying` those of tries and groups, `ranking` the places, `results` what games have come to, `tour` several
challenges with one table of points.
"""
