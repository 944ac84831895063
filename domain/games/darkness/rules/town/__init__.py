"""The town: tiles, spaces, doors, and how one moves and looks there."""
