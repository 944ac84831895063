"""Leagues: enrolment, seasons and divisions, stages, pairing, standings, ratings. `docs/leagues.md` has the rules.

A league is a log like a game's. Start with `plan` (what an organiser publishes), `actions` and `events` (what can
be done and what comes of it), and `decide`; each chapter of the rules has a module that `decide` calls.
"""
