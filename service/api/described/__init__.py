"""The OpenAPI document: what is gathered from the routes, and what is told beside it."""
