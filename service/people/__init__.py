"""People: accounts, names, passwords, tokens and apps, blocks, budgets, vacations, invitations."""
