"""Telling people: the channels that accounts have, what is said, and how it is sent. `workers.notify` drives it."""
