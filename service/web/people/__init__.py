"""The pages of a person: lobby, account, notices, characters, invitations."""
