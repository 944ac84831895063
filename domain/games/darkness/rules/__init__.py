"""The chapters of the rulebook of When Darkness Comes (docs/rules/darkness.md)."""
