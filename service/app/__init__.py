"""The web application: API, pages and documents together, with what holds for every request."""
