"""What an installation publishes of itself: the journal as a Merkle log, its checkpoints, and receipts."""
