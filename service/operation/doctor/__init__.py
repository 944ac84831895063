"""The examination of an installation: what is well, what to look at, what is wrong and what to do about it."""
