"""The rules of games with a game master (WD-GM)."""
