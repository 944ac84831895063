"""The application: event store, use cases, HTTP, pages and the command line."""
