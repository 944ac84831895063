"""The verifier that shares no code with the rest of the program: one file, to be taken away and read."""
