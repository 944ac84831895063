"""The resources of people."""
