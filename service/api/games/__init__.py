"""The resources of games."""
