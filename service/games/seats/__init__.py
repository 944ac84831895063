"""Who sits where: who may come in, what the host does, who goes and comes back."""
