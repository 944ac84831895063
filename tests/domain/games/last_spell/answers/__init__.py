"""What can be answered: what is listed, what slots and random answers say, and what is refused."""
