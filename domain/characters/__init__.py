"""Characters: what a seat brings to a game and takes away from it, a character that grows from game to game.

Each is a log of its own. What it holds and how it changes is the game's matter (`Characters.new_character`,
`with_characters`, `grown_characters`); where it is, and that it is in one game at a time, is told here.
"""
