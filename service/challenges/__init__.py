"""The use cases of challenges and tours."""
