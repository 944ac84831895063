"""Databases of one's own, which are thrown away: what tests, benches and drills run against."""
