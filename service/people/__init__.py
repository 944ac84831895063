"""People: accounts, tokens, passwords, blocks, vacations, invitations, leaving for good."""
