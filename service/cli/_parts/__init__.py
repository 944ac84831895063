"""Parts of commands that are too long for one module."""
