"""What makes the part of the client that comes from the API, and the package of it."""
