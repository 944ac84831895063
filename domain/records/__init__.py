"""A game as one document: exported, replayed, compared, and chains of them."""
