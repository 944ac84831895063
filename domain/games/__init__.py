"""The games, a folder each, and the catalogue that lists them."""
