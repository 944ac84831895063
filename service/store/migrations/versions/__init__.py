"""Each migration, its number before its name. None is changed once it is released."""
