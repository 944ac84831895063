"""What teaches people a game: its rules in short, what is printed on its cards and pieces, and guided games."""
