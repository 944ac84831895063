"""What is common to all games: seats, start, closing, decision ids; a game neither stores nor sees these events."""
