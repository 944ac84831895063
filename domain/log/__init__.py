"""What is stored: entries in canonical JSON, their commitments and hash chain, the journal."""
