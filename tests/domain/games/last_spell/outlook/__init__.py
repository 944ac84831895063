"""What would follow on a table of The Last Spell: aims, and what monsters do next."""
