"""The bosses, a module each, and what they have in common."""
