"""When Darkness Comes: The Awakening. The rules are in docs/rules/darkness.md; module names follow its chapters."""
