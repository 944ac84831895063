"""The use cases of characters."""
