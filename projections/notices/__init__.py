"""What people are told: who of what, over which channel, and what came of it."""
