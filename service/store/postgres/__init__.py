"""The store in PostgreSQL: for several machines, or for many games at a time."""
