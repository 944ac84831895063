"""The use cases of series."""
