"""The chapters of the rulebook of The Last Spell (docs/rules/last-spell.md)."""
