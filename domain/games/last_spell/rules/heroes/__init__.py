"""Heroes: who they are, what they carry, what they may do in a turn."""
