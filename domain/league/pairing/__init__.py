"""Who plays whom: one module a kind of stage. Pure functions of what the rounds before brought, and of a key."""
