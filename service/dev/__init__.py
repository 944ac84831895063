"""For those who work on the program: golden games, coverage, benches, writers of documents."""
