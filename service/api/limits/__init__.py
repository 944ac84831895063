"""The room of limits: how often a caller may ask, and how that is counted."""
