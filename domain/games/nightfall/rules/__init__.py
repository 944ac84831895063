"""The chapters of the rulebook of Nightfall (docs/rules/nightfall.md), a module each."""
